import type { Response } from 'express';

const heartbeatMs = 25_000;

/**
 * Opens a stream of server-sent events. Returns a function that stops the heartbeat and
 * must be called before `res.end()`.
 */
export function openEventStream(
  res: Response,
  onHeartbeat: () => void = () => {},
): () => void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    // Keeps reverse proxies from buffering.
    'X-Accel-Buffering': 'no',
  });
  const heartbeat = setInterval(() => {
    res.write(': still here\n\n');
    onHeartbeat();
  }, heartbeatMs);
  const stop = () => clearInterval(heartbeat);
  res.on('close', stop);
  return stop;
}

export function sendEvent(res: Response, name: string, data: unknown): void {
  res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
