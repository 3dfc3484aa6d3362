import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ownCommentListSchema,
  ownCommentsImportSchema,
  styleProfileSchema,
  takeoutFileLimit,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { reviewApp } from '../../testing/app.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { servicesApp } from '../../testing/drafting-app.ts';
import { makeComment, makeVoiceProfile } from '../../testing/factories.ts';
import { createOwnCommentsRepository } from './own-comments.repository.ts';
import { createOwnCommentsService } from './own-comments.service.ts';
import { createVoiceRepository } from './profiles.repository.ts';

const header =
  'Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text';
const words =
  'probe node queue shard cache index latency rollout canary replica quorum ledger'.split(
    ' ',
  );

const text = (number: number) =>
  Array.from(
    { length: 30 },
    (_, at) => words[(number * 7 + at * (number % 11)) % words.length],
  ).join(' ');
const row = (number: number) =>
  `Ugx${number},UCBR8,${new Date(1.6e12 + number * 1e7).toISOString()},0,,dQw4w9WgXcQ,"{""text"":""${number} ${text(number)}""}"`;

/** Returns a Takeout file with distinct comments of thirty words. */
const takeoutFile = (rows: number): string =>
  [header, ...Array.from({ length: rows }, (_, number) => row(number))].join('\r\n');

describe('own comments', () => {
  const test = testDatabase();
  const clock = fakeClock();
  let voice: ReturnType<typeof servicesApp>;
  let profileId = 0;

  beforeEach(async () => {
    voice = servicesApp(test.db, clock);
    profileId = (await makeVoiceProfile(test.db)).id;
  });

  const path = (rest = 'own-comments', id = profileId) =>
    `/api/voice-profiles/${id}/${rest}`;
  const paste = (text: unknown, id?: number) =>
    request(voice.app).post(path('own-comments', id)).send({ text });
  const bring = (csv: string) =>
    request(voice.app).post(path()).set('Content-Type', 'text/csv').send(csv);
  const list = async (query = '') =>
    ownCommentListSchema.parse((await request(voice.app).get(path() + query)).body);

  const row = (
    number: number,
    text = `Comment number ${number} about probes, nodes and queues.`,
  ) =>
    `UgxKREWxIgDrw8w2e_${number},UCBR8-60-B28hp2BmDPdntcQ,${new Date(1.6e12 + number * 1e7).toISOString()},0,,dQw4w9WgXcQ,"{""text"":""${text}""}"`;

  describe('own comments', () => {
    it('can be pasted, separated by empty lines, and each is stored once', async () => {
      const { status, body } = await paste(
        'First one.\nStill first.\n\nSecond one.\n\n first  ONE. still first.',
      );
      expect([status, ownCommentsImportSchema.parse(body)]).toEqual([
        200,
        { imported: 2, duplicates: 1, unreadable: 0, problems: [], total: 2 },
      ]);
      expect((await paste('Second one.\n\nThird.')).body).toMatchObject({
        imported: 1,
        duplicates: 1,
        total: 3,
      });
      expect(
        (await list()).comments.map(({ content, source }) => [content, source]),
      ).toContainEqual(['First one.\nStill first.', 'pasted']);
      expect(voice.changed).toEqual(['voice-profiles', 'voice-profiles']);
    });

    it('can be imported from a Takeout file, newest first, with bad rows reported by line', async () => {
      const { status, body } = await bring(
        `${header}\r\n${row(1)}\r\nbad\r\n${row(2)}\r\n`,
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        imported: 2,
        duplicates: 0,
        unreadable: 1,
        problems: [{ line: 3, reason: 'It has 1 field instead of 7.' }],
        total: 2,
      });
      const { total, comments } = await list('?limit=1');
      expect(total).toBe(2);
      expect(comments).toMatchObject([
        { source: 'takeout', content: expect.stringContaining('number 2') },
      ]);
      expect(comments[0]?.writtenAt).toBe(new Date(1.6e12 + 2e7).toISOString());
    });

    it.each([
      ['UTF-16', Buffer.from(`\ufeff${header}\n${row(1, 'Schöne Grüße')}\n`, 'utf16le')],
      ['Windows-1252', Buffer.from(`${header}\n${row(1, 'Schöne Grüße')}\n`, 'latin1')],
    ])(
      'can be imported from a file in %s without damage (rule 6.11)',
      async (_, file) => {
        const sent = request(voice.app)
          .post(path())
          .set('Content-Type', 'text/csv')
          .send(file);
        expect((await sent).body).toMatchObject({ imported: 1, unreadable: 0 });
        expect((await list()).comments).toMatchObject([{ content: 'Schöne Grüße' }]);
      },
    );

    it('are refused with advice in a file whose encoding cannot be detected (rule 6.11)', async () => {
      const noise = Buffer.from(
        Uint8Array.from({ length: 400 }, (_, at) => (at * 73 + 129) % 256 || 1),
      );
      const sent = request(voice.app)
        .post(path())
        .set('Content-Type', 'text/csv')
        .send(noise);
      const { status, body } = await sent;
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(body.detail).toContain('save it as UTF-8');
    });

    it('belong to one profile, and are deleted one by one or with their profile', async () => {
      const other = await makeVoiceProfile(test.db);
      await paste('Mine.\n\nMine too.');
      await paste('Mine.', other.id);
      const [first] = (await list()).comments;
      await request(voice.app).delete(`/api/own-comments/${first?.id}`).expect(204);
      await request(voice.app).delete(`/api/own-comments/${first?.id}`).expect(404);
      expect((await list()).total).toBe(1);
      await request(voice.app).delete(path()).expect(204);
      expect((await list()).total).toBe(0);
      await createVoiceRepository(test.db).deleteProfile(other.id);
      expect(await createOwnCommentsRepository(test.db).count(other.id)).toBe(0);
    });

    it.each([
      ['no text', () => request(voice.app).post(path()).send({}), 400],
      ['no body', () => request(voice.app).post(path()), 400],
      ['a number', () => paste(7), 400],
      ['half a surrogate pair', () => paste('\ud800'), 400],
      [
        'many lines without an empty line between them',
        () => paste('A line of mine.\n'.repeat(700)),
        400,
      ],
      ['an unknown profile', () => paste('Hello.', 99_999), 404],
      [
        'an unknown profile’s file',
        () =>
          bring(header).then(() => request(voice.app).get(path('style-profile', 99_999))),
        404,
      ],
    ])(
      'are refused with a sentence when the request has %s',
      async (_, call, expected) => {
        const { status, body } = await call();
        expect(status).toBe(expected);
        expect(body.detail).toMatch(/\.$/);
      },
    );

    it('are refused in a file that is too large, with the size limit', async () => {
      const { status, body } = await bring('x'.repeat(takeoutFileLimit + 1));
      expect([status, body.code]).toEqual([413, 'body_too_large']);
      expect(body.detail).toContain('12 MB');
    });

    it.each([
      [
        'a first row of 300,000 fields',
        `${','.repeat(300_000)}\n`,
        'has more than 100 fields',
      ],
      [
        'a first field of 500 kB',
        `${'x'.repeat(500_000)}\n`,
        'has more than 400,000 bytes',
      ],
    ])(
      'are refused in a file with %s, without reading the rest',
      async (_, file, reason) => {
        const { status, body } = await bring(`${file}${row(1)}\r\n`);
        expect([status, body.code]).toEqual([400, 'invalid_request']);
        expect(body.detail).toContain(`This is not a comments file: line 1 ${reason}`);
        expect((await list()).total).toBe(0);
      },
    );
  });

  describe('the style profile', () => {
    it('is computed from imported comments and rewritten drafts, and follows them', async () => {
      const styleProfile = async () =>
        styleProfileSchema.parse(
          (await request(voice.app).get(path('style-profile'))).body,
        );
      await paste('Readiness probes lie! Always.\n\nWhy is that?');
      expect(await styleProfile()).toMatchObject({ texts: 2, words: 7 });
      await makeComment(test.db, {
        status: 'approved',
        voiceProfileId: profileId,
        content: 'Approved words.',
        generatedContent: 'Else.',
      });
      await makeComment(test.db, { status: 'pending', voiceProfileId: profileId });
      const { texts, traits } = await styleProfile();
      expect(texts).toBe(3);
      expect(traits.find(({ name }) => name === 'exclamations')).toMatchObject({
        value: 25,
        quote: 'Readiness probes lie!',
      });
    });
  });

  it('includes imported comments of an exported profile, even with empty lines in them (rule 2.18)', async () => {
    const content = 'Two “lines”,\n\nand "more".';
    const cells = ['', content.replaceAll('"', '""')]
      .map((cell) => `"${cell}"`)
      .join(',');
    await bring(`"Comment Create Timestamp","Comment Text"\r\n${cells}`).expect(200);
    expect((await list()).comments).toMatchObject([{ content, writtenAt: null }]);
  });
});

