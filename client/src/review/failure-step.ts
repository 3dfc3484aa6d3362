import type { CommentRow } from '#shared/contracts/comments.ts';

/**
 * Failures that neither a retry nor an edit can fix: no
 * comment is possible there, or the owner blocked the channel.
 */
const GONE = new Set([
  'comments_off',
  'video_not_found',
  'video_unavailable',
  'channel_blocked',
  'parent_gone',
  'parent_private',
  'answers_refused',
]);
const ABOUT_THE_TEXT = new Set([
  'text_too_long',
  'emoji_refused',
  'duplicate_text',
  'comment_refused',
  'empty_text',
]);

/**
 * Returns what the user can do after this failure; null for a comment that did not fail.
 */
export function failureStep({
  status,
  failureCode,
}: Pick<CommentRow, 'status' | 'failureCode'>): 'retry' | 'edit' | 'remove' | null {
  if (status !== 'failed') return null;
  if (failureCode && GONE.has(failureCode)) return 'remove';
  if (failureCode && ABOUT_THE_TEXT.has(failureCode)) return 'edit';
  return 'retry';
}

/** Returns the path of the page where the owner can deal with a failed comment. */
export const reviewAddress = (commentId: number): string => `/queue?comment=${commentId}`;
