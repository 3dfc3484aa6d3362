import type { Comment } from '#shared/contracts/comments.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export interface Verdict {
  posted: number;
  unconfirmed: number;
  /** Approved, and nobody asked for it to go out: the kill came before it was scheduled. */
  waiting: number;
  duplicates: number;
  violations: string[];
}

/** Compares what YouTube (the sandbox) has with what the app says, and with what it had acknowledged. */
export function judge(
  sandbox: Sandbox,
  comments: readonly Comment[],
  approved: ReadonlySet<number>,
): Verdict {
  const violations: string[] = [];
  const onYouTube = new Map<string, string[]>();
  for (const { id, videoId } of sandbox.admin.comments())
    onYouTube.set(videoId, [...(onYouTube.get(videoId) ?? []), id]);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));

  let duplicates = 0;
  for (const [videoId, ids] of onYouTube) {
    if (ids.length < 2) continue;
    duplicates += ids.length - 1;
    violations.push(`video ${videoId} carries the comment ${ids.length} times`);
  }
  for (const id of approved) if (!byId.has(id)) violations.push(`comment ${id} was acknowledged and is lost`);
  for (const { id, status, failureCode, youtubeCommentId, video } of comments) {
    const there = onYouTube.get(video.youtubeId) ?? [];
    if (status === 'posted' && !there.includes(youtubeCommentId ?? ''))
      violations.push(`comment ${id} says posted, and YouTube does not have it`);
    if (status === 'failed' && failureCode !== 'unconfirmed')
      violations.push(`comment ${id} failed with ${failureCode}, which never happened`);
    if (status !== 'posted' && there.length > 0 && status !== 'approved')
      violations.push(`comment ${id} is on YouTube and says ${status}`);
    if (approved.has(id) && !['approved', 'posted', 'failed'].includes(status))
      violations.push(`comment ${id} was approved and says ${status}`);
    if (!approved.has(id) && there.length > 0)
      violations.push(`comment ${id} was never approved and is on YouTube`);
  }
  const count = (status: string) =>
    comments.filter((comment) => comment.status === status && approved.has(comment.id)).length;
  return {
    posted: count('posted'),
    unconfirmed: count('failed'),
    waiting: count('approved'),
    duplicates,
    violations,
  };
}