describe('takeout import', () => {
  const rows = 1200;

  /**
   * Counts turns of the event loop. The test uses no database, since waiting for one
   * would add turns.
   */
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  beforeEach(() => {
    turns = 0;
    count();
  });
  afterEach(() => clearImmediate(next));

  const profiles = { profile: async () => ({}) as never };
  const kept = {
    insert: async (comments: readonly unknown[]) => comments.length,
    count: async () => rows,
  };
  const service = (repository: unknown = kept) =>
    createOwnCommentsService({
      repository: repository as never,
      profiles,
      clock: fakeClock(),
      events: { changed: () => {}, subscribe: () => () => {} },
    });

  it.each([
    ['comments', takeoutFile(rows)],
    ['bad rows', Array.from({ length: rows }, () => 'a,b').join('\n')],
    [
      'one repeated comment',
      Array.from({ length: rows }, () => takeoutFile(1).split('\r\n')[1]).join('\n'),
    ],
  ])(
    'lets other requests run after every fifty rows of %s (rule 6.8)',
    async (_, file) => {
      const begun = turns;
      await service().importTakeout(1, file);
      expect(turns - begun).toBeGreaterThanOrEqual(rows / 50);
    },
  );

  it('lets other requests run after every 25 texts of a style profile', async () => {
    const at = new Date(0);
    const texts = Array.from({ length: 1000 }, (_, id) => ({
      kind: 'own' as const,
      id,
      style: null,
      content: 'A text.',
      at,
    }));
    const repository = {
      ownTexts: async () => texts,
      rewrittenTexts: async () => [],
    };
    const begun = turns;
    await service(repository).styleProfile(1);
    expect(turns - begun).toBeGreaterThanOrEqual(1000 / 25);
  });

  const test = reviewApp({}, 'once, emptied');

  it('reads a whole Takeout file, and makes the style profile from the newest 1,000 texts', async () => {
    const profile = await test.me.post('/api/voice-profiles', { name: 'Ada' });
    const { id } = voiceProfileSchema.parse(await profile.json());
    const response = await test.me.send(`/api/voice-profiles/${id}/own-comments`, {
      method: 'POST',
      body: takeoutFile(rows),
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(ownCommentsImportSchema.parse(await response.json())).toMatchObject({
      imported: rows,
      total: rows,
    });
    const styleProfile = await test.me.get(`/api/voice-profiles/${id}/style-profile`);
    expect(styleProfileSchema.parse(await styleProfile.json()).texts).toBe(1000);
  });
});
