import { writeComment } from './comment-writer.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { steeredText } from './steering.ts';

export const writeDraft = (seed: string, reading: Reading, subject: Subject): string => {
  const { change } = reading;
  return change === null
    ? writeComment(seed, reading, subject, true)
    : steeredText(seed, change, reading, subject);
};

const longWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
const opening = (text: string) => text.split(/\s+/, 3).join(' ').toLowerCase();

const overlap = (text: string, other: string) => {
  const [own, known] = [longWords(text), longWords(other)];
  return [...own].filter((word) => known.has(word)).length / Math.max(1, own.size);
};

const OTHERS = 2;
const CANDIDATES = 12;

export const writeOthers = (seed: string, reading: Reading, subject: Subject) => {
  const texts = [writeDraft(seed, reading, subject)];
  while (texts.length <= OTHERS) {
    const closeness = (text: string) => Math.max(...texts.map((other) => overlap(text, other)));
    const [best] = Array.from({ length: CANDIDATES }, (_, index) =>
      writeComment(`${seed}/${texts.length}/${index}`, reading, subject),
    )
      .filter((text) => texts.every((other) => opening(other) !== opening(text)))
      .sort((a, b) => closeness(a) - closeness(b));
    if (best === undefined) break;
    texts.push(best);
  }
  return texts.slice(1).map((comment) => {
    const second = /[^.!?]+[.!?]\s+([^.!?]+)/.exec(comment)?.[1] ?? comment;
    return { comment, angle: second.split(/\s+/, 5).join(' ') };
  });
};
