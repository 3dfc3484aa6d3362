import { pick } from '../random.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { otherTopic, subjectPhrase } from './subject-phrase.ts';

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const insightFor = (seed: string, { topic, language }: Subject, words: Phrases): string => {
  const own = topic.language === language ? topic.insights : [];
  return pick(seed, own.length === 0 || pick(`${seed}/kind`, [true, false, false]) ? words.insights : own);
};

const compose = (seed: string, { style, isCasual }: Reading, subject: Subject): string => {
  const { language, topic } = subject;
  const words = phrasesOf(language);
  const phrase = subjectPhrase(subject);
  const slots: Record<string, string> = {
    s: phrase,
    t: otherTopic(seed, subject, phrase),
    i: insightFor(`${seed}/insight`, subject, words),
    q: pick(`${seed}/question`, topic.questions),
  };
  const templates = [
    words.opening[style],
    style === 'questioning' ? words.question : words.point,
    words.closing,
  ];
  const sentences = templates.map((list, part) =>
    asSentence(
      pick(`${seed}/${part}`, list).replace(
        /\{(\w)\}/g,
        (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
      ),
    ),
  );
  const comment = sentences.join(language === 'ja' ? '' : ' ');
  return isCasual
    ? comment.replaceAll('I would', 'I’d').replaceAll('I have', 'I’ve').replaceAll('I am', 'I’m')
    : comment;
};

/** Matches whole words; any part of the text in scripts without spaces. */
const holds = (text: string, words: readonly string[]) =>
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

const START = 40;

const TRIES = 48;

const wishes: ((text: string, reading: Reading, language: string) => boolean)[] = [
  (text, { avoid }) => !holds(text, avoid),
  (text, { earlier }, language) =>
    isGoodLength(text, language) && !earlier.some((other) => other.startsWith(text.slice(0, START))),
  (text, { isModest }) => !isModest || !tellsOfOneself(text),
  (text, { prefer }) => prefer.length === 0 || holds(text, prefer),
];

export const writeComment = (seed: string, reading: Reading, subject: Subject): string => {
  let best = { text: '', met: -1 };
  for (let index = 0; index < TRIES && best.met < wishes.length; index += 1) {
    const text = compose(`${seed}/${index}`, reading, subject);
    const failed = wishes.findIndex((meets) => !meets(text, reading, subject.language));
    const met = failed === -1 ? wishes.length : failed;
    if (met > best.met) best = { text, met };
  }
  return best.text;
};

const longWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
const opening = (text: string) => text.split(/\s+/, 3).join(' ').toLowerCase();

const overlap = (text: string, other: string) => {
  const [own, known] = [longWords(text), longWords(other)];
  return [...own].filter((word) => known.has(word)).length / Math.max(1, own.size);
};

const OTHERS = 2;
const CANDIDATES = 12;

export const writeOthers = (seed: string, reading: Reading, subject: Subject) => {
  const texts = [writeComment(seed.replace(/alternatives$/, 'comment'), reading, subject)];
  while (texts.length <= OTHERS) {
    const closeness = (text: string) => Math.max(...texts.map((other) => overlap(text, other)));
    const [best] = Array.from({ length: CANDIDATES }, (_, index) =>
      writeComment(`${seed}/${texts.length}/${index}`, reading, subject),
    )
      .filter((text) => texts.every((other) => opening(other) !== opening(text)))
      .sort((a, b) => closeness(a) - closeness(b));
    if (best === undefined) break;
    texts.push(best);
  }
  return texts.slice(1).map((comment) => {
    const second = /[^.!?]+[.!?]\s+([^.!?]+)/.exec(comment)?.[1] ?? comment;
    return { comment, angle: second.split(/\s+/, 5).join(' ') };
  });
};
