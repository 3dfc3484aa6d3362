import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import type { GenerateRequest } from '#shared/contracts/draft-requests.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import { type GenerateResponse, generateResponseSchema } from '#shared/contracts/drafts.ts';
import { fetchAnswer, parseAnswer } from './http.ts';

export type DraftWaiting = z.infer<typeof draftStreamEvents.waiting>;

export interface DraftStreamListener {
  /** What the model does before its first word. */
  waiting: (phase: DraftWaiting) => void;
  words: (text: string) => void;
  /** Discards the streamed text; a replacement follows. */
  reset: () => void;
}

export interface StreamedDraft {
  draft: GenerateResponse;
  /** The same with its reading, which comes later; null if there is none. Never rejects. */
  judged: Promise<GenerateResponse | null>;
}

export class BrokenDraft extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BrokenDraft';
  }
}

/** Instead of a draft: the sentence of a model that has nothing to add. */
export class NothingToAdd extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingToAdd';
  }
}

const CUT = 'The connection was cut.';

async function* readEvents(body: ReadableStream<BufferSource>) {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    // Safari cannot iterate over a stream with for await.
    for (let next = await events.read(); !next.done; next = await events.read()) yield next.value;
  } finally {
    events.cancel().catch(() => undefined);
  }
}

/** @throws as fetchJson before the first word, BrokenDraft after it, NothingToAdd. */
export async function streamDraft(
  request: GenerateRequest,
  listener: DraftStreamListener,
  signal: AbortSignal,
): Promise<StreamedDraft> {
  const response = await fetchAnswer('/api/comments/generate', {
    method: 'POST',
    body: request,
    accept: 'text/event-stream, application/json;q=0.5',
    signal,
  });
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  if (!isStream || !response.body) {
    const draft = parseAnswer(generateResponseSchema, await response.json());
    return { draft, judged: Promise.resolve(null) };
  }
  const events = readEvents(response.body);
  const { waiting, words, reset, problem, done } = draftStreamEvents;
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { event, data } = next.value;
      if (event === 'waiting') listener.waiting(parseAnswer(waiting, JSON.parse(data)));
      if (event === 'words') listener.words(parseAnswer(words, JSON.parse(data)).text);
      if (event === 'reset' && parseAnswer(reset, JSON.parse(data))) listener.reset();
      if (event === 'problem') {
        const { code, detail } = parseAnswer(problem, JSON.parse(data));
        throw code === 'nothing_to_add' ? new NothingToAdd(detail) : new BrokenDraft(detail);
      }
      if (event !== 'done') continue;
      const draft = parseAnswer(done, JSON.parse(data));
      return { draft, judged: readJudgement(events) };
    }
  } catch (error) {
    if (signal.aborted || error instanceof BrokenDraft || error instanceof NothingToAdd) throw error;
    throw new BrokenDraft(CUT, error);
  }
  throw new BrokenDraft(CUT);
}

/** The server reads on without this page; where the stream is cut, the reading is seen later. */
async function readJudgement(events: ReturnType<typeof readEvents>): Promise<GenerateResponse | null> {
  try {
    for (let next = await events.next(); !next.done; next = await events.next())
      if (next.value.event === 'judged')
        return parseAnswer(draftStreamEvents.judged, JSON.parse(next.value.data));
    return null;
  } catch {
    return null;
  } finally {
    events.return(undefined).catch(() => undefined);
  }
}
