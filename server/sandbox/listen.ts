import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  port: number;
  handle(listener: RequestListener): void;
  /** Until `accept`, connections are refused as by a machine that is off; open ones are cut. */
  refuse(): Promise<void>;
  /** On the same port again. Rejects with EADDRINUSE where another program has taken it meanwhile. */
  accept(): Promise<void>;
  /** Stops at once; connections that hang are cut. */
  close(): Promise<void>;
}

/** Binds the port first, so that a taken one is known before anything else is opened. Rejects with EADDRINUSE. */
export const listen = async (port: number, host: string): Promise<Listening> => {
  let listener: RequestListener = (_req, res) => res.writeHead(503, { 'Retry-After': '1' }).end();
  const server: Server = createServer((req, res) => listener(req, res));
  // Some faults keep a request waiting for longer than Node's usual five minutes.
  server.requestTimeout = 0;
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await open(port);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    refuse: close,
    accept: () => open(address.port),
    handle(next) {
      listener = next;
    },
    close,
  };
};
