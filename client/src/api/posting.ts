import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { toast } from '../lib/toast.ts';
import { patchComment, postComment } from './comments.ts';
import { errorText } from './error-text.ts';
import { ApiError, fetchJson } from './http.ts';
import { sendGuarded } from './revision-conflict.ts';

/** Whether anything goes out by itself, and if not, why. */
export const postingStatusQuery = queryOptions({
  queryKey: ['posting-status'],
  queryFn: ({ signal }) => fetchJson('/api/posting-status', { signal }, postingStatusSchema),
});

/**
 * Posts one comment now; its cards say so meanwhile. The answer's `posting` is set where YouTube has not
 * confirmed yet. While posting is on hold this is refused, unless it is to be tried all the same. The caller
 * refreshes the lists.
 */
export async function sendNow(client: QueryClient, comment: Comment, underHold = false): Promise<Comment> {
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

/** A comment that was not posted because posting waits as a whole. */
export interface HeldPost {
  comment: Comment;
  /** What holds posting, in the server's words. */
  reason: string;
}

/** Gives what to ask where a hold refused it; null for any other failure. */
export function heldPost(client: QueryClient, comment: Comment, error: unknown): HeldPost | null {
  if (!(error instanceof ApiError) || error.code !== 'posting_held') return null;
  void client.invalidateQueries({ queryKey: postingStatusQuery.queryKey });
  return { comment, reason: error.text };
}

/** SPEC §8. A comment not yet confirmed says so on its card. */
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
