import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Binds the port before anything else is opened. Rejects with EADDRINUSE. */
export const listen = async (port: number, host: string) => {
  let listener: RequestListener = (_req, res) => res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer((req, res) => listener(req, res));
  // Some faults hold a request longer than Node's five minutes.
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
    /** Refuses new connections and cuts open ones until `reopen`. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Rejects with EADDRINUSE if the port was taken meanwhile. */
    reopen: () => open(address.port),
  };
};
