import type { DraftStreamEvent } from '#shared/contracts/draft-stream.ts';
import type { Call } from './fake-server.ts';

/** A streamed draft that the test writes event by event. `onCancel` is called when its reader stops. */
export function aDraftStream(onCancel = () => {}) {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
    cancel: onCancel,
  });
  return {
    answer({ signal }: Pick<Call, 'signal'>) {
      signal?.addEventListener('abort', () => stream?.error(signal.reason));
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
    },
    bytes: (bytes: Uint8Array) => stream?.enqueue(bytes),
    send({ name, data }: DraftStreamEvent) {
      this.bytes(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    words(text: string) {
      this.send({ name: 'words', data: { text } });
    },
    /** Breaks the connection. */
    cut: () => stream?.error(new TypeError('network error')),
  };
}
