import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Stage } from './stage.ts';

export interface Verdict {
  posted: number;
  unconfirmed: number;
  /** Approved, but killed before the schedule was acknowledged. */
  waiting: number;
  duplicates: number;
  lost: number;
  /** On YouTube, and said to have been looked for in vain. */
  toldAbsent: number;
  violations: string[];
  /** Other figures, in words. */
  counts?: string;
}

/** Compares what the sandbox has with what the app says and had acknowledged. */
export function judge(
  { sandbox, acknowledged }: Pick<Stage, 'sandbox' | 'acknowledged'>,
  comments: readonly Comment[],
): Verdict {
  const onYouTube = Map.groupBy(sandbox.admin.comments(), ({ videoId }) => videoId);
  const duplicated = [...onYouTube].filter(([, copies]) => copies.length > 1);
  const lost = losses(acknowledged, comments);
  const failedThere = comments.filter(
    ({ status, video }) => status === 'failed' && onYouTube.has(video.youtubeId),
  );
  const unchecked = failedThere.filter(({ failureReason }) => saysUnchecked(failureReason)).length;
  const violations = [
    ...duplicated.map(([videoId, copies]) => `video ${videoId} carries the comment ${copies.length} times`),
    ...lost,
    ...[...acknowledged.overUndone].map((id) => `an undo approved comment ${id} over a newer text`),
    ...comments.flatMap((comment) => contradictions(comment, onYouTube.get(comment.video.youtubeId) ?? [])),
    ...comments
      .filter(({ id, video }) => onYouTube.has(video.youtubeId) && !acknowledged.approvalAsked.has(id))
      .map(({ id }) => `comment ${id} was never approved and is on YouTube`),
  ];
  const count = (status: Comment['status']) =>
    comments.filter((comment) => comment.status === status && acknowledged.approvalAsked.has(comment.id))
      .length;
  return {
    posted: count('posted'),
    unconfirmed: count('failed'),
    waiting: count('approved'),
    duplicates: duplicated.reduce((sum, [, copies]) => sum + copies.length - 1, 0),
    lost: lost.length,
    toldAbsent: failedThere.length - unchecked,
    violations,
    counts: `${unchecked} there, of which the app says that it could not check`,
  };
}

/** Finds what was acknowledged and is lost. */
function losses(acknowledged: Acknowledged, comments: readonly Comment[]): string[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const missing = (ids: Iterable<number>, what: string, kept: readonly Comment['status'][]) =>
    [...ids].flatMap((id) => {
      const status = byId.get(id)?.status;
      return status && kept.includes(status) ? [] : [`comment ${id} was ${what} and is ${status ?? 'gone'}`];
    });
  return [
    ...[...acknowledged.texts]
      .filter(([id, text]) => ![text, acknowledged.editAsked.get(id)].includes(byId.get(id)?.content))
      .map(([id]) => `the text of comment ${id} was acknowledged and is gone`),
    ...missing(acknowledged.approved, 'approved', ['approved', 'posted', 'failed']),
    ...missing(acknowledged.scheduled, 'scheduled', ['posted', 'failed']),
    ...missing(acknowledged.posted, 'posted', ['posted']),
  ];
}

/** True where the app says that it does not know whether a comment is on YouTube. */
export const saysUnchecked = (reason: string | null): boolean =>
  reason?.includes('We could not check whether it is there') ?? false;

/** Finds where the app and YouTube disagree about a comment. */
function contradictions(
  { id, status, posting, failureCode, failureReason, youtubeCommentId, content }: Comment,
  copies: readonly { id: string; text: string }[],
): string[] {
  const [copy] = copies;
  if (posting !== null) return [`comment ${id} was never settled`];
  if (status === 'posted' && copy?.id !== youtubeCommentId)
    return [`comment ${id} says posted, and YouTube does not have it`];
  if (status === 'posted' && copy?.text !== content)
    return [`comment ${id} is on YouTube with a text that is not its own`];
  if (copy && saysUnchecked(failureReason)) return [];
  if (status !== 'posted' && copy) return [`comment ${id} is on YouTube and says ${status}`];
  if (status === 'failed' && failureCode !== 'unconfirmed' && failureCode !== 'processing_failed')
    return [`comment ${id} failed with ${failureCode}, which never happened`];
  return [];
}
