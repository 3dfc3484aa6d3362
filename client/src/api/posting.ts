import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { toast } from '../lib/toast.ts';
import { patchComment, postComment } from './comments.ts';
import { errorText } from './error-text.ts';
import { ApiError, fetchJson } from './http.ts';
import { sendGuarded } from './revision-conflict.ts';

export const postingStatusQuery = queryOptions({
  queryKey: ['posting-status'],
  queryFn: ({ signal }) => fetchJson('/api/posting-status', { signal }, postingStatusSchema),
});

/** Posts one comment; refused while posting is on hold, unless `underHold`. The caller refreshes the lists. */
export async function postNow(client: QueryClient, comment: Comment, underHold = false): Promise<Comment> {
  patchComment(client, comment.id, { posting: { state: 'sending', reason: null, nextTryAt: null } });
  try {
    const answer = await sendGuarded(client, comment, (revision) =>
      postComment(comment.id, { revision, ...(underHold && { underHold }) }),
    );
    patchComment(client, comment.id, answer);
    return answer;
  } catch (error) {
    patchComment(client, comment.id, { posting: comment.posting });
    throw error;
  }
}

export interface HeldPost {
  comment: Comment;
  reason: string;
}

export function heldPost(client: QueryClient, comment: Comment, error: unknown): HeldPost | null {
  if (!(error instanceof ApiError) || error.code !== 'posting_held') return null;
  void client.invalidateQueries({ queryKey: postingStatusQuery.queryKey });
  return { comment, reason: error.text };
}

/** Stays silent for an unconfirmed comment: its card says so. */
export function announcePost(answer: Comment): void {
  if (answer.status !== 'posted') return;
  toast({
    title: 'Comment Posted to YouTube!',
    description: 'Your comment has been successfully posted to the video.',
  });
}

export function announcePostingFailure(error: unknown): void {
  toast({
    title: 'Posting Failed',
    description: errorText(error, 'Failed to post comment'),
    variant: 'destructive',
  });
}
