import { passagesOf } from './passages.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { sentencesOf } from './sentences.ts';
import { writtenFor } from './written-comments.ts';

const LEAST = 6;
const LONGEST = 90;

/** Names for each sentence the longest passage that it holds word for word. */
export const sourcesOf = (text: string, reading: Reading, subject: Subject) => {
  const passages = passagesOf(reading, subject)
    .filter((passage) => passage.text.length >= LEAST)
    .sort((a, b) => b.text.length - a.text.length);
  const written = writtenFor(subject).flat();
  return sentencesOf(text).map((sentence) => {
    const known = written.find((each) => each.sentence === sentence);
    if (known) return known;
    const held = passages.find((passage) => holds(sentence, passage.text));
    const needsNone = /[?？]$/.test(sentence) ? 'none' : 'own_knowledge';
    return { sentence, kind: held?.kind ?? needsNone, quote: held?.text ?? '' };
  });
};

/** Long passages are quoted by their beginning. */
const holds = (sentence: string, passage: string) => {
  const beginning = passage.length > LONGEST ? passage.slice(0, passage.lastIndexOf(' ', LONGEST)) : passage;
  return sentence.toLowerCase().includes(
    beginning
      .trim()
      .replace(/[.!?。]$/, '')
      .toLowerCase(),
  );
};
