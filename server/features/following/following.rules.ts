import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { mostImported } from '#shared/contracts/following.ts';
import { addDays, dayStart, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { conflict, invalid } from '../../core/errors.ts';
import type { Upload, YouTubeVideo } from '../../providers/youtube/youtube.ts';
import { readTable } from '../../text/csv.rules.ts';
import type { Interests } from '../videos/match.rules.ts';
import { isChannelId } from '../videos/youtube-address.rules.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Videos older than this never appear in Fresh. */
export const freshMs = 48 * hourMs;
/**
 * A premiere is announced before it starts, so its upload may be this old when it is
 * first read.
 */
const announcedMs = 14 * dayMs;

/**
 * Returns the channel ids in a file, each one once. In a Takeout's subscriptions.csv, in
 * any language, these are the column whose values are channel ids. In other lists (OPML,
 * JSON of other apps) they are the ids in addresses or in quotation marks. Throws 400 for
 * a file without channels, and for another file of the Takeout, whose channels the user
 * did not subscribe to. Throws 409 for too many channels.
 */
export function channelIdsIn(file: string): string[] {
  const otherFile = nameOfOtherTakeout(file);
  if (otherFile)
    throw invalid(`This is ${otherFile}. Choose subscriptions.csv from your Takeout.`);
  const column = idColumn(tableRows(file));
  const ids = [...new Set(column.length > 0 ? column : idsWithin(file))];
  if (ids.length === 0) throw notSubscriptions(file);
  if (ids.length > mostImported)
    throw conflict(
      'too_many_followed',
      `This file names ${ids.length} channels. Import a part of it.`,
    );
  return ids;
}

/**
 * Describes a Takeout file whose channels are not subscriptions. Returns null for any
 * other file.
 */
function nameOfOtherTakeout(file: string): string | null {
  if (/"titleUrl"\s*:/.test(file) && /"products"\s*:/.test(file)) {
    return 'a history of what you watched or searched for';
  }
  if (/<div class="content-cell/.test(file))
    return 'a history of what you watched or searched for';
  const rows = tableRows(file);
  const ids = idColumn(rows);
  const hasComments = rows.some((row) =>
    row.some((cell) => /^Ug[\w-]{14,}(?:\.[\w-]+)?$/.test(cell.trim())),
  );
  if (hasComments && ids.length > 0) return 'a file of comments';
  if (ids.length > 1 && new Set(ids).size === 1) {
    return `a file with one and the same channel in ${ids.length} rows`;
  }
  return null;
}

/** Returns no rows for a file that is not a table. */
function tableRows(file: string): string[][] {
  const { delimiter, rows } = readTable(file);
  try {
    return parse(rows, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    });
  } catch {
    return [];
  }
}

/** Returns the channel ids of the column that holds the most of them. */
function idColumn(rows: readonly string[][]): string[] {
  const counts = new Map<number, number>();
  for (const row of rows)
    row.forEach((value, column) => {
      if (isChannelId(value.trim())) counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  const [column] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (column === undefined) return [];
  return rows.map((row) => row[column]?.trim() ?? '').filter(isChannelId);
}

/** Allows slashes escaped by JSON, and a percent-encoded equals sign. */
const channelInAddress =
  /(?:\\?\/channel\\?\/|channel_id(?:=|%3D))(UC[\w-]{22})(?![\w-])/gi;
/**
 * The feed of a channel's uploads, or only of its videos, Shorts or live streams,
 * contains the channel's id with another prefix.
 */
const uploadsInAddress = /playlist_id(?:=|%3D)UU(?:LF|SH|LV)?([\w-]{22})(?![\w-])/gi;
const quotedId = /["'](UC[\w-]{22})["']/g;

/**
 * Returns the ids in addresses of channels and of their feeds. If there are none, returns
 * the ids in quotation marks.
 */
function idsWithin(file: string): string[] {
  const ofChannels = [...file.matchAll(channelInAddress)].map(([, id = '']) => id);
  const ofFeeds = [...file.matchAll(uploadsInAddress)].map(([, id = '']) => `UC${id}`);
  const addressed = [...ofChannels, ...ofFeeds];
  return addressed.length > 0
    ? addressed
    : [...file.matchAll(quotedId)].map(([, id = '']) => id);
}

function notSubscriptions(file: string) {
  const namesHandles =
    /youtube\.com\/(?:@|c\/|user\/)|(?:^|[\s,;"])@[\p{L}\p{N}._-]{3,}/iu.test(file);
  if (namesHandles) {
    return invalid(
      'This file names channels by their handles or names alone, and an import needs their ids. Paste each handle above, or choose subscriptions.csv from your Takeout.',
    );
  }
  return invalid(
    'There are no channels in this file. Choose subscriptions.csv from your Takeout.',
  );
}

/** Returns the hours between two reads of a channel, before stretching. */
function usualHours(lastVideoAt: Date | null, now: Date): number {
  const age =
    lastVideoAt === null
      ? Number.POSITIVE_INFINITY
      : now.getTime() - lastVideoAt.getTime();
  if (age <= 14 * dayMs) return 1;
  return age <= 91 * dayMs ? 6 : 24;
}

/** Less than the two days that Fresh shows, so that stretched intervals miss no video. */
const mostHours = 40;
/** Fixed factors, so that the intervals do not change with every unit spent. */
const stretches = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40];
/**
 * Share of the units for reading lists of uploads. The rest is for reading the videos
 * found in them.
 */
export const shareForReadings = 0.8;

export const hoursOf = (lastVideoAt: Date | null, stretch: number, now: Date): number =>
  Math.min(usualHours(lastVideoAt, now) * stretch, mostHours);

/**
 * Returns the factor by which all intervals are stretched, so that `units` are enough for
 * a day.
 */
export function stretchFor(
  lastVideos: readonly (Date | null)[],
  units: number,
  now: Date,
): number {
  const readings = (stretch: number) =>
    lastVideos.reduce(
      (sum, lastVideoAt) => sum + 24 / hoursOf(lastVideoAt, stretch, now),
      0,
    );
  return (
    stretches.find((stretch) => readings(stretch) <= units * shareForReadings) ??
    mostHours
  );
}

/**
 * Returns the units for the next 24 hours: those left today, and the next day's in
 * proportion to its hours within them.
 */
export const unitsAhead = (
  { left, aDay, resetsAt }: { left: number; aDay: number; resetsAt: Date },
  now: Date,
): number =>
  left +
  aDay * Math.min(1, Math.max(0, 1 - (resetsAt.getTime() - now.getTime()) / dayMs));

const slotMs = 5 * 60_000;
const hoursInTrouble = 6;
const patientFailures = 3;

/**
 * Returns when a channel is read next, after `hours` at the latest. After a first or late
 * read the time is random within this interval: this spreads channels that were imported
 * or delayed together. Times are rounded to full five minutes, so that new videos are
 * collected: fifty of them cost one unit.
 */
export function nextReading(
  { nextReadAt, readAt }: { nextReadAt: Date; readAt: Date | null },
  hours: number,
  now: Date,
  random: () => number,
): Date {
  const ms = hours * hourMs;
  const isLate = readAt === null || now.getTime() - nextReadAt.getTime() > ms / 4;
  const at =
    Math.floor((now.getTime() + (isLate ? ms * random() : ms)) / slotMs) * slotMs;
  return new Date(Math.max(at, now.getTime() + slotMs));
}

export function retryAfter(failures: number, hours: number, now: Date): Date {
  const slow = failures < patientFailures ? hours : Math.max(hours, hoursInTrouble);
  return new Date(now.getTime() + slow * hourMs);
}

/**
 * Returns the uploads to ask YouTube about: the unknown ones, unless they are certain to
 * be too old.
 */
export function unknownUploads(
  uploads: readonly Upload[],
  knownIds: readonly string[],
  now: Date,
): string[] {
  const known = new Set(knownIds);
  return uploads
    .filter(
      ({ youtubeId, publishedAt }) =>
        !known.has(youtubeId) && isWithin(publishedAt, announcedMs, now),
    )
    .map(({ youtubeId }) => youtubeId);
}

function isWithin(at: string | null, ms: number, now: Date): boolean {
  return at === null || now.getTime() - Date.parse(at) <= ms;
}

/**
 * Returns the uploads that are known now. Leaves out those that YouTube did not return,
 * so that they are requested again while they are young.
 */
export function nowKnown(
  uploads: readonly Upload[],
  { asked, told }: { asked: ReadonlySet<string>; told: ReadonlySet<string> },
  now: Date,
): string[] {
  return uploads
    .filter(
      ({ youtubeId, publishedAt }) =>
        !asked.has(youtubeId) ||
        told.has(youtubeId) ||
        publishedAt === null ||
        !isWithin(publishedAt, freshMs, now),
    )
    .map(({ youtubeId }) => youtubeId);
}

export function publishedFigures(uploads: readonly Upload[], now: Date) {
  const times = uploads
    .flatMap(({ publishedAt }) => (publishedAt === null ? [] : [Date.parse(publishedAt)]))
    .filter((at) => at <= now.getTime());
  return {
    lastVideoAt: times.length === 0 ? null : new Date(Math.max(...times)),
    videosLast30Days: times.filter((at) => now.getTime() - at <= 30 * dayMs).length,
  };
}

/**
 * Returns when a video became available, or when a live stream ended. Returns null if it
 * is still awaited, or if the time is unknown.
 */
export function appearance(
  { isAwaited, endedAt, publishedAt }: YouTubeVideo,
  now: Date,
): Date | null {
  const at = Date.parse(endedAt ?? publishedAt);
  return isAwaited || Number.isNaN(at) ? null : new Date(Math.min(at, now.getTime()));
}

const longestShort = 180;

export const isShort = ({
  durationSeconds,
}: Pick<YouTubeVideo, 'durationSeconds'>): boolean =>
  durationSeconds !== null && durationSeconds <= longestShort;

export type Trouble = 'gone' | 'refused' | 'failing';

const troubles: Record<Trouble, string> = {
  gone: 'YouTube no longer has this channel. Unfollow it if it does not come back.',
  refused: 'YouTube refuses its list of videos.',
  failing: 'YouTube answers with an error.',
};
export const troubleSentence = (trouble: Trouble | null): string | null =>
  trouble && troubles[trouble];

/** Returns a hash of the parts of a profile that match scores depend on. */
export const interestsKey = ({
  expertiseAreas,
  industryFocus,
  description,
}: Interests): string =>
  createHash('sha256')
    .update(JSON.stringify([expertiseAreas, industryFocus, description]))
    .digest('base64url')
    .slice(0, 22);

/**
 * Returns the start of each of `freshGroups` except the oldest. Early in the morning, all
 * of today is within the last six hours.
 */
export function groupStarts(now: Date, timeZone: string): Date[] {
  const yesterday = startOfDay(addDays(wallTime(now, timeZone).day, -1), timeZone);
  const hours = new Date(now.getTime() - 6 * hourMs);
  const today = dayStart(now, timeZone);
  return [yesterday, today < hours ? today : hours, hours];
}
