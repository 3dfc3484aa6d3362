import type { ScriptedAnswer } from './scripted-model.ts';

/** Answers of servers of language models as they stand on the wire. */

export const eventStream = { 'content-type': 'text/event-stream' };
const done = 'data: [DONE]\n\n';

/** One event of a stream; a text is sent as it is. */
export const event = (data: unknown): string =>
  typeof data === 'string' ? data : `data: ${JSON.stringify(data)}\n\n`;

/** One event of OpenAI's form. */
export const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'served-model',
    choices: [{ index: 0, delta, finish_reason: finish, ...more }],
  });

/** A whole stream of events. */
export const streamOf = (...events: unknown[]): ScriptedAnswer => ({
  text: events.map(event).join('') + done,
  headers: eventStream,
});

const pieceLength = 12;

export const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${pieceLength}}`, 'gu')) ?? [];

/** A text that comes in pieces, as the content of deltas unless `deltaOf` puts it elsewhere. */
export const streamed = (
  text: string,
  {
    finish = 'stop',
    deltaOf = (content: string): object => ({ content }),
  }: { finish?: string | null; deltaOf?: (piece: string) => object } = {},
): ScriptedAnswer => streamOf(...piecesOf(text).map((piece) => chunk(deltaOf(piece))), chunk({}, finish));

/** An answer that is no stream. */
export const whole = (message: object, finish: string | null = 'stop'): ScriptedAnswer => ({
  json: {
    model: 'served-model',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  },
});

/** Ollama's own stream: JSON lines, of which the last is done. */
export const ollamaLines = (messages: readonly object[], end: object = {}): ScriptedAnswer => {
  const last = { message: { content: '' }, done: true, done_reason: 'stop', ...end };
  const lines = [...messages.map((message) => ({ message, done: false })), last];
  return {
    text: lines.map((line) => `${JSON.stringify({ model: 'served-model', ...line })}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  };
};
