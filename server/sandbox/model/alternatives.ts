import { writeComment } from './comment-writer.ts';
import type { Reading } from './prompt-reader.ts';
import { isSchema, type Schema } from './schema.ts';

const candidates = 12;
/** How many words an angle has. */
const angleWords = 5;

const longWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
const opening = (text: string) => text.split(/\s+/, 3).join(' ').toLowerCase();

/** The share of `text` that is in `other` too. */
const overlap = (text: string, other: string) => {
  const [own, known] = [longWords(text), longWords(other)];
  return [...own].filter((word) => known.has(word)).length / Math.max(1, own.size);
};

/** Further comments, each as unlike the others as a few tries allow, where an answer's schema has a place for them. */
export const withAlternatives = (
  answer: unknown,
  schema: Schema,
  seed: string,
  reading: Reading,
): unknown => {
  if (!schema.properties?.['alternatives'] || !isSchema(answer)) return answer;
  const { comment } = answer as { comment?: unknown };
  if (typeof comment !== 'string') return answer;
  const [subject] = reading.subjects;
  const texts = [comment];
  while (texts.length < 3) {
    const drawn = Array.from({ length: candidates }, (_, index) =>
      writeComment(`${seed}/other/${texts.length}/${index}`, reading, subject),
    ).filter((text) => texts.every((other) => opening(other) !== opening(text)));
    const closeness = (text: string) => Math.max(...texts.map((other) => overlap(text, other)));
    const [best] = drawn.sort((a, b) => closeness(a) - closeness(b));
    if (best === undefined) break;
    texts.push(best);
  }
  const others = texts.slice(1).map((text) => ({
    comment: text,
    angle: (/[^.!?]+[.!?]\s+([^.!?]+)/.exec(text)?.[1] ?? text).split(/\s+/, angleWords).join(' '),
  }));
  return { ...answer, alternatives: others };
};
