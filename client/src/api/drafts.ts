import { keepPreviousData, type QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { type Comment, commentListSchema, commentSchema } from '#shared/contracts/comment-detail.ts';
import {
  draftRecordSchema,
  draftStreamEvents,
  type GenerateBulkRequest,
  type GenerateRequest,
  type GenerateResponse,
  generateBulkResponseSchema,
  generateResponseSchema,
  type RegenerateRequest,
  type Stretch,
  transcriptPlanSchema,
  videoMaterialSchema,
} from '#shared/contracts/drafts.ts';
import { draftRecordsKey, patchComment, wholeCommentKey } from './comments.ts';
import { fetchAnswer, fetchJson, fetchNothing, jsonQuery, parseAnswer } from './http.ts';
import { refreshChanged, refreshComment, refreshFigures, refreshRows } from './live.ts';
import { sendGuarded } from './review-verbs.ts';
import { freeVideo } from './videos.ts';

export type DraftWaiting = z.infer<typeof draftStreamEvents.waiting>;

interface DraftStreamListener {
  /** What the model does before its first word. */
  waiting: (phase: DraftWaiting) => void;
  words: (text: string) => void;
  /** Discards the streamed text; a replacement follows, and why. */
  reset: (reason: string) => void;
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
  request: GenerateRequest | RegenerateRequest,
  listener: DraftStreamListener,
  signal: AbortSignal,
  path = '/api/comments/generate',
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
    return { draft, judged: Promise.resolve(null) };
  }
  const events = readEvents(response.body);
  const { waiting, words, reset, problem, done } = draftStreamEvents;
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { event, data } = next.value;
      if (event === 'waiting') listener.waiting(parseAnswer(waiting, JSON.parse(data)));
      if (event === 'words') listener.words(parseAnswer(words, JSON.parse(data)).text);
      if (event === 'reset') listener.reset(parseAnswer(reset, JSON.parse(data)).reason);
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

interface WantedDraft {
  request: GenerateRequest;
  listener: DraftStreamListener;
  /** Aborting stops the model; nothing is saved. */
  signal: AbortSignal;
}

/** What a model did with one comment. */
const draftOf = (id: number, verb: string, body: object, options: { signal?: AbortSignal } = {}) =>
  fetchJson(`/api/comments/${id}/${verb}`, { method: 'POST', body, ...options }, generateResponseSchema);

function showComment(client: QueryClient, comment: Comment): void {
  patchComment(client, comment.id, comment);
  refreshComment(client, comment.id, comment.videoId);
}

export const useGenerateComment = () =>
  useMutation({
    mutationFn: ({ request, listener, signal }: WantedDraft) => streamDraft(request, listener, signal),
    onSuccess: ({ draft: { comment } }, _, __, { client }) =>
      refreshComment(client, comment.id, comment.videoId),
  });

export const useRegenerateComment = () =>
  useMutation({
    mutationFn: ({
      id,
      request,
      ...options
    }: {
      id: number;
      request: RegenerateRequest;
      signal?: AbortSignal;
    }) => draftOf(id, 'regenerate', request, options),
    onSuccess: ({ comment }, _, __, { client }) => showComment(client, comment),
  });

interface Redraft {
  id: number;
  request: RegenerateRequest;
  /** Gets the whole text so far. */
  show: (text: string) => void;
  signal: AbortSignal;
}

/** Writes another version of a stored comment, word by word. */
export async function redraft(client: QueryClient, { id, request, show, signal }: Redraft): Promise<Comment> {
  let text = '';
  const put = (next: string) => {
    text = next;
    show(text);
  };
  const listener = {
    waiting: () => undefined,
    words: (more: string) => put(text + more),
    reset: () => put(''),
  };
  const { draft } = await streamDraft(request, listener, signal, `/api/comments/${id}/regenerate`);
  showComment(client, draft.comment);
  return draft.comment;
}

/** Brings back the version before a redraft. @throws if the comment changed since `revision`. */
export async function takeBackRedraft(client: QueryClient, id: number, revision: number): Promise<Comment> {
  const { comment } = await draftOf(id, 'pick', { alternative: 0, revision });
  showComment(client, comment);
  return comment;
}

export const usePickDraft = () =>
  useMutation({
    mutationFn: ({ comment, alternative }: { comment: Comment; alternative: number }, { client }) =>
      sendGuarded(client, comment, (revision) => draftOf(comment.id, 'pick', { alternative, revision })),
    onSuccess: ({ comment }, _, __, { client }) => showComment(client, comment),
  });

/** A further draft with another angle, beside the present ones. */
export const useWriteOther = () =>
  useMutation({ mutationFn: ({ id, revision }: Comment) => draftOf(id, 'takes', { revision, count: 1 }) });

type SavedText = Pick<Comment, 'id' | 'content' | 'revision'>;

/** Has the saved text read a second time, anew. */
export const useReadAgain = (onError: (error: Error) => void = () => undefined) =>
  useMutation({
    onError,
    mutationFn: (comment: SavedText, { client }) =>
      sendGuarded(client, comment, (revision) => draftOf(comment.id, 'read', { revision })),
    onSuccess: ({ comment }, _, __, { client }) => showComment(client, comment),
  });

/** "I know this": makes a sentence of the analysis the person's own. */
export async function vouch(client: QueryClient, comment: SavedText, sentence: string): Promise<Comment> {
  const path = `/api/comments/${comment.id}/vouch`;
  const vouched = await sendGuarded(client, comment, (revision) =>
    fetchJson(path, { method: 'POST', body: { sentence, revision } }, commentSchema),
  );
  showComment(client, vouched);
  return vouched;
}

export const useVouch = () =>
  useMutation({
    mutationFn: ({ comment, sentence }: { comment: Comment; sentence: string }, { client }) =>
      vouch(client, comment, sentence),
  });

/** Deletes a draft nobody touched. The server keeps any other, so a refusal needs no word. */
export const useDiscardDraft = () =>
  useMutation({
    mutationFn: ({ id }: Comment) => fetchNothing(`/api/comments/${id}`, { method: 'DELETE' }),
    // At once, so that the focus can return to the button that opened the dialog.
    onMutate: ({ videoId }, { client }) => freeVideo(client, videoId),
    onSettled: (_, __, { id, videoId }, ___, { client }) => {
      refreshChanged(client, { comments: new Set([id]), videos: new Set([videoId]) });
      refreshFigures(client);
    },
  });

export const draftRecordQuery = (commentId: number, revision: number) =>
  jsonQuery([...draftRecordsKey(commentId), revision], `/api/comments/${commentId}/draft`, draftRecordSchema);

export const useGenerateBulk = () =>
  useMutation({
    mutationFn: (body: GenerateBulkRequest) =>
      fetchJson('/api/comments/generate-bulk', { method: 'POST', body }, generateBulkResponseSchema),
    onSuccess({ results }, _, __, { client }) {
      const comments = new Set(results.flatMap(({ commentId }) => commentId ?? []));
      refreshRows(client, { comments, videos: new Set(results.map(({ videoId }) => videoId)) });
      refreshFigures(client);
    },
  });

/** Everything of one comment; null if there is no such comment. */
export const commentQuery = (id: number) =>
  queryOptions({
    queryKey: wholeCommentKey(id),
    queryFn: async ({ signal }): Promise<Comment | null> => {
      const [comment = null] = await fetchJson(
        '/api/comments',
        { query: { ids: id }, signal },
        commentListSchema,
      );
      return comment;
    },
  });

/** The server reads the comments once a day; an open page does not ask again. */
export const materialQuery = (videoId: number) =>
  jsonQuery(['video-material', videoId], `/api/videos/${videoId}/material`, videoMaterialSchema);

/** What of a pasted transcript a draft would know; an error says what was not understood. */
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
