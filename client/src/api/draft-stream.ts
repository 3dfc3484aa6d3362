import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { GenerateRequest } from '#shared/contracts/draft-requests.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import { type GenerateResponse, generateResponseSchema } from '#shared/contracts/drafts.ts';
import { fetchAnswer, parseAnswer } from './http.ts';

export interface DraftStreamListener {
  words: (text: string) => void;
  /** Discards the streamed text; a replacement follows. */
  reset: () => void;
}

export class BrokenDraft extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BrokenDraft';
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

/** @throws as fetchJson before the first word, BrokenDraft after it. */
export async function streamDraft(
  request: GenerateRequest,
  listener: DraftStreamListener,
  signal: AbortSignal,
): Promise<GenerateResponse> {
  const response = await fetchAnswer('/api/comments/generate', {
    method: 'POST',
    body: request,
    accept: 'text/event-stream, application/json;q=0.5',
    signal,
  });
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  if (!isStream || !response.body) return parseAnswer(generateResponseSchema, await response.json());
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const { words, reset, problem, done } = draftStreamEvents;
      if (event === 'words') listener.words(parseAnswer(words, JSON.parse(data)).text);
      if (event === 'reset' && parseAnswer(reset, JSON.parse(data))) listener.reset();
      if (event === 'problem') throw new BrokenDraft(parseAnswer(problem, JSON.parse(data)).detail);
      if (event === 'done') return parseAnswer(done, JSON.parse(data));
    }
  } catch (error) {
    if (signal.aborted || error instanceof BrokenDraft) throw error;
    throw new BrokenDraft(CUT, error);
  }
  throw new BrokenDraft(CUT);
}
