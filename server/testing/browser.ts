import { expect } from 'vitest';
import { sessionCookieName } from '../http/sessions.ts';

interface Consent {
  account?: 'ada' | 'brand' | 'noor';
  /** True leaves the checkbox of the YouTube scope checked. */
  youtube?: boolean;
  decision?: 'allow' | 'deny';
}

interface Request {
  method?: string;
  /** A text or bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Imitates what the API needs of a browser: it keeps the session cookie of one origin,
 * and follows no redirects.
 */
export function createBrowser(origin: string) {
  let cookie: string | null = null;

  async function send(
    path: string,
    { method = 'GET', body, headers = {}, signal }: Request = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      ...(signal && { signal }),
      headers: {
        Accept: 'application/json',
        // Compressing and decompressing responses would take much of a request's time.
        'Accept-Encoding': 'identity',
        ...(cookie !== null && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      if (pair.startsWith(`${sessionCookieName}=`))
        cookie = pair.endsWith('=') ? null : pair;
    }
    return response;
  }

  /**
   * Waits for the last byte, which arrives once the session is stored; the status arrives
   * before that.
   */
  async function sendWhole(path: string, request: Request): Promise<Response> {
    const response = await send(path, request);
    return new Response(await response.arrayBuffer(), response);
  }

  /** Returns the address at Google to which the app sends the popup. */
  async function beginSignIn(): Promise<URL> {
    const response = await sendWhole('/auth/google', {
      headers: { Accept: 'text/html' },
    });
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  }

  const returnFromGoogle = (callback: string) =>
    sendWhole(callback, { headers: { Accept: 'text/html' } });

  return {
    send,
    beginSignIn,
    returnFromGoogle,
    get: (path: string) => send(path),
    post: (path: string, body?: unknown) => send(path, { method: 'POST', body }),
    put: (path: string, body: unknown) => send(path, { method: 'PUT', body }),
    patch: (path: string, body: unknown) => send(path, { method: 'PATCH', body }),
    delete: (path: string) => send(path, { method: 'DELETE' }),

    /** Goes through the whole sign-in in the popup and returns its last page. */
    async signIn(consent: Consent = {}): Promise<Response> {
      return returnFromGoogle(await answerConsent(await beginSignIn(), consent));
    },

    /** Returns name=value of the session cookie, or null. */
    cookie: () => cookie,
    useCookie(value: string | null) {
      cookie = value;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;

/**
 * Submits the sandbox's consent page as a user would, and returns the address of its
 * redirect.
 */
export async function answerConsent(page: URL, consent: Consent = {}): Promise<string> {
  const { account = 'ada', youtube = true, decision = 'allow' } = consent;
  const html = await (await fetch(page)).text();
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await fetch(new URL('/o/oauth2/v2/auth/decision', page), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      request,
      account,
      decision,
      ...(youtube && { youtube: 'yes' }),
    }),
  });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

const isSentAsIs = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;
