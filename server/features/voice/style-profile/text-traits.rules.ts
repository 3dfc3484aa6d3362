import { segmentsOf } from '../../../text/words.rules.ts';
import {
  contractions,
  firstPerson,
  hedges,
  type OpeningKind,
  openingOf,
  secondPerson,
} from './voice-words.rules.ts';

export const measuredTraits = [
  'sentence_length',
  'comment_length',
  'exclamations',
  'questions',
  'dashes',
  'contractions',
  'emoji',
  'first_person',
  'second_person',
  'hedging',
] as const;
export type MeasuredTrait = (typeof measuredTraits)[number];

export interface TextTraits {
  text: string;
  sentences: readonly string[];
  words: readonly string[];
  opening: OpeningKind;
  numbers: Record<MeasuredTrait, number>;
}

export function textTraits(text: string): TextTraits | null {
  const spoken = segmentsOf(text.normalize('NFC'), 'sentence')
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const said = segmentsOf(text, 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
  const [first] = spoken;
  if (first === undefined || said.length === 0) return null;
  const perSentence = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / spoken.length;
  const share = (pattern: RegExp) =>
    spoken.filter((sentence) => sentence.search(pattern) !== -1).length / spoken.length;
  return {
    text,
    sentences: spoken,
    words: said,
    opening: openingOf(first),
    numbers: {
      sentence_length: said.length / spoken.length,
      comment_length: text.length,
      exclamations: perSentence(/[!！]/g),
      questions: perSentence(/[?？؟]/g),
      dashes: perSentence(/[–—]|\s-{1,2}\s/g),
      contractions: perSentence(contractions),
      emoji: text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0,
      first_person: share(firstPerson),
      second_person: share(secondPerson),
      hedging: share(hedges),
    },
  };
}
