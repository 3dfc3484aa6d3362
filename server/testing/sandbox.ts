import { onTestFinished } from 'vitest';
import type { Video } from '../sandbox/catalogue.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import { fakeClock } from './clock.ts';
import { startTestSandbox } from './start-test-sandbox.ts';

interface Reply {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of many shapes
  body: any;
}

export interface Ask {
  method?: string;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

const bodyOf = ({ json, form }: Ask) => {
  if (form) return { body: new URLSearchParams(form) };
  return json === undefined
    ? {}
    : { body: typeof json === 'string' ? json : JSON.stringify(json) };
};

/** Makes one request with plain fetch, without following redirects. */
export async function ask(url: string, request: Ask = {}): Promise<Reply> {
  const response = await fetch(url, {
    method:
      request.method ?? (request.json === undefined && !request.form ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(request.token && { Authorization: `Bearer ${request.token}` }),
      ...(request.json !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...bodyOf(request),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/**
 * Starts a sandbox for the running test, on a clock that stands still; closed when the
 * test has finished.
 */
export async function testSandbox(options: Partial<SandboxOptions> = {}) {
  const clock = fakeClock();
  const atOnce = Number.POSITIVE_INFINITY;
  const sandbox = await startTestSandbox({
    dataDir: null,
    port: 0,
    clock,
    tokensPerSecond: atOnce,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const askHere = (path: string, request?: Ask) =>
    ask(`${sandbox.googleOrigin}${path}`, request);
  /** Requests a path under /youtube/v3, with an API key unless a token is given. */
  const youtube = (path: string, request: Ask = {}) => {
    const key = request.token ? '' : `${path.includes('?') ? '&' : '?'}key=any`;
    return askHere(`/youtube/v3${path}${key}`, request);
  };
  return {
    sandbox,
    clock,
    ask: askHere,
    youtube,
    comment: (video: Video, text: string, token: string) =>
      youtube('/commentThreads?part=snippet', {
        token,
        json: {
          snippet: {
            channelId: video.channelId,
            videoId: video.id,
            topLevelComment: { snippet: { textOriginal: text } },
          },
        },
      }),
    /** Returns an access token of this account, with every scope. */
    token: (account = 'ada') => sandbox.admin.grant(account, 'test').accessToken,
    openVideo(): Video {
      const video = sandbox.admin
        .videos()
        .find((one) => sandbox.admin.acceptsComments(one));
      if (!video) throw new Error('Nobody may comment anywhere.');
      return video;
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>;
