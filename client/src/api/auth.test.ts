import { describe, expect, it } from 'vitest';
import { aTokenStatus, signedIn, signedOut, someStats } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { hookOf } from '../testing/render.tsx';
import { authUserQuery, tokenStatusQuery, useDisconnect, useLogout } from './auth.ts';
import { createQueryClient } from './query-client.ts';
import { statsQuery } from './stats.ts';

/** Loads data while signed in; the server then says that nobody is. */
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
  it('by signing out drops all loaded data (rule 6.4)', async () => {
    const client = await loaded();
    await hookOf(client, useLogout).mutateAsync();
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
    expect(client.getQueryData(statsQuery.queryKey)).toBeUndefined();
    // Without this entry the page would start over.
    expect(client.getQueryData(authUserQuery.queryKey)).toBeDefined();
  });

  it('by disconnecting checks again who is signed in', async () => {
    const client = await loaded();
    await hookOf(client, useDisconnect).mutateAsync();
    expect(client.getQueryState(authUserQuery.queryKey)?.isInvalidated).toBe(true);
  });
});
