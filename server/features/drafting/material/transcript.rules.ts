import { secondsOf } from '#shared/rules/video-time.ts';
import type { Transcript, TranscriptLine } from '../grounding/material.ts';

const cueTime = /^((?:\d{1,3}:)?\d{1,2}:[0-5]\d)[.,]\d{1,3}[ \t]*-->/;
const timeFirst = /^[[(]?((?:\d{1,3}:)?\d{1,3}:[0-5]\d)[\])]?(?=[\s\-–—:|]|$)(.*)$/;
const separators = /^[\s\-–—:|]+/;
const vttBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
/** Fewer of the lines with a time in front are times that a text speaks of. */
const leastTimed = 0.2;

/** Reads SRT, WebVTT, YouTube's transcript panel as copied, or plain text: keeps the times, removes the noise. */
export function parseTranscript(text: string): Transcript {
  const lines = withoutNoise(text).split(/\r\n?|[\n\u2028\u2029]/);
  const hasCues = isVtt(lines) || lines.some((line) => cueTime.test(line));
  const read = hasCues ? cueLines(lines) : panelLines(lines);
  return { lines: read.filter((line) => line.text !== '') };
}

const isVtt = ([first = '']: readonly string[]) => first.startsWith('WEBVTT');

function cueLines(lines: readonly string[]): TranscriptLine[] {
  const hasBlocks = isVtt(lines);
  const found: TranscriptLine[] = [];
  let at: number | null = null;
  let isSkipped = hasBlocks;
  for (const [index, line] of lines.entries()) {
    const time = cueTime.exec(line)?.[1];
    if (line === '') isSkipped = false;
    else if (hasBlocks && lines[index - 1] === '' && vttBlock.test(line)) isSkipped = true;
    if (time !== undefined) {
      at = secondsOf(time);
      isSkipped = false;
    } else if (!isSkipped && !isCueId(lines, index)) {
      const text = plain(line);
      // Automatic captions roll: each cue begins with the line before.
      if (text !== '' && text !== found.at(-1)?.text) found.push({ at, text });
    }
  }
  return found;
}

function isCueId(lines: readonly string[], index: number): boolean {
  const isBeforeTime = cueTime.test(lines[index + 1] ?? '');
  return isBeforeTime && ((lines[index - 1] ?? '') === '' || /^\d+$/.test(lines[index]?.trim() ?? ''));
}

function panelLines(lines: readonly string[]): TranscriptLine[] {
  const timed = lines.map((line) => timeFirst.exec(line.trim()));
  const times = timed.filter((time) => time !== null).length;
  const filled = lines.filter((line) => line.trim() !== '').length;
  if (times < filled * leastTimed) return lines.map((line) => ({ at: null, text: plain(line) }));
  let at: number | null = null;
  return lines.map((line, index) => {
    const [, time, rest = ''] = timed[index] ?? [];
    if (time === undefined) return { at, text: plain(line) };
    at = secondsOf(time);
    return { at, text: plain(rest.replace(separators, '')) };
  });
}

// Each repetition has an end, so that no text takes more than linear time.
const tags =
  /<\/?(?:c|i|b|u|v|lang|ruby|rt|font)(?:\.[^<>\s]{0,80})?>|<(?:v|lang|font)[.\s][^<>\r\n]{0,200}>|<(?:\d{1,3}:)?\d\d:\d\d\.\d{3}>|\{\\[^{}\r\n]{1,40}\}/gi;
const entities = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const sounds = /\[[\p{L}\p{M}\p{Zs}_♪♫'’.-]{1,40}\]|[♪♫]/gu;
const speakerMarks = /(^|\s)>>+/gm;
/** Any but single spaces, within a line. */
const spaces = /[^\S\r\n\u2028\u2029]{2,}|[^\S \r\n\u2028\u2029]/g;
const invisible = /[\u200B\u2060\uFEFF]/g;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** On the whole text at once: a hundred thousand short lines one by one would take too long. */
function withoutNoise(text: string): string {
  return text
    .replace(tags, '')
    .replace(entities, decoded)
    .replace(sounds, ' ')
    .replace(speakerMarks, '$1 ')
    .replace(invisible, '')
    .replace(spaces, ' ');
}

const plain = (line: string) => line.trim();

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isStorable = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isStorable ? String.fromCodePoint(code) : entity;
}
