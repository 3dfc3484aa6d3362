import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { aComment, anAnalysis, noFilter } from '../testing/factories.ts';
import {
  createFakeServer,
  eventStream,
  FakeEventSource,
  json,
} from '../testing/fake-server.ts';
import { observe, settled, setUpLiveUpdates } from '../testing/live-updates.ts';
import { hookOf } from '../testing/render.tsx';
import { createQueryClient } from './auth.ts';
import { commentList, statsQuery } from './comments.ts';
import { pickDraft, useBulkGeneration, writeDraft } from './drafts.ts';
import { startLiveUpdates } from './live.ts';
import { commentStatesQuery, keptSearchQuery, searchKey } from './videos.ts';
import { workQuery } from './work.ts';

const stops = setUpLiveUpdates();

/** Opens a tab with its own cache and counts how often it loads each query. */
async function aTab(...names: string[]) {
  const client = createQueryClient();
  const loads: Record<string, number> = {};
  for (const name of names) {
    stops.push(
      observe(client, {
        queryKey: [name, 'detail'],
        queryFn: () => {
          loads[name] = (loads[name] ?? 0) + 1;
          return name;
        },
      }),
    );
  }
  await expect.poll(() => Object.keys(loads)).toHaveLength(names.length);
  return { client, loads, start: () => stops.push(startLiveUpdates(client)) };
}

const queueChanged = {
  kind: 'refresh',
  id: 'start-9',
  changed: { resources: ['queue'], comments: [], videos: [] },
};

function anotherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('chime-in.events.2');
  stops.push(() => channel.close());
  return channel;
}

