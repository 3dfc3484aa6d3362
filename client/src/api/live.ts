import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type EventResource, refreshEventSchema } from '#shared/contracts/primitives.ts';
import { checkServer } from '../lib/server-reach.ts';
import { authUserQuery } from './auth.ts';
import {
  commentList,
  commentTotalQuery,
  draftRecordsKey,
  statsQuery,
  wholeCommentKey,
} from './comments.ts';
import { type Changed, refreshQueries } from './lists.ts';
import { outdateRows } from './rows.ts';
import {
  commentStatesKey,
  refreshCommentStates,
  refreshResults,
  searchKey,
} from './videos.ts';
import { refreshWork } from './work.ts';

/** Queries that also depend on the settings: posting slots, time zone and daily cap. */
const plans = [
  ['queue', 'schedule'],
  ['queue', 'free-slots'],
];
const counts = [
  commentTotalQuery.queryKey,
  // What a search in the queue found.
  ['queue', 'found'],
  ['outcomes'],
  // Contains what is scheduled on each channel.
  ['commented-channels'],
  // A reply contains the status of its answer.
  ['replies'],
  ...plans,
];

/** Refetches these comments wherever they are shown, without reloading whole lists. */
export function refreshRows(client: QueryClient, changed: Changed): void {
  commentList.refresh(client, changed);
  void refreshWork(client, changed.comments);
  outdateRows(client, (_, row) => row != null && changed.videos.has(row.comment.videoId));
  const opened = [...changed.comments].flatMap((id) => [
    wholeCommentKey(id),
    draftRecordsKey(id),
  ]);
  for (const queryKey of opened) void refreshQueries(client, { queryKey });
}

export function refreshPlans(client: QueryClient): void {
  for (const queryKey of plans) void refreshQueries(client, { queryKey });
}

/** Refreshes everything that shows these comments and videos. */
export function refreshChanged(client: QueryClient, changed: Changed): void {
  refreshRows(client, changed);
  refreshCommentStates(client, changed);
  for (const queryKey of counts) void refreshQueries(client, { queryKey });
}

/** Pages that hear of changes by the live stream. */
const connected = new WeakSet<QueryClient>();

/** Returns whether the live stream reports changes to this page. */
export const isConnected = (client: QueryClient): boolean => connected.has(client);

/** Refreshes all counts after an action on this page. */
export function refreshFigures(client: QueryClient): void {
  for (const queryKey of [...counts, statsQuery.queryKey, [commentStatesKey]])
    void refreshQueries(client, { queryKey });
}

export function refreshComment(client: QueryClient, id: number, videoId?: number): void {
  const videos = new Set(videoId === undefined ? [] : [videoId]);
  refreshRows(client, { comments: new Set([id]), videos });
  refreshFigures(client);
}

/**
 * Name of the lock and of the channel that all tabs share. Another format of the messages
 * needs another name, because a tab of the version before may still be open.
 */
const NAME = 'chime-in.events.2';
const RETRY_MS = 5_000;

/** What the event stream tells each tab. */
const newsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connected') }),
  z.object({ kind: z.literal('lost') }),
  /** Requests may have failed while the connection was lost. */
  z.object({ kind: z.literal('reconnected') }),
  /** Events were missed, and the server no longer knows which. */
  z.object({ kind: z.literal('reload'), id: z.string() }),
  z.object({ kind: z.literal('refresh'), id: z.string(), changed: refreshEventSchema }),
]);
type News = z.infer<typeof newsSchema>;

/**
 * Id of the last event that the page's data contains. At first the newest one when the
 * page learned who is signed in, because it loads everything else after that.
 */
const lastIds = new WeakMap<QueryClient, string>();

export const refreshAllButSearches = (client: QueryClient): Promise<void> =>
  refreshQueries(client, { predicate: ({ queryKey }) => queryKey[0] !== searchKey });

/**
 * Settles when the running bulk actions have ended. Refetching their changes meanwhile
 * would slow them down.
 */
const bulks = new WeakMap<QueryClient, Promise<unknown>>();

/**
 * Runs a bulk action. Changes that the server reports meanwhile are refetched when it has
 * ended.
 */
