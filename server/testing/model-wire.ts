import type { ScriptedAnswer } from './scripted-model.ts';

/** Responses of language model servers, as they are sent over HTTP. */

export const eventStream = { 'content-type': 'text/event-stream' };
const done = 'data: [DONE]\n\n';

/** Formats one event of a stream; a string is sent unchanged. */
export const event = (data: unknown): string =>
  typeof data === 'string' ? data : `data: ${JSON.stringify(data)}\n\n`;

/** Formats one event of an OpenAI stream. */
export const chunk = (
  delta: object,
  finish: string | null = null,
  more: object = {},
): string =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'served-model',
    choices: [{ index: 0, delta, finish_reason: finish, ...more }],
  });

export const streamOf = (...events: unknown[]): ScriptedAnswer => ({
  text: events.map(event).join('') + done,
  headers: eventStream,
});

const pieceLength = 12;

export const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${pieceLength}}`, 'gu')) ?? [];

/**
 * Returns a stream that sends a text in pieces, as the content of deltas unless `deltaOf`
 * says otherwise.
 */
export const streamed = (
  text: string,
  {
    finish = 'stop',
    deltaOf = (content: string): object => ({ content }),
  }: { finish?: string | null; deltaOf?: (piece: string) => object } = {},
): ScriptedAnswer =>
  streamOf(...piecesOf(text).map((piece) => chunk(deltaOf(piece))), chunk({}, finish));

/** Returns a response without streaming. */
export const whole = (
  message: object,
  finish: string | null = 'stop',
): ScriptedAnswer => ({
  json: {
    model: 'served-model',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish },
    ],
  },
});

/**
 * Returns a stream in Ollama's own format: JSON lines, the last of which says that it is
 * done.
 */
export const ollamaLines = (
  messages: readonly object[],
  end: object = {},
): ScriptedAnswer => {
  const last = { message: { content: '' }, done: true, done_reason: 'stop', ...end };
  const lines = [...messages.map((message) => ({ message, done: false })), last];
  return {
    text: lines
      .map((line) => `${JSON.stringify({ model: 'served-model', ...line })}\n`)
      .join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  };
};

/** An answer that comes in pieces of so many bytes, which cut its letters. */
export function inBytes(answer: ScriptedAnswer, length: number): ScriptedAnswer {
  if (typeof answer === 'string' || !('text' in answer)) return answer;
  const bytes = Buffer.from(answer.text ?? '');
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += length)
    pieces.push(bytes.subarray(from, from + length));
  return { pieces, everyMs: 0, headers: answer.headers ?? {} };
}
