import { unit } from '../random.ts';
import { type Message, partsOf, type Reading } from './prompt-reader.ts';
import type { Schema } from './schema.ts';
import { sentencesOf } from './sentences.ts';

const comment = /⟦COMMENT⟧\n([\s\S]*?)\n⟦END OF COMMENT⟧/;
const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
const numbers = (text: string) => text.match(/\d+(?:[.,]\d+)?/g) ?? [];

const shared = (text: string, other: string) => {
  const [own, known] = [words(text), words(other)];
  return [...own].filter((word) => known.has(word)).length / Math.max(1, own.size);
};

const nearestTo = (sentence: string, passages: readonly string[]) =>
  passages
    .map((passage) => ({ passage, share: shared(sentence, passage) }))
    .sort((a, b) => b.share - a.share)[0];

const sameSubject = 0.5;
const samePoint = 0.7;

/** Reads a comment against what is given: numbers that stand nowhere, what was said already, what it asks. */
export const readComment = (schema: Schema, messages: readonly Message[], reading: Reading) => {
  if (!schema.properties?.['signs']) return null;
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  const text = comment.exec(user)?.[1] ?? '';
  const given = messages.map(({ content }) => partsOf(content.replace(comment, '')).material).join('\n');
  const [subject] = reading.subjects;
  const passages = [subject.description, ...reading.transcript, ...reading.notes].flatMap(sentencesOf);
  const sentences = sentencesOf(text);
  const wrong = sentences
    .filter((sentence) => numbers(sentence).some((number) => !given.includes(number)))
    .map((sentence) => {
      const near = nearestTo(
        sentence,
        passages.filter((passage) => numbers(passage).length > 0),
      );
      return { sentence, passage: near && near.share >= sameSubject ? near.passage : '' };
    });
  const said = reading.comments.find((other) =>
    sentences.some((sentence) => shared(sentence, other) >= samePoint),
  );
  const sound = sentences.filter((sentence) => !wrong.some((each) => each.sentence === sentence));
  const asks = sound.find((sentence) => /[?？]$/.test(sentence));
  const [longest = ''] = [...sound].sort((a, b) => b.length - a.length);
  const dull = sentences.find((sentence) => sentence !== longest && !/[?？\d]/.test(sentence)) ?? '';
  const base = 52 + 34 * unit(`${text}/signs`) + (asks ? 6 : 0);
  return {
    wrong,
    alreadySaid: said ? { author: 'somebody', words: said } : { author: '', words: '' },
    for: asks ?? longest,
    against: wrong[0]?.sentence ?? dull,
    signs: Math.round(wrong.length > 0 || said ? base / 2 : Math.min(94, base)),
    engagementPotential: asks
      ? 'Likely: it asks what the author can answer.'
      : 'Some: it makes a point, and asks nothing.',
    technicalAccuracy:
      wrong.length > 0
        ? 'One statement is not in what was given.'
        : 'Sure: what it says of the video is there.',
    tone: { insightful: 'Matter-of-fact', supportive: 'Warm', questioning: 'Curious' }[reading.style],
  };
};