describe('live updates', () => {
  it('refresh only what the server names (rule 10.5)', async () => {
    const tab = await aTab('queue', 'stats');
    tab.start();
    eventStream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
    await settled(tab.client);
    expect(tab.loads).toEqual({ queue: 2, stats: 1 });
  });

  it.each([
    ['seen', ['visibilitychange']],
    ['focused', ['focus']],
    ['online', ['offline', 'online']],
  ])(
    'refetch failed queries, except searches, when the page is %s (rule 10.5)',
    async (_, happens) => {
      const client = createQueryClient();
      const failing = vi.fn().mockRejectedValue(new Error('The server is away.'));
      const fine = vi.fn().mockResolvedValue('fine');
      for (const [name, queryFn] of [
        ['queue', failing],
        [searchKey, failing],
        ['stats', fine],
      ] as const)
        stops.push(observe(client, { queryKey: [name], queryFn }));
      client.mount();
      stops.push(() => client.unmount());
      await settled(client);
      for (const name of happens) window.dispatchEvent(new Event(name));
      await settled(client);
      expect([failing.mock.calls.length, fine.mock.calls.length]).toEqual([3, 1]);
    },
  );

  it('load nothing again at the first connection', async () => {
    const tab = await aTab('queue');
    tab.start();
    eventStream()?.connect();
    await settled(tab.client);
    expect(tab.loads).toEqual({ queue: 1 });
  });

  it.each<[string, (stream: FakeEventSource) => void]>([
    ['the connection was lost', (stream) => stream.reconnect()],
    ['the server no longer knows what was missed', (stream) => stream.reload()],
  ])('refresh everything except searches after %s', async (_, happens) => {
    const tab = await aTab('queue', 'analytics', searchKey);
    tab.start();
    const stream = eventStream();
    if (stream) happens(stream);
    await expect.poll(() => tab.loads).toMatchObject({ queue: 2, analytics: 2 });
    expect(tab.loads[searchKey]).toBe(1);
  });

  it('ignore malformed messages from the server or from a tab of another version', async () => {
    const tab = await aTab('queue');
    tab.start();
    eventStream()?.refresh('something-new');
    eventStream()?.dispatchEvent(
      new MessageEvent('refresh', { data: '{"resources":"all"}' }),
    );
    const other = anotherTab();
    other.postMessage({ kind: 'something-new' });
    other.postMessage(queueChanged);
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  /**
   * Simulates a lock that one tab has at a time, in the order of their requests. Returns
   * a function that waits until the last tab has released it.
   */
  function oneLock(): () => Promise<unknown> {
    let last: Promise<unknown> = Promise.resolve();
    const request = (
      _: string,
      { signal }: { signal: AbortSignal },
      hold: () => Promise<void>,
    ) => {
      const turn = last.then(() => {
        signal.throwIfAborted();
        return hold();
      });
      last = turn.catch(() => undefined);
      return turn;
    };
    vi.stubGlobal('navigator', { locks: { request } });
    return () => last;
  }

  describe('of several tabs', () => {
    async function openTwoTabs() {
      const released = oneLock();
      const first = await aTab('queue');
      const second = await aTab('queue');
      first.start();
      second.start();
      await expect.poll(() => FakeEventSource.opened).toHaveLength(1);
      return {
        released,
        first,
        loads: () => [first.loads['queue'], second.loads['queue']],
      };
    }

    it('reach every tab through the one with the stream', async () => {
      const { loads } = await openTwoTabs();
      expect(FakeEventSource.opened).toHaveLength(1);
      eventStream()?.refresh('queue');
      await expect.poll(loads).toEqual([2, 2]);
    });

    it('go on after the last event when another tab takes over the stream', async () => {
      const { loads } = await openTwoTabs();
      eventStream()?.refresh('queue');
      await expect.poll(loads).toEqual([2, 2]);
      stops.at(-2)?.();
      await expect.poll(() => FakeEventSource.opened).toHaveLength(2);
      expect(eventStream()?.url).toBe('/api/events?after=start-1');
    });

    it('end when their tab closes', async () => {
      const { released, first, loads } = await openTwoTabs();
      for (const stop of stops.splice(-2)) stop();
      await released();
      expect(eventStream()?.readyState).toBe(FakeEventSource.CLOSED);
      anotherTab().postMessage(queueChanged);
      await settled(first.client);
      expect(loads()).toEqual([1, 1]);
    });
  });

  describe('after an error', () => {
    /**
     * Starts live updates. The returned function counts the streams that were opened by
     * then.
     */
    async function startWithClock() {
      const tab = await aTab('queue');
      vi.useFakeTimers();
      tab.start();
      return (afterMs: number) => {
        vi.advanceTimersByTime(afterMs);
        return FakeEventSource.opened.length;
      };
    }

    it('leave reconnecting to the browser', async () => {
      const opened = await startWithClock();
      eventStream()?.dispatchEvent(new Event('error'));
      expect(opened(600_000)).toBe(1);
    });

    it('reconnect after five seconds each time the browser has given up', async () => {
      const opened = await startWithClock();
      for (const times of [2, 3]) {
        eventStream()?.refuse();
        expect([opened(4_999), opened(1)]).toEqual([times - 1, times]);
      }
    });

    it('reconnect after the last event that was heard', async () => {
      const opened = await startWithClock();
      eventStream()?.refresh('stats');
      eventStream()?.refuse();
      opened(5_000);
      expect(eventStream()?.url).toBe('/api/events?after=start-1');
    });

    it('do not reconnect once they have ended', async () => {
      const opened = await startWithClock();
      eventStream()?.refuse();
      for (const stop of stops.splice(0)) stop();
      eventStream()?.refuse();
      expect(opened(600_000)).toBe(1);
    });
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
])(
  'a draft %s refreshes every list and count except searches, which cost quota',
  async (_, act) => {
    const client = createQueryClient();
    const search = {
      q: 'a',
      uploadDate: '',
      viewCount: '',
      relevance: '',
      intelligent: false,
    };
    const states = [
      [commentList.pages(noFilter).queryKey, true],
      [statsQuery.queryKey, true],
      [commentStatesQuery([1, 2]).queryKey, true],
      [keptSearchQuery(search).queryKey, false],
    ] as const;
    for (const [key] of states)
      client.setQueryData<unknown>(key, { pages: [{ rows: [] }], pageParams: [''] });
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
          {
            videoId: 1,
            commentId: 11,
            success: true,
            addedToQueue: true,
            skipped: false,
            reason: null,
          },
        ],
        errors: [],
        summary: { successful: 0, skipped: 0, failed: 0, addedToQueue: 0 },
      });
    await act(client);
    for (const [queryKey, isAskedAgain] of states)
      expect(client.getQueryState(queryKey)?.isInvalidated).toBe(isAskedAgain);
    await expect.poll(() => entries).toEqual(['11']);
  },
);
