import { InfiniteQueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  aComment,
  aVideo,
  noCommentState,
  noFilter,
  someStats,
} from '../testing/factories.ts';
import { answerCommentList } from '../testing/fake-history.ts';
import {
  createFakeServer,
  eventStream,
  type FakeServer,
  json,
} from '../testing/fake-server.ts';
import { observe, settled, setUpLiveUpdates } from '../testing/live-updates.ts';
import { createQueryClient } from './auth.ts';
import { type CommentFilter, commentList, statsQuery } from './comments.ts';
import { commentQuery } from './drafts.ts';
import { rowsOf } from './lists.ts';
import { startLiveUpdates } from './live.ts';
import { commentStatesQuery } from './videos.ts';
import { workQuery } from './work.ts';

const stops = setUpLiveUpdates();

describe('live lists', () => {
  const pending = { ...noFilter, status: 'pending' };

  let comments: Comment[];
  let client: ReturnType<typeof createQueryClient>;
  let server: FakeServer;

  const numbered = (id: number, over: Partial<Comment> = {}): Comment =>
    aComment({
      id,
      videoId: id,
      content: `Comment ${id}`,
      status: 'pending',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
      postedAt: null,
      video: aVideo({ id }),
      ...over,
    });

  const change = (id: number, over: Partial<Comment>) => {
    comments = comments.map((comment) =>
      comment.id === id ? { ...comment, ...over } : comment,
    );
  };

  /**
   * Changes a comment on the server, reports the change and waits until its effects are
   * loaded.
   */
  async function changed(id: number, over: Partial<Comment>): Promise<void> {
    change(id, over);
    eventStream()?.changed({ comments: [id] });
    await settled(client);
  }

  beforeEach(() => {
    comments = Array.from({ length: 180 }, (_, index) => numbered(index + 1));
    client = createQueryClient();
    server = createFakeServer().on('GET /api/comments', (call) =>
      answerCommentList(comments, call),
    );
    stops.push(startLiveUpdates(client));
  });
  /** Opens a list with this many loaded pages. */
  async function opened(filter: CommentFilter, pages = 1) {
    const observer = new InfiniteQueryObserver(client, commentList.pages(filter));
    const close = observer.subscribe(() => undefined);
    stops.push(close);
    await settled(client);
    for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
    server.calls.length = 0;
    const loaded = () => observer.getCurrentResult().data?.pages ?? [];
    const rows = () => rowsOf({ pages: loaded(), pageParams: [] }, ({ id }) => id);
    return {
      observer,
      close,
      rows,
      ids: () => rows().map(({ id }) => id),
      total: () => loaded().at(-1)?.total,
    };
  }

  const asked = () =>
    server.calls
      // A page whose connection was lost asks whether the server is there.
      .filter(({ path }) => path !== '/healthz')
      .map(({ path, query }): Record<string, string | undefined> => ({ path, ...query }));

  /** Holds back the next responses until they are released. */
  function holdAnswers(
    route: string,
    answer: (call: FakeServer['calls'][number]) => Response,
  ) {
    const gates: (() => void)[] = [];
    server.on(route, async (call) => {
      const read = answer(call);
      await new Promise<void>((resolve) => gates.push(resolve));
      return read;
    });
    return gates;
  }

  describe('a changed comment (rule 10.5)', () => {
    it('is requested alone, without the rest of the list', async () => {
      const list = await opened(noFilter, 3);
      await changed(180, { content: 'Changed' });
      await expect.poll(asked).toEqual([
        {
          path: '/api/comments',
          sort: 'newest',
          fields: 'row',
          ids: '180',
          limit: '200',
        },
      ]);
      expect(list.rows()[0]?.content).toBe('Changed');
    });

    it('is updated on a further page too', async () => {
      const list = await opened(noFilter, 3);
      await changed(31, { content: 'Changed' });
      expect(list.rows().at(-1)).toMatchObject({ id: 31, content: 'Changed' });
      expect(list.ids()).toHaveLength(150);
    });

    it('keeps its place when it is posted, until the list is loaded again', async () => {
      const list = await opened(noFilter);
      await changed(170, { status: 'posted', postedAt: '2026-06-01T00:00:00.000Z' });
      expect(list.ids().indexOf(170)).toBe(10);
      eventStream()?.reconnect();
      await settled(client);
      expect(list.ids().indexOf(170)).toBe(0);
    });

    it('is removed from a list whose filter it no longer matches', async () => {
      const list = await opened(pending);
      await changed(150, { status: 'approved' });
      expect(list.ids()).not.toContain(150);
      expect([list.ids().length, list.total()]).toEqual([49, 179]);
    });

    it('is inserted in order when it is new', async () => {
      const list = await opened(noFilter);
      comments = [...comments, numbered(200)];
      eventStream()?.changed({ comments: [200] });
      await settled(client);
      expect(list.ids().slice(0, 2)).toEqual([200, 180]);
      expect(list.total()).toBe(181);
    });

    it('only raises the total when it is new and belongs after the loaded pages', async () => {
      const list = await opened(noFilter);
      comments = [...comments, numbered(300, { createdAt: '2025-01-01T00:00:00.000Z' })];
      eventStream()?.changed({ comments: [300] });
      await settled(client);
      expect(list.ids()).not.toContain(300);
      expect(list.total()).toBe(181);
    });

    it('is found by its video’s id', async () => {
      const list = await opened(noFilter);
      change(170, { content: 'Changed' });
      eventStream()?.changed({ videos: [170, 999] });
      await settled(client);
      expect(asked().map(({ ids }) => ids)).toEqual(['170']);
      expect(list.rows().find(({ id }) => id === 170)?.content).toBe('Changed');
    });

    it('is not lost while the first page is loading', async () => {
      const gates = holdAnswers('GET /api/comments', (call) =>
        answerCommentList(comments, call),
      );
      const observer = new InfiniteQueryObserver(client, commentList.pages(noFilter));
      stops.push(observer.subscribe(() => undefined));
      await expect.poll(() => gates).toHaveLength(1);
      change(180, { content: 'Changed' });
      eventStream()?.changed({ comments: [180] });
      eventStream()?.changed({ comments: [180] });
      gates[0]?.();
      await expect.poll(() => gates).toHaveLength(2);
      gates[1]?.();
      await settled(client);
      expect(observer.getCurrentResult().data?.pages[0]?.rows[0]?.content).toBe(
        'Changed',
      );
      expect(gates).toHaveLength(2);
    });

    it('is not lost while a further page is loading', async () => {
      const list = await opened(noFilter);
      const gates = holdAnswers('GET /api/comments', (call) =>
        answerCommentList(comments, call),
      );
      const next = list.observer.fetchNextPage();
      await expect.poll(() => gates).toHaveLength(1);
      change(180, { content: 'Changed' });
      change(130, { content: 'Changed' });
      eventStream()?.changed({ comments: [180, 130] });
      await expect.poll(() => gates).toHaveLength(2);
      gates[1]?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
      gates[0]?.();
      await next;
      await settled(client);
      expect(list.ids()).toHaveLength(100);
      const changed = list.rows().filter(({ content }) => content === 'Changed');
      expect(changed.map(({ id }) => id)).toEqual([180, 130]);
    });

    it('requests nothing for lists out of view; they keep their first page and refetch when shown', async () => {
      const list = await opened(noFilter, 3);
      list.close();
      change(180, { content: 'Changed' });
      eventStream()?.changed({ comments: [180] });
      commentList.patch(client, 179, (row) => ({ ...row, content: 'Mine' }));
      await settled(client);
      expect(server.calls).toEqual([]);
      const shown = new InfiniteQueryObserver(client, commentList.pages(noFilter));
      stops.push(shown.subscribe(() => undefined));
      await settled(client);
      expect(server.calls).toHaveLength(1);
      expect(shown.getCurrentResult().data?.pages[0]?.rows[0]?.content).toBe('Changed');
    });

    it('refreshes only its own open details, counts and state', async () => {
      server
        .on('GET /api/videos/comment-states', ({ query }) => {
          const ids = (query['ids'] ?? '').split(',').map(Number);
          return json(
            ids.map((id) => ({ ...noCommentState(id), generatedComment: { id } })),
          );
        })
        .on('GET /api/queue/index', []);
      for (const query of [
        commentStatesQuery([1, 2]),
        commentStatesQuery([3, 4]),
        commentQuery(2),
        commentQuery(3),
        workQuery,
      ])
        stops.push(observe(client, query));
      await settled(client);
      server.calls.length = 0;
      eventStream()?.changed({ comments: [2] });
      await settled(client);
      await expect.poll(asked).toEqual([
        { path: '/api/queue/index', ids: '2' },
        { path: '/api/comments', ids: '2' },
        { path: '/api/videos/comment-states', ids: '1,2' },
      ]);
    });
  });

  describe('a burst of changes', () => {
    it('requests rows and counts one after the other, and everything else together', async () => {
      server.on('GET /api/stats', someStats());
      stops.push(observe(client, statsQuery));
      const list = await opened(noFilter);
      const gates = holdAnswers('GET /api/comments', (call) =>
        answerCommentList(comments, call),
      );
      const burst = (first: number, last: number) => {
        for (let id = first; id <= last; id += 1) {
          change(id, { content: 'Changed' });
          eventStream()?.changed({ comments: [id] });
        }
      };
      burst(131, 150);
      for (let times = 0; times < 40; times += 1) eventStream()?.refresh('stats');
      await expect.poll(() => gates).toHaveLength(1);
      burst(151, 170);
      gates[0]?.();
      await expect.poll(() => gates).toHaveLength(2);
      gates[1]?.();
      await settled(client);
      expect(gates).toHaveLength(2);
      expect(asked().filter(({ path }) => path === '/api/stats')).toHaveLength(2);
      expect(list.rows().filter(({ content }) => content === 'Changed')).toHaveLength(40);
    });

    it('reloads the loaded pages if more rows changed than are loaded', async () => {
      const list = await opened(noFilter, 2);
      comments = comments.map((comment) => ({ ...comment, content: 'Changed' }));
      eventStream()?.changed({ comments: comments.slice(0, 101).map(({ id }) => id) });
      await settled(client);
      expect(asked().map(({ limit, ids }) => [limit, ids])).toEqual([
        ['50', undefined],
        ['50', undefined],
      ]);
      expect(list.rows().every(({ content }) => content === 'Changed')).toBe(true);
    });
  });

  it('a new connection refetches the loaded pages in view', async () => {
    const list = await opened(noFilter, 3);
    comments = comments.map((comment) => ({ ...comment, content: 'Changed' }));
    eventStream()?.reconnect();
    await settled(client);
    expect(asked().map(({ cursor }) => cursor)).toEqual([undefined, '50', '100']);
    expect(list.rows().every(({ content }) => content === 'Changed')).toBe(true);
  });

  it('a new connection loads nothing for lists out of view, which keep only their first page', async () => {
    const hidden = await opened(pending, 3);
    hidden.close();
    comments = comments.map((comment) => ({ ...comment, content: 'Changed' }));
    eventStream()?.reconnect();
    await settled(client);
    expect(asked()).toEqual([]);
    const shown = await opened(pending);
    expect(shown.ids()).toHaveLength(50);
    expect(shown.rows()[0]?.content).toBe('Changed');
  });

  it('the next connection makes up for a failed request for rows', async () => {
    const list = await opened(noFilter);
    server.once('GET /api/comments', () => json({}, 500));
    await changed(180, { content: 'Changed' });
    expect(list.rows()[0]?.content).toBe('Comment 180');
    eventStream()?.reconnect();
    await settled(client);
    expect(list.rows()[0]?.content).toBe('Changed');
  });

  it('shows a row only once when a later page contains it again', () => {
    const page = (...ids: number[]) => ({ rows: ids, total: 3, next: null, end: null });
    expect(
      rowsOf({ pages: [page(1, 2), page(2, 3)], pageParams: [] }, (row) => row),
    ).toEqual([1, 2, 3]);
  });
});
