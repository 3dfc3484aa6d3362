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

/** A browser that reconnects names the last id that it received, in Last-Event-ID. */
export function sendEvent(res: Response, name: string, data: unknown, id?: string): void {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  res.write(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}
