import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment, anAnalysis, aVideo, noCommentState, noFilter, someStats } from '../testing/factories.ts';
import { answerCommentList } from '../testing/fake-history.ts';
import {
  createFakeServer,
  FakeEventSource,
  type FakeServer,
  installFakeEventSource,
  json,
} from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { createQueryClient } from './auth.ts';
import { type CommentFilter, commentList, statsQuery } from './comments.ts';
import { commentQuery, pickDraft, useBulkGeneration, writeDraft } from './drafts.ts';
import { rowsOf } from './lists.ts';
import { startLiveUpdates } from './live.ts';
import { commentStatesQuery, keptSearchQuery, searchKey } from './videos.ts';
import { workQuery } from './work.ts';

const stops: (() => void)[] = [];
beforeEach(() => {
  installFakeEventSource();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const stream = () => FakeEventSource.opened.at(-1);

/** Waits until all requests have been answered and nothing is loading. */
async function settled(client: QueryClient) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect.poll(() => client.isFetching()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Observes the query, like a page that shows its data. */
function inView(client: QueryClient, query: object) {
  const observer = new QueryObserver(client, query as ConstructorParameters<typeof QueryObserver>[1]);
  stops.push(observer.subscribe(() => undefined));
  return observer;
}

/** Opens a tab with its own cache and counts how often it loads each query. */
async function aTab(...names: string[]) {
  const client = createQueryClient();
  const loads: Record<string, number> = {};
  for (const name of names) {
    inView(client, {
      queryKey: [name, 'detail'],
      queryFn: () => {
        loads[name] = (loads[name] ?? 0) + 1;
        return name;
      },
    });
  }
  await expect.poll(() => Object.keys(loads)).toHaveLength(names.length);
  return { client, loads, start: () => stops.push(startLiveUpdates(client)) };
}

const queueChanged = { resources: ['queue'], comments: [], videos: [] };

function anotherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('chime-in.events');
  stops.push(() => channel.close());
  return channel;
}

describe('live updates', () => {
  it('refresh only what the server names (rule 10.5)', async () => {
    const tab = await aTab('queue', 'stats');
    tab.start();
    stream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
    await settled(tab.client);
    expect(tab.loads).toEqual({ queue: 2, stats: 1 });
  });

  it.each([
    ['seen', ['visibilitychange']],
    ['focused', ['focus']],
    ['online', ['offline', 'online']],
  ])('refetch failed queries, except searches, when the page is %s (rule 10.5)', async (_, happens) => {
    const client = createQueryClient();
    const failing = vi.fn().mockRejectedValue(new Error('The server is away.'));
    const fine = vi.fn().mockResolvedValue('fine');
    for (const [name, queryFn] of [
      ['queue', failing],
      [searchKey, failing],
      ['stats', fine],
    ] as const)
      inView(client, { queryKey: [name], queryFn });
    client.mount();
    stops.push(() => client.unmount());
    await settled(client);
    for (const name of happens) window.dispatchEvent(new Event(name));
    await settled(client);
    expect([failing.mock.calls.length, fine.mock.calls.length]).toEqual([3, 1]);
  });

  it('refresh everything except searches on each connection', async () => {
    const tab = await aTab('queue', 'analytics', searchKey);
    tab.start();
    stream()?.connect();
    await expect.poll(() => tab.loads).toMatchObject({ queue: 2, analytics: 2 });
    stream()?.connect();
    await expect.poll(() => tab.loads).toMatchObject({ queue: 3, analytics: 3 });
    expect(tab.loads[searchKey]).toBe(1);
  });

  it('ignore malformed messages from the server or from a tab of another version', async () => {
    const tab = await aTab('queue');
    tab.start();
    stream()?.refresh('something-new');
    stream()?.dispatchEvent(new MessageEvent('refresh', { data: '{"resources":"all"}' }));
    const other = anotherTab();
    other.postMessage({ kind: 'something-new' });
    other.postMessage(queueChanged);
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  /**
   * Simulates a lock that only the first tab gets; the others wait until they are aborted. Returns the
   * running work of the tab that holds it.
   */
  function oneLock() {
    const held: Promise<void>[] = [];
    const request = (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      if (held.length === 0) return held[held.push(hold()) - 1];
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    vi.stubGlobal('navigator', { locks: { request } });
    return held;
  }

  it('reach every tab through the tab with the stream, and end when their tab closes', async () => {
    const held = oneLock();
    const first = await aTab('queue');
    const second = await aTab('queue');
    first.start();
    second.start();
    expect(FakeEventSource.opened).toHaveLength(1);
    stream()?.refresh('queue');
    const loads = () => [first.loads['queue'], second.loads['queue']];
    await expect.poll(loads).toEqual([2, 2]);
    for (const stop of stops.splice(-2)) stop();
    await Promise.all(held);
    expect(stream()?.readyState).toBe(FakeEventSource.CLOSED);
    anotherTab().postMessage(queueChanged);
    await settled(first.client);
    expect(loads()).toEqual([2, 2]);
  });

  it('leave reconnecting to the browser, and reconnect when it has given up', async () => {
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    const opened = (afterMs: number) => {
      vi.advanceTimersByTime(afterMs);
      return FakeEventSource.opened.length;
    };
    stream()?.dispatchEvent(new Event('error'));
    expect(opened(600_000)).toBe(1);
    for (const times of [2, 3]) {
      stream()?.refuse();
      expect([opened(4_999), opened(1)]).toEqual([times - 1, times]);
    }
    stream()?.refuse();
    for (const stop of stops.splice(0)) stop();
    stream()?.refuse();
    expect(opened(600_000)).toBe(3);
  });
});

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
    comments = comments.map((comment) => (comment.id === id ? { ...comment, ...over } : comment));
  };

  /** Changes a comment on the server, reports the change and waits until its effects are loaded. */
  async function changed(id: number, over: Partial<Comment>): Promise<void> {
    change(id, over);
    stream()?.changed({ comments: [id] });
    await settled(client);
  }

  beforeEach(() => {
    comments = Array.from({ length: 180 }, (_, index) => numbered(index + 1));
    client = createQueryClient();
    server = createFakeServer().on('GET /api/comments', (call) => answerCommentList(comments, call));
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
    server.calls.map(({ path, query }): Record<string, string | undefined> => ({ path, ...query }));

  /** Holds back the next responses until they are released. */
  function holdAnswers(route: string, answer: (call: FakeServer['calls'][number]) => Response) {
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
      await expect
        .poll(asked)
        .toEqual([{ path: '/api/comments', sort: 'newest', fields: 'row', ids: '180', limit: '200' }]);
      expect(list.rows()[0]?.content).toBe('Changed');
      await changed(31, { content: 'Changed' });
      expect(list.rows().at(-1)).toMatchObject({ id: 31, content: 'Changed' });
      expect(list.ids()).toHaveLength(150);
    });

    it('keeps its place when it is posted, until the list is loaded again', async () => {
      const list = await opened(noFilter);
      await changed(170, { status: 'posted', postedAt: '2026-06-01T00:00:00.000Z' });
      expect(list.ids().indexOf(170)).toBe(10);
      stream()?.connect();
      await settled(client);
      expect(list.ids().indexOf(170)).toBe(0);
    });

    it('is removed from a list whose filter it no longer matches', async () => {
      const list = await opened(pending);
      await changed(150, { status: 'approved' });
      expect(list.ids()).not.toContain(150);
      expect([list.ids().length, list.total()]).toEqual([49, 179]);
    });

    it('is inserted in order when it is new, and only raises the total if it belongs after the loaded pages', async () => {
      const list = await opened(noFilter);
      comments = [...comments, numbered(200), numbered(300, { createdAt: '2025-01-01T00:00:00.000Z' })];
      stream()?.changed({ comments: [200, 300] });
      await settled(client);
      expect(list.ids().slice(0, 2)).toEqual([200, 180]);
      expect(list.ids()).not.toContain(300);
      expect(list.total()).toBe(182);
    });

    it('is found by its video’s id', async () => {
      const list = await opened(noFilter);
      change(170, { content: 'Changed' });
      stream()?.changed({ videos: [170, 999] });
      await settled(client);
      expect(asked().map(({ ids }) => ids)).toEqual(['170']);
      expect(list.rows().find(({ id }) => id === 170)?.content).toBe('Changed');
    });

    it('is not lost while the first page is loading', async () => {
      const gates = holdAnswers('GET /api/comments', (call) => answerCommentList(comments, call));
      const observer = new InfiniteQueryObserver(client, commentList.pages(noFilter));
      stops.push(observer.subscribe(() => undefined));
      await expect.poll(() => gates).toHaveLength(1);
      change(180, { content: 'Changed' });
      stream()?.changed({ comments: [180] });
      stream()?.changed({ comments: [180] });
      gates[0]?.();
      await expect.poll(() => gates).toHaveLength(2);
      gates[1]?.();
      await settled(client);
      expect(observer.getCurrentResult().data?.pages[0]?.rows[0]?.content).toBe('Changed');
      expect(gates).toHaveLength(2);
    });

    it('is not lost while a further page is loading', async () => {
      const list = await opened(noFilter);
      const gates = holdAnswers('GET /api/comments', (call) => answerCommentList(comments, call));
      const next = list.observer.fetchNextPage();
      await expect.poll(() => gates).toHaveLength(1);
      change(180, { content: 'Changed' });
      change(130, { content: 'Changed' });
      stream()?.changed({ comments: [180, 130] });
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

    it('marks lists out of view as outdated; they keep their first page and refetch when shown', async () => {
      const list = await opened(noFilter, 3);
      list.close();
      change(180, { content: 'Changed' });
      stream()?.changed({ comments: [180] });
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
          return json(ids.map((id) => ({ ...noCommentState(id), generatedComment: { id } })));
        })
        .on('GET /api/queue/index', []);
      for (const query of [
        commentStatesQuery([1, 2]),
        commentStatesQuery([3, 4]),
        commentQuery(2),
        commentQuery(3),
        workQuery,
      ])
        inView(client, query);
      await settled(client);
      server.calls.length = 0;
      stream()?.changed({ comments: [2] });
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
      inView(client, statsQuery);
      const list = await opened(noFilter);
      const gates = holdAnswers('GET /api/comments', (call) => answerCommentList(comments, call));
      const burst = (first: number, last: number) => {
        for (let id = first; id <= last; id += 1) {
          change(id, { content: 'Changed' });
          stream()?.changed({ comments: [id] });
        }
      };
      burst(131, 150);
      for (let times = 0; times < 40; times += 1) stream()?.refresh('stats');
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
      stream()?.changed({ comments: comments.slice(0, 101).map(({ id }) => id) });
      await settled(client);
      expect(asked().map(({ limit, ids }) => [limit, ids])).toEqual([
        ['50', undefined],
        ['50', undefined],
      ]);
      expect(list.rows().every(({ content }) => content === 'Changed')).toBe(true);
    });
  });

  it('a new connection refetches the loaded pages in view; other lists keep only their first page', async () => {
    const hidden = await opened(pending, 3);
    hidden.close();
    const list = await opened(noFilter, 3);
    comments = comments.map((comment) => ({ ...comment, content: 'Changed' }));
    stream()?.connect();
    await settled(client);
    expect(asked().map(({ status, cursor }) => [status, cursor])).toEqual([
      [undefined, undefined],
      [undefined, '50'],
      [undefined, '100'],
    ]);
    expect(list.rows().every(({ content }) => content === 'Changed')).toBe(true);
    const shown = await opened(pending);
    expect(shown.ids()).toHaveLength(50);
    expect(shown.rows()[0]?.content).toBe('Changed');
  });

  it('the next connection makes up for a failed request for rows', async () => {
    const list = await opened(noFilter);
    server.once('GET /api/comments', () => json({}, 500));
    await changed(180, { content: 'Changed' });
    expect(list.rows()[0]?.content).toBe('Comment 180');
    stream()?.connect();
    await settled(client);
    expect(list.rows()[0]?.content).toBe('Changed');
  });

  it('shows a row only once when a later page contains it again', () => {
    const page = (...ids: number[]) => ({ rows: ids, total: 3, next: null, end: null });
    expect(rowsOf({ pages: [page(1, 2), page(2, 3)], pageParams: [] }, (row) => row)).toEqual([1, 2, 3]);
  });
});

it.each([
  [
    'written anew',
    (client: QueryClient) =>
      writeDraft(
        client,
        11,
        { style: 'insightful' },
        { listener: { text() {} }, signal: new AbortController().signal },
      ),
  ],
  ['that was picked', (client: QueryClient) => pickDraft(client, aComment(), 'A.')],
  [
    'of a bulk',
    (client: QueryClient) =>
      hookOf(client, useBulkGeneration).mutateAsync({
        videoIds: [1],
        style: 'insightful',
        addToQueue: false,
      }),
  ],
])('a draft %s refreshes every list and count except searches, which cost quota', async (_, act) => {
  const client = createQueryClient();
  const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };
  const states = [
    [commentList.pages(noFilter).queryKey, true],
    [statsQuery.queryKey, true],
    [commentStatesQuery([1, 2]).queryKey, true],
    [keptSearchQuery(search).queryKey, false],
  ] as const;
  for (const [key] of states) client.setQueryData<unknown>(key, { pages: [{ rows: [] }], pageParams: [''] });
  client.setQueryData(workQuery.queryKey, []);
  const answer = { comment: aComment(), analysis: anAnalysis() };
  const entries: unknown[] = [];
  createFakeServer()
    .on('GET /api/queue/index', ({ query }) => {
      entries.push(query['ids']);
      return json([]);
    })
    .on('POST /api/comments/:id/regenerate', answer)
    .on('POST /api/comments/:id/pick', answer)
    .on('POST /api/comments/generate-bulk', {
      results: [
        { videoId: 1, commentId: 11, success: true, addedToQueue: true, skipped: false, reason: null },
      ],
      errors: [],
      summary: { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 },
    });
  await act(client);
  for (const [queryKey, isAskedAgain] of states)
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(isAskedAgain);
  await expect.poll(() => entries).toEqual(['11']);
});
