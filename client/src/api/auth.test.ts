import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { aSearchAnswer, signedIn, signedOut, someStats } from '../testing/factories.ts';
import { createFakeServer, json, problem } from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { authUserQuery, createQueryClient, tokenStatusQuery, useLogout } from './auth.ts';
import { statsQuery } from './comments.ts';
import { keptSearchQuery, runSearch } from './videos.ts';

it('returns no token status while signed out, and fails on any other error', async () => {
  const server = createFakeServer().on(
    'GET /api/auth/token-status',
    problem(401, 'unauthenticated', 'You are signed out.'),
  );
  const client = createQueryClient();
  await expect(client.fetchQuery(tokenStatusQuery)).resolves.toBeNull();
  server.on('GET /api/auth/token-status', problem(403, 'forbidden', 'Not from there.'));
  await expect(client.fetchQuery({ ...tokenStatusQuery, staleTime: 0 })).rejects.toThrow(
    '403: Not from there.',
  );
});

describe('the query cache', () => {
  it('never refetches or retries by itself (rule 9.1)', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false,
      retry: false,
    });
  });

  it('sends requests while the browser is offline, because the server may run on this machine', async () => {
    onlineManager.setOnline(false);
    try {
      createFakeServer()
        .on('GET /api/stats', someStats())
        .on('POST /api/auth/logout', {});
      const client = createQueryClient();
      expect(await client.fetchQuery(statsQuery)).toEqual(someStats());
      await hookOf(client, useLogout).mutateAsync();
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('keeps a search for 30 minutes and checks the token every five (rule 9.1)', () => {
    const search = {
      q: 'a',
      uploadDate: '',
      viewCount: '',
      relevance: '',
      intelligent: false,
    };
    expect(keptSearchQuery(search)).toMatchObject({
      staleTime: 1_800_000,
      gcTime: 1_800_000,
    });
    expect(tokenStatusQuery.refetchInterval).toBe(300_000);
  });

  it('checks who is signed in after any 401 (rule 2.5)', async () => {
    const server = createFakeServer().on('GET /api/auth/user', signedIn());
    const client = createQueryClient();
    await client.fetchQuery(authUserQuery);
    server
      .on('GET /api/auth/user', signedOut())
      .on('GET /api/stats', problem(401, 'unauthenticated', 'You are signed out.'));
    await client.fetchQuery(statsQuery).catch(() => undefined);
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
  });
});

describe('a search', () => {
  const search = {
    q: 'a',
    uploadDate: '',
    viewCount: '',
    relevance: '',
    intelligent: false,
  };
  const attempts = (server: ReturnType<typeof createFakeServer>) =>
    server.calls.filter(({ path }) => path === '/api/videos/search').length;

  it.each([500, 503])(
    'is retried three times after a server error (%i) (rule 9.1)',
    async (status) => {
      vi.useFakeTimers();
      const server = createFakeServer().on(
        'GET /api/videos/search',
        problem(status, 'youtube_unavailable', 'YouTube did not answer.'),
      );
      const client = createQueryClient();
      const asked = runSearch(client, search);
      await vi.advanceTimersByTimeAsync(60_000);
      await asked;
      expect(client.getQueryState(keptSearchQuery(search).queryKey)?.error).toMatchObject(
        { status },
      );
      expect(attempts(server)).toBe(4);
    },
  );

  it('is not retried while the server remembers the failure (rule 9.2)', async () => {
    vi.useFakeTimers();
    const nextTryAt = '2026-11-22T09:01:00.000Z';
    const server = createFakeServer().on(
      'GET /api/videos/search',
      problem(503, 'youtube_unavailable', 'YouTube did not answer.', { nextTryAt }),
    );
    const client = createQueryClient();
    const asked = runSearch(client, search);
    await vi.advanceTimersByTimeAsync(60_000);
    await asked;
    expect(client.getQueryState(keptSearchQuery(search).queryKey)?.error).toMatchObject({
      status: 503,
    });
    expect(attempts(server)).toBe(1);
  });

  it('is not repeated on mount or reconnect (rule 9.1)', async () => {
    vi.useFakeTimers();
    const server = createFakeServer()
      .on('GET /api/videos/search', aSearchAnswer([]))
      .on('GET /api/videos/search/kept', () => json(null));
    const client = createQueryClient();
    client.mount();
    const look = () =>
      new QueryObserver(client, keptSearchQuery(search)).subscribe(() => undefined);
    await runSearch(client, search);
    const stay = look();
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

  it('does not join an abandoned search that waits for its retry', async () => {
    const server = createFakeServer().on(
      'GET /api/videos/search',
      problem(503, 'away', 'Away.'),
    );
    const client = createQueryClient();
    void runSearch(client, search);
    await vi.waitFor(() => expect(attempts(server)).toBe(1));
    server.on('GET /api/videos/search', aSearchAnswer([]));
    await runSearch(client, search);
    expect(client.getQueryData(keptSearchQuery(search).queryKey)).toMatchObject({
      videos: [],
    });
  });

  it('is not retried when the server refused it (rule 9.1)', async () => {
    const server = createFakeServer().on(
      'GET /api/videos/search',
      problem(429, 'quota_spent', 'No searches are left today.'),
    );
    await runSearch(createQueryClient(), search);
    expect(attempts(server)).toBe(1);
  });

  it('is not mistaken for a running request for the kept search', async () => {
    const server = createFakeServer()
      .on('GET /api/videos/search', aSearchAnswer([]))
      .on('GET /api/videos/search/kept', () => json(null));
    const client = createQueryClient();
    const stay = new QueryObserver(client, keptSearchQuery(search)).subscribe(
      () => undefined,
    );
    await runSearch(client, search);
    expect(attempts(server)).toBe(1);
    expect(client.getQueryData(keptSearchQuery(search).queryKey)).toEqual(
      aSearchAnswer([]),
    );
    stay();
  });
});
