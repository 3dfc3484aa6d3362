import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { type Comment, commentListSchema, commentSchema } from '#shared/contracts/comment-detail.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import type {
  GenerateBulkRequest,
  GenerateRequest,
  RegenerateRequest,
} from '#shared/contracts/draft-requests.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import {
  type GenerateResponse,
  generateBulkResponseSchema,
  generateResponseSchema,
} from '#shared/contracts/drafts.ts';
import { type Stretch, transcriptPlanSchema, videoMaterialSchema } from '#shared/contracts/material.ts';
import { draftRecordsKey, patchComment, wholeCommentKey } from './comments.ts';
import { fetchAnswer, fetchJson, fetchNothing, parseAnswer } from './http.ts';
import { refreshChanged, refreshComment, refreshFigures, refreshRows } from './live.ts';
import { sendGuarded } from './review-verbs.ts';
import { freeVideo } from './videos.ts';

export type DraftWaiting = z.infer<typeof draftStreamEvents.waiting>;

interface DraftStreamListener {
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

interface WantedDraft {
  request: GenerateRequest;
  listener: DraftStreamListener;
  /** Aborting stops the model; nothing is saved. */
  signal: AbortSignal;
}

export function useGenerateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, listener, signal }: WantedDraft) => streamDraft(request, listener, signal),
    onSuccess: ({ draft: { comment } }) => refreshComment(client, comment.id, comment.videoId),
  });
}

export function useRegenerateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, request, signal }: { id: number; request: RegenerateRequest; signal?: AbortSignal }) =>
      fetchJson(
        `/api/comments/${id}/regenerate`,
        { method: 'POST', body: request, ...(signal && { signal }) },
        generateResponseSchema,
      ),
    onSuccess: ({ comment }) => {
      patchComment(client, comment.id, comment);
      refreshComment(client, comment.id, comment.videoId);
    },
  });
}

export function usePickDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, alternative }: { comment: Comment; alternative: number }) =>
      sendGuarded(client, comment, (revision) =>
        fetchJson(
          `/api/comments/${comment.id}/pick`,
          { method: 'POST', body: { alternative, revision } },
          generateResponseSchema,
        ),
      ),
    onSuccess: ({ comment }) => {
      patchComment(client, comment.id, comment);
      refreshComment(client, comment.id, comment.videoId);
    },
  });
}

/** Two further drafts with other angles, beside the present one. */
export function useWriteOthers() {
  return useMutation({
    mutationFn: ({ id, revision }: Comment) =>
      fetchJson(`/api/comments/${id}/takes`, { method: 'POST', body: { revision } }, generateResponseSchema),
  });
}

/** Has the saved text read a second time, anew. */
export function useReadAgain(onError?: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    ...(onError && { onError }),
    mutationFn: (comment: Pick<Comment, 'id' | 'content' | 'revision'>) =>
      sendGuarded(client, comment, (revision) =>
        fetchJson(
          `/api/comments/${comment.id}/read`,
          { method: 'POST', body: { revision } },
          generateResponseSchema,
        ),
      ),
    onSuccess: ({ comment }) => {
      patchComment(client, comment.id, comment);
      refreshComment(client, comment.id, comment.videoId);
    },
  });
}

/** "I know this": makes a sentence of the analysis the person's own. */
export async function vouch(
  client: QueryClient,
  comment: Pick<Comment, 'id' | 'content' | 'revision'>,
  sentence: string,
): Promise<Comment> {
  const vouched = await sendGuarded(client, comment, (revision) =>
    fetchJson(
      `/api/comments/${comment.id}/vouch`,
      { method: 'POST', body: { sentence, revision } },
      commentSchema,
    ),
  );
  patchComment(client, vouched.id, vouched);
  refreshComment(client, vouched.id, vouched.videoId);
  return vouched;
}

export function useVouch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, sentence }: { comment: Comment; sentence: string }) =>
      vouch(client, comment, sentence),
  });
}

/** Deletes a draft nobody touched. The server keeps any other, so a refusal needs no word. */
export function useDiscardDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Comment) => fetchNothing(`/api/comments/${id}`, { method: 'DELETE' }),
    // At once, so that the focus can return to the button that opened the dialog.
    onMutate: ({ videoId }) => freeVideo(client, videoId),
    onSettled: (_, __, { id, videoId }) => {
      refreshChanged(client, { comments: new Set([id]), videos: new Set([videoId]) });
      refreshFigures(client);
    },
  });
}

export const draftRecordQuery = (commentId: number, revision: number) =>
  queryOptions({
    queryKey: [...draftRecordsKey(commentId), revision],
    queryFn: ({ signal }) => fetchJson(`/api/comments/${commentId}/draft`, { signal }, draftRecordSchema),
  });

export function useGenerateBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GenerateBulkRequest) =>
      fetchJson('/api/comments/generate-bulk', { method: 'POST', body }, generateBulkResponseSchema),
    onSuccess({ results }) {
      const comments = new Set(results.flatMap(({ commentId }) => commentId ?? []));
      refreshRows(client, { comments, videos: new Set(results.map(({ videoId }) => videoId)) });
      refreshFigures(client);
    },
  });
}

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
  queryOptions({
    queryKey: ['video-material', videoId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchJson(`/api/videos/${videoId}/material`, { signal }, videoMaterialSchema),
  });

/** What of a pasted transcript a draft would know; an error says what was not understood. */
export const transcriptPlanQuery = (
  videoId: number,
  { transcript, point, stretches }: { transcript: string; point: string; stretches: readonly Stretch[] },
) =>
  queryOptions({
    queryKey: ['transcript-plan', videoId, transcript, point, stretches],
    enabled: transcript !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
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
