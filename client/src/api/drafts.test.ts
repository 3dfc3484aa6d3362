import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { aComment, anAnalysis } from '../testing/factories.ts';
import { aDraftStream, createFakeServer } from '../testing/fake-server.ts';
import { writeDraft } from './drafts.ts';

const answer = { comment: aComment(), analysis: anAnalysis() };

function draft() {
  let text = '';
  const drafted = writeDraft(
    new QueryClient(),
    { videoId: 7, style: 'insightful' },
    { text: (next) => (text = next) },
    new AbortController().signal,
  );
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

it('returns the draft, then brings its reading, and then closes the connection', async () => {
  const cancel = vi.fn();
  const stream = aDraftStream(cancel);
  createFakeServer().on('POST /api/comments/generate', stream.answer);
  const { drafted } = draft();
  stream.send({ name: 'done', data: answer });
  const { draft: written, judged } = await drafted;
  expect(written.comment.id).toBe(answer.comment.id);
  expect(cancel).not.toHaveBeenCalled();
  stream.send({ name: 'judged', data: answer });
  expect((await judged)?.comment.id).toBe(answer.comment.id);
  await expect.poll(() => cancel.mock.calls.length).toBe(1);
});

it('has no reading where the connection is cut before it', async () => {
  const stream = aDraftStream();
  createFakeServer().on('POST /api/comments/generate', stream.answer);
  const { drafted } = draft();
  stream.send({ name: 'done', data: answer });
  const { judged } = await drafted;
  stream.cut();
  expect(await judged).toBeNull();
});
