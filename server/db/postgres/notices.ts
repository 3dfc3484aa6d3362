import type { Client, ClientConfig } from 'pg';
import type { DatabaseLog } from '../database.ts';

interface Listener {
  onPayload: (payload: string) => void;
  onListening: () => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/**
 * LISTEN on a connection of its own, opened with the first listener and again whenever it is lost.
 * @param open makes a client that is not yet connected.
 */
export function createPostgresNotices(open: (config: ClientConfig) => Client, log?: DatabaseLog) {
  const channels = new Map<string, Set<Listener>>();
  let client: Client | null = null;
  /** The client, once it is connected. */
  let connected: Client | null = null;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

  async function connect(): Promise<void> {
    const fresh = open({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
    client = fresh;
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const listener of channels.get(channel) ?? []) listener.onPayload(payload);
    });
    try {
      await fresh.connect();
      connected = fresh;
      for (const [channel, all] of channels) for (const listener of all) void hear(channel, listener, fresh);
    } catch {
      lost(fresh);
    }
  }

  function lost(gone: Client): void {
    if (closed || client !== gone) return;
    client = null;
    connected = null;
    gone.end().catch(() => {});
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    failures += 1;
    log?.warn({ retryInMs: wait }, 'lost the connection that listens for changes');
    timer = setTimeout(connect, wait).unref();
  }

  function listen(channel: string, onPayload: Listener['onPayload'], onListening = () => {}) {
    const listener = { onPayload, onListening };
    const all = channels.get(channel) ?? new Set();
    channels.set(channel, all.add(listener));
    if (connected) void hear(channel, listener, connected);
    else if (!client && !timer) void connect();
    return () => {
      all.delete(listener);
    };
  }

  async function hear(channel: string, listener: Listener, on: Client): Promise<void> {
    try {
      await on.query(`LISTEN ${quoted(channel)}`);
      failures = 0;
      if (channels.get(channel)?.has(listener)) listener.onListening();
    } catch {
      lost(on);
    }
  }

  async function close(): Promise<void> {
    closed = true;
    if (timer) clearTimeout(timer);
    await client?.end().catch(() => {});
  }

  return { listen, close };
}
