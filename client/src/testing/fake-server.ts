import { vi } from 'vitest';
import type { DraftStreamEvent } from '#shared/contracts/drafts.ts';
import { replyCounts, signedIn } from './factories.ts';

export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | null;
}

type Answer = (call: Call) => Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response =>
  Response.json(body, { status });

export function problem(
  status: number,
  code: string,
  detail: string,
  extra: object = {},
): Response {
  return new Response(
    JSON.stringify({ ...extra, status, title: 'Error', detail, code }),
    {
      status,
      headers: { 'Content-Type': 'application/problem+json' },
    },
  );
}

export const databaseAway = (): Response =>
  problem(503, 'database_unavailable', 'The database is away.');

/** Returns a response whose body fails with an error without a message. */
export const brokenOff = (): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new Error('')) }), {
    status: 502,
  });

/** Returns a response that waits until the test releases it. */
export function held(
  body: unknown,
  status = 200,
): { answer: Answer; release: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    release: () => gate.resolve(),
    answer: async (call) => {
      await gate.promise;
      return answerWith(body, status)(call);
    },
  };
}

const answerWith = (given: unknown, status?: number): Answer => {
  if (typeof given === 'function') return given as Answer;
  return () => (given instanceof Response ? given.clone() : json(given, status));
};

/**
 * Replaces `fetch` with a server that records and answers requests. A request without an
 * answer fails like an unreachable server and is listed in `unanswered`.
 */
export function createFakeServer() {
  const calls: Call[] = [];
  const unanswered: string[] = [];
  const aborted: string[] = [];
  const answers: { method: string; path: RegExp; answer: Answer }[] = [];

  async function fakeFetch(
    input: RequestInfo | URL,
    init: RequestInit = {},
  ): Promise<Response> {
    const url = new URL(String(input), window.location.origin);
    const method = init.method ?? 'GET';
    const body: unknown =
      typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined);
    init.signal?.addEventListener('abort', () =>
      aborted.push(`${method} ${url.pathname}`),
    );
    const call = {
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body,
      signal: init.signal ?? null,
    };
    calls.push(call);
    const match = answers.find(
      (each) => each.method === method && each.path.test(url.pathname),
    );
    if (!match) {
      unanswered.push(`${method} ${url.pathname}`);
      throw new TypeError('Failed to fetch');
    }
    const response = await match.answer(call);
    init.signal?.throwIfAborted();
    return response;
  }

  function put(route: string, answer: Answer) {
    const [method = 'GET', path = '/'] = route.split(' ');
    const entry = {
      method,
      path: new RegExp(`^${path.replaceAll(':id', '\\d+')}$`),
      answer,
    };
    answers.unshift(entry);
    return entry;
  }

  const server = {
    calls,
    unanswered,
    aborted,
    /**
     * `route` is "METHOD /path", with :id for a number. A later answer replaces an
     * earlier one.
     */
    on(route: string, answer: Answer | object) {
      put(route, answerWith(answer));
      return server;
    },
    /** Answers only the next request to a route this way. */
    once(route: string, answer: Answer | object) {
      const entry = put(route, (call) => {
        answers.splice(answers.indexOf(entry), 1);
        return answerWith(answer)(call);
      });
      return server;
    },
    sent(route: string): unknown[] {
      const [method, path = '/'] = route.split(' ');
      const pattern = new RegExp(`^${path.replaceAll(':id', '\\d+')}$`);
      return calls
        .filter((call) => call.method === method && pattern.test(call.path))
        .map(({ body }) => body);
    },
  };

  vi.stubGlobal('fetch', fakeFetch);
  return server
    .on('GET /api/auth/user', signedIn())
    .on('GET /api/sandbox', { canLoadSample: false })
    .on('GET /api/analytics/learning', { months: [], profiles: [] })
    .on('GET /api/bulk-run', () => json(null))
    .on('GET /api/channels/commented', [])
    .on('GET /api/channels/relations', [])
    .on('GET /api/channels', [])
    .on('GET /api/standing-searches', [])
    .on('GET /api/fresh/summary', {
      total: 0,
      unseen: 0,
      leftOut: { shorts: 0, commentsOff: 0 },
    })
    .on('GET /api/replies/counts', replyCounts())
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 0 })
    .on('GET /api/outcomes/counts', {
      public: 0,
      only_you: 0,
      removed: 0,
      unknown: 0,
      creatorReplied: 0,
    });
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/**
 * Creates a streamed draft whose events the test sends
 * one by one. `onCancel` is called when the reader stops.
 */
export function aDraftStream(onCancel = () => {}) {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
    cancel: onCancel,
  });
  return {
    answer({ signal }: Pick<Call, 'signal'>) {
      signal?.addEventListener('abort', () => stream?.error(signal.reason));
      return new Response(body, {
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
      });
    },
    bytes: (bytes: Uint8Array) => stream?.enqueue(bytes),
    send({ name, data }: DraftStreamEvent) {
      this.bytes(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    words(text: string) {
      this.send({ name: 'words', data: { text } });
    },
    cut: () => stream?.error(new TypeError('network error')),
  };
}

/** A stream of server-sent events that the test controls. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;
  private events = 0;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Simulates a connection that breaks and that the browser opens again. */
  reconnect(): void {
    this.dispatchEvent(new Event('error'));
    this.connect();
  }

  /** Simulates a rejected connection, after which a browser does not reconnect. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  /** Simulates a server that no longer knows which events the page missed. */
  reload(): void {
    this.dispatchEvent(new MessageEvent('reload', { lastEventId: 'other-start-0' }));
  }

  refresh(...resources: string[]): void {
    this.tell({ resources });
  }

  changed(changed: { comments?: number[]; videos?: number[] }): void {
    this.tell(changed);
  }

  private tell(data: object): void {
    const all = { resources: [], comments: [], videos: [], ...data };
    this.events += 1;
    this.dispatchEvent(
      new MessageEvent('refresh', {
        data: JSON.stringify(all),
        lastEventId: `start-${this.events}`,
      }),
    );
  }
}

/** Returns the newest stream, or undefined if none was opened. */
export const eventStream = (): FakeEventSource | undefined =>
  FakeEventSource.opened.at(-1);

/** Replaces the browser's EventSource. `opened` lists the streams, newest last. */
export function installFakeEventSource(): typeof FakeEventSource {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return FakeEventSource;
}
