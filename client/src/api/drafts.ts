import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Comment,
  type GenerateBulkRequest,
  type GenerateRequest,
  generateBulkResponseSchema,
  generateResponseSchema,
} from '#shared/contracts/comments.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { commentsQuery, patchComment, refreshComments } from './comments.ts';
import { type DraftStreamListener, streamDraft } from './draft-stream.ts';
import { fetchJson } from './http.ts';
import { sendGuarded } from './revision-conflict.ts';

interface StreamedDraft {
  request: GenerateRequest;
  listener: DraftStreamListener;
  /** Aborting stops the model; nothing is saved. */
  signal: AbortSignal;
}

export function useGenerateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, listener, signal }: StreamedDraft) => streamDraft(request, listener, signal),
    onSuccess: () => void refreshComments(client),
  });
}

export function useRegenerateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, style }: { id: number; style: CommentStyle }) =>
      fetchJson(
        `/api/comments/${id}/regenerate`,
        { method: 'POST', body: { style } },
        generateResponseSchema,
      ),
    onSuccess: ({ comment }) => {
      patchComment(client, comment.id, comment);
      void refreshComments(client);
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
      void refreshComments(client);
    },
  });
}

export const draftRecordQuery = (commentId: number, revision: number) =>
  queryOptions({
    queryKey: [...commentsQuery.queryKey, commentId, 'draft', revision],
    queryFn: ({ signal }) => fetchJson(`/api/comments/${commentId}/draft`, { signal }, draftRecordSchema),
  });

export function useGenerateBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GenerateBulkRequest) =>
      fetchJson('/api/comments/generate-bulk', { method: 'POST', body }, generateBulkResponseSchema),
    onSuccess: () => void refreshComments(client),
  });
}
