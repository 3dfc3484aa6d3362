import { expect } from 'vitest';
import { sessionCookieName } from '../http/sessions.ts';

interface Consent {
  /** One of the sandbox's accounts. */
  account?: 'ada' | 'brand' | 'noor';
  /** Whether the box for the YouTube scope stays ticked. */
  youtube?: boolean;
  decision?: 'allow' | 'deny';
}

interface Request {
  method?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** As much of a browser as the API meets: cookies of one origin, and no redirect followed by itself. */
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
        // Packing and unpacking answers is a good part of a request's time.
        'Accept-Encoding': 'identity',
        ...(cookie !== null && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      if (pair.startsWith(`${sessionCookieName}=`)) cookie = pair.endsWith('=') ? null : pair;
    }
    return response;
  }

  /** Until the last byte, which comes when the session is stored; the status comes before. */
  async function sendWhole(path: string, request: Request): Promise<Response> {
    const response = await send(path, request);
    return new Response(await response.arrayBuffer(), response);
  }

  /** The address on Google's side that the app sends the popup to. */
  async function beginSignIn(): Promise<URL> {
    const response = await sendWhole('/auth/google', { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  }

  const returnFromGoogle = (callback: string) => sendWhole(callback, { headers: { Accept: 'text/html' } });

  return {
    send,
    beginSignIn,
    returnFromGoogle,
    get: (path: string) => send(path),
    post: (path: string, body?: unknown) => send(path, { method: 'POST', body }),
    put: (path: string, body: unknown) => send(path, { method: 'PUT', body }),
    patch: (path: string, body: unknown) => send(path, { method: 'PATCH', body }),
    delete: (path: string) => send(path, { method: 'DELETE' }),

    /** The whole way through the popup; answers with its last page. */
    async signIn(consent: Consent = {}): Promise<Response> {
      return returnFromGoogle(await answerConsent(await beginSignIn(), consent));
    },

    /** name=value of the session cookie, or null. */
    cookie: () => cookie,
    useCookie(value: string | null) {
      cookie = value;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;

/** What a person does on the sandbox's consent page; returns where it sends the browser. */
export async function answerConsent(page: URL, consent: Consent = {}): Promise<string> {
  const { account = 'ada', youtube = true, decision = 'allow' } = consent;
  const html = await (await fetch(page)).text();
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await fetch(new URL('/o/oauth2/v2/auth/decision', page), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, account, decision, ...(youtube && { youtube: 'yes' }) }),
  });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
