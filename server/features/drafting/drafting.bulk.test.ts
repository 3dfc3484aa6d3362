import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkRunSchema } from '#shared/contracts/drafts.ts';
import { queueItems } from '#shared/schema.ts';
import { createEvents } from '../../core/events.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { createBulkRepository } from './bulk.repository.ts';
import { createBulkRuns } from './bulk.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const bulk = (videoIds: unknown, addToQueue: unknown = false) =>
  request(drafting.app).post('/comments/generate-bulk').send({ videoIds, style: 'supportive', addToQueue });

const pointFor = () => ({ ...goodDraft, comment: points[drafting.asked.length % points.length] ?? '' });

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

describe('POST /comments/generate-bulk', () => {
  it.each([
    [false, 4],
    [true, 1],
  ])(
    'drafts several videos at a time, but one after another on a local server (local: %s) (rule 8.5)',
    async (isLocal, most) => {
      drafting.server.isLocal = isLocal;
      let running = 0;
      let mostAtOnce = 0;
      const all = Promise.withResolvers<void>();
      drafting.answer(async () => {
        running += 1;
        mostAtOnce = Math.max(mostAtOnce, running);
        if (running === most) all.resolve();
        await all.promise;
        // Gives a draft over the limit the time to begin.
        await new Promise((resolve) => setTimeout(resolve, 30));
        running -= 1;
        return pointFor();
      });
      const { body } = await bulk(await makeVideos(6));
      // Nothing is queued unless the request says so.
      expect(body.summary).toEqual({ successful: 6, skipped: 0, failed: 0, addedToQueue: 0 });
      expect(mostAtOnce).toBe(most);
    },
  );

  it('drafts each video, and reports which were skipped or failed (rules 5.6, 8.5)', async () => {
    drafting.answer((asking) =>
      asking.video.title === 'fails' ? new LanguageModelError('unavailable') : pointFor(),
    );
    const commented = await makeComment(drafting.db);
    const fine = await makeVideo(drafting.db);
    const off = await makeVideo(drafting.db, { commentsOff: true });
    const fails = await makeVideo(drafting.db, { title: 'fails' });
    const fine2 = await makeVideo(drafting.db);

    const ids = [fine.id, commented.videoId, off.id, fails.id, 999, fine2.id, fine.id];
    const { status, body } = await bulk(ids, true);

    expect(status).toBe(200);
    const written = {
      success: true,
      addedToQueue: true,
      skipped: false,
      reason: null,
      commentId: expect.any(Number),
    };
    const skipped = { success: false, addedToQueue: false, skipped: true, commentId: null };
    expect(body.results).toEqual([
      { videoId: fine.id, ...written },
      { videoId: commented.videoId, ...skipped, reason: 'Comment already exists' },
      { videoId: off.id, ...skipped, reason: 'Comments are turned off for this video' },
      { videoId: fine2.id, ...written },
    ]);
    expect(body.errors).toEqual([
      { videoId: fails.id, error: expect.stringContaining('did not answer') },
      { videoId: 999, error: expect.stringContaining('This video') },
    ]);
    expect(body.summary).toEqual({ successful: 2, skipped: 2, failed: 2, addedToQueue: 2 });
    const queued = await drafting.db.select().from(queueItems);
    expect(queued.map(({ autoPost, scheduledFor }) => [autoPost, scheduledFor])).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(await drafting.rows()).toHaveLength(3);
  });

  describe('two drafts that the model begins alike (rule 8.5)', () => {
    const openings = (rows: readonly { content: string }[]) =>
      rows.map(({ content }) => content.split(' ').slice(0, 4).join(' '));
    const same = 'Startup probes with a';

    it('are made to begin differently, even when they are written at the same time', async () => {
      const both = Promise.withResolvers<void>();
      let count = 0;
      drafting.answer(async ({ corrections }) => {
        count += 1;
        if (count === 2) both.resolve();
        if (corrections.length > 0) return pointFor();
        const comment = `${same} long threshold, ${count === 1 ? 'some wait' : 'others never come back at all'}.`;
        await both.promise;
        return { ...goodDraft, comment };
      });
      await bulk(await makeVideos(2));
      expect(drafting.asked).toHaveLength(3);
      expect(drafting.asked[2]?.corrections).toEqual([expect.stringContaining('Begin with something else')]);
      expect(new Set(openings(await drafting.rows())).size).toBe(2);
    });

    it('are both kept, one of them with a warning, when the model insists', async () => {
      drafting.answer(() => ({
        ...goodDraft,
        comment: `${same} threshold of ${drafting.asked.length} minutes. ${points[drafting.asked.length]}`,
      }));
      await bulk(await makeVideos(2));
      const rows = await drafting.rows();
      expect(openings(rows)).toEqual([same, same]);
      const warned = rows.filter(({ analysis }) => JSON.stringify(analysis).includes('begins with'));
      expect(warned).toHaveLength(1);
    });

    it('are prevented by telling the model which openings are taken', async () => {
      drafting.server.isLocal = true;
      drafting.answer(pointFor);
      await bulk(await makeVideos(2));
      const { recent } = drafting.asked[1] ?? {};
      expect(recent).toHaveLength(1);
      expect(points).toContain(recent?.[0]);
    });
  });

  it('stops asking a model whose account has no credit left', async () => {
    drafting.answer(() => new LanguageModelError('quota'));
    const ids = await makeVideos(8);
    const { body } = await bulk(ids);
    expect(drafting.asked.length).toBeLessThanOrEqual(4);
    expect(body.errors.map(({ videoId }: { videoId: number }) => videoId)).toEqual(ids);
    expect(body.errors[7].error).toContain('no credit left');
  });

  it('reports an unexpected error without its details, and goes on', async () => {
    const broken = new Error('secret detail');
    drafting.answer((asking) => {
      if (asking.video.title === 'broken') throw broken;
      return goodDraft;
    });
    const bad = await makeVideo(drafting.db, { title: 'broken' });
    const fine = await makeVideo(drafting.db);
    const { body } = await bulk([bad.id, fine.id]);
    expect(body.summary).toMatchObject({ successful: 1, failed: 1 });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(drafting.reported).toEqual([{ err: broken }]);
  });

  it('finishes the run when the client disconnects (rule 8.5)', async () => {
    const release = held();
    const ids = await makeVideos(6);
    const { port } = drafting.app.address() as AddressInfo;
    const leaving = new AbortController();
    const call = fetch(`http://127.0.0.1:${port}/comments/generate-bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ videoIds: ids, style: 'insightful', addToQueue: true }),
      signal: leaving.signal,
    });
    await expect.poll(() => drafting.asked.length).toBe(4);
    leaving.abort();
    await expect(call).rejects.toThrow();
    release();
    await expect.poll(async () => (await drafting.db.select().from(queueItems)).length).toBe(6);
  });

  it('stores a draft and its place in the queue together or not at all (rule 8.5)', async () => {
    const [id = 0] = await makeVideos(1);
    await drafting.db.execute(sql`alter table queue_items add constraint refused check (false) not valid`);
    const refused = await bulk([id], true).then(({ body }) => body);
    await drafting.db.execute(sql`alter table queue_items drop constraint refused`);
    expect(refused.summary).toEqual({ successful: 0, skipped: 0, failed: 1, addedToQueue: 0 });
    expect(await drafting.rows()).toEqual([]);
    const again = await bulk([id], true).then(({ body }) => body);
    expect(again.summary).toMatchObject({ successful: 1, addedToQueue: 1 });
  });

  it.each([
    ['no videos', [], false],
    ['51 videos', Array.from({ length: 51 }, (_, index) => index + 1), false],
    ['ids as text', ['1'], false],
    ['a body without addToQueue', [1], null],
  ])('refuses %s', async (_, ids, addToQueue) => {
    const { status, body } = await bulk(ids, addToQueue);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

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

    it('reports its progress, and stops after the draft that is being written', async () => {
      const next = slowly();
      const ids = await makeVideos(4);
      const answer = bulk(ids, true).then(({ body }) => body);
      await next();
      await expect.poll(() => drafting.asked.length).toBe(2);
      expect(await run()).toMatchObject({ isRunning: true, all: 4, drafted: 1, left: [] });
      await request(drafting.app).post('/bulk-run/stop').expect(200);
      await next();
      expect((await answer).summary).toMatchObject({ successful: 2, failed: 2 });
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
      await request(drafting.app).delete('/bulk-run').expect(204);
      expect(await run()).toBeNull();
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
      expect(await Promise.all(answers)).toMatchObject([{ body: { summary } }, { body: { summary } }]);
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
      drafting.answerReader(({ comment }) => reading.promise.then(() => goodReading(comment)));
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
        const queued = new Set((await drafting.db.select().from(queueItems)).map((item) => item.commentId));
        const rows = await drafting.rows();
        return new Map(rows.map(({ id, videoId, style }) => [videoId, { style, isQueued: queued.has(id) }]));
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

        expect(body.summary).toEqual({ successful: 2, skipped: 0, failed: 0, addedToQueue: 1 });
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
        expect((await drafted()).get(two)).toEqual({ style: 'questioning', isQueued: false });
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

    it('is shown while it has a failed video, and forgotten once that video is drafted', async () => {
      const release = held();
      const [first = 0, id = 0] = await makeVideos(2);
      const longer = bulk([first]).then(({ body }) => body);
      await expect.poll(() => drafting.asked.length).toBe(1);
      drafting.answer(() => new LanguageModelError('quota'));
      await bulk([id]);
      release();
      expect((await longer).summary).toMatchObject({ successful: 1, failed: 0 });
      expect(await run()).toMatchObject({
        left: [id],
        failed: 1,
        failure: expect.stringContaining('credit'),
      });
      drafting.answer(pointFor);
      await bulk([id]);
      expect(await run()).toBeNull();
    });
  });
});
