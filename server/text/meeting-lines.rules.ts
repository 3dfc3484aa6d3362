import { hasFormOfSpokenTime } from './spoken-times.rules.ts';
import { isTimedText, readTime, type TimedLine } from './timed-lines.rules.ts';
import { unspaced } from './words.rules.ts';

/**
 * Rewrites transcripts of meetings and interviews to the usual form, in which each line
 * begins with its time. Meeting tools write the speaker and the time above the words
 * ("Ada Lovelace 0:03", "Ada (00:03):"), or the time after the words, or everything in
 * the rows of a table. Removes the names of speakers, because they are not spoken. The
 * same is done for WebVTT.
 */
export function withTimesFirst(written: readonly string[]): TimedLines {
  const rows = timed(tableRows(written));
  if (isTimedText(rows.lines, rows.times))
    return withoutSpeakers(withoutSpokenTimes(rows));
  const hasClocks = rows.times.some((time) => time !== null);
  const clocks = hasClocks ? rows.lines : otherClocks(rows.lines);
  return withoutSpeakers(timed(headed(timesBehind(clocks))));
}

/** Lines, each with the time at its start, or null. */
interface TimedLines {
  lines: readonly string[];
  times: readonly (TimedLine | null)[];
}

const timed = (lines: readonly string[]): TimedLines => ({
  lines,
  times: lines.map(readTime),
});

const dottedTime = /^(?:\d{1,2}\.)?\d{1,2}\.[0-5]\d$/;

/** "1分05秒", "1분 5초" */
const unitsBehind =
  /^[[(（]?(?:(\d{1,2})(?:時間|小时|小時|시간)\s?)?(\d{1,3})[分분][钟鐘]?\s?(\d{1,2})[秒초][钟鐘]?[\])）]?(?=[\s:：-]|$)/u;

/**
 * Rewrites clocks with dots, or with Chinese, Japanese or Korean units, to clocks with
 * colons.
 */
function otherClocks(lines: readonly string[]): readonly string[] {
  const dotted = dottedTimes(lines);
  if (dotted !== lines) return dotted;
  return lines.map((line) =>
    line
      .trim()
      .replace(
        unitsBehind,
        (_match, hours = '0', minutes: string, seconds: string) =>
          `${hours}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`,
      ),
  );
}

/**
 * Rewrites times with dots, as YouTube's panel writes them in Finnish and Danish: "1.05"
 * alone on a line. Leaves the lines unchanged if a time is earlier than the one before
 * it.
 */
function dottedTimes(lines: readonly string[]): readonly string[] {
  const times = lines.flatMap((line) =>
    dottedTime.test(line.trim()) ? [line.trim().replaceAll('.', ':')] : [],
  );
  const seconds = times.flatMap((time) => readTime(time)?.at ?? []);
  const goBack = seconds.some((at, index) => at < (seconds[index - 1] ?? 0));
  if (times.length < 2 || times.length < countFilled(lines) * leastHeads || goBack)
    return lines;
  return lines.map((line) =>
    dottedTime.test(line.trim()) ? line.trim().replaceAll('.', ':') : line,
  );
}

const clock = String.raw`(?:\d{1,3}:)?\d{1,3}:[0-5]\d(?:[.,:;]\d{1,3})?`;
/**
 * A word of a name, which does not begin with a lower-case letter. A name has one to six
 * words.
 */
const nameWord = String.raw`[^\s\p{Ll}\p{P}\p{S}][^\s:[\]]{0,40}|\([^()\s]{1,40}\)|\p{Lu}\.`;
const name = String.raw`(?:${nameWord})(?:\s(?:${nameWord}|(?:de|da|del|di|van|von|der|den|la|le|bin|al)(?=\s))){0,5}`;
const onlyName = new RegExp(`^${name}:?$`, 'u');

