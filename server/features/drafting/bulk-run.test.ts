import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkRunSchema } from '#shared/contracts/drafts.ts';
import { queueItems } from '#shared/schema.ts';
import { createEvents } from '../../core/events.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import {
  draftingApp,
  goodDraft,
  goodReading,
  points,
} from '../../testing/drafting-app.ts';
import { makeVideo } from '../../testing/factories.ts';
import { createBulkRepository } from './bulk.repository.ts';
import { createBulkRuns } from './bulk.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const bulk = (videoIds: unknown, addToQueue: unknown = false) =>
  request(drafting.app)
    .post('/comments/generate-bulk')
    .send({ videoIds, style: 'supportive', addToQueue });

const pointFor = () => ({
  ...goodDraft,
  comment: points[drafting.asked.length % points.length] ?? '',
});

/** Holds drafts back until the returned function is called. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  drafting.answer(async () => {
    const draft = pointFor();
    await promise;
    return draft;
  });
  return resolve;
}

async function makeVideos(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await makeVideo(drafting.db)).id);
  return ids;
}

describe('a bulk run (rule 8.22)', () => {
  const run = async () =>
    bulkRunSchema.nullable().parse((await request(drafting.app).get('/bulk-run')).body);

  /** Writes one draft at a time, each held back until `next` is called. */
  function slowly() {
    drafting.server.isLocal = true;
    const waiting: (() => void)[] = [];
    drafting.answer(async () => {
      const draft = pointFor();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return draft;
    });
    return async () => {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.shift()?.();
    };
  }

  it('reports its progress', async () => {
    const next = slowly();
    const answer = bulk(await makeVideos(2), true).then(({ body }) => body);
    await next();
    await expect.poll(() => drafting.asked.length).toBe(2);
    expect(await run()).toMatchObject({ isRunning: true, all: 2, drafted: 1, left: [] });
    await next();
    await answer;
  });

  describe('that is stopped while the second of four drafts is written', () => {
    async function stopped() {
      const next = slowly();
      const ids = await makeVideos(4);
      const answer = bulk(ids, true).then(({ body }) => body);
      await next();
      await expect.poll(() => drafting.asked.length).toBe(2);
      await request(drafting.app).post('/bulk-run/stop').expect(200);
      await next();
      return { ids, summary: (await answer).summary };
    }

    it('finishes that draft, and names the videos that are left', async () => {
      const { ids, summary } = await stopped();
      expect(summary).toMatchObject({ successful: 2, failed: 2 });
      expect(await run()).toEqual({
        isRunning: false,
        all: 4,
        drafted: 2,
        skipped: 0,
        failed: 0,
        left: ids.slice(2),
        stopped: true,
        restarted: false,
        failure: null,
      });
    });

    it('can be dismissed', async () => {
      await stopped();
      await request(drafting.app).delete('/bulk-run').expect(204);
      expect(await run()).toBeNull();
    });
  });

  it('skips a video that an overlapping run is drafting (rule 8.22)', async () => {
    drafting.server.isLocal = true;
    const release = held();
    const ids = await makeVideos(2);
    const answers: Promise<{ body: unknown }>[] = [];
    for (const count of [1, 2]) {
      answers.push(bulk(ids).then((answer) => answer));
      await expect.poll(() => drafting.asked.length).toBe(count);
    }
    release();
    const summary = { successful: 1, skipped: 1, failed: 0, addedToQueue: 0 };
    expect(await Promise.all(answers)).toMatchObject([
      { body: { summary } },
      { body: { summary } },
    ]);
  });

  it('reports after a restart which videos were left', async () => {
    const next = slowly();
    const ids = await makeVideos(3);
    const answer = bulk(ids).then(({ body }) => body);
    await next();
    await expect.poll(async () => (await run())?.drafted).toBe(1);
    const restarted = createBulkRuns(createBulkRepository(drafting.db), createEvents());
    expect(await restarted.present()).toMatchObject({
      isRunning: false,
      drafted: 1,
      left: ids.slice(1),
      restarted: true,
    });
    await next();
    await next();
    await answer;
  });

  it('queues a draft before its reading, which a restart may cut off (rule 8.5)', async () => {
    const reading = Promise.withResolvers<void>();
    drafting.answerReader(({ comment }) =>
      reading.promise.then(() => goodReading(comment)),
    );
    const answer = bulk(await makeVideos(1), true).then(({ body }) => body);
    await expect.poll(() => drafting.db.$count(queueItems)).toBe(1);
    expect(await run()).toMatchObject({ isRunning: true, drafted: 0 });
    reading.resolve();
    expect((await answer).summary).toMatchObject({ successful: 1, addedToQueue: 1 });
  });

  describe('drafting the rest of a run', () => {
    const ask = (videoIds: number[], style: string, addToQueue: boolean) =>
      request(drafting.app)
        .post('/comments/generate-bulk')
        .send({ videoIds, style, addToQueue })
        .then(({ body }) => body);
    const draftRest = () => request(drafting.app).post('/bulk-run/rest');

    async function drafted() {
      const queued = new Set(
        (await drafting.db.select().from(queueItems)).map((item) => item.commentId),
      );
      const rows = await drafting.rows();
      return new Map(
        rows.map(({ id, videoId, style }) => [
          videoId,
          { style, isQueued: queued.has(id) },
        ]),
      );
    }

    it('keeps the style and the queue choice of each run when runs overlapped', async () => {
      drafting.server.isLocal = true;
      const release = held();
      const [one = 0, two = 0, three = 0, four = 0] = await makeVideos(4);
      const bulks = [ask([one, two], 'supportive', true)];
      await expect.poll(() => drafting.asked.length).toBe(1);
      bulks.push(ask([three, four], 'questioning', false));
      await expect.poll(() => drafting.asked.length).toBe(2);
      await request(drafting.app).post('/bulk-run/stop').expect(200);
      release();
      await Promise.all(bulks);
      expect((await run())?.left).toEqual([two, four]);
      drafting.answer(pointFor);

      const { body } = await draftRest().expect(200);

      expect(body.summary).toEqual({
        successful: 2,
        skipped: 0,
        failed: 0,
        addedToQueue: 1,
      });
      const made = await drafted();
      expect(made.get(two)).toEqual({ style: 'supportive', isQueued: true });
      expect(made.get(four)).toEqual({ style: 'questioning', isQueued: false });
      expect(await run()).toBeNull();
    });

    it('follows the last request for a video that was requested twice', async () => {
      drafting.server.isLocal = true;
      const release = held();
      const [one = 0, two = 0, three = 0] = await makeVideos(3);
      const bulks = [ask([one, two], 'supportive', true)];
      await expect.poll(() => drafting.asked.length).toBe(1);
      bulks.push(ask([three, two], 'questioning', false));
      await expect.poll(() => drafting.asked.length).toBe(2);
      await request(drafting.app).post('/bulk-run/stop').expect(200);
      release();
      await Promise.all(bulks);
      drafting.answer(pointFor);
      await draftRest().expect(200);
      expect((await drafted()).get(two)).toEqual({
        style: 'questioning',
        isQueued: false,
      });
    });

    it('does nothing when no run left a video', async () => {
      const { body } = await draftRest().expect(200);
      expect(body).toEqual({
        results: [],
        errors: [],
        summary: { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 },
      });
    });
  });

  describe('with a failed video', () => {
    async function failed() {
      const release = held();
      const [first = 0, id = 0] = await makeVideos(2);
      const longer = bulk([first]).then(({ body }) => body);
      await expect.poll(() => drafting.asked.length).toBe(1);
      drafting.answer(() => new LanguageModelError('quota'));
      await bulk([id]);
      release();
      expect((await longer).summary).toMatchObject({ successful: 1, failed: 0 });
      return id;
    }

    it('is shown, with the reason', async () => {
      const id = await failed();
      expect(await run()).toMatchObject({
        left: [id],
        failed: 1,
        failure: expect.stringContaining('credit'),
      });
    });

    it('is forgotten once that video is drafted', async () => {
      const id = await failed();
      drafting.answer(pointFor);
      await bulk([id]);
      expect(await run()).toBeNull();
    });
  });
});
