import { pick } from '../deterministic.ts';
import type { Phrases } from './phrases/phrases.ts';
import { phrasesOf } from './phrases/phrases-of.ts';
import type { Reading, Subject } from './prompt-reader.ts';
import { otherTopic, subjectPhrase } from './subject-phrase.ts';

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One in three insights is of the general kind, so that drafts on one topic do not all tell the same story. */
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
  const sentences = (['opening', 'point', 'closing'] as const).map((part) => {
    const text = pick(`${seed}/${part}`, words[part][style]);
    return asSentence(
      text.replace(
        /\{(\w)\}/g,
        (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
      ),
    );
  });
  const comment = sentences.join(language === 'ja' ? '' : ' ');
  return isCasual
    ? comment.replaceAll('I would', 'I’d').replaceAll('I have', 'I’ve').replaceAll('I am', 'I’m')
    : comment;
};

/** Whether it uses one of the words, as a whole word; where a script puts no spaces, anywhere. */
const holds = (text: string, words: readonly string[]) =>
  words.some((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return /[\u3040-\u30ff\u4e00-\u9fff]/.test(word)
      ? text.includes(word)
      : new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
  });

/** Words with which one tells of one's own work, in the languages there are phrases for. */
const own = [
  /\b(?:we|our|ours|us|mine)\b|\bmy (?!(?:own )?guess)|\bI(?:’ve| have| came| met| thought| tried)\b|\basked me\b/iu,
  /(?<!\p{L})(?:wir|uns|unser\p{L}*|mir|mein\p{L}*|ich habe)(?!\p{L})/iu,
  /(?<!\p{L})(?:nos|nuestr\p{L}+|nosotros|mi|mis|nous|notre|nos|moi|mon|ma|nosso\p{L}*|nossa\p{L}*|minha|meu|\p{L}+(?:amos|imos|emos))(?!\p{L})/iu,
  /私|うち|自分|弊社/u,
];
const tellsOfOneself = (text: string) => own.some((pattern) => pattern.test(text));

const LEAST = 150;
const MOST = 500;
/** Japanese says the same in less than half as many characters. */
const isGoodLength = (text: string, language: string) =>
  text.length >= (language === 'ja' ? LEAST / 2 : LEAST) && text.length <= MOST;

const START = 40;

/** Tries before it settles for a text that does not meet every wish. */
const TRIES = 48;

/** The wishes in the order of their weight; a text that fails the first is the last to be taken. */
const wishes: ((text: string, reading: Reading, language: string) => boolean)[] = [
  (text, { avoid }) => !holds(text, avoid),
  (text, { earlier }, language) =>
    isGoodLength(text, language) && !earlier.some((other) => other.startsWith(text.slice(0, START))),
  (text, { isModest }) => !isModest || !tellsOfOneself(text),
  (text, { prefer }) => prefer.length === 0 || holds(text, prefer),
];

/** A comment of three or four sentences on the video; the same seed gives the same text. */
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
