import type { CommentRow } from '#shared/contracts/comments.ts';
import { ApiError, errorText } from '../api/http.ts';
import type { Decision } from '../api/review-verbs.ts';
import { formatPlanned } from '../lib/planned-times.ts';
import { reviewAddress } from './failure-step.ts';

/** Words for an action that is done. */
export interface Done {
  /** Names the action in the past tense, such as "approved". */
  what: string;
  title: string;
  description?: string;
}

export const DECIDED: Record<Decision, Done> = {
  approved: { what: 'approved', title: 'Comment Approved' },
  rejected: { what: 'rejected', title: 'Comment Rejected' },
  pending: { what: 'moved to review', title: 'Comment Updated' },
};

export const SAVED: Done = {
  what: 'edited',
  title: 'Comment Saved',
  description: 'Your comment edits have been saved.',
};

export const REDRAFTED: Done = { what: 'redrafted', title: 'Comment Redrafted' };

export const REMOVED: Done = {
  what: 'removed',
  title: 'Removed from Queue',
  description: 'Item has been removed from your review queue.',
};

/** What a toast says if an action failed and the server gives no reason. */
export type Failure = readonly [title: string, fallback: string];

export const UPDATE_FAILED: Failure = ['Update Failed', 'Failed to update comment'];

/** Returns a time relative to now, such as "tomorrow 9:00 AM". */
export const plannedName = (at: Date): string =>
  formatPlanned(at.toISOString(), new Date());

export const goesOut = (at: Date): string => `It goes out ${plannedName(at)}.`;

/** A retry of a comment that may already be on YouTube. */
export interface Retrying {
  title: string;
  why: string;
  /**
   * Whether it was restored from a backup; otherwise its last attempt has an unknown
   * outcome.
   */
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

/** What to ask if an action fails because the comment may be on YouTube. */
export type Question = Pick<Retrying, 'next'> & Pick<Asked, 'goOn'>;

/**
 * Returns the question to ask about a comment that may already be on YouTube; null for
 * other errors.
 */
export function questionAbout(
  error: unknown,
  title: string,
  next: Retrying['next'],
): Retrying | null {
  const code = error instanceof ApiError && error.code;
  if (code !== 'unconfirmed' && code !== 'restored') return null;
  const why = errorText(error, 'YouTube may have this comment.');
  return { title, why, isRestored: code === 'restored', next };
}

/**
 * Returns the subject of a toast about this comment, with a link to the comment in the
 * queue.
 */
export const subjectOf = ({ id, video }: { id: number; video: { title: string } }) => ({
  title: video.title,
  href: reviewAddress(id),
});
