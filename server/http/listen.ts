import { once } from 'node:events';
import type { Server } from 'node:http';

/** Longer than a proxy's: it must not send a post into a closing connection. */
const keepAliveMs = 130_000;

export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.keepAliveTimeout = keepAliveMs;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(explainListen(error, host, port), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function explainListen(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use, perhaps by another Chime In. Stop that program, or set PORT to another number.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be opened by this user. Set PORT to a number of 1024 or more.`;
  }
  return `Chime In cannot listen on HOST ${host}, port ${port} (${code}). Set HOST to an address of this machine.`;
}
