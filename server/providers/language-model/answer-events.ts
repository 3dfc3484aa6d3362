import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJson } from '../../core/outgoing.ts';
import { LanguageModelError } from './language-model.ts';

/** Yielded after the last event if the server marked the end of the answer. */
export const answerEnd = Symbol('the answer is over');

/**
 * Yields the JSON events of a response body: an event stream, one JSON document, a list
 * of documents, or one document a line. The first character decides, since servers send
 * wrong content types. Calls `alive` for every chunk, including comments and empty events
 * that only keep the connection open (wire W7).
 */
export async function* answerEvents(
  body: ReadableStream<BufferSource>,
  alive: () => void,
) {
  const reader = createEventReader();
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    alive();
    for (const event of reader.feed(piece)) {
      yield event;
      if (event === answerEnd) return;
    }
  }
  yield* reader.end();
}

/**
 * Reads a response body piece by piece. Throws LanguageModelError `not_a_server` for a
 * web page.
 */
function createEventReader() {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void messages.push(message) });
  let form: BodyForm = 'unknown';
  /**
   * Text that is not parsed yet: the beginning of a body of unknown form, or a whole
   * document.
   */
  let text = '';

  const takeEvents = (): unknown[] =>
    messages
      .splice(0)
      .map(eventOf)
      .filter((event) => event !== undefined);

  return {
    /**
     * Returns the events that the piece completes; none for a document, which is parsed
     * at its end.
     */
    feed(piece: string): unknown[] {
      text += piece;
      if (form === 'unknown') form = formOf(text);
      if (form !== 'stream') return [];
      parser.feed(text);
      text = '';
      return takeEvents();
    },

    end(): unknown[] {
      if (form === 'document') return eventsOfDocument(text);
      // The empty line after the last event may be missing.
      parser.feed('\n\n');
      return takeEvents();
    },
  };
}

type BodyForm = 'unknown' | 'document' | 'stream';

function formOf(beginning: string): BodyForm {
  const first = beginning.trimStart().charAt(0);
  if (first === '') return 'unknown';
  // An address that serves web pages is no model server.
  if (first === '<') throw new LanguageModelError('not_a_server');
  return first === '{' || first === '[' ? 'document' : 'stream';
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

const hasError = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'error' in value;

function eventsOfDocument(document: string): unknown[] {
  const whole = parseJson(document);
  if (whole !== undefined) return [whole, answerEnd].flat();
  const lines = document.split('\n').filter((line) => line.trim() !== '');
  // Throws a SyntaxError if a line is not JSON.
  return lines.map((line) => JSON.parse(line));
}
