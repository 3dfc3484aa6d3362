import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  isFirstMiss,
  type Look,
  secondLookMs,
  type VisibilityReason,
} from '#shared/contracts/comments.ts';
import type { Tone } from '../../components/ui/button.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';

export const reasonWords: Record<VisibilityReason, string> = {
  held_or_hidden: 'Held or hidden by YouTube',
  not_on_the_video: 'No longer on the video',
  gone_with_comment: 'Gone with your comment',
  comments_off: 'Comments are off now',
  video_not_found: 'Video private or deleted',
  too_many_comments: 'Too many newer comments',
  no_api_key: 'No YouTube API key is set',
  not_connected: 'YouTube is not connected',
  other_channel: 'Posted as another channel of yours',
  refused_by_youtube: 'YouTube refused to tell',
  youtube_unavailable: 'YouTube did not answer',
};

const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);

function lookWords(look: Look, postedAt: string): string {
  const { at, seenBy, reason } = look;
  if (isFirstMiss(look)) return 'Not seen without your account';
  if (seenBy === 'owner') return 'Only you see it: seen with your account, not without it';
  if (seenBy === 'nobody') return 'Removed: not found with your account either';
  if (reason) return `Cannot tell: ${reasonWords[reason]}`;
  const days = daysBetween(postedAt, at);
  return days < 1 ? 'Public, seen without your account' : `Public after ${days} day${days === 1 ? '' : 's'}`;
}

/** "1 reply", "5,000 replies" */
const repliesText = (count: number): string => `${formatNumber(count)} repl${count === 1 ? 'y' : 'ies'}`;

export interface Step {
  at: string;
  words: string;
  tone: Tone;
}

const lookTones = { everyone: 'posted', owner: 'pending', nobody: 'failed' } as const;

/** What became of a comment, oldest first; `whole` brings what its row does not hold. */
export function stepsOf(
  row: CommentRow,
  whole: Comment | null | undefined,
  connected: string | undefined,
): Step[] {
  const { createdAt, postedAt, outcomesCheckedAt, likeCount, replyCount, withdrawnAt } = row;
  const steps: Step[] = [{ at: createdAt, words: 'Created', tone: 'rejected' }];
  if (postedAt) {
    const channel = whole?.postedAs?.title ?? connected;
    steps.push({ at: postedAt, words: channel ? `Posted as ${channel}` : 'Posted', tone: 'posted' });
    for (const look of whole?.looks ?? []) {
      const tone = look.seenBy === null ? 'rejected' : lookTones[look.seenBy];
      steps.push({ at: look.at, words: lookWords(look, postedAt), tone });
    }
  }
  const figures = [
    likeCount !== null && counted(likeCount, 'like'),
    replyCount !== null && repliesText(replyCount),
  ].filter(Boolean);
  if (outcomesCheckedAt && figures.length > 0)
    steps.push({ at: outcomesCheckedAt, words: figures.join(', '), tone: 'posted' });
  if (withdrawnAt) {
    const isGone = row.visibilityReason === 'gone_with_comment';
    const words = isGone ? reasonWords.gone_with_comment : 'Withdrawn from YouTube';
    steps.push({ at: withdrawnAt, words, tone: 'rejected' });
  }
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** When a first miss gets its second look; null if there is none to come. */
export function secondLookAt({ looks, withdrawnAt }: Comment): string | null {
  const last = looks.at(-1);
  if (withdrawnAt || !last || !isFirstMiss(last)) return null;
  return new Date(Date.parse(last.at) + secondLookMs).toISOString();
}
