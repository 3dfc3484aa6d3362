import type { CommentRow } from '#shared/contracts/comments.ts';
import { ApiError, errorText } from '../api/http.ts';
import type { Decision } from '../api/review-verbs.ts';
import { formatPlanned } from '../lib/formats.ts';
import { reviewAddress } from './failure-step.ts';

export const DECIDED: Record<Decision, { title: string; done: string }> = {
  approved: { title: 'Comment Approved', done: 'approved' },
  rejected: { title: 'Comment Rejected', done: 'rejected' },
  pending: { title: 'Comment Updated', done: 'moved to review' },
};

export const REMOVED = {
  what: 'removed',
  title: 'Removed from Queue',
  description: 'Item has been removed from your review queue.',
};

/** Returns a time relative to now, such as "tomorrow 9:00 AM". */
export const plannedName = (at: Date): string => formatPlanned(at.toISOString(), new Date());

export const goesOut = (at: Date): string => `It goes out ${plannedName(at)}.`;

/** A retry of a comment that may already be on YouTube. */
export interface Retrying {
  title: string;
  why: string;
  /** Whether it was restored from a backup; otherwise its last attempt has an unknown outcome. */
  isRestored: boolean;
  /** What happens to the comment once it is approved. */
  next: 'nothing' | 'schedule' | 'post';
}

/**
 * A question to the user: whether to retry a comment that
 * may already be on YouTube, or to post during a hold.
 */
export interface Asked {
  retrying?: Retrying;
  held?: { comment: CommentRow; reason: string };
  /** Resolves to the comment that was sent to YouTube, or null if none was. */
  goOn: () => Promise<CommentRow | null>;
}

/** Returns the question to ask about a comment that may already be on YouTube; null for other errors. */
export function questionAbout(error: unknown, title: string, next: Retrying['next']): Retrying | null {
  const code = error instanceof ApiError && error.code;
  if (code !== 'unconfirmed' && code !== 'restored') return null;
  const why = errorText(error, 'YouTube may have this comment.');
  return { title, why, isRestored: code === 'restored', next };
}

/** Returns the subject of a toast about this comment, with a link to the comment in the queue. */
export const subjectOf = ({ id, video }: { id: number; video: { title: string } }) => ({
  title: video.title,
  href: reviewAddress(id),
});
