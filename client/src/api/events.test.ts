import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, installFakeEventSource } from '../testing/fake-event-source.ts';
import { startLiveUpdates } from './events.ts';
import { createQueryClient } from './query-client.ts';
import { searchKey } from './videos.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab: its own cache with a query per name, each counting how often it was loaded. */
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

/** Nothing is on its way any more, nor about to be. */
async function settled(client: QueryClient) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect.poll(() => client.isFetching()).toBe(0);
}

const stream = () => FakeEventSource.opened.at(-1);

describe('live updates', () => {
  it('refresh what the server names, and nothing else', async () => {
    installFakeEventSource();
    const tab = await aTab('queue', 'stats');
    tab.start();
    stream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
    await settled(tab.client);
    expect(tab.loads).toEqual({ queue: 2, stats: 1 });
  });

  it('ask once for what could not be had before', async () => {
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

  it('ask once more, not twice, for what is being asked again already', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    stream()?.refresh('queue');
    stream()?.refresh('queue');
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

  it('ask again for what was on its way: that answer may be older than the change', async () => {
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

  it('ignore what is not understood', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    stream()?.refresh('something-new');
    stream()?.dispatchEvent(new MessageEvent('refresh', { data: 'not json' }));
    stream()?.refresh('queue');
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  it('reach every tab through the one that listens', async () => {
    installFakeEventSource();
    const waiting: (() => void)[] = [];
    // The second tab does not get the lock: it only hears from the first.
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

  it('are not mistaken in what a tab of another version tells', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    tab.start();
    const other = new BroadcastChannel('chime-in.events');
    stops.push(() => other.close());
    other.postMessage({ kind: 'something-new' });
    other.postMessage({ kind: 'refresh', resources: ['queue'] });
    await expect.poll(() => tab.loads['queue']).toBe(2);
  });

  it('end with the tab: another one may listen, and nothing is refreshed any more', async () => {
    installFakeEventSource();
    const held: Promise<void>[] = [];
    // The first tab gets the lock, the second waits for it as a browser has it wait: until it is aborted.
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
    other.postMessage({ kind: 'refresh', resources: ['queue'] });
    await settled(first.client);
    expect([first.loads['queue'], second.loads['queue']]).toEqual([1, 1]);
  });

  it('leave a broken connection to the browser while it tries by itself', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    stream()?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it('do not try again once they were stopped', async () => {
    installFakeEventSource();
    const tab = await aTab('queue');
    vi.useFakeTimers();
    tab.start();
    stream()?.refuse();
    for (const stop of stops.splice(0)) stop();
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it('try again with growing pauses where the browser gave up, and stop when told', async () => {
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
