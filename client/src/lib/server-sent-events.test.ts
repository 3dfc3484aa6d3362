import { expect, it, vi } from 'vitest';
import { serverSentEvents } from './server-sent-events.ts';

it('reads events that come in pieces of any size, and leaves out what is not a whole one', async () => {
  const sent =
    ': still there\n\nevent: alone\n\ndata: {"text":"of nothing"}\n\nevent: words\ndata: {"text":"né 🙂"}\n\nevent: words\ndata: {"te';
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const byte of new TextEncoder().encode(sent)) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of serverSentEvents(body)) events.push(event);
  expect(events).toEqual([{ name: 'words', data: { text: 'né 🙂' } }]);
});

it('gives the answer up when nobody listens any more', async () => {
  const cancel = vi.fn();
  const block = new TextEncoder().encode('event: words\ndata: 1\n\n');
  const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(block), cancel });
  for await (const { name } of serverSentEvents(body)) {
    if (name === 'words') break;
  }
  expect(cancel).toHaveBeenCalledOnce();
});
