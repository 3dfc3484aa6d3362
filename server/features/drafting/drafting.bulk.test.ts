import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { queueItems } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';

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
      expect(body.summary).toEqual({
        successful: 6,
        skipped: 0,
        failed: 0,
        addedToQueue: 0,
      });
      expect(mostAtOnce).toBe(most);
    },
  );

  describe('for videos of which some cannot be drafted (rules 5.6, 8.5)', () => {
    /**
     * Drafts two good videos, and one of each kind that is skipped or fails; the first
     * one twice.
     */
    async function draftAll() {
      drafting.answer((asking) =>
        asking.video.title === 'fails'
          ? new LanguageModelError('unavailable')
          : pointFor(),
      );
      const commented = await makeComment(drafting.db);
      const fine = await makeVideo(drafting.db);
      const off = await makeVideo(drafting.db, { commentsOff: true });
      const fails = await makeVideo(drafting.db, { title: 'fails' });
      const fine2 = await makeVideo(drafting.db);
      const ids = [fine.id, commented.videoId, off.id, fails.id, 999, fine2.id, fine.id];
      return { commented, fine, off, fails, fine2, answer: await bulk(ids, true) };
    }

    it('responds with what became of each video', async () => {
      const { commented, fine, off, fails, fine2, answer } = await draftAll();
      const { status, body } = answer;
      expect(status).toBe(200);
      const written = {
        success: true,
        addedToQueue: true,
        skipped: false,
        reason: null,
        commentId: expect.any(Number),
      };
      const skipped = {
        success: false,
        addedToQueue: false,
        skipped: true,
        commentId: null,
      };
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
      expect(body.summary).toEqual({
        successful: 2,
        skipped: 2,
        failed: 2,
        addedToQueue: 2,
      });
    });

    it('queues the drafts without a time and without auto-post', async () => {
      await draftAll();
      const queued = await drafting.db.select().from(queueItems);
      expect(
        queued.map(({ autoPost, scheduledFor }) => [autoPost, scheduledFor]),
      ).toEqual([
        [false, null],
        [false, null],
      ]);
      expect(await drafting.rows()).toHaveLength(3);
    });
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
      expect(drafting.asked[2]?.corrections).toEqual([
        expect.stringContaining('Begin with something else'),
      ]);
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
      const warned = rows.filter(({ analysis }) =>
        JSON.stringify(analysis).includes('begins with'),
      );
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
    await expect
      .poll(async () => (await drafting.db.select().from(queueItems)).length)
      .toBe(6);
  });

  describe('when a draft cannot be queued (rule 8.5)', () => {
    async function draftWithoutQueue(id: number) {
      await drafting.db.execute(
        sql`alter table queue_items add constraint refused check (false) not valid`,
      );
      const { body } = await bulk([id], true).then((answer) => answer);
      await drafting.db.execute(sql`alter table queue_items drop constraint refused`);
      return body;
    }

    it('fails, and stores no draft either', async () => {
      const [id = 0] = await makeVideos(1);
      const { summary } = await draftWithoutQueue(id);
      expect(summary).toEqual({ successful: 0, skipped: 0, failed: 1, addedToQueue: 0 });
      expect(await drafting.rows()).toEqual([]);
    });

    it('can be repeated', async () => {
      const [id = 0] = await makeVideos(1);
      await draftWithoutQueue(id);
      const { body } = await bulk([id], true);
      expect(body.summary).toMatchObject({ successful: 1, addedToQueue: 1 });
    });
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
});
