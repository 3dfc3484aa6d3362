import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments } from '#shared/schema.ts';
import {
  draftingApp,
  goodDraft,
  goodReading,
  points,
} from '../../testing/drafting-app.ts';
import { makeReply } from '../../testing/factories.ts';
import { redrafting, shorter } from '../../testing/redrafts.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const { post, otherTakes, regenerate, steer, record, generated } = redrafting(drafting);
const [first = '', second = ''] = points;

describe('other takes that are written at the same time as another version (rules 8.14 and 8.16)', () => {
  const take = points[3] ?? '';
  const other = points[4] ?? '';
  const contents = async (id: number) =>
    (await record(id)).alternatives.map(({ content }) => content);

  /**
   * Answers takes with `take` and other versions with `other`. Those named by `hold` wait
   * until the returned function is called.
   */
  function answering(hold: 'takes' | 'version'): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    drafting.answer(async ({ shownDrafts: isTake }) => {
      const kind = isTake ? 'takes' : 'version';
      if (kind === hold) await promise;
      return { ...goodDraft, comment: isTake ? take : other };
    });
    return resolve;
  }

  it('are kept beside a steered version that ends later', async () => {
    const { id } = await generated();
    const release = answering('version');
    const steered = steer(id, { steer: 'shorter' }).then(({ body }) => body);
    await expect.poll(() => drafting.asked.length).toBe(4);
    await otherTakes(id, { count: 1 }).expect(200);
    release();
    expect((await steered).comment).toMatchObject({ content: other });
    expect(await contents(id)).toEqual([goodDraft.comment, first, second, take]);
  });

  it('are kept beside a steered version that ended earlier', async () => {
    const { id } = await generated();
    const release = answering('takes');
    const taken = otherTakes(id, { count: 1 }).then((answer) => answer);
    await expect.poll(() => drafting.asked.length).toBe(4);
    await steer(id, { steer: 'shorter' }).expect(200);
    release();
    expect(await taken).toMatchObject({
      status: 200,
      body: { comment: { content: other } },
    });
    expect(await contents(id)).toEqual([goodDraft.comment, first, second, take]);
  });

  it.each(['takes', 'version'] as const)(
    'are the only alternatives of a redraft (ends last: %s)',
    async (last) => {
      const { id } = await generated();
      const release = answering(last);
      const calls = {
        takes: () => otherTakes(id, { count: 1 }).then(({ status }) => status),
        version: () => regenerate(id).then(({ status }) => status),
      };
      const held = calls[last]();
      await expect.poll(() => drafting.asked.length).toBe(4);
      const quick = calls[last === 'takes' ? 'version' : 'takes']();
      expect(await quick).toBe(200);
      release();
      expect(await held).toBe(200);
      expect(await contents(id)).toEqual([take]);
    },
  );

  it('are refused when the owner typed the answer meanwhile', async () => {
    const { id: replyId } = await makeReply(drafting.db);
    const { body } = await post(`/replies/${replyId}/draft`).expect(201);
    const release = answering('takes');
    const taken = otherTakes(body.id, { count: 1 }).then((answer) => answer);
    await expect.poll(() => drafting.asked.length).toBe(2);
    await drafting.db
      .update(comments)
      .set({ status: 'rejected' })
      .where(eq(comments.id, body.id));
    await post(`/replies/${replyId}/answer`, { content: 'In my own words.' }).expect(201);
    release();
    expect(await taken).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict' },
    });
    expect(await contents(body.id)).toEqual([]);
  });
});

it('a reading that ends while a steered version is written stays with the version before', async () => {
  const { id } = await generated();
  const { promise, resolve } = Promise.withResolvers<void>();
  drafting.answer(async () => {
    await promise;
    return { ...goodDraft, comment: shorter };
  });
  const steered = steer(id, { steer: 'shorter' }).then((answer) => answer);
  await expect.poll(() => drafting.asked.length).toBe(4);
  drafting.answerReader(({ comment }) => ({
    ...goodReading(comment),
    tone: 'read meanwhile',
  }));
  await post(`/comments/${id}/read`).expect(200);
  resolve();
  await steered;
  expect((await record(id)).alternatives[0]).toMatchObject({ tone: 'read meanwhile' });
});
