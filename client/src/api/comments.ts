import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Comment,
  commentListSchema,
  commentSchema,
  type GenerateBulkRequest,
  type GenerateRequest,
  generateBulkResponseSchema,
  generateResponseSchema,
  type UpdateComment,
} from '#shared/contracts/comments.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { type DraftListener, streamDraft } from './draft-stream.ts';
import { fetchJson } from './http.ts';
import { queueQuery } from './queue.ts';
import { sendGuarded } from './revision-conflict.ts';
import { statsQuery } from './stats.ts';
import { patchFoundVideo } from './videos.ts';

export const commentsQuery = queryOptions({
  queryKey: ['comments'],
  queryFn: ({ signal }) => fetchJson('/api/comments', { signal }, commentListSchema),
});

export function updateComment(id: number, body: UpdateComment): Promise<Comment> {
  return fetchJson(`/api/comments/${id}`, { method: 'PATCH', body }, commentSchema);
}

/** Posts now. The answer may say that YouTube has not confirmed yet: see `posting` in it. */
export function postComment(id: number, revision: number): Promise<Comment> {
  return fetchJson(`/api/comments/${id}/post`, { method: 'POST', body: { revision } }, commentSchema);
}

/** Lays a changed comment over every list that holds it. */
export function patchComment(client: QueryClient, id: number, patch: Partial<Comment>): void {
  client.setQueryData<Comment[]>(commentsQuery.queryKey, (comments) =>
    comments?.map((comment) => (comment.id === id ? { ...comment, ...patch } : comment)),
  );
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) =>
    items?.map((item) =>
      item.commentId === id ? { ...item, comment: { ...item.comment, ...patch } } : item,
    ),
  );
}

/** What a found video says about a comment of its own. */
export function noteCommentOnVideo(client: QueryClient, comment: Comment): void {
  patchFoundVideo(client, comment.videoId, {
    generatedComment: { id: comment.id },
    commentStatus: {
      status: comment.status,
      postedAt: comment.postedAt,
      createdAt: comment.createdAt,
      isScheduled: false,
      scheduledFor: null,
    },
  });
}

/** A comment came to be: the lists that count or show comments are asked again. */
export function refreshComments(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [commentsQuery.queryKey, queueQuery.queryKey, statsQuery.queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

interface DraftOrder {
  request: GenerateRequest;
  listener: DraftListener;
  /** Aborted, the model stops writing and nothing is saved. */
  signal: AbortSignal;
}

/** Drafts word by word. @throws BrokenDraft where it broke off. */
export function useGenerateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, listener, signal }: DraftOrder) => streamDraft(request, listener, signal),
    onSuccess: ({ comment }) => {
      noteCommentOnVideo(client, comment);
      void refreshComments(client);
    },
  });
}

/** Replaces an unposted draft; the text before stays in its history. */
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
      noteCommentOnVideo(client, comment);
      void refreshComments(client);
    },
  });
}

/** Puts another of the drafts in the draft's place. `alternative`: its place among the alternatives, from 0. */
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

/** How a draft came about, and the drafts it was chosen from. */
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
