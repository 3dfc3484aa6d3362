import type { VideoCommentStatus } from '../contracts/videos.ts';

export function formatCount(count: number | null): string {
  if (count === null) return '–';
  // 999,950 and up would round to "1000.0K".
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

export const countOf = (count: number | null, unit: string): string =>
  `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;

const plural = (count: number, unit: string) =>
  `${count} ${unit}${count === 1 ? '' : 's'} ago`;

export function relativeDate(iso: string, now: Date): string {
  const days = Math.floor((now.getTime() - new Date(iso).getTime()) / 86_400_000);
  if (days < 1) return 'today';
  if (days < 7) return plural(days, 'day');
  if (days < 30) return plural(Math.floor(days / 7), 'week');
  if (days < 2 * 365) return plural(Math.floor(days / 30), 'month');
  return plural(Math.floor(days / 365), 'year');
}

/**
 * Returns the name of a language model for display. Servers that load a model from a file
 * name it by its path.
 */
export function shownModel(model: string): string {
  return /^(?:[a-z]:)?[\\/]/i.test(model)
    ? (model.split(/[\\/]/).at(-1) ?? model)
    : model;
}

/** Limits the number of characters as a reader counts them, without splitting one. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(
    new Intl.Segmenter().segment(text),
    ({ segment }) => segment,
  );
  return characters.length <= limit
    ? text
    : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Formats a place in a video as YouTube does: 0:41, 12:30, 1:02:03. */
export function videoTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const stamp = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/;

/** Returns the seconds of a time such as 1:02:03; null for any other text. */
export function secondsOf(time: string): number | null {
  const found = stamp.exec(time);
  if (!found) return null;
  const [, hours = 0, minutes, seconds] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export function commentBadge(
  status: VideoCommentStatus | null,
  formatDate: (iso: string) => string,
  formatTime: (iso: string) => string,
): string | null {
  if (!status) return null;
  if (status.status === 'posted' && status.postedAt)
    return `Already commented on ${formatDate(status.postedAt)}`;
  if (status.isScheduled && status.scheduledFor)
    return `Scheduled for ${formatTime(status.scheduledFor)}`;
  if (status.status === 'approved')
    return `Comment ready to post (created ${formatDate(status.createdAt)})`;
  if (status.status === 'pending')
    return `Comment generated (${formatDate(status.createdAt)}) - needs review`;
  return null;
}
