import {
  type GenerateRequest,
  type GenerateResponse,
  generateResponseSchema,
} from '#shared/contracts/comments.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import { serverSentEvents } from '../lib/server-sent-events.ts';
import { fetchAnswer, understood } from './http.ts';

export interface DraftStreamListener {
  /** Appends to the streamed text. */
  words: (text: string) => void;
  /** Discards the streamed text; a replacement follows. */
  reset: () => void;
}

/** The message says why. */
export class BrokenDraft extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BrokenDraft';
  }
}

const CUT = 'The connection was cut.';

/**
 * Drafts a comment and tells the words as they come (shared/contracts/draft-stream.ts).
 * @throws as fetchJson does before the first word; BrokenDraft after it.
 */
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
  if (!isStream || !response.body) return understood(generateResponseSchema, await response.json());
  try {
    for await (const { name, data } of serverSentEvents(response.body)) {
      const { words, reset, problem, done } = draftStreamEvents;
      if (name === 'words') listener.words(understood(words, data).text);
      if (name === 'reset' && understood(reset, data)) listener.reset();
      if (name === 'problem') throw new BrokenDraft(understood(problem, data).detail);
      if (name === 'done') return understood(done, data);
    }
  } catch (error) {
    if (signal.aborted || error instanceof BrokenDraft) throw error;
    throw new BrokenDraft(CUT, error);
  }
  throw new BrokenDraft(CUT);
}
