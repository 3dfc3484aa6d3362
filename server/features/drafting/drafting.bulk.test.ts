import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { queueItems } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const bulk = (videoIds: unknown, addToQueue: unknown = false) =>
  request(drafting.app).post('/comments/generate-bulk').send({ videoIds, style: 'supportive', addToQueue });

/** A different point for each draft. */
const pointFor = () => ({ ...goodDraft, comment: points[drafting.asked.length % points.length] ?? '' });

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
    'drafts several at a time, and one after another at a local server: %s (rule 8.5)',
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
        // One too many would begin now.
        await new Promise((resolve) => setTimeout(resolve, 30));
        running -= 1;
        return pointFor();
      });
      const { body } = await bulk(await makeVideos(6));
      expect(body.summary).toMatchObject({ successful: 6 });
      expect(mostAtOnce).toBe(most);
    },
  );

  it('writes for each video and tells what was left out or failed (rules 5.6, 8.5)', async () => {
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

  it('queues nothing unless asked to', async () => {
    const video = await makeVideo(drafting.db);
    const { body } = await bulk([video.id]);
    expect(body.summary).toEqual({ successful: 1, skipped: 0, failed: 0, addedToQueue: 0 });
    expect(await drafting.db.select().from(queueItems)).toEqual([]);
  });

  it('has at most four drafts in work (rule 8.5)', async () => {
    let working = 0;
    let most = 0;
    const four = Promise.withResolvers<void>();
    drafting.answer(async () => {
      const draft = pointFor();
      working += 1;
      most = Math.max(most, working);
      if (working === 4) four.resolve();
      await four.promise;
      working -= 1;
      return draft;
    });
    const ids = await makeVideos(6);
    const { body } = await bulk(ids);
    expect(body.summary.successful).toBe(6);
    expect(body.results.map(({ videoId }: { videoId: number }) => videoId)).toEqual(ids);
    expect(most).toBe(4);
  });

  it('stops asking a model that has no credit left', async () => {
    drafting.answer(() => new LanguageModelError('quota'));
    const ids = await makeVideos(8);
    const { body } = await bulk(ids);
    expect(drafting.asked.length).toBeLessThanOrEqual(4);
    expect(body.errors.map(({ videoId }: { videoId: number }) => videoId)).toEqual(ids);
    expect(body.errors[7].error).toContain('no credit left');
  });

  it('reports what nobody foresaw, and goes on', async () => {
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

  it('finishes what it began when the client goes away (rule 8.5)', async () => {
    const release = Promise.withResolvers<void>();
    drafting.answer(async () => {
      const draft = pointFor();
      await release.promise;
      return draft;
    });
    const ids = await makeVideos(6);
    const server = drafting.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
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
    release.resolve();
    await expect.poll(async () => (await drafting.db.select().from(queueItems)).length).toBe(6);
    server.close();
  });

  it.each([
    ['no videos', []],
    ['51 videos', Array.from({ length: 51 }, (_, index) => index + 1)],
    ['ids as text', ['1']],
    ['no list', 1],
  ])('refuses %s', async (_, ids) => {
    const { status, body } = await bulk(ids);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('refuses a body without addToQueue', async () => {
    expect((await bulk([1], null)).status).toBe(400);
  });
});
