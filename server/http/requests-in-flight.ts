import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Knows the answers still being worked on, so that stopping can wait for them. */
export function trackRequests(server: Server) {
  const open = new Map<ServerResponse, IncomingMessage>();
  let settled = () => {};
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    // What tells of changes never ends by itself: the browser asks the next process for a new one.
    if (req.method === 'GET' && req.headers.accept === 'text/event-stream') return;
    open.set(res, req);
    res.once('close', () => {
      open.delete(res);
      settled();
    });
  });
  return {
    /**
     * Resolves once every answer has been given, the stream of changes aside.
     * @param refuse answers requests that have not arrived whole: nobody knows when the rest will come.
     */
    async quiet(refuse: RequestListener): Promise<void> {
      for (const [res, req] of open) if (!req.complete && !res.headersSent) refuse(req, res);
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
    },
  };
}
