import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Comment, CommentAnalysis, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import { type Changes, noChanges } from '../../core/events.ts';
import { reviewApp } from '../../testing/app.ts';

describe('word search', () => {
  const test = reviewApp({}, 'once');
  const many = 4_000;

  /** Ids grow with time. Odd ones hold “titled” in the title alone, the newest 1,100 do not hold “early”. */
  beforeAll(async () => {
    await test.db.execute(sql`
    insert into videos (id, youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
    select n, 'v' || n, case when n % 2 = 1 then 'Titled' else 'Plain' end, 'Cloud Kitchen', 'UC1',
      '2026-01-01T00:00:00Z', now(), now()
    from generate_series(1, ${many}::int) n`);
    await test.db.execute(sql`
    insert into comments (id, video_id, content, style, quality_score, status, generated_content, created_at,
      updated_at)
    select n, n, concat_ws(' ', 'Everywhere 💬', case when n <= 2900 then 'early' end,
        case when n % 1000 = 0 then 'rare' end, case when n % 2 = 0 then 'titled' end),
      case when n % 2 = 0 then 'questioning' else 'insightful' end, 1,
      case when n % 100 = 0 then 'failed' else 'pending' end, '',
      timestamptz '2026-01-01' + make_interval(mins => n), now()
    from generate_series(1, ${many}::int) n`);
    await test.db.execute(sql`
    insert into queue_items (comment_id, created_at)
    select n, timestamptz '2026-01-01' + make_interval(mins => n) from generate_series(1, ${many}::int) n`);
  });

  async function page(address: string) {
    const answer = await test.me.get(address);
    expect(answer.status).toBe(200);
    const rows = (await answer.json()) as { id: number; commentId?: number }[];
    const next = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    return {
      ids: rows.map(({ id, commentId }) => commentId ?? id),
      total: answer.headers.get('x-total-count'),
      next,
    };
  }

  const search = (query: Record<string, string>, list = 'comments') =>
    page(`/api/${list}?${new URLSearchParams({ fields: 'ids', limit: '60', ...query })}`);

  /** So many ids of those from a first one on that pass, newest first. */
  const down = (from: number, count = 60, step = 1) =>
    Array.from({ length: count }, (_, index) => from - index * step);

  describe('a frequent word', () => {
    it('is found without counting to the end, page by page (rule 10.6)', async () => {
      for (const q of ['everywhere', 'titled', '💬', 'everywhere titled']) {
        const first = await search({ q });
        expect([q, first.ids]).toEqual([q, down(many)]);
        expect([q, (await page(first.next)).ids]).toEqual([q, down(many - 60)]);
      }
      expect((await search({ q: 'everywhere' })).total).toBe('2000+');
      expect((await search({ q: '💬' })).total).toBe('2000+');
      expect((await search({ q: 'everywhere titled' })).total).toBe('1000+');
      expect(await search({ channel: 'kitchen', sort: 'oldest' })).toMatchObject({
        ids: down(60).reverse(),
        total: '2000+',
      });
    });

    it('is found where only older comments have it (rule 10.6)', async () => {
      const first = await search({ q: 'early' });
      expect(first).toMatchObject({ ids: down(2_900), total: '2000+' });
      expect((await page(first.next)).ids).toEqual(down(2_840));
      expect(await search({ q: 'early', from: '2026-01-02T01:00:00Z' })).toMatchObject({
        ids: down(2_900),
        total: '1401',
      });
      expect(await search({ q: 'early', channel: 'cloud kitchen' })).toMatchObject({
        ids: down(2_900),
        total: '2000+',
      });
      expect((await search({ q: 'early', style: 'questioning' })).total).toBe('450+');
      expect((await page('/api/comments?q=early&fields=ids')).ids).toEqual(down(2_900, 2_900));
    });

    it('is counted to the end of a short list (rule 10.6)', async () => {
      const failed = { q: 'everywhere', status: 'failed' };
      expect(await search(failed)).toMatchObject({ ids: down(many, 40, 100), total: '40', next: '' });
      expect(await search({ ...failed, limit: '40' })).toMatchObject({ total: '40', next: '' });
      const first = await search({ ...failed, limit: '39' });
      expect(await page(first.next)).toMatchObject({ ids: [100], total: '40', next: '' });
      expect((await search({ ...failed, ids: '100,101,4000' })).ids).toEqual([4_000, 100]);
      expect((await search({ q: 'early', ids: '2900,2901,7' })).ids).toEqual([2_900, 7]);
    });

    it('leaves the other words their exact count (rule 10.6)', async () => {
      for (const q of ['rare', 'everywhere rare', 'rare 💬'])
        expect(await search({ q })).toMatchObject({ ids: down(many, 4, 1_000), total: '4', next: '' });
      expect(await search({ q: 'rare early' })).toMatchObject({ ids: [2_000, 1_000], total: '2' });
      expect(await search({ q: 'rare', channel: 'none' })).toMatchObject({ ids: [], total: '0' });
    });

    it('is found in the queue as well (rule 10.6)', async () => {
      const first = await search({ q: 'titled' }, 'queue');
      expect(first).toMatchObject({ ids: down(60).reverse(), total: '1000+' });
      expect((await page(first.next)).ids).toEqual(down(120).reverse());
      expect(await search({ q: 'rare titled', sort: 'time' }, 'queue')).toMatchObject({
        ids: down(many, 4, 1_000).reverse(),
        total: '4',
      });
    });
  });
});

