import { jsonrepair } from 'jsonrepair';
import { parseJson } from '../core/outgoing.ts';
import { isObject } from './loose-json.rules.ts';
import { readTime, type TranscriptLine } from './timed-lines.rules.ts';

/**
 * Reads the captions of a JSON file from YouTube, Whisper or a transcription service.
 * What all these files share are lists of objects with a text and a start. Returns
 * undefined for a file that is cut off or damaged, and an empty list for JSON without
 * captions.
 */
export function captionsInJson(text: string): TranscriptLine[] | undefined {
  const parsed = parseJson(text) ?? parseJsonLines(text) ?? parsePythonList(text);
  if (parsed === undefined) return undefined;
  return linesOf(bestList(listsIn(parsed)));
}

/**
 * Converts the times to seconds, and joins punctuation marks to the words before them.
 */
export function linesOf(entries: readonly Entry[]): TranscriptLine[] {
  const unit = countsMilliseconds(entries) ? 1000 : 1;
  const lines: TranscriptLine[] = [];
  for (const { words, start } of entries) {
    const last = lines.at(-1);
    if (last && onlyPunctuation.test(words)) last.text += words;
    else
      lines.push({ at: start === null ? null : Math.floor(start / unit), text: words });
  }
  return lines;
}

const onlyPunctuation = /^\p{P}+$/u;

/**
 * Parses a file with one JSON value per line. Returns undefined if any line is not JSON.
 */
function parseJsonLines(text: string): unknown[] | undefined {
  const entries = text
    .split(/\r\n?|\n/)
    .flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]));
  return entries.includes(undefined) ? undefined : entries;
}

