import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import type { EventResource, RefreshEvent } from '#shared/contracts/primitives.ts';
import { AppError, errorCode } from '../core/errors.ts';
import { type Changes, type Events, noChanges } from '../core/events.ts';
import type { IsOwner } from './guards.ts';

const heartbeatMs = 25_000;

/**
 * Opens a stream of server-sent events. Returns a function that stops the heartbeat and must be called before
 * `res.end()`.
 */
export function openEventStream(res: Response, onHeartbeat: () => void = () => {}): () => void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    // Keeps reverse proxies from buffering.
    'X-Accel-Buffering': 'no',
  });
  const heartbeat = setInterval(() => {
    res.write(': still here\n\n');
    onHeartbeat();
  }, heartbeatMs);
  const stop = () => clearInterval(heartbeat);
  res.on('close', stop);
  return stop;
}

export function sendEvent(res: Response, name: string, data: unknown): void {
  res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

const gatherMs = 100;
/** If more ids changed than this, pages reload everything they show. */
const mostIds = 1_000;
const anyRow: EventResource[] = ['comments', 'queue'];

interface Deps {
  events: Events;
  isOwner: IsOwner;
  stopping: AbortSignal;
}

/**
 * Streams what has changed, gathered for 100 ms (rule 10.5). The stream ends with its session or with the
 * server.
 */
export const eventRoutes = (deps: Deps): Router =>
  Router().get('/events', (req, res) => stream(req, res, deps));

const restarting = 'The server is restarting. The page reconnects automatically.';

function stream(req: Request, res: Response, { events, isOwner, stopping }: Deps): void {
  if (stopping.aborted) throw new AppError(503, 'shutting_down', restarting);
  let gathered = noChanges();
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    timer = undefined;
    sendEvent(res, 'refresh', refreshEvent(gathered));
    gathered = noChanges();
  }

  async function endWithSession(): Promise<void> {
    if (!(await isSessionAlive(req, isOwner))) end();
  }

  const endHeartbeat = openEventStream(res, () => void endWithSession());
  res.write('retry: 2000\n\n');
  const unsubscribe = events.subscribe(({ resources, comments, videos }) => {
    for (const resource of resources) gathered.resources.add(resource);
    for (const id of comments) gathered.comments.add(id);
    for (const id of videos) gathered.videos.add(id);
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

/** Reads the session from the store, because the request's own copy is as old as the stream. */
function isSessionAlive(req: Request, isOwner: IsOwner): Promise<boolean> {
  return new Promise((resolve) => {
    req.sessionStore.get(req.sessionID, (error, session) => {
      // An error of the database says nothing about the session.
      if (error) return resolve(true);
      const { googleSub } = session ?? {};
      if (!googleSub) return resolve(false);
      isOwner(googleSub).then(resolve, () => resolve(true));
    });
  });
}

interface List<Row> {
  total: number;
  cursor: string | null;
  rows: Row[] | AsyncIterable<Row[]>;
}

/** Sends one page of a list. The Link header leads to the next page with the same query (rule 10.6). */
export async function sendList<Row, Shown>(
  req: Request,
  res: Response,
  { total, cursor, rows }: List<Row>,
  { present, contract }: { present: (row: Row) => Shown; contract: z.ZodType<unknown[], Shown[]> },
): Promise<void> {
  const presented = (batch: Row[]) => contract.parse(batch.map(present));
  res.set('X-Total-Count', String(total));
  if (cursor !== null) res.links({ next: withCursor(req.originalUrl, cursor) });
  if (Array.isArray(rows)) res.json(presented(rows));
  else await streamText(res.type('json'), jsonArray(rows, presented));
}

function withCursor(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams}`;
}

/** Writes a JSON array with one element per line. */
export async function* jsonArray<Row>(
  batches: AsyncIterable<Row[]>,
  present: (batch: Row[]) => unknown[],
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const batch of batches) {
    yield before +
      present(batch)
        .map((each) => JSON.stringify(each))
        .join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

type Cell = string | number | boolean | null;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * Escapes a text that begins with = + - @, because spreadsheets would run it as a formula and strangers write
 * these texts.
 */
function cell(value: Cell): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Throws before the headers are sent if the first chunk fails. */
export async function streamText(res: Response, chunks: AsyncGenerator<string>): Promise<void> {
  const first = await chunks.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  await sendStream(res, Readable.from(all()));
}

/** Stops reading without an error if the client disconnects. */
export async function sendStream(res: Response, content: Readable): Promise<void> {
  if (res.destroyed) return void content.destroy();
  await pipeline(content, res).catch((error: unknown) => {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/**
 * Compresses only JSON and CSV: event streams must not wait in a buffer, and backups are compressed already.
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: 1_000,
    filter: (_req, res) =>
      /^(application\/(problem\+)?json|text\/csv)/.test(String(res.getHeader('Content-Type'))),
  });
}
