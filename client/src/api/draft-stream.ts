import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import {
  type DraftView,
  draftStreamEvents,
  draftViewSchema,
  type GenerateRequest,
  type RegenerateRequest,
} from '#shared/contracts/drafts.ts';
import { fetchAnswer, parseAnswer, stepIn } from './http.ts';

export type DraftWaiting = z.infer<typeof draftStreamEvents.waiting>;

export interface DraftListener {
  text: (text: string) => void;
  waiting?: (phase: DraftWaiting) => void;
  /**
   * Called when the server discards the text so far, with the reason. A replacement
   * follows.
   */
  replaced?: (reason: string) => void;
}

export interface StreamOptions {
  listener: DraftListener;
  signal: AbortSignal;
}

export interface StreamedDraft {
  draft: DraftView;
  /** The step that replaced another draft; null for a first draft. */
  step: string | null;
  /**
   * The same draft with the model's second reading, which
   * arrives later; null if there is none. Never rejects.
   */
  judged: Promise<DraftView | null>;
}

/**
 * Thrown when a stream ends without a draft. `code` comes from the
 * server: "nothing_to_add" means that the model has nothing to say.
 */
export class BrokenDraft extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'BrokenDraft';
    this.code = code;
  }
}

const CUT = 'The connection was interrupted.';

async function* readEvents(body: ReadableStream<BufferSource>) {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    // Safari cannot iterate over a stream with for await.
    for (let next = await events.read(); !next.done; next = await events.read())
      yield next.value;
  } finally {
    events.cancel().catch(() => undefined);
  }
}

/**
 * Returns a function that passes an event on to the listener, and returns the draft once
 * it is complete.
 */
function createEventHandler(begun: string, listener: DraftListener) {
  const { waiting, words, reset, problem, step, done } = draftStreamEvents;
  let text = begun;
  let madeStep: string | null = null;
  return ({
    event,
    data,
  }: EventSourceMessage): Pick<StreamedDraft, 'draft' | 'step'> | null => {
    switch (event) {
      case 'waiting':
        listener.waiting?.(parseAnswer(waiting, JSON.parse(data)));
        return null;
      case 'words':
        text += parseAnswer(words, JSON.parse(data)).text;
        listener.text(text);
        return null;
      case 'reset':
        text = '';
        listener.text(text);
        listener.replaced?.(parseAnswer(reset, JSON.parse(data)).reason);
        return null;
      case 'problem': {
        const { code, detail } = parseAnswer(problem, JSON.parse(data));
        throw new BrokenDraft(detail, code);
      }
      case 'step':
        madeStep = parseAnswer(step, JSON.parse(data)).id;
        return null;
      case 'done':
        return { draft: parseAnswer(done, JSON.parse(data)), step: madeStep };
      default:
        return null;
    }
  };
}

/**
 * Streams a draft. Aborting stops the model and saves nothing.
 * @throws the errors of fetchJson before the stream begins, and BrokenDraft after that.
 */
export async function streamDraft(
  path: string,
  request: GenerateRequest | RegenerateRequest | Record<string, never>,
  { listener, signal }: StreamOptions,
): Promise<StreamedDraft> {
  const response = await fetchAnswer(path, {
    method: 'POST',
    body: request,
    accept: 'text/event-stream, application/json;q=0.5',
    signal,
  });
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  if (!isStream || !response.body) {
    const draft = parseAnswer(draftViewSchema, await response.json());
    return { draft, step: stepIn(response), judged: Promise.resolve(null) };
  }
  const events = readEvents(response.body);
  const handle = createEventHandler(
    ('begun' in request && request.begun) || '',
    listener,
  );
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const written = handle(next.value);
      if (written) return { ...written, judged: readJudgement(events) };
    }
  } catch (error) {
    if (signal.aborted || error instanceof BrokenDraft) throw error;
    throw new BrokenDraft(CUT, null, error);
  }
  throw new BrokenDraft(CUT);
}

/**
 * Returns null if the stream breaks. The server finishes
 * the second reading anyway, and the page shows it later.
 */
async function readJudgement(
  events: ReturnType<typeof readEvents>,
): Promise<DraftView | null> {
  try {
    for await (const { event, data } of events)
      if (event === 'judged')
        return parseAnswer(draftStreamEvents.judged, JSON.parse(data));
  } catch {
    // Treated like a draft without a second reading.
  }
  return null;
}
