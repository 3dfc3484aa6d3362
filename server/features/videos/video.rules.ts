import type { Chapter } from '#shared/contracts/drafts.ts';
import type { ContentInsights } from '#shared/contracts/videos.ts';
import { secondsOf } from '#shared/rules/format.ts';
import type { videos } from '#shared/schema.ts';

export type VideoRow = typeof videos.$inferSelect;

/** How well a video fits the owner, as judged by the model or by plain rules. */
export interface Assessment {
  engagementScore: number;
  insights: ContentInsights;
}

export const unknownChannel = 'Unknown channel';

/**
 * Values for a video that is gone from YouTube. Its row and ids stay, because a comment
 * refers to them.
 */
export const vanishedVideo = {
  title: 'This video is no longer available',
  description: null,
  channelTitle: unknownChannel,
  thumbnailUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  language: null,
  hasCaptions: null,
  tags: [],
  keywords: [],
  engagementScore: null,
  contentInsights: null,
  available: false,
};

/**
 * Values for a video whose data was not renewed in 30 days. The title marks the row to be
 * fetched again.
 */
export const forgottenVideo = {
  ...vanishedVideo,
  title: 'Video details are removed after 30 days without YouTube',
  available: true,
};

/**
 * Removes NUL characters and replaces unpaired surrogates, which PostgreSQL cannot store.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

const fewest = 3;
const shortestSeconds = 10;
const time = String.raw`\(?\[?((?:\d{1,2}:)?\d{1,2}:[0-5]\d)\]?\)?`;
const timeFirst = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s+)?[^\p{L}\p{N}([]{0,10}${time}(?![\p{L}\p{N}:])(.*)$`,
  'u',
);
const timeLast = new RegExp(String.raw`^(.*?)[\s([]${time}$`, 'u');
const separators = /^[\s\-–—:|.•►]+|[\s\-–—:|•►]+$/g;

/**
 * Returns the chapters that YouTube would show: at least three, the first one at 0:00,
 * each at least ten seconds long.
 */
export function chaptersOf(description: string | null): Chapter[] {
  const lines = (description ?? '').split('\n').map((line) => line.trim());
  // All chapters have their times at the same end of the line. A time at the other end is
  // no chapter: "Every Monday at 18:00".
  const byPlace = [
    lines.flatMap((line) => chapter(timeFirst.exec(line), 1, 2)),
    lines.flatMap((line) => chapter(timeLast.exec(line), 2, 1)),
  ];
  return byPlace.map(fromStart).find(isList) ?? [];
}

function chapter(
  found: RegExpExecArray | null,
  timeGroup: number,
  titleGroup: number,
): Chapter[] {
  const at = secondsOf(found?.[timeGroup] ?? '');
  const title = (found?.[titleGroup] ?? '').replace(separators, '');
  return at === null || title === '' ? [] : [{ at, title }];
}

const fromStart = (chapters: readonly Chapter[]) =>
  chapters.slice(chapters.findIndex(({ at }) => at === 0));

const isList = (chapters: readonly Chapter[]) =>
  chapters.length >= fewest &&
  chapters[0]?.at === 0 &&
  chapters.every(
    ({ at }, index) =>
      index === 0 || at - (chapters[index - 1]?.at ?? 0) >= shortestSeconds,
  );
