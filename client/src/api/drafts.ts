import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import type {
  GenerateBulkRequest,
  GenerateRequest,
  RegenerateRequest,
} from '#shared/contracts/draft-requests.ts';
import { generateBulkResponseSchema, generateResponseSchema } from '#shared/contracts/drafts.ts';
import { freeVideo } from './comment-states.ts';
import { draftRecordsKey, patchComment } from './comments.ts';
import { type DraftStreamListener, streamDraft } from './draft-stream.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { refreshChanged, refreshComment, refreshFigures, refreshRows } from './refresh-changed.ts';
import { sendGuarded } from './revision-conflict.ts';

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
