import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type Acknowledged, type Stage, signedId } from './stage.ts';

export interface Verdict {
  figures: Record<string, number>;
  violations: string[];
  /** Other results, in words. */
  counts: string[];
}

type Copy = ReturnType<Stage['sandbox']['admin']['comments']>[number];

/**
 * Compares the comments in the sandbox with what the app says, what was requested and
 * what was acknowledged.
 */
export function judge(
  { sandbox, acknowledged }: Stage,
  comments: readonly Comment[],
): Verdict {
  const onYouTube = sandbox.admin.comments();
  const states = new Map(onYouTube.map(({ id, state }) => [id, state]));
  // If a thread is deleted, its answers are gone too.
  const isPublic = ({ state, parentId }: Copy) =>
    state === 'published' && states.get(parentId ?? '') !== 'deleted';
  const copiesOf = Map.groupBy(onYouTube, ({ text }) => signedId(text));
  const isThere = ({ id }: Comment) => copiesOf.get(id)?.some(isPublic) ?? false;

  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const unknown = onYouTube.filter(({ text }) => !byId.has(signedId(text)));
  const lost = [...acknowledged.texts.keys()].flatMap((id) =>
    losses(id, byId.get(id), acknowledged),
  );
  const ordered = comments.filter(({ id }) => acknowledged.approvalAsked.has(id));
  const failedThere = comments.filter(
    (comment) => comment.status === 'failed' && isThere(comment),
  );
  const unchecked = failedThere.filter(saysUnchecked).length;
  const count = (isCounted: (comment: Comment) => boolean) =>
    ordered.filter(isCounted).length;
  return {
    figures: {
      posted: count(({ status }) => status === 'posted'),
      'not confirmed': count(({ failureCode }) => failureCode !== null),
      'not scheduled': count(
        ({ status }) => status === 'approved' || status === 'pending',
      ),
      twice: [...copiesOf.values()].reduce((sum, copies) => sum + copies.length - 1, 0),
      lost: lost.length,
      'told absent': failedThere.length - unchecked,
    },
    violations: [
      ...unknown.map(
        ({ id, text }) => `${id} is on YouTube and unknown to the app: ${text}`,
      ),
      ...lost,
      ...comments.flatMap((comment) =>
        contradictions(
          comment,
          copiesOf.get(comment.id) ?? [],
          isThere(comment),
          acknowledged,
        ),
      ),
    ],
    counts: [`${unchecked} there, of which the app says that it could not check`],
  };
}

/** True if the app says that it could not check whether a comment is on YouTube. */
const saysUnchecked = ({ failureReason }: Comment): boolean =>
  failureReason?.includes('We could not check whether it is there') ?? false;

type Finding = readonly [isSo: boolean, what: string];

const sentences = (id: number, findings: readonly Finding[]): string[] =>
  findings.flatMap(([isSo, what]) => (isSo ? [`comment ${id} ${what}`] : []));

/** Finds acknowledged changes that are lost. */
function losses(
  id: number,
  comment: Comment | undefined,
  acknowledged: Acknowledged,
): string[] {
  if (!comment) return [`comment ${id} is gone`];
  const { status, content, withdrawnAt, previousTextCount } = comment;
  const {
    texts,
    editAsked,
    changeAsked,
    approved,
    scheduled,
    posted,
    changed,
    withdrawn,
  } = acknowledged;
  const isSettled = status === 'posted' || status === 'failed';
  const isChanged = content === changeAsked.get(id);
  return sentences(id, [
    [
      !isChanged && content !== texts.get(id) && content !== editAsked.get(id),
      'has lost its text',
    ],
    [
      approved.has(id) && status !== 'approved' && !isSettled,
      `was approved and is ${status}`,
    ],
    [scheduled.has(id) && !isSettled, `was scheduled and is ${status}`],
    [posted.has(id) && status !== 'posted', `was posted and is ${status}`],
    [changed.has(id) && !isChanged, 'has lost its change'],
    [isChanged && previousTextCount === 0, 'has lost its text before the change'],
    [withdrawn.has(id) && !withdrawnAt, 'was withdrawn and is not'],
  ]);
}

/**
 * Failures that an attack's faults can cause. Answers may also fail in other ways, once
 * their thread is withdrawn.
 */
const expectedFailures = ['unconfirmed', 'processing_failed'];

/**
 * Finds contradictions between the app and YouTube about a comment, and changes that
 * nobody requested.
 */
function contradictions(
  comment: Comment,
  copies: readonly Copy[],
  isThere: boolean,
  {
    texts,
    editAsked,
    changeAsked,
    approvalAsked,
    overUndone,
    withdrawalAsked,
  }: Acknowledged,
): string[] {
  const { id, status, posting, failureCode, withdrawnAt, visibilityReason } = comment;
  const [copy] = copies;
  const approvedTexts = [texts.get(id), editAsked.get(id), changeAsked.get(id)];
  const isPosted = status === 'posted';
  const isItself =
    copy?.id === comment.youtubeCommentId && copy?.videoId === comment.video.youtubeId;
  const isExpected =
    comment.answers !== null || expectedFailures.includes(failureCode ?? '');
  return sentences(id, [
    [posting !== null, 'was never settled'],
    [copies.length > 1, `is on YouTube ${copies.length} times`],
    [copies.length > 0 && !approvalAsked.has(id), 'was never approved and is on YouTube'],
    [
      copies.some(({ text }) => !approvedTexts.includes(text)),
      'is on YouTube with a text nobody approved',
    ],
    [overUndone.has(id), 'was approved by an undo over a newer text'],
    [
      status === 'failed' && !isExpected,
      `failed with ${failureCode}, which never happened`,
    ],
    [!isPosted && isThere && !saysUnchecked(comment), `is on YouTube and says ${status}`],
    [
      isPosted && !withdrawnAt && !(isThere && isItself),
      'says posted, and YouTube does not have it',
    ],
    [
      isPosted && !withdrawnAt && isThere && copy?.text !== comment.content,
      'has another text on YouTube',
    ],
    [withdrawnAt !== null && isThere, 'says withdrawn and is on YouTube'],
    [
      withdrawnAt !== null &&
        !withdrawalAsked.has(id) &&
        visibilityReason !== 'gone_with_comment',
      'was withdrawn without an order',
    ],
  ]);
}
