import { keepPreviousData, type QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { type Comment, commentListSchema, commentSchema } from '#shared/contracts/comment-detail.ts';
import {
  draftRecordSchema,
  draftStreamEvents,
  type GenerateBulkRequest,
  type GenerateBulkResponse,
  type GenerateRequest,
  type GenerateResponse,
  generateBulkResponseSchema,
  generateResponseSchema,
  type RegenerateRequest,
  type Stretch,
  textFileSchema,
  transcriptPlanSchema,
  videoMaterialSchema,
  type WriteComment,
} from '#shared/contracts/drafts.ts';
import { toast } from '../lib/toast.ts';
import { newestUnsavedEdits } from '../lib/unsaved.ts';
import { draftRecordsKey, patchComment, sendGuarded, wholeCommentKey } from './comments.ts';
import {
  fetchAnswer,
  fetchJson,
  jsonQuery,
  parseAnswer,
  post,
  remove,
  stepIn,
  toastFailure,
} from './http.ts';
import { refreshChanged, refreshComment, refreshFigures, refreshRows } from './live.ts';
import { freeVideo } from './videos.ts';

export type DraftWaiting = z.infer<typeof draftStreamEvents.waiting>;

interface DraftListener {
  text: (text: string) => void;
  waiting?: (phase: DraftWaiting) => void;
  /** Called when the server discards the text so far, with the reason. A replacement follows. */
  replaced?: (reason: string) => void;
}

interface StreamOptions {
  listener: DraftListener;
  signal: AbortSignal;
}

export interface StreamedDraft {
  draft: GenerateResponse;
  /** The step that replaced another draft; null for a first draft. */
  step: string | null;
  /**
   * The same draft with the model's second reading, which
   * arrives later; null if there is none. Never rejects.
   */
  judged: Promise<GenerateResponse | null>;
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
    for (let next = await events.read(); !next.done; next = await events.read()) yield next.value;
  } finally {
    events.cancel().catch(() => undefined);
  }
}

