import type { StepKind, StepPlace } from '#shared/contracts/steps.ts';
import { refusedChange } from '#shared/rules/comment-status.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { commentSteps } from '#shared/schema.ts';
import { type AppError, conflict } from '../../core/errors.ts';
import { exchangeDraft } from './alternatives.rules.ts';
import type {
  ChangeDraftRecord,
  CommentChange,
  CommentView,
  DraftRecordRow,
} from './comment.view.ts';
import { onSchedule, type PostedTexts, unscheduled } from './queue.rules.ts';
import { refuseRedraft } from './redraft.rules.ts';
import {
  changedMeanwhile,
  checkedOnYouTube,
  editContent,
  refuseText,
  refuseWhilePosting,
} from './review.rules.ts';

export type StepRow = typeof commentSteps.$inferSelect;
export type NewStep = Omit<StepRow, 'id' | 'number' | 'madeAt' | 'undoneAt'>;

/**
 * Describes the change from `before` to `after` as a step, with everything needed to undo
 * it. `undone` is the step that this change undid, if it is an undo.
 */
export function stepBetween(
  before: CommentView,
  after: CommentView,
  kind: StepKind,
  undone: StepRow | null = null,
): NewStep {
  const textOrigin = undone ? undone.textOrigin : originOf(kind);
  const isTextGivenBack =
    textOrigin !== null || after.comment.content === before.comment.content;
  return {
    commentId: after.comment.id,
    kind,
    statusBefore: before.comment.status,
    placeBefore: placeOf(before),
    textBefore: textOrigin && before.comment.content,
    textOrigin,
    revisionBefore: isTextGivenBack ? before.comment.revision : null,
    revisionLeft: after.comment.revision,
    placeLeft: placeOf(after),
  };
}

/**
 * Returns null for scheduling, even if it saved an edited text: its undo keeps what the
 * owner typed (rule 12.4).
 */
function originOf(kind: StepKind): StepRow['textOrigin'] {
  if (kind === 'edit') return 'typed';
  if (kind === 'redraft') return 'drafted';
  return null;
}

function placeOf({ queueItem }: CommentView): StepPlace | null {
  if (!queueItem) return null;
  const { priority, scheduledFor, autoPost, createdAt } = queueItem;
  return {
    priority,
    scheduledFor: scheduledFor?.toISOString() ?? null,
    autoPost,
    queuedAt: createdAt.toISOString(),
  };
}

export interface PresentStep {
  /** The comment as stored now. */
  view: CommentView;
  step: StepRow;
  record: DraftRecordRow | null;
}

/**
 * Returns the change that undoes a step. Throws 409 if the step was undone before, if
 * anything changed since it, or if a rule forbids the earlier state.
 */
export function undoStep(
  { view, step, record }: PresentStep,
  posted: PostedTexts,
  now: Date,
): CommentChange {
  const { comment, video } = view;
  if (step.undoneAt)
    throw conflict(
      'already_undone',
      `Nothing was undone: this step on “${video.title}” was undone already.`,
    );
  if (comment.status === 'posted')
    throw conflict(
      'already_posted',
      `Nothing was undone: “${video.title}” is posted by now.`,
    );
  refuseWhilePosting(view);
  if (!isAsLeft(view, step)) throw changedSinceStep(view, step);

  const text = givenBackText({ view, step, record }, posted, now);
  const withText = { ...view, comment: { ...comment, ...text?.comment } };
  const state = givenBackState(withText, step, posted, now);
  const isChanged = text !== null || state.comment !== undefined;
  return {
    ...state,
    ...(isChanged && {
      comment: { ...text?.comment, ...state.comment, revision: comment.revision + 1 },
    }),
    draftRecord: text?.draftRecord,
  };
}

function isAsLeft(view: CommentView, { revisionLeft, placeLeft }: StepRow): boolean {
  return view.comment.revision === revisionLeft && isSamePlace(placeOf(view), placeLeft);
}

/** Returns a 409 error that contains the current state of the comment. */
function changedSinceStep(
  { comment, video, queueItem }: CommentView,
  { placeLeft }: StepRow,
): AppError {
  const present = queueItem?.scheduledFor ? 'scheduled' : comment.status;
  return changedMeanwhile(
    comment,
    queueItem === null && placeLeft !== null
      ? `Nothing was undone: “${video.title}” is no longer in the queue.`
      : `Nothing was undone: “${video.title}” changed since. It is ${present} now, and its text may be another.`,
  );
}

/**
 * Compares what a user sees of a place in the queue. Ignores `queuedAt`: it only orders
 * the list, and a correction of the clock may change it.
 */
function isSamePlace(one: StepPlace | null, other: StepPlace | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.scheduledFor === other.scheduledFor &&
    one.autoPost === other.autoPost &&
    one.priority === other.priority
  );
}

/**
 * Returns the change that restores the status and the place from before the step, by the
 * rules of approving and scheduling. Returns an empty change if the step changed neither,
 * so that a comment waiting to be posted keeps its due time. Throws 409 if a rule forbids
 * the earlier state.
 */
