import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

export function trackRequests(server: Server) {
  const open = new Map<ServerResponse, IncomingMessage>();
  let settled = () => {};
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === 'GET' && req.headers.accept === 'text/event-stream') return;
    open.set(res, req);
    res.once('close', () => {
      open.delete(res);
      settled();
    });
  });
  return {
    /** Resolves once every answer but event streams is given; `refuse` answers incomplete requests. */
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
