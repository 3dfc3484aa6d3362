import { describe, expect, it, vi } from 'vitest';
import { signedIn, signedOut } from '../testing/factories.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { authUserQuery, tokenStatusQuery } from './auth.ts';
import { createQueryClient } from './query-client.ts';
import { statsQuery } from './stats.ts';
import { videoSearchQuery } from './videos.ts';

describe('the cache of what was loaded', () => {
  it('keeps data, asks once and does not repeat by itself (SPEC §9)', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    });
  });

  it('keeps a search for 30 minutes, and asks about the grant every five (SPEC §9)', () => {
    const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };
    expect(videoSearchQuery(search)).toMatchObject({ staleTime: 1_800_000, gcTime: 1_800_000 });
    expect(tokenStatusQuery.refetchInterval).toBe(300_000);
  });

  it('asks again who is signed in when any call was refused', async () => {
    const server = createFakeServer().on('GET /api/auth/user', signedIn());
    const client = createQueryClient();
    await client.fetchQuery(authUserQuery);
    server
      .on('GET /api/auth/user', signedOut())
      .on('GET /api/stats', () => problem(401, 'unauthenticated', 'You are signed out.'));
    await client.fetchQuery(statsQuery).catch(() => undefined);
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
  });
});

describe('a search', () => {
  const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };
  const attempts = (server: ReturnType<typeof createFakeServer>) =>
    server.calls.filter(({ path }) => path === '/api/videos/search').length;

  it('is repeated three times where that may help', async () => {
    vi.useFakeTimers();
    const server = createFakeServer().on('GET /api/videos/search', () =>
      problem(503, 'youtube_unavailable', 'YouTube did not answer.'),
    );
    const asked = createQueryClient()
      .fetchQuery(videoSearchQuery(search))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toMatchObject({ status: 503 });
    expect(attempts(server)).toBe(4);
  });

  it('is not repeated when it was refused', async () => {
    const server = createFakeServer().on('GET /api/videos/search', () =>
      problem(429, 'quota_spent', 'No searches are left today.'),
    );
    await createQueryClient()
      .fetchQuery(videoSearchQuery(search))
      .catch(() => undefined);
    expect(attempts(server)).toBe(1);
  });
});
