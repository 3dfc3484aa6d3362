import type { CommentStatus } from '../contracts/primitives.ts';

/**
 * The changes that the owner may make (rule 4.1). Only a post attempt leads to `posted`
 * and `failed`.
 */
const byPerson: Record<CommentStatus, readonly CommentStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['pending'],
  rejected: ['pending'],
  failed: ['approved'],
  posted: [],
};

export function mayChangeStatus(from: CommentStatus, to: CommentStatus): boolean {
  return byPerson[from].includes(to);
}

export function isEditable(status: CommentStatus): boolean {
  return status !== 'posted';
}

/**
 * Returns true if the checks have ended without a result. Only Retry finds out whether
 * YouTube has the comment.
 */
export function isUnconfirmed({ status, failureCode }: WithFailure): boolean {
  return status === 'failed' && failureCode === 'unconfirmed';
}
type WithFailure = { status: CommentStatus; failureCode: string | null };

export function whyNotEditable(
  comment: WithFailure,
  attempt: { state: string } | null,
): string | null {
  if (attempt?.state === 'confirming')
    return 'YouTube has not confirmed this comment yet, so its text stays as it was sent until we know whether YouTube received it.';
  if (isUnconfirmed(comment))
    return 'YouTube may have this comment already, so its text stays as it was sent. Choose Retry: it checks YouTube once more, and then you can edit the comment.';
  return null;
}

const whatToDoInstead: Record<CommentStatus, string> = {
  pending: 'Approve or reject it.',
  approved: 'Post it, schedule it, or move it back to review.',
  rejected: 'Re-review it first.',
  failed: 'Retry it instead.',
  posted: 'A posted comment stays as it is.',
};

export function refusedChange(from: CommentStatus, to: CommentStatus): string {
  return `This comment is ${from} and cannot become ${to}. ${whatToDoInstead[from]}`;
}

export function isInReview(item: {
  scheduledFor: unknown;
  comment: { status: CommentStatus };
}): boolean {
  return !item.scheduledFor && item.comment.status !== 'posted';
}

export function isScheduled(item: {
  scheduledFor: unknown;
  comment: { status: CommentStatus };
}): boolean {
  return Boolean(item.scheduledFor) && item.comment.status === 'approved';
}

/** States of attempts that were posted, may have been posted, or are being posted. */
export const countedStates = ['sending', 'confirming', 'posted'] as const;