/** "Ada Lovelace  0:03", "Ada (00:03):", "Ada, 0:03" */
const headLine = new RegExp(
  String.raw`^${name}(?:\s?[,:–—-])?(?:\s+[[(]?|[[(])(?<time>${clock})[\])]?\s?:?$`,
  'u',
);
/** "Ada [00:03]: words", "Ada: (0:03) words" */
const headedWords = new RegExp(
  String.raw`^${name}\s?:?\s?[[(](?<time>${clock})[\])]\s?:?\s+(?<words>\S.*)$`,
  'u',
);
/** "words (0:03)", "words ([0:03](https://…))" */
const timeBehind = new RegExp(
  String.raw`^(?<words>.*\S)\s[[(]{1,2}(?<time>${clock})[\])](?:\([^()\s]{1,500}\))?[\])]?$`,
  'u',
);

/**
 * The share of lines that must have a form. If fewer have it, they may have it by chance.
 */
const leastHeads = 0.2;
const leastBehind = 0.6;

const isFilled = (line: string) => line.trim() !== '';
const countFilled = (lines: readonly string[]) => lines.filter(isFilled).length;

/**
 * The times of a transcript never decrease, but those of Bible verses ("John 3:16") or
 * times of day may.
 */
function areInOrder(matches: readonly (RegExpExecArray | null)[]): boolean {
  const seconds = matches.flatMap(
    (match) => readTime(match?.groups?.['time'] ?? '')?.at ?? [],
  );
  return seconds.every((at, index) => at >= (seconds[index - 1] ?? 0));
}

function nextFilled(lines: readonly string[], index: number): string | null {
  return lines.slice(index + 1, index + 4).find(isFilled) ?? null;
}

/**
 * Turns "Ada  0:03" into "0:03", and "Ada [0:03]: words" into
 * "0:03 words", if the text has many such lines.
 */
function headed(lines: readonly string[]): readonly string[] {
  const heads = lines.map(
    (line) => headLine.exec(line.trim()) ?? headedWords.exec(line.trim()),
  );
  const withWords = heads.filter((head, index) => {
    if (!head) return false;
    if (head.groups?.['words'] !== undefined) return true;
    const next = nextFilled(lines, index);
    return next !== null && !headLine.test(next.trim());
  });
  const count = heads.filter((head) => head !== null).length;
  // A list of chapters also has such lines, but without words below them.
  const isUsual =
    withWords.length >= countFilled(lines) * leastHeads && withWords.length * 2 > count;
  if (!isUsual || count === 0 || !areInOrder(heads)) return lines;
  return lines.map((line, index) => {
    const { time, words = '' } = heads[index]?.groups ?? {};
    return time === undefined ? line : `${time} ${words}`.trim();
  });
}

/** Turns "words (0:03)" into "0:03 words" if most lines end with a time. */
function timesBehind(lines: readonly string[]): readonly string[] {
  const found = lines.map((line) => timeBehind.exec(line.trim()));
  const count = found.filter(
    (each, index) => each && readTime(lines[index] ?? '') === null,
  ).length;
  if (count === 0 || count < countFilled(lines) * leastBehind) return lines;
  if (lines.some((line) => headLine.test(line.trim())) || !areInOrder(found))
    return lines;
  return lines.map((line, index) => {
    const { time, words = '' } = found[index]?.groups ?? {};
    return time === undefined ? line : `${time} ${words}`;
  });
}

const tableRule = /^\|(?:\s{0,9}:?-{2,}:?\s{0,9}\|)+$/;

/**
 * Turns the rows of a Markdown table with a time in one of the cells into "0:03 other
 * cells".
 */
function tableRows(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.startsWith('|') && tableRule.test(line.trim())))
    return lines;
  return lines.map((line, index) => {
    const row = line.trim();
    const isHeading = tableRule.test((lines[index + 1] ?? '').trim());
    if (tableRule.test(row) || isHeading) return '';
    if (!/^\|.*\|$/.test(row)) return line;
    const cells = row.slice(1, -1).split('|');
    const times = cells.map((cell) => {
      const time = readTime(cell);
      return time !== null && time.rest === '';
    });
    const at = times.indexOf(true);
    if (at === -1) return line;
    // The cells may also include an end time, which is left out.
    const words = cells
      .filter((cell, place) => !times[place] && isFilled(cell))
      .map((cell) => cell.trim());
    return `${cells[at]?.trim()} ${words.join(' ')}`;
  });
}

/**
 * Teams writes each time three times: in words, as a clock, and in words again after the
 * speaker: "Ada", "0 minutes 3 seconds", "0:03", "Ada 0 minutes 3 seconds". Keeps only
 * the clock.
 */
