import type { Look, VisibilityReason } from '#shared/contracts/outcomes.ts';
import { isFirstMiss } from '#shared/rules/first-miss.ts';
import { formatNumber } from '../../lib/formats.ts';

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

export function lookWords(look: Look, postedAt: string): string {
  const { at, seenBy, reason } = look;
  if (isFirstMiss(look)) return 'Not seen without your account';
  if (seenBy === 'owner') return 'Only you see it: seen with your account, not without it';
  if (seenBy === 'nobody') return 'Removed: not found with your account either';
  if (reason) return `Cannot tell: ${reasonWords[reason]}`;
  const days = daysBetween(postedAt, at);
  return days < 1 ? 'Public, seen without your account' : `Public after ${days} day${days === 1 ? '' : 's'}`;
}

/** "1 reply", "5,000 replies" */
export const repliesText = (count: number): string =>
  `${formatNumber(count)} repl${count === 1 ? 'y' : 'ies'}`;
