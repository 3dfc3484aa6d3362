import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { parseJson } from '../../core/outgoing.ts';
import { type GoogleAuth, GrantError } from './google-auth.ts';

interface Deps {
  baseUrl: string | null;
  clientId: string;
  clientSecret: string;
  clock: Clock;
}

const tries = 2;
const timeoutMs = 10_000;

/** Creates the client of Google's token endpoints. Its errors never contain a token. */
export function createGoogleAuth({
  baseUrl,
  clientId,
  clientSecret,
  clock,
}: Deps): GoogleAuth {
  const origin = baseUrl ?? 'https://oauth2.googleapis.com';

  async function post(path: string, form: Record<string, string>): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await send(new URL(path, origin), form);
      if (reply !== null && reply.status < 500) return reply;
      if (attempt >= tries) throw new GrantError('unavailable');
    }
  }

  return {
    async refresh(refreshToken) {
      const { status, body } = await post('/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      });
      if (status !== 200) throw new GrantError(refusalOf(body));
      const granted = grantSchema.safeParse(body);
      if (!granted.success) throw new GrantError('unavailable');
      const { access_token, expires_in, refresh_token, scope, refresh_token_expires_in } =
        granted.data;
      const now = clock.now().getTime();
      return {
        accessToken: access_token,
        expiresAt: new Date(now + expires_in * 1000),
        refreshToken: refresh_token ?? null,
        scopes: scope ? scope.split(' ').filter((name) => name !== '') : null,
        grantExpiresAt: refresh_token_expires_in
          ? new Date(now + refresh_token_expires_in * 1000)
          : null,
      };
    },

    async revoke(token) {
      const { status, body } = await post(
        `/revoke?${new URLSearchParams({ token })}`,
        {},
      );
      if (status === 200 || errorOf(body) === 'invalid_token') return;
      throw new GrantError('unavailable');
    },

    async time() {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(new URL('/token', origin), {
        method: 'HEAD',
        signal,
      }).catch(() => null);
      const time = new Date(answer?.headers.get('date') ?? '');
      if (Number.isNaN(time.getTime())) throw new GrantError('unavailable');
      return time;
    },
  };
}

interface Reply {
  status: number;
  body: unknown;
}

async function send(url: URL, form: Record<string, string>): Promise<Reply | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      // Following a redirect would send the secrets to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  } catch {
    // The error contains the request with its tokens, so it is dropped.
    return null;
  }
}

const grantSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
});

const errorSchema = z.object({ error: z.string() });
const errorOf = (body: unknown) => errorSchema.safeParse(body).data?.error ?? '';

/**
 * Returns `refused` or `config` only for error codes we know; any other failure may be
 * temporary.
 */
function refusalOf(body: unknown): GrantError['kind'] {
  const error = errorOf(body);
  if (/^(invalid_grant|access_denied|admin_policy_enforced)$/.test(error))
    return 'refused';
  const isOurs =
    /^((invalid|unauthorized|deleted|disabled)_client|unsupported_grant_type|invalid_request|redirect_uri_mismatch)$/;
  return isOurs.test(error) ? 'config' : 'unavailable';
}
