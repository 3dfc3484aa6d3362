import type { CommentRow } from '#shared/contracts/comments.ts';

/** Whatever is retried or edited, YouTube or the owner's own list takes no comment there. */
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

/** What helps after this failure; null for a comment that did not fail. */
export function failureStep({
  status,
  failureCode,
}: Pick<CommentRow, 'status' | 'failureCode'>): 'retry' | 'edit' | 'remove' | null {
  if (status !== 'failed') return null;
  if (failureCode && GONE.has(failureCode)) return 'remove';
  if (failureCode && ABOUT_THE_TEXT.has(failureCode)) return 'edit';
  return 'retry';
}

/** Where a comment's failure is dealt with. */
export const reviewAddress = (commentId: number): string => `/queue?comment=${commentId}`;
