import type { Grounding } from '#shared/contracts/grounding.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { isGrounded } from '../grounding/ground-draft.rules.ts';
import type { Material } from '../grounding/material.ts';
import type { Measured } from './measured.rules.ts';

/** Of a sentence that nothing can be held against. */
const halfKnown = 0.5;

export function sourcesMeasure(
  { sentences, cannotCheck }: Grounding,
  { title, channelTitle, topics, profile }: Material,
): Measured {
  if (cannotCheck) {
    const text = sentences.map((sentence) => sentence.text).join(' ');
    const known = contentWords([title, channelTitle, ...topics, ...profile].join(' '));
    return sharedWords([...contentWords(text)], known).length > 0
      ? { score: halfKnown, detail: 'Cannot check: there was only the title to go by.' }
      : { score: 0, detail: 'There was only the title to go by, and it is not taken up.' };
  }
  const grounded = sentences.filter(isGrounded).length;
  const vouched = sentences.filter(
    ({ source, unsupported }) => source?.kind === 'own_knowledge' && unsupported.length === 0,
  ).length;
  const have = sentences.length === 1 ? 'sentence has a source' : 'sentences have a source';
  const own = vouched === 0 ? '' : ` For your own knowledge (${vouched}) half counts.`;
  return {
    score: (grounded + halfKnown * vouched) / Math.max(1, sentences.length),
    detail: `${grounded} of ${sentences.length} ${have}.${own}`,
  };
}

/** Share of the point's words that say it without being a quote of it. */
const mostOfPoint = 0.5;

/** Unknown where the person gave none. */
export function pointMeasure({ sentences }: Grounding, { point }: Material): Measured {
  if (!point?.trim()) return { score: null, detail: 'You gave no point to make.' };
  const words = [...contentWords(point)];
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const isTakenUp =
    sentences.some((sentence) => sentence.source?.kind === 'point' && isGrounded(sentence)) ||
    (words.length > 0 && sharedWords(words, contentWords(text)).length >= words.length * mostOfPoint);
  return isTakenUp
    ? { score: 1, detail: 'Makes the point you gave.' }
    : { score: 0, detail: 'Leaves out the point you gave.' };
}
