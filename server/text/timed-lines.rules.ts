import { plainTime } from './time-spellings.rules.ts';

export interface TranscriptLine {
  /** Seconds from the start of the video; null in a transcript without times. */
  at: number | null;
  text: string;
}

export interface TimedLine {
  /** Seconds from the start of the video. */
  at: number;
  /** The text after the time. */
  rest: string;
  /** Whether the time has an end, as in a cue file: "0:01 --> 0:04". */
  isRange: boolean;
  hasArrow: boolean;
}

/** "1:02:03" or "0:41", with an optional fraction or frame number. */
const strictClock = String.raw`(?:(?<hours>\d{1,3}):)?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)(?:[.,:;]\d{1,3})?(?!\d)`;
/** Cue files also have times such as "0:0:4,8", "00:00:01 ,000" or "00:00:01:000". */
const looseClock = String.raw`(?:(?<hours>\d{1,3})\s?:\s?)?(?<minutes>\d{1,3})\s?:\s?(?<seconds>\d{1,2})(?:\s?[.,:;'’]\s?\d{1,3}|\s\d{3}(?=\s?-|\s?$))?(?!\d)`;
const endClock = looseClock.replaceAll(/\?<\w+>/g, '?:');

const arrow = String.raw`(?:[-–—]\s?[-–—]{0,2}\s?>|=>|→|⟶)`;
const separator = String.raw`\s{0,3}(?<separator>${arrow}|[-–—,;]|to)\s{0,3}`;
/**
 * Note-taking tools write a time as a link to its position in the video:
 * "[0:03](https://…)".
 */
const linkTarget = String.raw`(?:\([^()\s]{1,500}\))?`;
const rest = '(?<rest>.*)$';

const rangeLine = new RegExp(
  String.raw`^(?<open>[[(<{]?)\s?${looseClock}${separator}${endClock}\s?[\])>}]?${linkTarget}${rest}`,
  'u',
);
const bracketedLine = new RegExp(
  String.raw`^[[(<{]\s?${strictClock}\s?[\])>}]${linkTarget}${rest}`,
  'u',
);
const clockLine = new RegExp(
  String.raw`^${strictClock}(?<rest>(?:(?:[\s\-–—|=]|:(?!\d)).*)?)$`,
  'u',
);

/** WebVTT's settings for the position of a cue on the screen, which follow its times. */
const cueSettings =
  /^(?:\s{0,9}(?:align|line|position|region|size|vertical|[XY][12]):\S{1,40})+/i;
const separators = /^[\s\-–—:|,=]+/;
const isArrow = new RegExp(`^${arrow}$`, 'u');

/**
 * Reads the time at the start of a line, in any common spelling; null for a line without
 * one.
 */
export function readTime(line: string): TimedLine | null {
  const text = plainTime(line.trim());
  const range = rangeLine.exec(text);
  if (range) {
    const isBracketed = range.groups?.['open'] !== '';
    const behind = range.groups?.['rest'] ?? '';
    return {
      at: secondsOf(range),
      rest: withoutMoreTimes(isBracketed ? behind : behind.replace(cueSettings, '')),
      isRange: true,
      hasArrow: isArrow.test(range.groups?.['separator'] ?? ''),
    };
  }
  const single = bracketedLine.exec(text) ?? clockLine.exec(text);
  if (!single) return null;
  return {
    at: secondsOf(single),
    rest: withoutMoreTimes(single.groups?.['rest'] ?? ''),
    isRange: false,
    hasArrow: false,
  };
}

function secondsOf({ groups }: RegExpExecArray): number {
  const { hours = '0', minutes = '0', seconds = '0' } = groups ?? {};
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Lyrics files list all times of a repeated line before it: "[0:12.00][1:40.00]words".
 */
const moreTimes = /^(?:[\s\-–—:|,]*\[\d{1,3}:[0-5]\d(?:[.,:]\d{1,3})?\])+/;

const withoutMoreTimes = (behind: string) =>
  behind.replace(moreTimes, '').replace(separators, '').trim();

/** Below this share of timed lines, a plain text merely mentions times. */
const leastTimed = 0.2;

/**
 * Returns whether the lines are a cue file (SRT, WebVTT,
 * SBV, Whisper's output), in which each time has an end.
 */
export function isCueFile(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): boolean {
  if (isVtt(lines)) return true;
  const ranges = times.filter((time) => time?.isRange);
  return ranges.some((time) => time?.hasArrow) || ranges.length >= leastOf(lines);
}

/**
 * Returns whether enough lines begin with a time for these to be the times of the
 * transcript.
 */
export function isTimedText(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): boolean {
  return (
    times.some((time) => time) && times.filter((time) => time).length >= leastOf(lines)
  );
}

const leastOf = (lines: readonly string[]) =>
  Math.max(1, lines.filter((line) => line.trim() !== '').length * leastTimed);

const isVtt = ([first = '']: readonly string[]) => first.startsWith('WEBVTT');
const vttBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Reads a cue file. Leaves out counters, names of cues and WebVTT's notes and styles. */
export function cueLines(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
): TranscriptLine[] {
  const hasBlocks = isVtt(lines);
  const found: TranscriptLine[] = [];
  const add = (at: number | null, text: string) => {
    // Automatic captions roll: each cue begins with the last line of the cue before.
    if (text !== '' && text !== found.at(-1)?.text) found.push({ at, text });
  };
  let at: number | null = null;
  let isSkipped = hasBlocks;
  for (const [index, line] of lines.entries()) {
    const time = times[index];
    if (line.trim() === '') isSkipped = false;
    else if (hasBlocks && lines[index - 1]?.trim() === '' && vttBlock.test(line))
      isSkipped = true;
    if (time?.isRange) {
      at = time.at;
      isSkipped = false;
      add(at, time.rest);
    } else if (!isSkipped && !isCueName(lines, times, index)) {
      add(at, line.trim());
    }
  }
  return found;
}

/** Returns whether the line before a cue's time is its counter, or in WebVTT its name. */
function isCueName(
  lines: readonly string[],
  times: readonly (TimedLine | null)[],
  index: number,
): boolean {
  if (!times[index + 1]?.isRange) return false;
  if (/^#?\d+[.):]?$/.test(lines[index]?.trim() ?? '')) return true;
  return isVtt(lines) && (lines[index - 1] ?? '').trim() === '';
}