/** Parses a list as Python prints it: "[{'text': 'Hello', 'start': 0.5}]". */
function parsePythonList(text: string): unknown {
  if (!/^\[\s*\{\s*'/.test(text) || !/\}\s*\]\s*$/.test(text)) return undefined;
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** A caption, a sentence or a single word. */
export interface Entry {
  words: string;
  /** Null if the file has no time for it. */
  start: number | null;
  /** Null if the file does not tell how long it lasts. */
  duration: number | null;
  /**
   * Whether `start` is certain to be in seconds. If not, both numbers may be in
   * milliseconds.
   */
  isInSeconds: boolean;
}

/** The captions are 14 levels deep in YouTube's response for its transcript panel. */
const deepest = 24;

/**
 * Collects the entries, grouped by the path of member names that leads to them.
 * Many services list the same words several times: as sentences, and one by one.
 */
function listsIn(parsed: unknown): Entry[][] {
  const lists = new Map<string, Entry[]>();

  function gather(value: unknown, path: string, depth: number): void {
    if (depth > deepest) return;
    if (Array.isArray(value)) gatherList(value, path, depth);
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value))
        gather(member, `${path}/${name}`, depth + 1);
    }
  }

  function gatherList(values: readonly unknown[], path: string, depth: number): void {
    const entries = lists.get(path) ?? [];
    for (const value of values) {
      const entry = entryOf(withoutWrapping(value));
      if (entry) entries.push(entry);
      gather(value, `${path}[]`, depth + 1);
    }
    if (entries.length > 0) lists.set(path, entries);
  }

  gather(parsed, '', 0);
  return [...lists.values()];
}

/**
 * YouTube wraps each entry in an object with a single member, named after the type of the
 * entry.
 */
function withoutWrapping(value: unknown): Loose {
  if (!isObject(value)) return {};
  const [only, ...others] = Object.values(value);
  return isObject(only) && others.length === 0 ? only : value;
}

const isTimed = (list: readonly Entry[]) =>
  list.filter(({ start }) => start !== null).length * 2 > list.length;

const lettersOf = (list: readonly Entry[]) =>
  list.reduce((sum, { words }) => sum + words.length, 0);

/**
 * A list with a smaller share of the letters than this holds something other than the
 * captions.
 */
const leastShare = 0.6;

/**
 * Returns the list with the longest captions among those
 * that hold most of the text. Prefers lists with times.
 */
function bestList(lists: readonly Entry[][]): Entry[] {
  const timed = lists.filter(isTimed);
  const candidates = timed.length > 0 ? timed : lists;
  const most = Math.max(0, ...candidates.map(lettersOf));
  const [best = []] = candidates
    .filter((list) => lettersOf(list) >= most * leastShare)
    .sort((a, b) => a.length - b.length);
  return best;
}

type Loose = Record<string, unknown>;

/**
 * Removes case and punctuation, so that start_time, startTime and StartTime become the
 * same name.
 */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

function namedMembers(value: Loose): Map<string, unknown> {
  return new Map(
    Object.entries(value).map(([name, member]) => [plainName(name), member]),
  );
}

function entryOf(value: Loose): Entry | null {
  const members = namedMembers(value);
  const words = wordsOf(members, value);
  if (words === null) return null;
  const known = knownStart(members);
  const start = known ?? firstNumber(members, startNames);
  // An object without a time is a caption only if its text has one of the usual
  // names, or if the text is punctuation, which has no time in some word lists.
  const isNamed = textNames.some((name) => typeof members.get(name) === 'string');
  if (start === null && !isNamed && !onlyPunctuation.test(words)) return null;
  const end = firstNumber(members, ['end', 'endtime', 'to', 'stop']);
  const duration =
    firstNumber(members, ['duration', 'dur']) ??
    (end !== null && start !== null ? end - start : null);
  return {
    words,
    start,
    duration,
    isInSeconds: known !== null || hasWrittenTime(members),
  };
}

const textNames = ['text', 'content', 'transcript'];
const otherTextNames = [
  'body',
  'sentence',
  'caption',
  'display',
  'displaytext',
  'punctuatedword',
  'word',
];

/** Returns null for an object without words. */
function wordsOf(members: ReadonlyMap<string, unknown>, value: Loose): string | null {
  for (const name of [...textNames, ...otherTextNames]) {
    const written = members.get(name);
    if (typeof written === 'string') return written.trim() === '' ? null : written.trim();
  }
  // YouTube splits a line into pieces: `segs` in its caption files, `runs` in its
  // transcript panel.
  const snippet = members.get('snippet');
  const pieces = members.get('segs') ?? (isObject(snippet) ? snippet['runs'] : undefined);
  if (Array.isArray(pieces)) {
    const joined = pieces
      .map((piece) => String(piece?.utf8 ?? piece?.text ?? ''))
      .join('');
    return joined.trim() === '' ? null : joined.trim();
  }
  // Speech recognition services list several alternatives, the likeliest first.
  const likeliest: unknown = [value['alternatives'], value['nBest'], value['NBest']].find(
    Array.isArray,
  )?.[0];
  return isObject(likeliest) ? wordsOf(namedMembers(likeliest), likeliest) : null;
}

const millisecondNames = [
  'tstartms',
  'startms',
  'starttimems',
  'offsetms',
  'startoffsetms',
];
const ticksName = 'offsetinticks';
const ticksPerSecond = 10_000_000;
const startNames = [
  'start',
  'starttime',
  'startoffset',
  'begin',
  'from',
  'offset',
  'timestamp',
  'timestamps',
  'time',
  'ts',
];

/** Returns the start in seconds if a member's name tells its unit, or null. */
function knownStart(members: ReadonlyMap<string, unknown>): number | null {
  const milliseconds = firstNumber(members, millisecondNames);
  if (milliseconds !== null) return milliseconds / 1000;
  const ticks = firstNumber(members, [ticksName]);
  if (ticks !== null) return ticks / ticksPerSecond;
  // whisper.cpp stores the start and end of an entry in an object of their own, in
  // milliseconds.
  const offsets = members.get('offsets');
  return isObject(offsets) && typeof offsets['from'] === 'number'
    ? offsets['from'] / 1000
    : null;
}

/** Returns whether the start is a clock ("0:03") or has a unit ("3.1s", "PT3.1S"). */
const hasWrittenTime = (members: ReadonlyMap<string, unknown>) =>
  startNames.some(
    (name) =>
      typeof members.get(name) === 'string' &&
      !/^[\d.]+$/.test(String(members.get(name))),
  );

function firstNumber(
  members: ReadonlyMap<string, unknown>,
  names: readonly string[],
): number | null {
  for (const name of names) {
    const number = timeOf(members.get(name));
    if (number !== null) return number;
  }
  return null;
}

const isoDuration = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;

/**
 * Reads a number, a clock, "3.1s", an ISO duration, an object with
 * `seconds`, or the first value of a pair. Returns null for anything else.
 */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return timeOf(value[0]);
  if (isObject(value)) return timeOf(value['seconds']);
  if (typeof value !== 'string') return null;
  const clock = readTime(value);
  if (clock) return clock.at;
  if (/^\d+(?:\.\d+)?s?$/.test(value)) return Number.parseFloat(value);
  const [, hours = 0, minutes = 0, seconds = 0] = isoDuration.exec(value) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return isoDuration.test(value) ? total : null;
}

/** No video is longer, so later times must be in milliseconds. */
const longestVideoSeconds = 48 * 3600;
/**
 * Nobody speaks slower than this, so captions with fewer letters per second have times in
 * milliseconds.
 */
const fewestLettersPerSecond = 0.3;

function countsMilliseconds(entries: readonly Entry[]): boolean {
  const last = Math.max(0, ...entries.map(({ start }) => start ?? 0));
  if (last > longestVideoSeconds) return true;
  const isCertain = entries.some(
    ({ isInSeconds, start }) => isInSeconds || !Number.isInteger(start ?? 0),
  );
  if (isCertain || entries.some(({ duration }) => duration === null)) return false;
  const spoken = entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return lettersOf(entries) < spoken * fewestLettersPerSecond;
}
