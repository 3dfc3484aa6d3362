import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { toast } from '../lib/toast.ts';
import { ApiError, fetchJson } from './http.ts';
import { toastFailure } from './toast-failure.ts';

export const postingStatusQuery = queryOptions({
  queryKey: ['posting-status'],
  queryFn: ({ signal }) => fetchJson('/api/posting-status', { signal }, postingStatusSchema),
});

/** A day, as the pages advise in the week after the first post. */
export const FIRST_WEEK_POSTS = 5;

export interface HeldPost {
  comment: CommentRow;
  reason: string;
}

/** Says how a post ended. Under a hold it asks. Silent for an unconfirmed comment: its card says so. */
export async function announcePost(
  client: QueryClient,
  comment: CommentRow,
  posting: Promise<CommentRow>,
  ask: (held: HeldPost) => void,
): Promise<void> {
  try {
    const answer = await posting;
    if (answer.status === 'posted') announcePosted(answer);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'posting_held')
      return toastFailure('Posting Failed', error, 'Failed to post comment');
    void client.invalidateQueries({ queryKey: postingStatusQuery.queryKey });
    ask({ comment, reason: error.text });
  }
}

export const announcePosted = ({ youtubeUrl }: CommentRow): void =>
  toast({
    title: 'Comment Posted to YouTube!',
    description: 'Your comment has been successfully posted to the video.',
    ...(youtubeUrl && { link: { label: 'Open on YouTube', href: youtubeUrl } }),
  });
