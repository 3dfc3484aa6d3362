import {
  hasFormOfSpokenTime,
  type SpokenCandidate,
  spokenTimeReader,
} from './spoken-times.rules.ts';
import type { TimedLine, TranscriptLine } from './timed-lines.rules.ts';

/**
 * Reads lines that begin with times, such as those copied from YouTube's transcript
 * panel. The times are before the words or on lines of their own, and may be repeated in
 * words for screen readers ("0:04", "4 seconds"). Chapter titles may come in between.
 */
export function panelLines(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
  chapterTitles: readonly string[],
): TranscriptLine[] {
  const titles = new Set(chapterTitles.map(sameTitle));
  const spoken = findSpokenTimes(lines, times);
  const hasSpokenTimes = spoken.size > 0;
  const firstTime = times.findIndex((time) => time !== null);
  let at: number | null = null;
  return lines.flatMap((line, index) => {
    const time = times[index];
    if (time) {
      at = time.at;
      return [{ at, text: time.rest.slice(spoken.get(index) ?? 0).trim() }];
    }
    const text = line
      .trim()
      .slice(spoken.get(index) ?? 0)
      .trim();
    const isTitle = titles.has(sameTitle(text)) && isBeforeTime(lines, times, index);
    // A copied panel has a heading before the first time, and the language menu below the
    // lines.
    const isAround = hasSpokenTimes && (index < firstTime || languageLine.test(text));
    const isHeading = index < firstTime && noteHeading.test(text);
    const isLeftOut =
      isTitle || isAround || isHeading || furniture.test(text) || lyricsTag.test(text);
    return isLeftOut ? [] : [{ at, text }];
  });
}

const sameTitle = (title: string) => title.trim().toLowerCase();

/** "Français (générés automatiquement)": the language menu below the panel. */
const languageLine = /^\p{L}[\p{L}\p{M} ]{1,40} ?[(（][^()（）]{2,60}[)）]$/u;

/**
 * Labels around the lines in English, German, Spanish and Japanese panels without spoken
 * times.
 */
const furniture =
  /^(?:transcript|search (?:in )?(?:video|transcript)|.{2,40}\(auto-generated\)|transkript|(?:im video|im transkript|in video) suchen|.{2,40}\(automatisch (?:erzeugt|erstellt)\)|transcripción|buscar en (?:el video|el vídeo|la transcripción)|.{2,40}\((?:generados? automáticamente|autogenerados?)\)|文字起こし|動画内を検索|文字起こしを検索|.{2,40}（自動生成）|chapter \d{1,3}: .{1,200}|kapitel \d{1,3}: .{1,200}|capítulo \d{1,3}: .{1,200})$/iu;

/** "# Title", which note-taking tools write above the transcript. */
const noteHeading = /^#{1,3} /;

/** "[ar:Artist]" and "[offset:+120]": the header of a lyrics file. */
const lyricsTag =
  /^\[(?:ar|ti|al|au|by|la|length|offset|re|tool|ve|#):[^\]\n]{0,200}\]$/i;

/**
 * The share of times that must have a spoken form. A single one may be speech ("4 seconds
 * later").
 */
const leastSpoken = 0.6;

/**
 * Returns the text after each time that is not followed by another time, with the line
 * that holds it.
 */
function spokenCandidates(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): (SpokenCandidate & { place: number })[] {
  return times.flatMap((time, index) => {
    if (time === null) return [];
    if (time.rest !== '') return [{ place: index, text: time.rest, at: time.at }];
    const place = nextFilled(lines, index);
    if (place === -1 || times[place] !== null) return [];
    return [{ place, text: (lines[place] ?? '').trim(), at: time.at }];
  });
}

/**
 * Maps the index of each line that begins with a spoken time to the
 * length of that time. The map is empty if the panel has no spoken times.
 */
function findSpokenTimes(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): ReadonlyMap<number, number> {
  const candidates = spokenCandidates(lines, times);
  const count = times.filter((time) => time !== null).length;
  const read = spokenTimeReader(candidates);
  const byWords = new Map<number, number>();
  const byForm = new Map<number, number>();
  for (const { place, text, at } of candidates) {
    const length = read(text, at);
    if (length > 0) byWords.set(place, length);
    if (length > 0) byForm.set(place, length);
    else if (hasFormOfSpokenTime(text, at)) byForm.set(place, text.length);
  }
  if (byForm.size >= Math.max(2, count * leastSpoken)) return byForm;
  return byWords.size >= count * leastSpoken ? byWords : new Map();
}

/** Returns the index of the next line that is not empty, or -1 if there is none. */
function nextFilled(lines: readonly string[], index: number): number {
  for (let place = index + 1; place < lines.length; place += 1) {
    if (lines[place]?.trim() !== '') return place;
  }
  return -1;
}

function isBeforeTime(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
  index: number,
): boolean {
  return times[nextFilled(lines, index)] != null;
}

/**
 * "0:044 seconds": a time and its spoken form, after a browser copied the panel without
 * line breaks.
 */
const gluedLine = /^(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(\p{Nd}{1,3}\s?\p{L}.*)$/u;

/**
 * Adds the times of lines in which the time runs into its spoken form. Keeps all other
 * times.
 */
export function withGluedTimes(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): (TimedLine | null)[] {
  const glued = lines.map((line, index) => (times[index] ? null : splitGlued(line)));
  const read = spokenTimeReader(
    glued.flatMap((time) => (time ? [{ text: time.rest, at: time.at }] : [])),
  );
  return times.map((time, index) => {
    const split = glued[index];
    if (!split || read(split.rest, split.at) === 0) return time;
    return split;
  });
}

function splitGlued(line: string): TimedLine | null {
  const match = gluedLine.exec(line.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', rest = ''] = match;
  const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { at, rest, isRange: false, hasArrow: false };
}
