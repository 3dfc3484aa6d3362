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
/** What is older never comes to Fresh. */
export const freshMs = 48 * hourMs;
/** A premiere is announced before it is due: so old it may be when it is first seen. */
const announcedMs = 14 * dayMs;

/**
 * Reads the channels of a Takeout's subscriptions.csv in any language: the column whose values are channel ids. Other
 * lists of channels (OPML, JSON of other apps) are read by the addresses or ids in them. Returns each id once. Throws
 * 400 for a file that names none, and for another file of the Takeout, whose channels nobody subscribed to.
 */
export function channelIdsIn(file: string): string[] {
  const otherFile = nameOfOtherTakeout(file);
  if (otherFile) throw invalid(`This is ${otherFile}. Choose subscriptions.csv from your Takeout.`);
  const column = idColumn(tableRows(file));
  const ids = [...new Set(column.length > 0 ? column : idsWithin(file))];
  if (ids.length === 0) throw notSubscriptions(file);
  if (ids.length > mostImported)
    throw conflict('too_many_followed', `This file names ${ids.length} channels. Import a part of it.`);
  return ids;
}

/** Names a file whose channels are not those that somebody follows; null for any other. */
function nameOfOtherTakeout(file: string): string | null {
  if (/"titleUrl"\s*:/.test(file) && /"products"\s*:/.test(file)) {
    return 'a history of what you watched or searched for';
  }
  if (/<div class="content-cell/.test(file)) return 'a history of what you watched or searched for';
  const rows = tableRows(file);
  const ids = idColumn(rows);
  const hasComments = rows.some((row) => row.some((cell) => /^Ug[\w-]{14,}(?:\.[\w-]+)?$/.test(cell.trim())));
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

/** JSON may escape slashes, and XML ampersands. */
const channelInAddress = /(?:\\?\/channel\\?\/|channel_id(?:=|%3D))(UC[\w-]{22})(?![\w-])/gi;
/** A feed of a channel's uploads, of its videos alone or of its Shorts, has the channel's id under another beginning. */
const uploadsInAddress = /playlist_id(?:=|%3D)UU(?:LF|SH|LV)?([\w-]{22})(?![\w-])/gi;
const quotedId = /["'](UC[\w-]{22})["']/g;

/** Returns the ids in addresses of channels and of their feeds, or without any the ids in quotation marks. */
function idsWithin(file: string): string[] {
  const ofChannels = [...file.matchAll(channelInAddress)].map(([, id = '']) => id);
  const ofFeeds = [...file.matchAll(uploadsInAddress)].map(([, id = '']) => `UC${id}`);
  const addressed = [...ofChannels, ...ofFeeds];
  return addressed.length > 0 ? addressed : [...file.matchAll(quotedId)].map(([, id = '']) => id);
}

function notSubscriptions(file: string) {
  const namesHandles = /youtube\.com\/(?:@|c\/|user\/)|(?:^|[\s,;"])@[\p{L}\p{N}._-]{3,}/iu.test(file);
  if (namesHandles) {
    return invalid(
      'This file names channels by their handles or names alone, and an import needs their ids. Paste each handle above, or choose subscriptions.csv from your Takeout.',
    );
  }
  return invalid('There are no channels in this file. Choose subscriptions.csv from your Takeout.');
}

/** Hours between two readings of a channel, before they are stretched. */
function usualHours(lastVideoAt: Date | null, now: Date): number {
  const age = lastVideoAt === null ? Number.POSITIVE_INFINITY : now.getTime() - lastVideoAt.getTime();
  if (age <= 14 * dayMs) return 1;
  return age <= 91 * dayMs ? 6 : 24;
}

/** Below the two days of Fresh, so that stretching loses no video. */
const mostHours = 40;
/** Steps, so that the rhythm does not change with every unit. */
const stretches = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40];
/** Of the units; the rest is for what the readings find. */
export const shareForReadings = 0.8;

export const hoursOf = (lastVideoAt: Date | null, stretch: number, now: Date): number =>
  Math.min(usualHours(lastVideoAt, now) * stretch, mostHours);

/** Returns by how much all intervals are stretched, so that `units` are enough for a day. */
export function stretchFor(lastVideos: readonly (Date | null)[], units: number, now: Date): number {
  const readings = (stretch: number) =>
    lastVideos.reduce((sum, lastVideoAt) => sum + 24 / hoursOf(lastVideoAt, stretch, now), 0);
  return stretches.find((stretch) => readings(stretch) <= units * shareForReadings) ?? mostHours;
}

/** Units of the next 24 hours: those left today, and the next day's share of them. */
export const unitsAhead = (
  { left, aDay, resetsAt }: { left: number; aDay: number; resetsAt: Date },
  now: Date,
): number => left + aDay * Math.min(1, Math.max(0, 1 - (resetsAt.getTime() - now.getTime()) / dayMs));

const slotMs = 5 * 60_000;
const hoursInTrouble = 6;
const patientFailures = 3;

/**
 * Never later than the rhythm says. A reading that was the first, or late, is followed by chance within it: that spreads
 * what was imported or held up together; full five minutes gather what is read, fifty new videos a unit.
 */
export function nextReading(
  { nextReadAt, readAt }: { nextReadAt: Date; readAt: Date | null },
  hours: number,
  now: Date,
  random: () => number,
): Date {
  const ms = hours * hourMs;
  const isLate = readAt === null || now.getTime() - nextReadAt.getTime() > ms / 4;
  const at = Math.floor((now.getTime() + (isLate ? ms * random() : ms)) / slotMs) * slotMs;
  return new Date(Math.max(at, now.getTime() + slotMs));
}

export function retryAfter(failures: number, hours: number, now: Date): Date {
  const slow = failures < patientFailures ? hours : Math.max(hours, hoursInTrouble);
  return new Date(now.getTime() + slow * hourMs);
}

/** What to ask about: unknown uploads, unless they are certain to be too old. */
export function unknownUploads(uploads: readonly Upload[], knownIds: readonly string[], now: Date): string[] {
  const known = new Set(knownIds);
  return uploads
    .filter(({ youtubeId, publishedAt }) => !known.has(youtubeId) && isWithin(publishedAt, announcedMs, now))
    .map(({ youtubeId }) => youtubeId);
}

function isWithin(at: string | null, ms: number, now: Date): boolean {
  return at === null || now.getTime() - Date.parse(at) <= ms;
}

/** Without those that YouTube did not tell about, to be asked again while they are young. */
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

/** When a video came to its viewers; null for one that is awaited, or whose time is unknown. */
export function appearance({ isAwaited, endedAt, publishedAt }: YouTubeVideo, now: Date): Date | null {
  const at = Date.parse(endedAt ?? publishedAt);
  return isAwaited || Number.isNaN(at) ? null : new Date(Math.min(at, now.getTime()));
}

const longestShort = 180;

export const isShort = ({ durationSeconds }: Pick<YouTubeVideo, 'durationSeconds'>): boolean =>
  durationSeconds !== null && durationSeconds <= longestShort;

export type Trouble = 'gone' | 'refused' | 'failing';

const troubles: Record<Trouble, string> = {
  gone: 'YouTube no longer has this channel. Unfollow it if it does not come back.',
  refused: 'YouTube refuses its list of videos.',
  failing: 'YouTube answers with an error.',
};
export const troubleSentence = (trouble: Trouble | null): string | null => trouble && troubles[trouble];

/** Names what of a profile a match was made with. */
export const interestsKey = ({ expertiseAreas, industryFocus, description }: Interests): string =>
  createHash('sha256')
    .update(JSON.stringify([expertiseAreas, industryFocus, description]))
    .digest('base64url')
    .slice(0, 22);

/** The beginning of each of `freshGroups` but the oldest. In the early morning the last six hours hold all of today. */
export function groupStarts(now: Date, timeZone: string): Date[] {
  const yesterday = startOfDay(addDays(wallTime(now, timeZone).day, -1), timeZone);
  const hours = new Date(now.getTime() - 6 * hourMs);
  const today = dayStart(now, timeZone);
  return [yesterday, today < hours ? today : hours, hours];
}
