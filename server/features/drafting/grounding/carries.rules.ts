import { contentWords } from '../../../text/content-words.rules.ts';
import { folded } from '../../../text/folded.rules.ts';
import { numbersIn } from '../../../text/numbers.rules.ts';
import { holdsName } from '../../../text/placed-words.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { type KnownMaterial, type Told, wordsShared } from './known-material.rules.ts';
import { around, type Passage, quoteOf } from './passages.rules.ts';
import { isTimeOf } from './times-held.rules.ts';

/** Words that a sentence and its quote must share besides the title's; fewer are chance. */
const leastShared = 2;
/** Of the words of a long sentence. */
const leastShare = 0.2;
/** Of the words around the quote, where the quote itself shares one. */
const near = 160;
const leastNearby = 3;
const shareNearby = 0.4;
/** Smaller figures are in many sentences. */
const leastTelling = 10;

/** Whether the quote is about what the sentence says, and not any quote. */
export function carries(known: KnownMaterial, told: Told, passage: Passage): boolean {
  const quote = quoteOf(passage);
  const values = valuesIn(quote);
  if (sharesFact(known, told, passage, values)) return true;
  const words = wordsShared(told, quote).filter((word) => !/^\d/.test(word)).length;
  const figures = told.facts.numbers.filter(
    ({ value, text }) => value > 0 && values.has(value) && !quote.includes(`${text}:`),
  ).length;
  const isEnough = words + figures >= leastShared && words + figures >= told.words.length * leastShare;
  if (isEnough || (passage.part.isOwn && sharesAny(told.text, quote))) return true;
  const nearby = wordsShared(told, around(passage, near)).length;
  if (words > 0 && nearby >= leastNearby && nearby >= told.words.length * shareNearby) return true;
  const quoted = known.ownWords(quote);
  return (
    passage.part.kind === 'chapter' &&
    words > 0 &&
    wordsShared({ words: quoted }, told.text).length * 2 >= contentWords(quote).size
  );
}

const valuesIn = (text: string) => new Set(numbersIn(text).map(({ value }) => value));

/** What is the person's own may be put in very other words. */
const sharesAny = (sentence: string, quote: string): boolean =>
  sharedWords([...contentWords(sentence)], contentWords(quote)).length > 0;

/** Whether both have a telling figure or a name, or the sentence quotes the passage or names its time. */
function sharesFact(
  { head }: KnownMaterial,
  { facts }: Told,
  passage: Passage,
  values: ReadonlySet<number>,
): boolean {
  const quote = quoteOf(passage);
  const inHead = valuesIn(head);
  return (
    facts.numbers.some(({ value }) => value >= leastTelling && values.has(value) && !inHead.has(value)) ||
    facts.names.some((name) => holdsName(quote, name) && !holdsName(head, name)) ||
    facts.quotations.some((quotation) => folded(quote).text.includes(folded(quotation).text.trim())) ||
    facts.times.some(({ at }) => isTimeOf(at, passage))
  );
}
