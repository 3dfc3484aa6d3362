import type { Response } from 'express';

const heartbeatMs = 25_000;

/** Begins a stream that no proxy buffers; returns how to end its heartbeat, before `res.end()`. */
export function openEventStream(res: Response, onHeartbeat: () => void = () => {}): () => void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    // Against buffering in a reverse proxy.
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
