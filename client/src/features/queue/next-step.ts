import type { QueueRow } from '#shared/contracts/queue.ts';

/** What helps a comment that failed or is blocked. */
export type NextStep = 'retry' | 'edit' | 'remove' | 'settings' | null;

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
const IN_SETTINGS = new Set(['posting_paused', 'daily_cap', 'channel_cooldown', 'channel_blocked']);

export function nextStep({ comment, blockedReason }: QueueRow): NextStep {
  if (comment.status === 'failed') {
    if (comment.failureCode && GONE.has(comment.failureCode)) return 'remove';
    if (comment.failureCode && ABOUT_THE_TEXT.has(comment.failureCode)) return 'edit';
    return 'retry';
  }
  return blockedReason && IN_SETTINGS.has(blockedReason) ? 'settings' : null;
}
