import { type Request, type Response, Router } from 'express';
import type { EventResource, RefreshEvent } from '#shared/contracts/primitives.ts';
import { AppError } from '../core/errors.ts';
import type { Changes, EventLog } from '../core/events.ts';
import { openEventStream, sendEvent } from './event-stream.ts';
import type { IsOwner } from './guards.ts';

const gatherMs = 100;
/** If more ids changed than this, pages reload everything they show. */
const mostIds = 1_000;
const anyRow: EventResource[] = ['comments', 'queue'];

interface Deps {
  events: EventLog;
  isOwner: IsOwner;
  stopping: AbortSignal;
}

/**
 * Streams what has changed, gathered for 100 ms (rule 10.5). The stream ends with its
 * session or with the server. It begins after the event that the browser names in
 * Last-Event-ID when it reconnects, or that the page names as `after`.
 */
export const eventRoutes = (deps: Deps): Router =>
  Router().get('/events', (req, res) => stream(req, res, deps));

const restarting = 'The server is restarting. The page reconnects automatically.';

function stream(req: Request, res: Response, { events, isOwner, stopping }: Deps): void {
  if (stopping.aborted) throw new AppError(503, 'shutting_down', restarting);
  let sentId = req.get('Last-Event-ID') ?? String(req.query['after'] ?? '');
  let timer: NodeJS.Timeout | undefined;

  /** Sends what changed since the last time, or that the page must load all again. */
  function send(): void {
    timer = undefined;
    const id = events.lastId();
    if (id === sentId) return;
    const changes = events.since(sentId);
    if (changes) sendEvent(res, 'refresh', refreshEvent(changes), id);
    else sendEvent(res, 'reload', null, id);
    sentId = id;
  }

  async function endWithSession(): Promise<void> {
    if (!(await isSessionAlive(req, isOwner))) end();
  }

  const endHeartbeat = openEventStream(res, () => void endWithSession());
  res.write('retry: 2000\n\n');
  send();
  const unsubscribe = events.subscribe(({ resources }) => {
    timer ??= setTimeout(send, gatherMs);
    if (resources.has('auth')) void endWithSession();
  });
  stopping.addEventListener('abort', end);
  res.on('close', fallSilent);
  void endWithSession();

  /** Unsubscribes first: a write after `end` would crash the process. */
  function end(): void {
    fallSilent();
    res.end();
  }

  function fallSilent(): void {
    unsubscribe();
    clearTimeout(timer);
    endHeartbeat();
    stopping.removeEventListener('abort', end);
  }
}

function refreshEvent({ resources, comments, videos }: Changes): RefreshEvent {
  if (comments.size + videos.size <= mostIds)
    return { resources: [...resources], comments: [...comments], videos: [...videos] };
  return { resources: [...new Set([...resources, ...anyRow])], comments: [], videos: [] };
}

/**
 * Reads the session from the store, because the request's own copy is as old as the
 * stream.
 */
function isSessionAlive(req: Request, isOwner: IsOwner): Promise<boolean> {
  return new Promise((resolve) => {
    req.sessionStore.get(req.sessionID, (error, session) => {
      // The query failed, so the session may still be valid.
      if (error) return resolve(true);
      const { googleSub } = session ?? {};
      if (!googleSub) return resolve(false);
      isOwner(googleSub).then(resolve, () => resolve(true));
    });
  });
}
