import { expect, it, vi } from 'vitest';
import { aDraftStream } from '../testing/draft-stream.ts';
import { aComment, anAnalysis } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { streamDraft } from './draft-stream.ts';

const answer = { comment: aComment(), analysis: anAnalysis() };

function draft() {
  let text = '';
  const listener = {
    words: (more: string) => (text += more),
    reset: () => (text = ''),
    judged: () => undefined,
  };
  const drafted = streamDraft({ videoId: 7, style: 'insightful' }, listener, new AbortController().signal);
  return { drafted, text: () => text };
}

it('reads words that arrive byte by byte and skips unknown events', async () => {
  const stream = aDraftStream();
  createFakeServer().on('POST /api/comments/generate', stream.answer);
  const { drafted, text } = draft();
  const sent = ': still there\n\nevent: other\ndata: {}\n\nevent: words\ndata: {"text":"né 🙂"}\n\nevent: wo';
  for (const byte of new TextEncoder().encode(sent)) stream.bytes(Uint8Array.of(byte));
  await expect.poll(text).toBe('né 🙂');
  stream.cut();
  await expect(drafted).rejects.toThrow('The connection was cut.');
});

it('closes the connection once the draft is complete', async () => {
  const cancel = vi.fn();
  const stream = aDraftStream(cancel);
  createFakeServer().on('POST /api/comments/generate', stream.answer);
  const { drafted } = draft();
  stream.send({ name: 'done', data: answer });
  expect((await drafted).comment.id).toBe(answer.comment.id);
  await expect.poll(() => cancel.mock.calls.length).toBe(1);
});