export function inBulk<Result>(
  client: QueryClient,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = work();
  bulks.set(client, Promise.allSettled([bulks.get(client), result]));
  return result;
}

async function apply(client: QueryClient, news: News): Promise<void> {
  if (news.kind === 'lost') {
    connected.delete(client);
    return checkServer();
  }
  connected.add(client);
  if (news.kind === 'connected') return;
  if (news.kind !== 'reconnected') lastIds.set(client, news.id);
  await bulks.get(client);
  if (news.kind !== 'refresh') return refreshAllButSearches(client);
  for (const resource of news.changed.resources) refreshResource(client, resource);
  const comments = new Set(news.changed.comments);
  const videos = new Set(news.changed.videos);
  if (comments.size + videos.size > 0) refreshChanged(client, { comments, videos });
}

/**
 * The first parts of the query keys that a resource refreshes, if they are not just the
 * resource's name.
 */
const shownBy: Partial<Record<EventResource, readonly string[]>> = {
  comments: ['comments', 'work', commentStatesKey],
  queue: ['queue', 'work', commentStatesKey],
  replies: ['replies', 'outcomes', 'commented-channels'],
};

function refreshResource(client: QueryClient, resource: EventResource): void {
  if (['assessments', 'voice-profiles', 'user-settings'].includes(resource))
    refreshResults(client);
  const { [resource]: keys = [resource] } = shownBy;
  for (const key of keys) void refreshQueries(client, { queryKey: [key] });
  if (resource === 'user-settings') refreshPlans(client);
}

interface StreamOptions {
  publish: (news: unknown) => void;
  /** Returns the id of the event after which the stream begins. */
  lastId: () => string | undefined;
  signal: AbortSignal;
}

/**
 * Keeps the event stream open: after a refused connection, the browser itself would not
 * reconnect.
 */
function holdStream({ publish, lastId, signal }: StreamOptions): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    const open = () => {
      const query = new URLSearchParams({ after: lastId() ?? '' });
      source = new EventSource(`/api/events?${query}`, { withCredentials: true });
      source.addEventListener('open', () =>
        publish({ kind: wasLost ? 'reconnected' : 'connected' }),
      );
      source.addEventListener('reload', ({ lastEventId: id }) =>
        publish({ kind: 'reload', id }),
      );
      source.addEventListener('refresh', ({ data, lastEventId: id }) =>
        publish({ kind: 'refresh', id, changed: JSON.parse(String(data)) }),
      );
      source.addEventListener('error', () => {
        wasLost = true;
        if (!signal.aborted) publish({ kind: 'lost' });
        if (source.readyState !== EventSource.CLOSED || signal.aborted) return;
        timer = setTimeout(open, RETRY_MS);
      });
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source.close();
      resolve();
    });
    open();
  });
}

/**
 * Refreshes what the server reports as changed. All tabs share one stream, held by the
 * tab that has the lock. A stream begins after the last event that its tab heard of.
 */
export function startLiveUpdates(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);
  const idAtSignIn = client.getQueryData(authUserQuery.queryKey)?.lastEventId;
  if (idAtSignIn && !lastIds.has(client)) lastIds.set(client, idAtSignIn);
  /**
   * Returns whether the message was understood: the server may run another version.
   */
  const take = (data: unknown): boolean => {
    const news = newsSchema.safeParse(data);
    if (news.success) void apply(client, news.data);
    return news.success;
  };
  channel.addEventListener('message', ({ data }) => void take(data));
  const publish = (data: unknown) => {
    if (take(data)) channel.postMessage(data);
  };
  const listen = () => {
    if (stop.signal.aborted) return Promise.resolve();
    return holdStream({
      publish,
      lastId: () => lastIds.get(client),
      signal: stop.signal,
    });
  };
  // Locks exist only on https and localhost; elsewhere each tab opens its own stream.
  if (navigator.locks) {
    navigator.locks
      .request(NAME, { signal: stop.signal }, listen)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
  } else {
    void listen();
  }
  return () => {
    stop.abort();
    channel.close();
  };
}
