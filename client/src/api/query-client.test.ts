import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { aSearchAnswer, signedIn, signedOut, someStats } from '../testing/factories.ts';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { hookOf } from '../testing/hook.ts';
import { authUserQuery, tokenStatusQuery, useLogout } from './auth.ts';
import { createQueryClient } from './query-client.ts';
import { statsQuery } from './stats.ts';
import { videoSearchQuery } from './videos.ts';

describe('the query cache', () => {
  it('never refetches or retries by itself (rule 9.1)', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    });
  });

  it('sends requests while the browser is offline, since the server may run on this machine', async () => {
    onlineManager.setOnline(false);
    try {
      createFakeServer().on('GET /api/stats', someStats()).on('POST /api/auth/logout', {});
      const client = createQueryClient();
      expect(await client.fetchQuery(statsQuery)).toEqual(someStats());
      await hookOf(client, useLogout).mutateAsync();
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('keeps a search for 30 minutes and checks the grant every five (rule 9.1)', () => {
    const search = { q: 'a', uploadDate: '', viewCount: '', relevance: '', intelligent: false };
    expect(videoSearchQuery(search)).toMatchObject({ staleTime: 1_800_000, gcTime: 1_800_000 });
    expect(tokenStatusQuery.refetchInterval).toBe(300_000);
  });

  it('checks who is signed in after any 401 (rule 2.5)', async () => {
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

  it.each([500, 503])('is retried three times after a server error (%i) (rule 9.1)', async (status) => {
    vi.useFakeTimers();
    const server = createFakeServer().on('GET /api/videos/search', () =>
      problem(status, 'youtube_unavailable', 'YouTube did not answer.'),
    );
    const asked = createQueryClient()
      .fetchQuery(videoSearchQuery(search))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toMatchObject({ status });
    expect(attempts(server)).toBe(4);
  });

  it('is not repeated on mount or on reconnect (rule 9.1)', async () => {
    vi.useFakeTimers();
    const server = createFakeServer().on('GET /api/videos/search', aSearchAnswer([]));
    const client = createQueryClient();
    client.mount();
    const look = () => new QueryObserver(client, videoSearchQuery(search)).subscribe(() => undefined);
    const stay = look();
    await expect.poll(() => client.isFetching()).toBe(0);
    await vi.advanceTimersByTimeAsync(31 * 60_000);
    const leave = look();
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempts(server)).toBe(1);
    leave();
    stay();
    client.unmount();
  });

  it('is not retried when it was refused (rule 9.1)', async () => {
    const server = createFakeServer().on('GET /api/videos/search', () =>
      problem(429, 'quota_spent', 'No searches are left today.'),
    );
    await createQueryClient()
      .fetchQuery(videoSearchQuery(search))
      .catch(() => undefined);
    expect(attempts(server)).toBe(1);
  });
});
