import type { Chapter } from '#shared/contracts/material.ts';
import type { Facts } from './facts.rules.ts';
import { type KnownMaterial, type Told, wordsShared } from './known-material.rules.ts';
import { type Passage, quoteOf } from './passages.rules.ts';

/** Seconds by which a place in a transcript without times may be misjudged. */
const untimedSlack = 45;

type Time = Facts['times'][number];

/** Seconds that a named time may be away from the quoted line. */
const tolerance = 20;

/** Returns the times of a sentence at which the video does not say what the source says. */
export const unheldTimes = (known: KnownMaterial, told: Told, passage: Passage): string[] =>
  told.facts.times.filter((time) => !isHeld(time, known, told, passage)).map(({ text }) => text);

/** Whether the passage is said, or its chapter begins, at this time. */
export function isTimeOf(at: number, { part, from, to }: Passage): boolean {
  const [begin, end] = [part.timeOf(from), part.timeOf(to - 1)];
  return begin !== null && end !== null && at >= begin - tolerance && at <= end + tolerance;
}

/** The quoted lines' own time, or the begin of the chapter they are in or that the sentence speaks of. */
function isHeld({ at, text }: Time, { chapters }: KnownMaterial, told: Told, passage: Passage): boolean {
  if (isTimeOf(at, passage)) return true;
  const chapter = chapters.find((each) => each.at === at);
  // A time of day, or a line of the description that is no chapter.
  if (!chapter) return lineOf(passage).includes(text);
  const begin = passage.part.timeOf(passage.from) ?? likelyTime(passage, chapters);
  const slack = passage.part.timeOf(passage.from) === null ? untimedSlack : 0;
  if (begin !== null && begin >= at - slack && begin < endOf(chapter, chapters) + slack) return true;
  return passage.part.kind !== 'chapter' && wordsShared(told, chapter.title).length > 0;
}

/** Without times in the transcript, how far the passage is in it, among the chapters. */
function likelyTime({ part, from }: Passage, chapters: readonly Chapter[]): number | null {
  const last = chapters.at(-1);
  if (part.kind !== 'transcript' || !last || chapters.length < 2) return null;
  const duration = (last.at * chapters.length) / (chapters.length - 1);
  return (duration * from) / part.text.length;
}

/** Returns the passage, in a text of lines with the rest of its lines. */
function lineOf(passage: Passage): string {
  const { part, from, to } = passage;
  if (part.kind === 'transcript') return quoteOf(passage);
  const end = part.text.indexOf('\n', to);
  return part.text.slice(part.text.lastIndexOf('\n', from) + 1, end === -1 ? undefined : end);
}

const endOf = ({ at }: Chapter, chapters: readonly Chapter[]): number =>
  Math.min(...chapters.map((each) => (each.at > at ? each.at : Number.POSITIVE_INFINITY)));
