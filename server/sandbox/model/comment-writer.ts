import { between, pick, pickSome, unit } from '../random.ts';
import { quotablePassages } from './passages.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { ended, filled, joined } from './sentences.ts';
import { otherTopic, subjectPhrase } from './subject-phrase.ts';

/** Of several texts only the first has what the description tells. */
const insightFor = (seed: string, subject: Subject, words: Phrases, isFirst: boolean): string => {
  const { topic, language, description } = subject;
  const isTold = (insight: string) => description.toLowerCase().includes(insight.toLowerCase());
  const own = topic.language === language ? topic.insights : [];
  const told = own.filter(isTold);
  if (isFirst && told.length > 0 && pick(`${seed}/told`, [true, true, false])) return pick(seed, told);
  const others = isFirst ? own : own.filter((insight) => !isTold(insight));
  return pick(
    seed,
    others.length === 0 || pick(`${seed}/kind`, [true, false, false]) ? words.insights : others,
  );
};

/** One video in eight has a sentence that its material does not support. */
const invents = ({ title }: Subject, style: string) => unit(`${title}/${style}/invents`) < 1 / 8;
const inventedNumber = ({ title }: Subject) => String(between(`${title}/number`, 23, 97));

const anchorsFor = (seed: string, words: Phrases, passages: readonly string[], number: string | null) => {
  const [first = '', second = ''] = pickSome(`${seed}/anchors`, words.anchor, 2);
  const templates = [number === null ? first : pick(`${seed}/invented`, words.invented), second];
  return pickSome(`${seed}/passages`, [...new Set(passages)], 2).map((p, at) =>
    filled(templates[at] ?? '', { p, n: number ?? '' }),
  );
};

/** Of several texts only the first may invent something, and begins with the person's point or its opening: beginnings differ. */
const compose = (seed: string, reading: Reading, subject: Subject, isFirst: boolean): string => {
  const { style, isCasual, point, notes, wantsGap, knowsTitleOnly } = reading;
  const { language } = subject;
  const words = phrasesOf(language);
  const slots = slotsFor(seed, subject, words, isFirst);
  const say = (part: string, list: readonly string[]) => filled(pick(`${seed}/${part}`, list), slots);
  const number = isFirst && invents(subject, style) ? inventedNumber(subject) : null;
  const [anchor, other] = anchorsFor(seed, words, quotablePassages(reading, subject), number);
  const asks = style === 'questioning' || knowsTitleOnly;
  const opening = say('opening', words.opening[knowsTitleOnly ? 'questioning' : style]);
  const begin = point === null ? opening : ended(point, language);
  const leads = isFirst ? [begin, anchor] : [...new Set([anchor ?? opening, begin])];
  const isTold = /\d/.test(`${point ?? ''} ${notes.join(' ')}`);
  const sentences = [
    ...leads,
    say('point', asks ? words.question : words.point),
    wantsGap && !isTold ? say('gap', words.gap) : asks ? undefined : (other ?? say('closing', words.closing)),
  ];
  const comment = joined(
    sentences.filter((sentence) => sentence !== undefined),
    language,
  );
  return isCasual
    ? comment.replaceAll('I would', 'I’d').replaceAll('I have', 'I’ve').replaceAll('I am', 'I’m')
    : comment;
};

const slotsFor = (
  seed: string,
  subject: Subject,
  words: Phrases,
  isFirst: boolean,
): Record<string, string> => {
  const phrase = subjectPhrase(subject);
  return {
    s: phrase,
    t: otherTopic(seed, subject, phrase),
    i: insightFor(`${seed}/insight`, subject, words, isFirst),
    q: pick(`${seed}/question`, subject.topic.questions),
  };
};

/** Matches whole words; any part of the text in scripts without spaces. */
export const holds = (text: string, words: readonly string[]) =>
  words.some((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return /[\u3040-\u30ff\u4e00-\u9fff]/.test(word)
      ? text.includes(word)
      : new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
  });

const own = [
  /\b(?:we|our|ours|us|mine)\b|\bmy (?!(?:own )?guess)|\bI(?:’ve| have| came| met| thought| tried)\b|\basked me\b/iu,
  /(?<!\p{L})(?:wir|uns|unser\p{L}*|mir|mein\p{L}*|ich habe)(?!\p{L})/iu,
  /(?<!\p{L})(?:nos|nuestr\p{L}+|nosotros|mi|mis|\p{L}+(?:amos|imos|emos))(?!\p{L})/iu,
  /私|うち|自分|弊社/u,
];
const tellsOfOneself = (text: string) => own.some((pattern) => pattern.test(text));

const LEAST = 150;
const MOST = 500;
const isGoodLength = (text: string, language: string) =>
  text.length >= (language === 'ja' ? LEAST / 2 : LEAST) && text.length <= MOST;

export const START = 40;

const TRIES = 48;

const wishes: ((text: string, reading: Reading, language: string) => boolean)[] = [
  (text, { avoid }) => !holds(text, avoid),
  (text, { earlier }, language) =>
    isGoodLength(text, language) && !earlier.some((other) => other.startsWith(text.slice(0, START))),
  (text, { isModest }) => !isModest || !tellsOfOneself(text),
  (text, { prefer }) => prefer.length === 0 || holds(text, prefer),
];

export const writeComment = (seed: string, reading: Reading, subject: Subject, isFirst = false): string => {
  let best = { text: '', met: -1 };
  for (let index = 0; index < TRIES && best.met < wishes.length; index += 1) {
    const text = compose(`${seed}/${index}`, reading, subject, isFirst);
    const failed = wishes.findIndex((meets) => !meets(text, reading, subject.language));
    const met = failed === -1 ? wishes.length : failed;
    if (met > best.met) best = { text, met };
  }
  return best.text;
};