function withoutSpokenTimes(read: TimedLines): TimedLines {
  const { lines, times } = read;
  const left = new Set<number>();
  const places = lines.flatMap((line, index) => (isFilled(line) ? [index] : []));
  for (const [order, place] of places.entries()) {
    const time = times[place];
    if (time?.rest !== '') continue;
    const near = (distance: number) =>
      (lines[places[order + distance] ?? -1] ?? '').trim();
    const spoken = near(-1);
    if (!near(1).endsWith(spoken) || !hasFormOfSpokenTime(spoken, time.at)) continue;
    const speaker = near(1).slice(0, -spoken.length).trim();
    const distances = near(-2) === speaker ? [-2, -1, 1] : [-1, 1];
    for (const distance of distances) left.add(places[order + distance] ?? -1);
  }
  return left.size === 0
    ? read
    : timed(lines.map((line, index) => (left.has(index) ? '' : line)));
}

/** How tools name unknown speakers: "Speaker 1", "SPEAKER_00", "Sprecher 2". */
const unknownName = String.raw`(?:speaker|sprecher(?:in)?|hablante|orador|locuteur|intervenant|participant|interlocutor|relatore|spreker)[ _]?(?:\d{1,3}|[A-Z])`;
const unknownSpeaker = new RegExp(
  String.raw`^(?:unknown(?: speaker)?|${unknownName})\s?:?$`,
  'i',
);
const unknownBefore = new RegExp(String.raw`^\[?${unknownName}\]?:\s+`, 'i');

/** Removes "SPEAKER_00: " before the words of a line. */
export const withoutUnknownSpeaker = (text: string): string =>
  text.replace(unknownBefore, '');

/**
 * Removes names only if this share of the times has one, and if
 * the same names come up again, as those of real speakers do.
 */
const leastSpeakers = 0.9;
const mostDifferent = 0.7;
/**
 * In characters. In scripts without spaces between words, a longer line may be a
 * sentence.
 */
const longestUnspacedName = 8;

const isName = (text: string) =>
  onlyName.test(text) && !(unspaced.test(text) && text.length > longestUnspacedName);

/** A speaker's name and the line that holds it. */
interface Speaker {
  place: number;
  name: string;
}

/**
 * Returns the name after a time, on its line or on the line below. There is none if the
 * next line has a time. `places` are the lines with text, and `order` is the position of
 * the time among them.
 */
function speakerAfter(
  { lines, times }: TimedLines,
  places: readonly number[],
  order: number,
): Speaker | null {
  const timePlace = places[order] ?? -1;
  const time = times[timePlace];
  if (!time) return null;
  const isBelow = time.rest === '';
  const place = isBelow ? places[order + 1] : timePlace;
  const next = places[isBelow ? order + 2 : order + 1];
  if (place === undefined || next === undefined || times[next] !== null) return null;
  if (isBelow && times[place] !== null) return null;
  const label = isBelow ? (lines[place] ?? '').trim() : time.rest;
  return isName(label) ? { place, name: label.replace(/\s?:$/, '') } : null;
}

/**
 * Removes the speaker between a time and its words: "0:03 Ada", or "Ada" on the line
 * below "0:03".
 */
function withoutSpeakers(read: TimedLines): TimedLines {
  const { lines, times } = read;
  const places = lines.flatMap((line, index) => (isFilled(line) ? [index] : []));
  const timedPlaces = places.filter((place) => times[place] !== null);
  const found = places.flatMap((_, order) => speakerAfter(read, places, order) ?? []);
  const speakers = new Map(found.map(({ place, name }) => [place, name]));
  const labels = [...speakers.values()];
  const isUsual =
    labels.length > 0 && labels.length >= timedPlaces.length * leastSpeakers;
  const areKnown = labels.every((label) => unknownSpeaker.test(label));
  const comeBack = new Set(labels).size <= labels.length * mostDifferent;
  if (!isUsual || !(areKnown || comeBack)) return read;
  return timed(
    lines.map((line, index) => {
      const label = speakers.get(index);
      if (label === undefined) return line;
      return times[index] ? line.slice(0, line.lastIndexOf(label)).trimEnd() : '';
    }),
  );
}
