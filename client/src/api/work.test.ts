import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aComment } from '../testing/factories.ts';
import {
  aNumberedItem,
  answerRows,
  answerWorkIndex,
  workEntryOf,
} from '../testing/fake-queue.ts';
import {
  createFakeServer,
  FakeEventSource,
  held,
  installFakeEventSource,
} from '../testing/fake-server.ts';
import { settled } from '../testing/live-updates.ts';
import { createQueryClient } from './auth.ts';
import { patchComment } from './comments.ts';
import { startLiveUpdates } from './live.ts';
import { rowQuery } from './load-rows.ts';
import { refreshWork, showInWork, workQuery } from './work.ts';

let server: ReturnType<typeof createFakeServer>;
let items = [1, 2, 3].map((id) => aNumberedItem(id));
const stops: (() => void)[] = [];

beforeEach(() => {
  installFakeEventSource();
  items = [1, 2, 3].map((id) => aNumberedItem(id));
  server = createFakeServer().on('GET /api/queue/index', (call) =>
    answerWorkIndex(items, call),
  );
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Changes the status as in another tab. */
function change(id: number, status: 'approved' | 'posted'): void {
  items = items.map((item) =>
    item.commentId === id ? { ...item, comment: aComment({ id, status }) } : item,
  );
}

const statuses = (client: QueryClient) =>
  Object.fromEntries(
    (client.getQueryData(workQuery.queryKey) ?? []).map(({ id, status }) => [id, status]),
  );

const requests = () =>
  server.calls
    .filter(({ path }) => path === '/api/queue/index')
    .map(({ query }) => query['ids'] ?? 'all');

const rowRequests = () =>
  server.calls
    .filter(({ path }) => path === '/api/queue')
    .map(({ query }) => query['ids']);

/** Returns the cache of a page that shows the index. */
async function loaded(): Promise<QueryClient> {
  const client = createQueryClient();
  stops.push(new QueryObserver(client, workQuery).subscribe(() => undefined));
  await expect
    .poll(() => statuses(client))
    .toEqual({ 1: 'pending', 2: 'pending', 3: 'pending' });
  server.calls.length = 0;
  return client;
}

describe('the index of the working set (rule 10.7)', () => {
  it('requests only the entries that the live stream names', async () => {
    const client = await loaded();
    stops.push(startLiveUpdates(client));
    change(2, 'approved');
    FakeEventSource.opened.at(-1)?.changed({ comments: [2] });
    await expect
      .poll(() => statuses(client))
      .toEqual({ 1: 'pending', 2: 'approved', 3: 'pending' });
    expect(requests()).toEqual(['2']);
  });

  it('is not loaded again when the live stream opens', async () => {
    const client = await loaded();
    stops.push(startLiveUpdates(client));
    FakeEventSource.opened.at(-1)?.connect();
    await settled(client);
    expect(requests()).toEqual([]);
  });

  it('drops an entry whose comment is gone', async () => {
    const client = await loaded();
    change(2, 'posted');
    await refreshWork(client, new Set([2]));
    expect(statuses(client)).toEqual({ 1: 'pending', 3: 'pending' });
  });

  it('requests what changed during a request after it, so that an old answer cannot come last', async () => {
    const client = await loaded();
    const early = held([workEntryOf(aNumberedItem(1, { status: 'rejected' }))]);
    server.once('GET /api/queue/index', early.answer);
    const first = refreshWork(client, new Set([1]));
    change(2, 'approved');
    const second = refreshWork(client, new Set([1, 2]));
    expect(requests()).toEqual(['1']);
    early.release();
    await Promise.all([first, second]);
    expect(requests()).toEqual(['1', '1,2']);
    expect(statuses(client)).toEqual({ 1: 'pending', 2: 'approved', 3: 'pending' });
  });

  it('keeps what an answer changed when an entry arrives that was requested before it', async () => {
    const client = await loaded();
    const early = held([workEntryOf(aNumberedItem(1)), workEntryOf(aNumberedItem(2))]);
    const following = held([workEntryOf(aNumberedItem(2, { status: 'approved' }))]);
    server.once('GET /api/queue/index', following.answer);
    server.once('GET /api/queue/index', early.answer);
    const refreshed = refreshWork(client, new Set([1, 2]));
    showInWork(client, 1, { status: 'posted' });
    showInWork(client, 2, { status: 'approved' });
    early.release();
    await expect.poll(requests).toEqual(['1,2', '1,2']);
    expect(statuses(client)).toEqual({ 2: 'approved', 3: 'pending' });
    following.release();
    await refreshed;
    expect(statuses(client)).toEqual({ 2: 'approved', 3: 'pending' });
  });

  it('loads again if a change is reported while it is loading', async () => {
    const client = createQueryClient();
    const early = held([]);
    server.once('GET /api/queue/index', early.answer);
    stops.push(new QueryObserver(client, workQuery).subscribe(() => undefined));
    const refreshed = refreshWork(client, new Set([1]));
    early.release();
    await refreshed;
    expect(statuses(client)).toEqual({ 1: 'pending', 2: 'pending', 3: 'pending' });
    expect(requests()).toEqual(['all', 'all']);
  });

  it('loads again as a whole if very many comments changed', async () => {
    const client = await loaded();
    await refreshWork(
      client,
      new Set(Array.from({ length: 201 }, (_, index) => index + 1)),
    );
    expect(requests()).toEqual(['all']);
  });

  it('loads again as a whole when the live stream reconnects', async () => {
    const client = await loaded();
    stops.push(startLiveUpdates(client));
    FakeEventSource.opened.at(-1)?.reconnect();
    await expect.poll(requests).toEqual(['all']);
  });

  it('has the rows in view loaded again whose stamps differ', async () => {
    const client = await loaded();
    server.on('GET /api/queue', (call) => answerRows(items, call));
    for (const id of [1, 2])
      stops.push(new QueryObserver(client, rowQuery(id)).subscribe(() => undefined));
    await expect.poll(rowRequests).toEqual(['1,2']);
    change(2, 'approved');
    await refreshWork(client, new Set([1, 2]));
    await expect.poll(rowRequests).toEqual(['1,2', '2']);
  });

  it('loads a row that was not in view at its change when it is shown', async () => {
    const client = await loaded();
    server.on('GET /api/queue', (call) => answerRows(items, call));
    await client.fetchQuery(rowQuery(2));
    change(2, 'approved');
    await refreshWork(client, new Set([2]));
    expect(rowRequests()).toEqual(['2']);
    stops.push(new QueryObserver(client, rowQuery(2)).subscribe(() => undefined));
    await expect
      .poll(() => client.getQueryData(rowQuery(2).queryKey)?.comment.status)
      .toBe('approved');
  });

  it('lets no row that was requested before a change hide the change', async () => {
    const client = await loaded();
    const early = held([aNumberedItem(2)]);
    server
      .once('GET /api/queue', early.answer)
      .on('GET /api/queue', (call) => answerRows(items, call));
    const ahead = client.prefetchQuery(rowQuery(2));
    await expect.poll(rowRequests).toEqual(['2']);
    change(2, 'approved');
    await refreshWork(client, new Set([2]));
    early.release();
    await ahead;
    stops.push(new QueryObserver(client, rowQuery(2)).subscribe(() => undefined));
    await expect
      .poll(() => client.getQueryData(rowQuery(2).queryKey)?.comment.status)
      .toBe('approved');
  });

  it('lets no answer of this page hide a change that is being loaded', async () => {
    const client = await loaded();
    server.on('GET /api/queue', (call) => answerRows(items, call));
    stops.push(new QueryObserver(client, rowQuery(2)).subscribe(() => undefined));
    await expect.poll(rowRequests).toEqual(['2']);
    change(2, 'approved');
    await refreshWork(client, new Set([2]));
    // Arrives while the changed row is still being loaded.
    patchComment(client, 2, { posting: null });
    await expect
      .poll(() => client.getQueryData(rowQuery(2).queryKey)?.comment.status)
      .toBe('approved');
  });
});
