import type { Look } from '#shared/contracts/comments.ts';
import type { MonthPlan, PlannedComment } from './plan.ts';
import { DAY, HOUR, later, MINUTE } from './times.ts';

type PostedComment = PlannedComment & {
  record: Extract<PlannedComment['record'], { state: 'posted' }>;
};

/**
 * When the app checks a posted comment (rule 13.1), and after how long a second check
 * confirms that strangers do not see it.
 */
export const LOOK_DELAYS = [10 * MINUTE, DAY, 7 * DAY];
const SECOND_LOOK = 5 * MINUTE;

/** The likes and replies that the sandbox shows now. */
export type Figures = ReadonlyMap<string, { likes: number; replies: number }>;

/** Returns what the app knows by now about a posted comment. */
export function outcomeOf(
  plan: MonthPlan,
  { record, youtubeId }: PostedComment,
  figures: Figures,
) {
  const { now } = plan.request;
  const postedAt = plan.at(record.posted);
  const withdrawnAt = record.withdrawn ? plan.at(record.withdrawn) : null;
  const end = withdrawnAt ?? now;
  const due = LOOK_DELAYS.map((delay) => later(postedAt, delay));
  const looks = due
    .filter((at) => at <= end)
    .map((at, index) => lookAt(at, index, record.seen));
  const isYoung = now.getTime() - postedAt.getTime() < 7 * DAY;
  const isGone = withdrawnAt !== null || record.seen !== 'public';
  const shown = isGone ? undefined : figures.get(youtubeId ?? '');
  const { likes, replies } = shown ?? { likes: 0, replies: 0 };
  const goneAt = withdrawnAt ?? later(postedAt, DAY);
  return {
    postedAt,
    withdrawnAt,
    youtubeCommentId: youtubeId,
    looks,
    ...visibilityAfter(looks.at(-1)),
    nextLookAt: withdrawnAt ? null : (due.find((at) => at > now) ?? null),
    likeCount: likes,
    replyCount: replies,
    readReplyCount: replies,
    outcomesCheckedAt: isGone ? later(goneAt, -HOUR) : later(now, -2 * HOUR),
    nextFiguresAt: withdrawnAt ? null : later(now, isYoung ? 4 * HOUR : 20 * HOUR),
    isExample: record.isExample ?? false,
  };
}

/** The first check finds every comment public; YouTube hides one only later. */
function lookAt(at: Date, index: number, seen: PostedComment['record']['seen']): Look {
  if (seen === 'public' || index === 0)
    return { at: at.toISOString(), seenBy: 'everyone', reason: null };
  const secondLookAt = later(at, SECOND_LOOK).toISOString();
  if (seen === 'only_you')
    return { at: secondLookAt, seenBy: 'owner', reason: 'held_or_hidden' };
  return { at: secondLookAt, seenBy: 'nobody', reason: 'not_on_the_video' };
}

function visibilityAfter(last: Look | undefined) {
  if (!last)
    return { visibility: null, visibilityReason: null, visibilityCheckedAt: null };
  const words = { everyone: 'public', owner: 'only_you', nobody: 'removed' } as const;
  return {
    visibility: last.seenBy ? words[last.seenBy] : null,
    visibilityReason: last.reason,
    visibilityCheckedAt: new Date(last.at),
  };
}