/** Returns a function that passes an event on to the listener, and returns the draft once it is complete. */
function createEventHandler(begun: string, listener: DraftListener) {
  const { waiting, words, reset, problem, step, done } = draftStreamEvents;
  let text = begun;
  let madeStep: string | null = null;
  return ({ event, data }: EventSourceMessage): Pick<StreamedDraft, 'draft' | 'step'> | null => {
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
async function streamDraft(
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
    const draft = parseAnswer(generateResponseSchema, await response.json());
    return { draft, step: stepIn(response), judged: Promise.resolve(null) };
  }
  const events = readEvents(response.body);
  const handle = createEventHandler(('begun' in request && request.begun) || '', listener);
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
async function readJudgement(events: ReturnType<typeof readEvents>): Promise<GenerateResponse | null> {
  try {
    for await (const { event, data } of events)
      if (event === 'judged') return parseAnswer(draftStreamEvents.judged, JSON.parse(data));
  } catch {
    // Treated like a draft without a second reading.
  }
  return null;
}

/** Writes the first draft of a video, or another version of the comment if `commentId` is given. */
export async function writeDraft(
  client: QueryClient,
  commentId: number | undefined,
  request: GenerateRequest | RegenerateRequest,
  options: StreamOptions,
): Promise<StreamedDraft> {
  const path = commentId === undefined ? 'generate' : `${commentId}/regenerate`;
  const { draft, step, judged } = await streamDraft(`/api/comments/${path}`, request, options);
  const { id, videoId } = draft.comment;
  client.setQueryData(wholeCommentKey(id), draft.comment);
  showComment(client, draft.comment);
  return {
    draft,
    step,
    judged: judged.then((answer) => {
      if (!answer) return null;
      const { analysis, qualityScore, isScoreCurrent } = answer.comment;
      // The cached comment may have a newer text and revision by now, so only these fields are updated.
      client.setQueryData<Comment | null>(
        wholeCommentKey(id),
        (comment) => comment && { ...comment, analysis, qualityScore, isScoreCurrent },
      );
      refreshComment(client, id, videoId);
      return answer;
    }),
  };
}

const draftOf = (id: number, verb: string, body: object) =>
  post(`/api/comments/${id}/${verb}`, generateResponseSchema, body);

function showComment(client: QueryClient, comment: Comment): void {
  patchComment(client, comment.id, comment);
  refreshComment(client, comment.id, comment.videoId);
}

async function shown<Answer extends { comment: Comment }>(client: QueryClient, asked: Promise<Answer>) {
  const answer = await asked;
  showComment(client, answer.comment);
  return answer;
}

export async function streamAnswer(
  replyId: number,
  text: DraftListener['text'],
  signal: AbortSignal,
): Promise<Comment> {
  const { draft } = await streamDraft(`/api/replies/${replyId}/draft`, {}, { listener: { text }, signal });
  return draft.comment;
}

export const pickDraft = (client: QueryClient, comment: Comment, alternative: string) =>
  shown(
    client,
    sendGuarded(client, comment, (revision) => draftOf(comment.id, 'pick', { alternative, revision })),
  );

/** Stores a comment that the user wrote without a draft. */
export async function writeByHand(client: QueryClient, written: WriteComment): Promise<Comment> {
  const comment = await post('/api/comments', commentSchema, written);
  client.setQueryData(wholeCommentKey(comment.id), comment);
  showComment(client, comment);
  return comment;
}

/** Writes one more draft from another angle and keeps the present ones. */
export const writeOther = ({ id, revision }: Comment) => draftOf(id, 'takes', { revision, count: 1 });

type SavedText = Pick<Comment, 'id' | 'content' | 'revision'>;

export const readAgain = (client: QueryClient, comment: SavedText) =>
  shown(
    client,
    sendGuarded(client, comment, (revision) => draftOf(comment.id, 'read', { revision })),
  );

/** Marks a sentence of the analysis as known by the owner ("I know this"), so that it needs no source. */
export async function vouch(client: QueryClient, comment: SavedText, sentence: string): Promise<Comment> {
  const path = `/api/comments/${comment.id}/vouch`;
  const vouched = await sendGuarded(client, comment, (revision) =>
    post(path, commentSchema, { sentence, revision }),
  );
  showComment(client, vouched);
  return vouched;
}

/**
 * Deletes a draft.
 * @throws if its text has changed, or if it was decided, queued or sent to YouTube.
 */
export async function discardDraft(client: QueryClient, { id, videoId, revision }: Comment): Promise<void> {
  // Update the row at once. The Discard button disappears with it; later, that would drop the keyboard focus.
  freeVideo(client, videoId);
  try {
    await remove(`/api/comments/${id}?revision=${revision}`);
    newestUnsavedEdits().get(id)?.kept.remove();
  } finally {
    refreshChanged(client, { comments: new Set([id]), videos: new Set([videoId]) });
    refreshFigures(client);
  }
}

export const draftRecordQuery = (commentId: number, revision: number) =>
  jsonQuery([...draftRecordsKey(commentId), revision], `/api/comments/${commentId}/draft`, draftRecordSchema);

function bulkSummary({ successful, skipped, failed, addedToQueue }: GenerateBulkResponse['summary']): string {
  return [
    `Generated ${successful} ${successful === 1 ? 'comment' : 'comments'}`,
    skipped > 0 && `skipped ${skipped}`,
    failed > 0 && `${failed} failed`,
    addedToQueue > 0 && `${addedToQueue} added to queue`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Runs a bulk generation. A toast reports the outcome even if the component that started it is unmounted. */
const useBulk = <Asked>(mutationFn: (asked: Asked) => Promise<GenerateBulkResponse>) =>
  useMutation({
    mutationFn,
    onSuccess({ results, summary }, _, __, { client }) {
      const comments = new Set(results.flatMap(({ commentId }) => commentId ?? []));
      refreshRows(client, { comments, videos: new Set(results.map(({ videoId }) => videoId)) });
      refreshFigures(client);
      toast({ title: 'Bulk Generation Complete', description: bulkSummary(summary) });
    },
    onError: (error) => toastFailure('Bulk Generation Failed', error, 'Failed to generate comments'),
  });

export const useBulkGeneration = () =>
  useBulk((body: GenerateBulkRequest) =>
    post('/api/comments/generate-bulk', generateBulkResponseSchema, body),
  );

/**
 * Drafts the videos that the last bulk run left without a draft,
 * each with the style and queue choice it was requested with.
 */
export const useBulkRest = () => useBulk<void>(() => post('/api/bulk-run/rest', generateBulkResponseSchema));

/** Loads a whole comment; null if it does not exist. */
export const commentQuery = (id: number) =>
  queryOptions({
    queryKey: wholeCommentKey(id),
    queryFn: async ({ signal }): Promise<Comment | null> => {
      const asked = { query: { ids: id }, signal };
      const [comment = null] = await fetchJson('/api/comments', asked, commentListSchema);
      return comment;
    },
    // A response to a request sent before a change must not bring the old text back.
    structuralSharing: (before, now) =>
      ((before as Comment | null | undefined)?.revision ?? 0) > ((now as Comment | null)?.revision ?? 0)
        ? before
        : now,
  });

/** Never refetches while a page is open, because the server loads a video's top comments only once a day. */
export const materialQuery = (videoId: number) =>
  jsonQuery(['video-material', videoId], `/api/videos/${videoId}/material`, videoMaterialSchema);

/** Loads which parts of a pasted transcript a draft would use. An error says what could not be parsed. */
export const transcriptPlanQuery = (
  videoId: number,
  { transcript, point, stretches }: { transcript: string; point: string; stretches: readonly Stretch[] },
) =>
  queryOptions({
    queryKey: ['transcript-plan', videoId, transcript, point, stretches],
    enabled: transcript !== '',
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchJson(
        `/api/videos/${videoId}/transcript`,
        {
          method: 'POST',
          body: { transcript, ...(point && { point }), ...(stretches.length > 0 && { stretches }) },
          signal,
        },
        transcriptPlanSchema,
      ),
  });

/**
 * Returns the text of a file in any encoding. Most are UTF-8, which the browser decodes; the server detects the
 * other encodings.
 * @throws ApiError with a sentence if the encoding cannot be detected.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const text = utf8Text(await file.arrayBuffer());
  if (text !== null) return text;
  const content = { content: file, type: 'application/octet-stream' as const };
  const decoded = await fetchJson('/api/text-files', { method: 'POST', file: content }, textFileSchema);
  return decoded.text;
}

/** Returns null if the bytes are not UTF-8. Zero bytes mean UTF-16, although they are valid UTF-8. */
function utf8Text(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
