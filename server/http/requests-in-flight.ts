import type { Server, ServerResponse } from 'node:http';

/** Counts the answers still being worked on, so that stopping can wait for them. */
export function trackRequests(server: Server) {
  const open = new Set<ServerResponse>();
  let settled = () => {};
  server.on('request', (_, res) => {
    open.add(res);
    res.once('close', () => {
      open.delete(res);
      settled();
    });
  });
  // An event stream never ends by itself: the browser reconnects to the next process.
  const isStream = (res: ServerResponse) =>
    String(res.getHeader('content-type')).startsWith('text/event-stream');
  return {
    /** Resolves once nothing but event streams is open. */
    async quiet(): Promise<void> {
      while ([...open].some((res) => !isStream(res))) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
    },
  };
}
