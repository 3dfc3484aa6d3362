import { contentWords } from '../../../text/content-words.rules.ts';
import { numbersIn } from '../../../text/numbers.rules.ts';
import { holdsName } from '../../../text/placed-words.rules.ts';
import { speaksOfSelf } from './first-person.rules.ts';
import { type KnownMaterial, type Told, wordsShared } from './known-material.rules.ts';
import { around, type Passage, quoteOf } from './passages.rules.ts';

/** Characters around a quote where a name may have been said. */
const near = 400;
/** A name said elsewhere counts beside this many words of the sentence, within so many characters. */
const besideName = { words: 2, characters: 120 };
const calendar =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|(?:Septem|Octo|Novem|Decem)ber|Christmas|Easter)\b/;
/** How English sentences begin that do not begin with a name. */
const opener =
  /(?:ing|ed|ly|ful|ous|ive|able|est|less)$|^(?:Brilliant|Excellent|Fantastic|Funny|Glad|Good|Great|Happy|Honest|Kudos|Love|Maybe|Nice|Perhaps|Please|Respect|Sorry|Thanks?|Wow)$/;
/** Letters by which a first word is known in another form. */
const longestRoot = 5;
const shortest = 400;
/** Places of a name that are looked at; what is said more often is what the video is about. */
const mostPlaces = 30;

/** Returns the names of a sentence that its source does not hold. */
export function unheldNames(known: KnownMaterial, told: Told, passage: Passage): string[] {
  const isOther = namesAnother(known, quoteOf(passage), told.text);
  return [
    ...told.facts.names.filter((name) => !isHeld(name, known, told, passage, isOther)),
    ...(isOther ? strangeFirst(known, told.text) : []),
  ];
}

/** Returns the commenters a sentence names who did not write its source, nor what the sentence says. */
export function unheldHandles(known: KnownMaterial, told: Told, passage: Passage): string[] {
  const { part } = passage;
  return told.facts.handles.filter((handle) => {
    const said = known.comments.filter(({ author }) => author.toLowerCase() === handle.toLowerCase());
    // "@key" may be a word of the trade.
    if (said.length === 0) return !isHeld(handle.slice(1), known, told, passage, false);
    if (part.kind === 'comment')
      return !said.some(({ author }) => author === part.author) && part.words().find(handle).length === 0;
    return !said.some(({ text }) => wordsShared(told, text).length >= besideName.words);
  });
}

/** Around the quote or in the title; elsewhere beside other words of the sentence, unless the quote names another. */
function isHeld(
  name: string,
  { parts, head }: KnownMaterial,
  told: Told,
  passage: Passage,
  isOther: boolean,
): boolean {
  const said = `${quoteOf(passage)} ${passage.part.author ?? ''}`;
  if (holdsName(said, name) || holdsName(head, name)) return true;
  const holds = parts.filter((part) => part.words().find(name).length > 0);
  if ((passage.part.isOwn || speaksOfSelf(told.text)) && holds.some(({ isOwn }) => isOwn)) return true;
  if (isShortFor(name, around(passage, near))) return true;
  if (calendar.test(name)) return !calendar.test(quoteOf(passage));
  if (name.length === 1) return false;
  // Who answers a comment speaks of the video as well.
  if (passage.part.kind === 'comment' && holds.length > 0) return true;
  if (holds.some(({ kind }) => kind === 'description' || kind === 'chapter')) return true;
  if (isOther) return false;
  if (holds.length > 0 && isCased(passage.part.text)) return true;
  if (holdsName(around(passage, near), name)) return true;
  const others = told.words.filter((word) => !holdsName(name, word));
  return holds.some((part) =>
    part
      .words()
      .find(name)
      .slice(0, mostPlaces)
      .some((place) => {
        const { characters, words } = besideName;
        const beside = part.text.slice(Math.max(0, place - characters), place + characters);
        return wordsShared({ words: others }, beside).length >= words;
      }),
  );
}

/** Whether the text writes names with capitals: automatic captions do not, and so tell of no name. */
const isCased = (text: string): boolean =>
  text.length < shortest || /\p{Ll} (?!I\b)\p{Lu}/u.test(text.slice(0, 4000));

/** Whether the text has words with these initials: "machine learning" for ML. */
const isShortFor = (name: string, text: string): boolean =>
  /^\p{Lu}{2,4}$/u.test(name) &&
  new RegExp(`(?<!\\p{L})${[...name].map((letter) => `${letter}\\p{L}+`).join('[\\s-]+')}`, 'iu').test(text);

/** Whether the quote names somebody or something that the sentence leaves out. */
const namesAnother = ({ factsIn, head }: KnownMaterial, quote: string, sentence: string): boolean =>
  factsIn(`… ${quote}`).names.some((name) => !holdsName(head, name) && !holdsName(sentence, name));

/** A first word that the material does not know, where the quote names another: "Flux" for "Argo CD". */
function strangeFirst({ parts, isEnglish }: KnownMaterial, sentence: string): string[] {
  const [first = ''] = /^\p{Lu}[\p{L}\p{N}]{2,}(?!['’](?!s\b))/u.exec(sentence) ?? [];
  if (!isEnglish || opener.test(first) || numbersIn(first).length > 0 || contentWords(first).size === 0)
    return [];
  const root = first.toLowerCase().slice(0, longestRoot);
  return parts.some((part) => part.words().words.some((word) => word.startsWith(root))) ? [] : [first];
}
