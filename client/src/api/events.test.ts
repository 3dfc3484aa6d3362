import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, installFakeEventSource } from '../testing/fake-server.ts';
import { startLiveUpdates } from './events.ts';
import { createQueryClient } from './query-client.ts';
import { searchKey } from './videos.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab with its own cache, which counts the loads of each query. */
async function aTab(...names: string[]) {
  const client = createQueryClient();
  const loads: Record<string, number> = {};
  for (const name of names) {
    const observer = new QueryObserver(client, {
      queryKey: [name, 'detail'],
      queryFn: () => {
        loads[name] = (loads[name] ?? 0) + 1;
        return name;
      },
    });
    stops.push(observer.subscribe(() => undefined));
  }
  await expect.poll(() => Object.keys(loads)).toHaveLength(names.length);
  return { client, loads, start: () => stops.push(startLiveUpdates(client)) };
}

/** Waits until nothing is loading. */
async function settled(client: QueryClient) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect.poll(() => client.isFetching()).toBe(0);
}

const stream = () => FakeEventSource.opened.at(-1);

describe('live updates', () => {
  it('refresh only what the server names (rule 10.5)', async () => {
    installFakeEventSource();
    const tab = await aTab('queue', 'stats');
    tab.start();
    stream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
    await settled(tab.client);
    expect(tab.loads).toEqual({ queue: 2, stats: 1 });
  });

  it('repeat a query that failed before, once', async () => {
    installFakeEventSource();
    const client = createQueryClient();
    const queryFn = vi.fn().mockRejectedValue(new Error('The server is away.'));
    const observer = new QueryObserver(client, { queryKey: ['queue'], queryFn });
    stops.push(
      observer.subscribe(() => undefined),
      startLiveUpdates(client),
    );
    await settled(client);
    stream()?.refresh('queue');
    await settled(client);
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it('repeat a running refresh once, however often it is named', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    for (let times = 0; times < 100; times += 1) stream()?.refresh('queue');
    await settled(tab.client);
    expect(tab.loads['queue']).toBe(3);
  });

  it('refresh everything but searches on each connection', async () => {
    installFakeEventSource();
    const tab = await aTab('queue', 'analytics', searchKey);
    tab.start();
    stream()?.connect();
    await expect.poll(() => tab.loads).toMatchObject({ queue: 2, analytics: 2 });
    stream()?.connect();
    await expect.poll(() => tab.loads).toMatchObject({ queue: 3, analytics: 3 });
    expect(tab.loads[searchKey]).toBe(1);
  });

  it('repeat a first load, whose answer may be older than the change', async () => {
    installFakeEventSource();
    const client = createQueryClient();
    const answers: ((value: string) => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['queue'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
    stops.push(
      observer.subscribe(() => undefined),
      startLiveUpdates(client),
    );
    stream()?.refresh('queue');
    answers[0]?.('as it was before');
    await expect.poll(() => answers).toHaveLength(2);
    answers[1]?.('as it is now');
    await expect.poll(() => observer.getCurrentResult().data).toBe('as it is now');
    expect(answers).toHaveLength(2);
  });

  it('ignore malformed events', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    stream()?.refresh('something-new');
    stream()?.dispatchEvent(new MessageEvent('refresh', { data: 'not json' }));
    stream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  it('reach every tab through the one with the stream', async () => {
    installFakeEventSource();
    const waiting: (() => void)[] = [];
    // The second tab does not get the lock.
    const request = vi
      .fn()
      .mockImplementationOnce((_name: string, _options: unknown, hold: () => Promise<void>) => hold())
      .mockImplementation(() => new Promise<void>((resolve) => waiting.push(resolve)));
    vi.stubGlobal('navigator', { locks: { request } });
    const first = await aTab('queue');
    const second = await aTab('queue');
    first.start();
    second.start();
    expect(FakeEventSource.opened).toHaveLength(1);
    stream()?.refresh('queue');
    await expect.poll(() => [first.loads['queue'], second.loads['queue']]).toEqual([2, 2]);
  });

  it('ignore messages that a tab of another version sends', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    const other = new BroadcastChannel('chime-in.events');
    stops.push(() => other.close());
    other.postMessage({ kind: 'something-new' });
    other.postMessage({ kind: 'refresh', resources: ['queue'], comments: [], videos: [] });
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  it('end with the tab and leave the stream to another', async () => {
    installFakeEventSource();
    const held: Promise<void>[] = [];
    // The second tab waits for the lock until it is aborted, as in a browser.
    const request = vi
      .fn()
      .mockImplementationOnce((_name: string, _options: unknown, hold: () => Promise<void>) => {
        const listening = hold();
        held.push(listening);
        return listening;
      })
      .mockImplementation(
        (_name: string, { signal }: { signal: AbortSignal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      );
    vi.stubGlobal('navigator', { locks: { request } });
    const first = await aTab('queue');
    const second = await aTab('queue');
    first.start();
    second.start();
    for (const stop of stops.splice(-2)) stop();
    await Promise.all(held);
    expect(held).toHaveLength(1);
    const other = new BroadcastChannel('chime-in.events');
    stops.push(() => other.close());
    other.postMessage({ kind: 'refresh', resources: ['queue'], comments: [], videos: [] });
    await settled(first.client);
    expect([first.loads['queue'], second.loads['queue']]).toEqual([1, 1]);
  });

  it('let the browser reconnect by itself', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    stream()?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it('do not reconnect once stopped', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    stream()?.refuse();
    for (const stop of stops.splice(0)) stop();
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it('reconnect with growing pauses where the browser gave up', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    stream()?.refuse();
    vi.advanceTimersByTime(2000);
    expect(FakeEventSource.opened).toHaveLength(2);
    stream()?.refuse();
    vi.advanceTimersByTime(2000);
    expect(FakeEventSource.opened).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(FakeEventSource.opened).toHaveLength(3);
    for (const stop of stops.splice(0)) stop();
    expect(stream()?.readyState).toBe(FakeEventSource.CLOSED);
    stream()?.refuse();
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.opened).toHaveLength(3);
  });
});
