import { contentWords } from '../../../text/content-words.rules.ts';
import { type FoundNumber, numbersIn } from '../../../text/numbers.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { leadsToOwn } from './first-person.rules.ts';
import { type KnownMaterial, type Told, wordsShared } from './known-material.rules.ts';
import type { Part } from './parts.rules.ts';
import { around, type Passage, quoteOf } from './passages.rules.ts';

/** Characters around a quote that belong to what it says. */
const near = 160;
/** Characters behind a number in which stands what it counts. */
const counting = 30;
/** Characters between a number and the word right beside it, in which the number stands. */
const beside = 15;
/** A number said elsewhere counts beside this many words of the sentence, within so many characters. */
const elsewhere = { words: 2, characters: 120 };
const rounding =
  /\b(?:about|around|almost|nearly|roughly|close to|over|more than|under|less than|some|just|up to|approximately|fast|rund|etwa|knapp|gut|über|casi|unos|unas|cerca de|más de|menos de|environ|presque|plus de|moins de)\b/iu;
const roundedBy = 0.04;
/** Smaller numbers are near to many. */
const leastRounded = 5;
/** Places of a word that are looked at. */
const mostPlaces = 30;
const nameBefore = /[\p{Lu}&]\p{L}*[\s-]$/u;

/** Returns the numbers of a sentence that its source does not hold. "1.500" reads in two ways; one is enough. */
export function unheldNumbers(known: KnownMaterial, told: Told, passage: Passage): string[] {
  const places = [...new Set(told.facts.numbers.map(({ at }) => at))];
  const unheld = places.flatMap((place) => {
    const readings = told.facts.numbers.filter(({ at }) => at === place);
    return readings.some((number) => isHeld(number, known, told, passage)) ? [] : (readings[0]?.text ?? []);
  });
  return [...new Set(unheld)];
}

/** In the quote; near it or elsewhere beside what it counts; or as part of a name. */
function isHeld(number: FoundNumber, known: KnownMaterial, told: Told, passage: Passage): boolean {
  const quote = quoteOf(passage);
  if (numbersIn(quote).some((found) => isSame(found, number))) return !isSwapped(quote, number, told.text);
  if (isCasual(number, told.text) && numbersIn(quote).every((found) => tells(told, found))) return true;
  const name = nameBefore.exec(told.text.slice(0, number.at))?.[0].trim();
  if (name && isVersioned(name, known)) return isPartOfName(number, name, known, quote);
  if (isYear(number)) return known.parts.some((part) => tellsOf(part, number, told));
  if (isRounded(number, told.text, around(passage, near))) return true;
  const counted = countedBy(told.text, number);
  if (countsOtherwise(quote, counted, told)) return false;
  return (
    (number.value >= 10 && numbersIn(around(passage, 60)).some((found) => isSame(found, number))) ||
    standsBeside(around(passage, near), number, counted) ||
    numbersIn(known.head).some((found) => isSame(found, number)) ||
    known.parts.some(
      (part) =>
        counts(part, number, told.text) ||
        ((part.isOwn || (number.value >= 10 && numbersIn(quote).length === 0)) &&
          tellsOf(part, number, told)),
    )
  );
}

/** "Two things", a figure only where the source has another; "our two clusters" are the person's own figure. */
const isCasual = ({ text, value, at }: FoundNumber, sentence: string): boolean =>
  value <= 12 && !/\d/.test(text) && !leadsToOwn(sentence.slice(0, at));
const tells = ({ facts }: Told, number: FoundNumber) => facts.numbers.some((each) => isSame(each, number));
const isYear = ({ value }: FoundNumber) => value >= 1900 && value < 2100;
const endOf = ({ at, text }: FoundNumber) => at + text.length;
const isSame = (a: FoundNumber, b: FoundNumber) =>
  a.value === b.value || (Number.isNaN(a.value) && a.text === b.text);

