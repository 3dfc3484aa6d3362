import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJson } from '../../core/outgoing.ts';
import { LanguageModelError } from './language-model.ts';

/** Yielded after the last event if the server marked the end of the answer. */
export const answerEnd = Symbol('the answer is over');

/**
 * Yields the JSON events of a response body: an event stream, one JSON document, a list of documents, or one
 * document a line. The first character decides, since servers send wrong content types. Calls `alive` for
 * every chunk, including comments and empty events that only keep the connection open (wire W7).
 */
export async function* answerEvents(body: ReadableStream<BufferSource>, alive: () => void) {
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void waiting.push(event) });
  let head: string | null = '';
  let document: string | null = null;
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    alive();
    let text = piece;
    if (head !== null) {
      head += piece;
      const first = head.trimStart().charAt(0);
      if (first === '') continue;
      // An address that serves web pages is no model server.
      if (first === '<') throw new LanguageModelError('not_a_server');
      if (first === '{' || first === '[') document = '';
      text = head;
      head = null;
    }
    if (document !== null) document += text;
    else parser.feed(text);
    for (const message of waiting.splice(0)) {
      const event = eventOf(message);
      if (event !== undefined) yield event;
      if (event === answerEnd) return;
    }
  }
  if (document !== null) {
    yield* eventsOfDocument(document);
    return;
  }
  // The empty line after the last event may be missing.
  parser.feed('\n\n');
  for (const event of waiting.map(eventOf)) if (event !== undefined) yield event;
}

/** Returns undefined for an event without JSON. */
function eventOf({ event, data }: EventSourceMessage): unknown {
  // Some proxies write "data:" twice.
  const text = data.replace(/^(?:data:\s*)+/, '').trim();
  if (text === '[DONE]') return answerEnd;
  const value = parseJson(text);
  if (event !== 'error' || text === '') return value;
  return hasError(value) ? value : { error: value ?? text };
}

const hasError = (value: unknown): boolean => typeof value === 'object' && value !== null && 'error' in value;

function eventsOfDocument(document: string): unknown[] {
  const whole = parseJson(document);
  if (whole !== undefined) return [whole, answerEnd].flat();
  const lines = document.split('\n').filter((line) => line.trim() !== '');
  // Throws a SyntaxError if a line is not JSON.
  return lines.map((line) => JSON.parse(line));
}
