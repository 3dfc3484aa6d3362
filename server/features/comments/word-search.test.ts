import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, queryRows } from '../../db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { withoutCase } from '../../text/words.rules.ts';

/**
 * LC_CTYPE decides which letters PostgreSQL can lower-case: with C only those of ASCII.
 */
describe.each(['C', 'C.UTF-8'])('a search with LC_CTYPE %s', (locale) => {
  let database: Database;
  let app: TestApp;
  let me: Browser;

  beforeAll(async () => {
    database = await openTestDatabase({ locale });
    app = await startTestApp({ database });
    me = await app.ownersBrowser();
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  async function commentOn(
    title: string,
    content: string,
    channelTitle = 'Cloud Kitchen',
  ): Promise<number> {
    const { id: videoId } = await makeVideo(database.db, { title, channelTitle });
    return (await makeComment(database.db, { videoId, content })).id;
  }

  async function found(q: string, field = 'q'): Promise<number[]> {
    const answer = await me.get(
      `/api/comments?sort=oldest&${new URLSearchParams({ [field]: q })}`,
    );
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
  }

  it.each([
    ['Übung macht den Meister', ['übung', 'Übung', 'ÜBUNG', 'übu', 'U\u0308bung']],
    ['ПРИВЕТ, мир', ['привет', 'Привет', 'Мир', 'мир']],
    ['Ο ΔΡΟΜΟΣ και ο δρόμος', ['δρομος', 'ΔΡΟΜΟΣ', 'ΔΡΌΜΟΣ']],
    ['İstanbul im Herbst', ['istanbul', 'İstanbul']],
    ['E\u0301tude no. 3', ['étude', 'ÉTUDE']],
  ])('finds “%s” in any letter case (rule 10.6)', async (text, questions) => {
    const inText = await commentOn('Plain', text);
    const inTitle = await commentOn(text, 'Plain.');
    for (const q of questions)
      expect([q, await found(q)]).toEqual([q, [inText, inTitle]]);
  });

  it('finds words between typographic signs and emoji (rule 10.6)', async () => {
    const a = await commentOn(
      'Plain',
      '“Ähnlich”—Ölwechsel…Äste 🎉Ärmel ⚠️Öfen ¿Ñandú? 「Über」',
    );
    for (const q of [
      'ähnlich',
      'ölwechsel',
      'äste',
      'ärmel',
      'öfen',
      'ñandú',
      'über',
      '“ähnlich”',
    ])
      expect([q, await found(q)]).toEqual([q, [a]]);
  });

  it('finds words joined by signs, in any letter case (rule 10.6)', async () => {
    const a = await commentOn('Plain', 'Söhne/Töchter und ÄÖ-Grüße');
    for (const q of ['SÖHNE/TÖCHTER', 'töchter', 'grüße', 'äö-GRÜßE'])
      expect([q, await found(q)]).toEqual([q, [a]]);
    expect(await found('söhne/grüße')).toEqual([]);
  });

  it('finds parts of texts without spaces (rule 10.6)', async () => {
    const a = await commentOn('Plain', 'とても分かりやすい説明でした。Äpfel入門');
    for (const q of ['説明', 'やすい説明', 'äpfel入門', 'ÄPFEL入門'])
      expect([q, await found(q)]).toEqual([q, [a]]);
  });

  it('finds channels by the words of their names (rule 10.6)', async () => {
    const a = await commentOn('Plain', 'Plain.', 'Élan Vital');
    for (const q of ['élan', 'ÉLAN vital'])
      expect([q, await found(q, 'channel')]).toEqual([q, [a]]);
  });

  it('stores every letter in the same lower case that a query is given (rule 10.6)', async () => {
    const codes = Array.from({ length: 0x11_0000 }, (_, code) => code);
    const letters = codes
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(sign))
      .join(' ');
    const lowerCase = sql`select without_case(${letters}) as text`;
    const [stored] = await queryRows<{ text: string }>(database.db, lowerCase);
    expect(stored?.text.split(' ')).toEqual(withoutCase(letters).split(' '));
  });
});