/** Whether the sentence says "about", "nearly" or the like, and the text has a number that near. */
function isRounded({ at, value }: FoundNumber, sentence: string, text: string): boolean {
  if (value < leastRounded || !rounding.test(sentence.slice(Math.max(0, at - 25), at))) return false;
  return numbersIn(text).some((found) => Math.abs(found.value - value) <= value * roundedBy);
}

/** Returns the words behind a number: what it counts is among them. */
const countedBy = (text: string, number: FoundNumber): string[] => [
  ...contentWords(text.slice(endOf(number), endOf(number) + counting)),
];

/** Whether the material says "Python 3.12": then any other number behind the name is another version. */
const isVersioned = (name: string, { parts, head }: KnownMaterial): boolean =>
  [head, ...parts.map(({ text }) => text)].some((text) => new RegExp(`${name}[ -]\\d`, 'u').test(text));

/** Whether the text has "Python 3.12", where the quote has no other Python. */
const isPartOfName = ({ text }: FoundNumber, name: string, { parts }: KnownMaterial, quote: string) =>
  !new RegExp(`${name}[ -]\\d`, 'u').test(quote) &&
  parts.some((part) => part.text.includes(`${name} ${text}`) || part.text.includes(`${name}-${text}`));

/** Returns the word right behind a number. */
const unitOf = (text: string, number: FoundNumber): string[] => [
  ...contentWords(/^[\s-]?\p{L}+/u.exec(text.slice(endOf(number)))?.[0] ?? ''),
];

/** Whether the text counts one thing with this number and another number the sentence's: "four hours of 23 days". */
function isSwapped(text: string, number: FoundNumber, sentence: string): boolean {
  const unit = unitOf(sentence, number);
  const isUnit = (found: FoundNumber) => sharedWords(unit, new Set(unitOf(text, found))).length > 0;
  const found = numbersIn(text);
  const same = found.filter((each) => isSame(each, number));
  return (
    found.some((each) => !isSame(each, number) && isUnit(each)) &&
    same.every((each) => unitOf(text, each).length > 0 && !isUnit(each))
  );
}

/** Whether the text counts the same thing, and so with another number, one that the sentence leaves out. */
const countsOtherwise = (text: string, counted: readonly string[], told: Told): boolean =>
  numbersIn(text).some((found) => {
    const behind = text.slice(endOf(found), endOf(found) + counting / 2);
    return !tells(told, found) && sharedWords(counted, contentWords(behind)).length > 0;
  });

/** Whether the number stands right beside one of the words. */
const standsBeside = (text: string, number: FoundNumber, words: readonly string[]): boolean =>
  numbersIn(text).some((found) => {
    const beside = text.slice(Math.max(0, found.at - counting), endOf(found) + counting);
    return isSame(found, number) && sharedWords(words, contentWords(beside)).length > 0;
  });

/** Whether a part has the same number right before or behind the same word: "48 audits", "page 41". */
function counts({ text, words }: Part, number: FoundNumber, sentence: string): boolean {
  const [behind] = unitOf(sentence, number);
  const [before] = contentWords(/\p{L}+[\s-]$/u.exec(sentence.slice(0, number.at))?.[0] ?? '');
  const holds = (from: number, to: number) =>
    numbersIn(text.slice(Math.max(0, from), to)).some((found) => isSame(found, number));
  const places = (word: string | undefined) => (word ? words().find(word).slice(0, mostPlaces) : []);
  return (
    places(behind).some((place) => holds(place - beside, place)) ||
    places(before).some((place) => holds(place, place + (before?.length ?? 0) + beside))
  );
}

/** Whether a part has the number among words of the sentence. */
function tellsOf(part: Part, number: FoundNumber, told: Told): boolean {
  return part
    .words()
    .find(number.text)
    .slice(0, mostPlaces)
    .some((place) => {
      const { characters, words } = elsewhere;
      const beside = part.text.slice(Math.max(0, place - characters), place + characters);
      return wordsShared(told, beside).length >= words;
    });
}