function givenBackState(
  view: CommentView,
  step: StepRow,
  posted: PostedTexts,
  now: Date,
): CommentChange {
  const { statusBefore, placeBefore, placeLeft } = step;
  const { comment } = view;
  if (statusBefore === comment.status && isSamePlace(placeBefore, placeLeft)) return {};
  refuseLostTime(step, now);
  const status = restoredStatus(comment.status, statusBefore);
  const isRestored = status !== comment.status;
  if (status === 'approved' && isRestored) refuseText(comment, posted.lately);
  const withStatus = { ...view, comment: { ...comment, status } };
  return {
    ...(isRestored && { comment: decided(comment, status, now) }),
    // If the comment was not in the queue before the step, the undo removes it again.
    ...(placeBefore
      ? { queueItem: givenBackPlace(withStatus, placeBefore, posted, now) }
      : { removeFromQueue: view.queueItem !== null }),
  };
}

type Status = CommentView['comment']['status'];

/**
 * Returns the status that the comment gets. Throws 409 if it cannot leave its present
 * status.
 */
function restoredStatus(from: Status, before: Status): Status {
  if (from === before) return from;
  // The status “failed” cannot be restored: the comment goes to review instead.
  const to = before === 'failed' ? 'pending' : before;
  if (from === 'failed') throw conflict('status_conflict', refusedChange(from, to));
  return to;
}

const decided = ({ revision }: CommentView['comment'], status: Status, now: Date) => ({
  status,
  revision: revision + 1,
  ...(status !== 'pending' && { reviewedAt: now }),
  ...(status === 'approved' && checkedOnYouTube),
});

/**
 * Returns the queue item with the earlier place. `view` already has the status that the
 * comment gets.
 */
function givenBackPlace(
  view: CommentView,
  before: StepPlace,
  posted: PostedTexts,
  now: Date,
) {
  const { comment, queueItem } = view;
  const at = before.scheduledFor === null ? null : new Date(before.scheduledFor);
  const isAhead = at !== null && at > now;
  const autoPost = at === null && before.autoPost;
  if (at && comment.status !== 'approved')
    throw conflict('not_approved', postingReason('not_approved'));
  if (isAhead) refuseText(comment, posted.beforeItsTime);
  else if (autoPost && comment.status === 'approved') refuseText(comment, posted.lately);
  const queuedAt = new Date(before.queuedAt);
  // A time in the future comes from a clock that was ahead.
  const createdAt = queuedAt < now ? queuedAt : now;
  const place = { priority: before.priority, createdAt };
  if (isAhead) return { ...place, ...onSchedule(at) };
  const losesTime =
    at !== null || (queueItem !== null && queueItem.scheduledFor !== null);
  const blockedReason = losesTime ? 'unscheduled' : null;
  return {
    ...place,
    ...unscheduled(view, { autoPost, queuedAt: createdAt, now }),
    blockedReason,
  };
}

/**
 * Throws 409 if the earlier scheduled time has passed, so that the comment keeps its new
 * time.
 */
function refuseLostTime({ placeBefore, placeLeft }: StepRow, now: Date): void {
  const time = placeLeft?.scheduledFor && placeBefore?.scheduledFor;
  if (time && new Date(time) <= now)
    throw conflict(
      'schedule_in_past',
      'The earlier time has passed, so nothing was undone.',
    );
}

interface GivenBackText {
  comment: Partial<CommentView['comment']>;
  draftRecord?: ChangeDraftRecord;
}

/**
 * Returns the change that restores the text from before the step and adds the current
 * text to the comment's earlier texts. Returns null for a step whose undo keeps the text.
 * Throws 409 if a rule of editing or redrafting forbids it, or if the text from before is
 * no longer stored.
 */
function givenBackText(
  { view, step: { textBefore, textOrigin }, record }: PresentStep,
  posted: PostedTexts,
  now: Date,
): GivenBackText | null {
  if (textBefore === null) return null;
  const { comment, video } = view;
  const replaced = {
    content: comment.content,
    style: comment.style,
    replacedAt: now.toISOString(),
  };
  const previousTexts = [...comment.previousTexts, replaced];
  if (textOrigin === 'typed') {
    const edit = editContent(view, { content: textBefore }, posted.lately);
    return edit && { comment: { content: textBefore, previousTexts } };
  }
  refuseRedraft(view);
  const exchanged = exchangeDraft(comment, record?.alternatives ?? [], textBefore);
  if (!record?.why || !exchanged)
    throw conflict(
      'version_gone',
      `Nothing was undone: the text before is no longer kept among the versions of “${video.title}”. Look under Earlier versions.`,
    );
  const { draft, alternatives } = exchanged;
  return {
    comment: { ...draft, generatedContent: draft.content, previousTexts },
    draftRecord: () => ({ why: record.why, alternatives }),
  };
}