describe('changed rows', () => {
  const test = reviewApp();
  const hour = 3_600_000;
  let told = noChanges();

  beforeEach(() => {
    told = noChanges();
    test.app.context.events.subscribe(({ resources, comments, videos }) => {
      told = {
        resources: new Set([...told.resources, ...resources]),
        comments: new Set([...told.comments, ...comments]),
        videos: new Set([...told.videos, ...videos]),
      };
    });
  });

  async function get<Answer>(path: string): Promise<Answer> {
    return (await test.me.get(path)).json() as Promise<Answer>;
  }

  async function send(method: string, path: string, body?: object): Promise<void> {
    const answer = await test.me.send(path, { method, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.ok).toBe(true);
  }

  /** All that both lists say of each comment. */
  async function rows(): Promise<Map<number, string>> {
    const comments = await get<Comment[]>('/api/comments');
    const queue = await get<QueueItem[]>('/api/queue');
    return new Map(
      comments.map((comment) => [
        comment.id,
        JSON.stringify([comment, queue.find(({ commentId }) => commentId === comment.id)]),
      ]),
    );
  }

  /** The comments whose rows differ after `act`, and what open pages were told. */
  async function changedBy(act: () => Promise<void>): Promise<{ changed: Set<number>; told: Changes }> {
    const before = await rows();
    told = noChanges();
    await act();
    const after = await rows();
    await new Promise((resolve) => setImmediate(resolve));
    const ids = [...after.keys(), ...before.keys()];
    return { changed: new Set(ids.filter((id) => before.get(id) !== after.get(id))), told };
  }

  interface Subject {
    id: number;
    itemId: number;
  }

  const patch = (id: number, body: object) => send('PATCH', `/api/comments/${id}`, body);

  async function schedule({ id, itemId }: Subject): Promise<void> {
    await patch(id, { status: 'approved' });
    const scheduledFor = test.later(hour).toISOString();
    await send('PATCH', `/api/queue/${itemId}`, { scheduledFor, autoPost: true });
  }

  async function regenerate({ id }: Subject): Promise<void> {
    await send('POST', `/api/comments/${id}/regenerate`, { style: 'questioning' });
  }

  async function steer({ id }: Subject): Promise<void> {
    await send('POST', `/api/comments/${id}/regenerate`, { style: 'questioning', steer: 'shorter' });
  }

  async function vouch({ id }: Subject): Promise<void> {
    const comments = await get<{ id: number; analysis: CommentAnalysis }[]>('/api/comments');
    const [sentence] = comments.find((comment) => comment.id === id)?.analysis.sentences ?? [];
    await send('POST', `/api/comments/${id}/vouch`, { sentence: sentence?.text });
  }

  const nothing = async () => undefined;

  it.each<[string, (of: Subject) => Promise<unknown>, (of: Subject) => Promise<void>]>([
    ['an edit', nothing, ({ id }) => patch(id, { content: 'Another text, kept.', revision: 1 })],
    ['vouching for a sentence', regenerate, vouch],
    ['approval', nothing, ({ id }) => patch(id, { status: 'approved' })],
    ['rejection', nothing, ({ id }) => patch(id, { status: 'rejected' })],
    ['a schedule', nothing, schedule],
    [
      'the end of a schedule',
      schedule,
      ({ itemId }) => send('PATCH', `/api/queue/${itemId}`, { scheduledFor: null, autoPost: false }),
    ],
    ['removal from the queue', nothing, ({ itemId }) => send('DELETE', `/api/queue/${itemId}`)],
    [
      'an addition to the queue',
      ({ itemId }) => send('DELETE', `/api/queue/${itemId}`),
      ({ id }) => send('POST', '/api/queue', { commentId: id }),
    ],
    [
      'Post Now',
      ({ id }) => patch(id, { status: 'approved' }),
      ({ id }) => send('POST', `/api/comments/${id}/post`),
    ],
    [
      'the posting loop',
      schedule,
      async () => {
        test.app.clock.advance(2 * hour);
        await test.app.context.services.loop.tick();
      },
    ],
    [
      'a failure',
      async ({ id }) => {
        await patch(id, { status: 'approved' });
        test.app.sandbox.admin.fault({
          match: { method: 'POST', path: '/youtube/v3/commentThreads' },
          fault: { kind: 'status', reason: 'commentsDisabled' },
        });
      },
      async ({ id }) => void (await test.me.post(`/api/comments/${id}/post`)),
    ],
    ['another draft', nothing, regenerate],
    ['a picked draft', steer, ({ id }) => send('POST', `/api/comments/${id}/pick`, { alternative: 0 })],
  ])('names the one comment changed by %s (rule 10.5)', async (_, arrange, act) => {
    await test.queued();
    const { comment, item } = await test.queued();
    const subject = { id: comment.id, itemId: item.id };
    await test.queued();
    await arrange(subject);
    const { changed, told } = await changedBy(() => act(subject));
    expect(changed).toEqual(new Set([comment.id]));
    expect(told.comments).toEqual(changed);
    expect(told.resources).not.toContain('comments');
    expect(told.resources).not.toContain('queue');
  });

  it.each<[string, (videoId: number) => Promise<void>]>([
    ['a draft', (videoId) => send('POST', '/api/comments/generate', { videoId, style: 'insightful' })],
    [
      'a bulk',
      (videoId) =>
        send('POST', '/api/comments/generate-bulk', {
          videoIds: [videoId],
          style: 'insightful',
          addToQueue: true,
        }),
    ],
  ])('names the new comment of %s and its video (rule 10.5)', async (_, act) => {
    await test.queued();
    const { videos } = await get<VideoSearchResponse>('/api/videos/search?q=kubernetes');
    const video = videos.find(({ commentsOff, generatedComment }) => !commentsOff && !generatedComment);
    const { changed, told } = await changedBy(() => act(video?.id ?? 0));
    expect(changed.size).toBe(1);
    expect(told.comments).toEqual(changed);
    expect(told.videos).toEqual(new Set([video?.id]));
  });
});
