import { describe, expect, it } from 'vitest';
import { aTokenStatus, signedIn, signedOut, someStats } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { hookOf } from '../testing/hook.ts';
import { authUserQuery, tokenStatusQuery, useDisconnect, useLogout } from './auth.ts';
import { createQueryClient } from './query-client.ts';
import { statsQuery } from './stats.ts';

/** Signed in, with something loaded; the server says from now on that nobody is. */
async function loaded() {
  const server = createFakeServer()
    .on('GET /api/auth/user', signedIn())
    .on('POST /api/auth/logout', {})
    .on('POST /api/auth/disconnect', {});
  const client = createQueryClient();
  await client.fetchQuery(authUserQuery);
  client.setQueryData(tokenStatusQuery.queryKey, aTokenStatus());
  client.setQueryData(statsQuery.queryKey, someStats());
  server.on('GET /api/auth/user', signedOut());
  return client;
}

describe('a session that ends', () => {
  it('by signing out leaves nothing of what was loaded in it', async () => {
    const client = await loaded();
    await hookOf(client, useLogout).mutateAsync();
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
    expect(client.getQueryData(statsQuery.queryKey)).toBeUndefined();
    // Who is signed in stays: without it the page would start over.
    expect(client.getQueryData(authUserQuery.queryKey)).toBeDefined();
  });

  it('by disconnecting has everybody asked who is signed in', async () => {
    const client = await loaded();
    await hookOf(client, useDisconnect).mutateAsync();
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
  });
});
