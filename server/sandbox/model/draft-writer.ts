import { pick } from '../random.ts';
import { holds, START, writeComment } from './comment-writer.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { steeredText } from './steering.ts';
import { writtenFor } from './written-comments.ts';

export const writeDraft = (seed: string, reading: Reading, subject: Subject): string => {
  const { change } = reading;
  return change === null
    ? (byHand(seed, reading, subject) ?? writeComment(seed, reading, subject, true))
    : steeredText(seed, change, reading, subject);
};

/** One of the comments written by hand for this video, if none of its words is unwanted and it is not there already. */
const byHand = (seed: string, reading: Reading, subject: Subject): string | null => {
  const { point, style, avoid, prefer, earlier, wantsGap, language } = { ...reading, ...subject };
  if (point !== null || style === 'supportive' || prefer.length > 0 || wantsGap || language !== 'en')
    return null;
  const texts = writtenFor(subject)
    .map((sentences) => sentences.map(({ sentence }) => sentence).join(' '))
    .filter((text) => !earlier.some((other) => text.startsWith(other.slice(0, START))))
    .filter((text) => !holds(text, avoid));
  return texts.length === 0 ? null : pick(`${seed}/written`, texts);
};
