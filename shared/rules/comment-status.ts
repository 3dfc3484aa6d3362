import type { CommentStatus } from '../contracts/enums.ts';

/** DESIGN §6, the only copy of the table. `posted` and `failed` are reached through a post attempt alone. */
const byPerson: Record<CommentStatus, readonly CommentStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['pending'],
  rejected: ['pending'],
  failed: ['approved'],
  posted: [],
};

/** Whether a person may move a comment from one status to another. The same status is not a change. */
export function mayChangeStatus(from: CommentStatus, to: CommentStatus): boolean {
  return byPerson[from].includes(to);
}

/** Whether its text may still be changed (a posting in progress forbids it besides). */
export function isEditable(status: CommentStatus): boolean {
  return status !== 'posted';
}

/** Whether nobody knows if YouTube has it, although we have stopped looking: only Retry finds out. */
export function isUnconfirmed({ status, failureCode }: WithFailure): boolean {
  return status === 'failed' && failureCode === 'unconfirmed';
}
type WithFailure = { status: CommentStatus; failureCode: string | null };

/** Why its text must stay what was sent, in words; null where no outcome is unknown. `attempt` is the open one. */
export function whyTextRests(comment: WithFailure, attempt: { state: string } | null): string | null {
  if (attempt?.state === 'confirming')
    return 'YouTube has not confirmed this comment yet, so its text stays as it was sent until we know whether it is there.';
  if (isUnconfirmed(comment))
    return 'YouTube may have this comment already, so its text stays as it was sent. Choose Retry: it looks for the comment once more, and then you can edit it.';
  return null;
}

const whatToDoInstead: Record<CommentStatus, string> = {
  pending: 'Approve or reject it.',
  approved: 'Post it, schedule it, or move it back to review.',
  rejected: 'Re-review it first.',
  failed: 'Retry it instead.',
  posted: 'A posted comment stays as it is.',
};

/** The sentence for a refused change. */
export function refusedChange(from: CommentStatus, to: CommentStatus): string {
  return `This comment is ${from} and cannot become ${to}. ${whatToDoInstead[from]}`;
}

/** Review Queue and its badge: not scheduled and not posted (SPEC §2, §4). */
export function isInReview(item: { scheduledFor: unknown; comment: { status: CommentStatus } }): boolean {
  return !item.scheduledFor && item.comment.status !== 'posted';
}

/** Scheduled Comments and its badge: scheduled and approved (SPEC §2, §4). */
export function isScheduled(item: { scheduledFor: unknown; comment: { status: CommentStatus } }): boolean {
  return Boolean(item.scheduledFor) && item.comment.status === 'approved';
}
