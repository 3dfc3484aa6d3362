import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Binds the port first, so that a taken one is known before anything else is opened. Rejects with EADDRINUSE. */
export const listen = async (port: number, host: string) => {
  let listener: RequestListener = (_req, res) => res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer((req, res) => listener(req, res));
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
  await open(port);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    handle(next: RequestListener) {
      listener = next;
    },
    /** Refuses connections, and cuts open ones, until `reopen`. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Listens on the same port again. Rejects with EADDRINUSE where another program has taken it. */
    reopen: () => open(address.port),
  };
};
