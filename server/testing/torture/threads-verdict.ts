import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Stage } from './stage.ts';
import type { Verdict } from './verdict.ts';

type OnYouTube = ReturnType<Sandbox['admin']['comments']>[number];

/** Counts what the sandbox was asked to write: each was ordered once by hand. */
export function callsPerOrder() {
  const calls = new Map<string, number>();
  return {
    take({ admin }: Sandbox): void {
      for (const { method, path, query, body } of admin.requests()) {
        if (method === 'GET' || !path.endsWith('/youtube/v3/comments')) continue;
        const order = `${method} ${method === 'DELETE' ? query['id'] : JSON.stringify(body)}`;
        calls.set(order, (calls.get(order) ?? 0) + 1);
      }
      admin.clearRequests();
    },
    repeated: (): string[] =>
      [...calls].filter(([, times]) => times > 1).map(([order, times]) => `${order} was sent ${times} times`),
  };
}

/** Compares what the sandbox has with what the app says, what was ordered, and what was acknowledged. */
export function judgeThreads(
  { sandbox, acknowledged }: Pick<Stage, 'sandbox' | 'acknowledged'>,
  comments: readonly Comment[],
  repeated: readonly string[],
): Verdict {
  const onYouTube = new Map(sandbox.admin.comments().map((comment) => [comment.id, comment]));
  const known = new Set(comments.map(({ youtubeCommentId }) => youtubeCommentId));
  const unapproved = [
    ...[...onYouTube.values()]
      .filter((copy) => !known.has(copy.id) && !isGoneWithItsThread(copy, onYouTube, comments))
      .map(({ id }) => `${id} is unknown to the app`),
    ...comments.flatMap((comment) => unordered(comment, onYouTube, acknowledged)),
  ];
  const lost = comments.flatMap((comment) => losses(comment, acknowledged));
  const count = (isCounted: (comment: Comment) => boolean) => comments.filter(isCounted).length;
  return {
    posted: count(({ status }) => status === 'posted'),
    unconfirmed: count(({ failureCode }) => failureCode?.endsWith('unconfirmed') ?? false),
    waiting: count(({ status }) => status === 'approved' || status === 'pending'),
    duplicates: repeated.length,
    lost: lost.length,
    toldAbsent: 0,
    violations: [
      ...repeated,
      ...unapproved,
      ...lost,
      ...comments.flatMap((comment) => contradictions(comment, onYouTube)),
    ],
    counts: [
      `answers ${count(({ status, answers }) => status === 'posted' && answers !== null)}`,
      `changed ${count(({ content }) => content.endsWith('Changed.'))} of ${acknowledged.changeAsked.size}`,
      `withdrawn ${count(({ withdrawnAt }) => withdrawnAt !== null)} of ${acknowledged.withdrawalAsked.size}`,
      `not approved or ordered ${unapproved.length}`,
    ].join(', '),
  };
}

/** Its thread was withdrawn before anybody could look for the answer, of which the app says just that. */
const isGoneWithItsThread = (
  { parentId, text }: OnYouTube,
  onYouTube: ReadonlyMap<string, OnYouTube>,
  comments: readonly Comment[],
): boolean =>
  onYouTube.get(parentId ?? '')?.state === 'deleted' &&
  comments.some(({ content, failureCode }) => content === text && failureCode === 'unconfirmed');

/** Finds what nobody ordered. */
function unordered(
  { id, youtubeCommentId, withdrawnAt, visibilityReason }: Comment,
  onYouTube: ReadonlyMap<string, OnYouTube>,
  { texts, approvalAsked, changeAsked, withdrawalAsked }: Acknowledged,
): string[] {
  const copy = onYouTube.get(youtubeCommentId ?? '');
  if (!copy) return [];
  const isText = copy.text === texts.get(id) || copy.text === changeAsked.get(id);
  return [
    ...(approvalAsked.has(id) ? [] : [`comment ${id} was never approved and is on YouTube`]),
    ...(isText ? [] : [`comment ${id} is on YouTube with a text that nobody approved`]),
    ...(withdrawnAt && !withdrawalAsked.has(id) && visibilityReason !== 'gone_with_comment'
      ? [`comment ${id} was withdrawn without an order`]
      : []),
  ];
}

/** Finds what was acknowledged and is lost. */
function losses(
  { id, status, content, withdrawnAt, previousTextCount }: Comment,
  { posted, scheduled, approved, changed, changeAsked, withdrawn }: Acknowledged,
): string[] {
  const isChanged = content === changeAsked.get(id);
  return [
    ...(posted.has(id) && status !== 'posted' ? [`comment ${id} was posted and is ${status}`] : []),
    ...(scheduled.has(id) && status !== 'posted' && status !== 'failed'
      ? [`comment ${id} was scheduled and is ${status}`]
      : []),
    ...(approved.has(id) && status === 'pending' ? [`comment ${id} was approved and is pending`] : []),
    ...(changed.has(id) && !isChanged ? [`the change of comment ${id} was acknowledged and is gone`] : []),
    ...(isChanged && previousTextCount === 0 ? [`the old text of comment ${id} is gone`] : []),
    ...(withdrawn.has(id) && !withdrawnAt ? [`comment ${id} was withdrawn and is not`] : []),
  ];
}

/** Finds where the app and YouTube disagree about a comment. */
function contradictions(
  { id, status, posting, content, youtubeCommentId, withdrawnAt }: Comment,
  onYouTube: ReadonlyMap<string, OnYouTube>,
): string[] {
  if (posting !== null) return [`comment ${id} was never settled`];
  if (status !== 'posted') return [];
  const copy = onYouTube.get(youtubeCommentId ?? '');
  const isInThread = onYouTube.get(copy?.parentId ?? '')?.state !== 'deleted';
  const isThere = copy !== undefined && copy.state === 'published' && isInThread;
  if (withdrawnAt) return isThere ? [`comment ${id} says withdrawn and is on YouTube`] : [];
  if (!isThere) return [`comment ${id} says posted, and YouTube does not have it`];
  return copy.text === content ? [] : [`comment ${id} has another text on YouTube`];
}
