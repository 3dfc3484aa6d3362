import { isIP, Socket } from 'node:net';

const attempts: string[] = [];
let installed = false;

/**
 * Blocks every TCP connection that leaves this machine; http, https, tls, fetch and pg
 * all use Socket.connect. Installed once per worker, no matter how many files run in it.
 */
export function guardOutbound(): void {
  if (installed) return;
  installed = true;
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...args: unknown[]): Socket {
      const host = remoteHost(args);
      if (host === null) return connect.apply(this, args);
      attempts.push(host);
      process.nextTick(() =>
        this.destroy(new Error(`Tests must not connect to ${host}.`)),
      );
      return this;
    },
  });
}

/** Returns the hosts that were blocked since the last call. */
export const takeOutboundAttempts = (): string[] => attempts.splice(0);

/**
 * Returns the host that a call of Socket.connect leads to, or null if it is this machine.
 */
export function remoteHost(args: unknown[]): string | null {
  // net.connect passes its arguments on as one array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = isOptions(first)
    ? first
    : { host: typeof second === 'string' ? second : undefined };
  if (
    isOptions(first)
      ? options.path
      : typeof first === 'string' && Number.isNaN(Number(first))
  )
    return null;
  const host = options.host ?? 'localhost';
  return isLoopback(host) ? null : host;
}

interface Options {
  host?: string | undefined;
  path?: string | null | undefined;
}

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null;

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  if (isIP(host) === 6) return host === '::1' || /^::ffff:127\./.test(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
