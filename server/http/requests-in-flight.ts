import type { Server, ServerResponse } from 'node:http';

/** Knows the answers still being worked on, so that stopping can wait for them. */
export function trackRequests(server: Server) {
  const open = new Set<ServerResponse>();
  let settled = () => {};
  server.on('request', (req, res) => {
    // What tells of changes never ends by itself: the browser asks the next process for a new one.
    if (req.method === 'GET' && req.headers.accept === 'text/event-stream') return;
    open.add(res);
    res.once('close', () => {
      open.delete(res);
      settled();
    });
  });
  return {
    /** Resolves once every answer has been given, the stream of changes aside. */
    async quiet(): Promise<void> {
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
    },
  };
}
