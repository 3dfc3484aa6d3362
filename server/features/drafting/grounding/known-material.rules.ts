import type { Chapter, TopComment } from '#shared/contracts/material.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { type Facts, factsIn } from './facts.rules.ts';
import type { Material } from './material.ts';
import { capitalisesNouns, isWrittenAsName } from './names.rules.ts';
import { type Part, partsOf } from './parts.rules.ts';
import { createPassageIndex, type PassageIndex } from './passage-index.rules.ts';

/** The material, read once for all sentences of a draft. */
export interface KnownMaterial {
  parts: readonly Part[];
  /** Title, channel and topics: may be spoken of anywhere, and are no source. */
  head: string;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /** How a sentence begins is known in English alone. */
  isEnglish: boolean;
  index: PassageIndex;
  factsIn(sentence: string): Facts;
  /** Returns the content words that the title does not explain. */
  ownWords(sentence: string): string[];
}

/** A sentence of a draft, with what is looked up in it. */
export interface Told {
  text: string;
  facts: Facts;
  words: readonly string[];
}

/** In English every so many characters there is a "the" at the least. */
const englishArticle = 300;
/** Characters from which the language's use of capitals is read. */
const languageSample = 4000;

export function knownMaterial(material: Material): KnownMaterial {
  const parts = partsOf(material);
  const texts = parts.map(({ text }) => text);
  const head = [material.title, material.channelTitle, ...material.topics].join('\n');
  const headWords = contentWords(head);
  const sample = texts
    .map((text) => text.slice(0, languageSample))
    .join('\n')
    .slice(0, languageSample);
  const isNounCapital = capitalisesNouns(sample);

  return {
    parts,
    head,
    chapters: material.chapters,
    comments: material.comments,
    isEnglish: (sample.match(/\bthe\b/gi) ?? []).length * englishArticle > sample.length,
    index: createPassageIndex(parts),
    factsIn: (sentence) =>
      factsIn(sentence, (word, isFirst) => !isNounCapital && (!isFirst || isWrittenAsName(texts, word))),
    ownWords(sentence) {
      const words = [...contentWords(sentence)];
      const byTitle = new Set(sharedWords(words, headWords));
      return words.filter((word) => !byTitle.has(word));
    },
  };
}

export const toldIn = (known: KnownMaterial, text: string): Told => ({
  text,
  facts: known.factsIn(text),
  words: known.ownWords(text),
});

/** Words of the sentence that the text holds and that the title does not explain. */
export const wordsShared = ({ words }: Pick<Told, 'words'>, text: string): string[] =>
  sharedWords(words, contentWords(text));
