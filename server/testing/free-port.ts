import { createServer } from 'node:http';
import { listen } from '../http/server.ts';

/** For a process that must be asked before it names its address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  server.close();
  return port;
}
