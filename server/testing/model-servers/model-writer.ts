import { between, pick, pickSome, unit } from '../../sandbox/random.ts';
import { holdsWord, spaced } from '../../sandbox/search.ts';
import {
  type Change,
  passagesOf,
  type Reading,
  type Style,
  type Subject,
  sentencesOf,
} from './model-prompt.ts';
import phrases from './phrases.json' with { type: 'json' };
import written from './written-comments.json' with { type: 'json' };

/**
 * Templates with slots: {p} a passage of the material, {n} a number, {s} the subject, {t}
 * another topic, {i} the rest of a sentence, {q} a question without its mark, {Q} the
 * same at the start of a sentence.
 */
interface Phrases {
  opening: Record<Style, readonly string[]>;
  point: readonly string[];
  question: readonly string[];
  closing: readonly string[];
  anchor: readonly string[];
  /** Sentences that state something which the passage does not say. */
  invented: readonly string[];
  hedge: readonly string[];
  insights: readonly string[];
}

const byLanguage: Record<string, Phrases> = phrases;
const phrasesOf = (language: string): Phrases => byLanguage[language] ?? phrases.en;

/**
 * Capitalizes the first letter, also after an opening quotation mark; a lower-case letter
 * there would look like the middle of a sentence.
 */
const asSentence = (text: string) =>
  text.replace(
    /^([“„«「]?)(\p{L})/u,
    (_, mark: string, letter: string) => mark + letter.toUpperCase(),
  );

const filled = (template: string, slots: Record<string, string>): string =>
  asSentence(
    template.replace(
      /\{(\w)\}/g,
      (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
    ),
  );

const ended = (text: string, language: string): string =>
  asSentence(
    /[.!?。！？]$/.test(text) ? text : `${text}${language === 'ja' ? '。' : '.'}`,
  );

const joined = (sentences: readonly string[], language: string) =>
  sentences.join(language === 'ja' ? '' : ' ');

/** A model has no experiences of its own, so it uses no sentences with "we" or "I". */
const isImpersonal = (insight: string) => !/\b(?:we|our|ours|us|my|I)\b/i.test(insight);

const slotsFor = (seed: string, { topic, language }: Subject): Record<string, string> => {
  const known =
    language === 'en' && topic.language === 'en'
      ? topic.insights.filter(isImpersonal)
      : [];
  const tags = topic.tags.filter(
    (tag) => !topic.name.toLowerCase().includes(tag.toLowerCase()),
  );
  return {
    s: topic.name,
    t: tags.length > 0 ? pick(`${seed}/topic`, tags) : topic.name,
    i: pick(`${seed}/insight`, [...phrasesOf(language).insights, ...known]),
    q: pick(`${seed}/question`, topic.questions),
  };
};

const LONGEST = 90;
const SHORTEST = 12;
const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ,、’'+/-]*$/u;
/** Passages that address a machine are not quoted. */
const isAddressed =
  /\b(?:you are|ai|system|prompts?|profiles?|models?|assistant|links?|answer|reply|repeat|comments?|rating|visit|paste|hacked|quote|call|credits)\b|ignor|instru[ck]|anweisung|指示|指令|промпт/i;

export const shortened = (text: string) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(' ', LONGEST)).trim();

const quotable = (reading: Reading, subject: Subject): string[] => {
  const passages = passagesOf(reading, subject).filter(
    ({ kind }) => kind !== 'point' && kind !== 'comment',
  );
  const texts = passages.map(({ text }) => shortened(text));
  return [...new Set(texts)].filter(
    (text) => text.length >= SHORTEST && isPlain.test(text) && !isAddressed.test(text),
  );
};

/** One video in eight gets a sentence that its material does not support. */
const invents = ({ title }: Subject, style: string) =>
  unit(`${title}/${style}/invents`) < 1 / 8;

/**
 * Writes three or four sentences from the language's templates: an opening, a quotation,
 * a point and a closing.
 */
const compose = (
  seed: string,
  reading: Reading,
  subject: Subject,
  passages: readonly string[],
): string => {
  const { style, point } = reading;
  const { language, title } = subject;
  const words = phrasesOf(language);
  const slots = slotsFor(seed, subject);
  const say = (part: string, list: readonly string[]) =>
    filled(pick(`${seed}/${part}`, list), slots);
  const n = String(between(`${title}/number`, 23, 97));
  const [first = '', second = ''] = pickSome(`${seed}/anchors`, words.anchor, 2);
  const template = invents(subject, style)
    ? pick(`${seed}/invented`, words.invented)
    : first;
  const [passage, other] = pickSome(`${seed}/passages`, passages, 2);
  const asks = style === 'questioning';
  function closing(): string {
    if (asks) return '';
    return other === undefined
      ? say('closing', words.closing)
      : filled(second, { p: other });
  }
  const sentences = [
    point === null ? say('opening', words.opening[style]) : ended(point, language),
    passage === undefined ? '' : filled(template, { p: passage, n }),
    say('point', asks ? words.question : words.point),
    closing(),
  ];
  return joined(
    sentences.filter((sentence) => sentence !== ''),
    language,
  );
};

/** Matches whole words, or any part of the text in scripts without spaces. */
const holds = (text: string, words: readonly string[]) =>
  words.some(
    (word) =>
      holdsWord(spaced(text), spaced(word).trim()) ||
      (/[^ -~]/.test(word) && text.includes(word)),
  );

const LEAST = 150;
const MOST = 500;
const START = 40;
const TRIES = 48;

const isLike = (text: string, other: string) => other.startsWith(text.slice(0, START));

/** Draws texts until one meets every condition; returns the last try otherwise. */
export const writeComment = (
  seed: string,
  reading: Reading,
  subject: Subject,
): string => {
  const { avoid, earlier } = reading;
  const least = subject.language === 'ja' ? LEAST / 2 : LEAST;
  const passages = quotable(reading, subject);
  for (let index = 1; ; index += 1) {
    const text = compose(`${seed}/${index}`, reading, subject, passages);
    const fits = text.length >= least && text.length <= MOST && !holds(text, avoid);
    if (index === TRIES || (fits && !earlier.some((other) => isLike(text, other))))
      return text;
  }
};

/** Writes another version: sentences that the change does not affect stay as they are. */
const steeredText = (
  seed: string,
  change: Change,
  reading: Reading,
  subject: Subject,
): string => {
  const { language } = subject;
  const words = phrasesOf(language);
  const slots = slotsFor(seed, subject);
  const present = sentencesOf(change.text);
  const [first = '', ...rest] = present;
  const ways: Record<string, () => string[]> = {
    Shorter: () => [first, ...rest.slice(0, rest.length / 2)],
    'More concrete'() {
      const [p] = quotable(reading, subject).filter(
        (text) => !change.text.includes(text),
      );
      return p === undefined
        ? present
        : [first, filled(pick(seed, words.anchor), { p }), ...rest];
    },
    'Less certain': () => [...present, pick(seed, words.hedge)],
    'Ask instead': () => [
      filled(pick(seed, words.opening.questioning), slots),
      filled(language === 'ja' ? '{q}。' : '{Q}?', slots),
    ],
  };
  const steered = ways[change.steer ?? '']?.() ?? present;
  if (!change.isWished) return joined(steered, language);
  const closings = words.closing.map((closing) => filled(closing, slots));
  const others = closings.filter((closing) => !change.text.includes(closing));
  return joined(
    [...steered.slice(0, Math.max(1, steered.length - 1)), pick(seed, others)],
    language,
  );
};

interface WrittenSentence {
  sentence: string;
  kind: string;
  quote: string;
}

const byTitle = new Map(written.map(({ title, comments }) => [title, comments]));

/** Returns the hand-written comments for a video whose quotes are all in its material. */
export const writtenFor = ({ title, description }: Subject): WrittenSentence[][] => {
  const given = `${title}\n${description}`.toLowerCase();
  return (byTitle.get(title) ?? [])
    .map((sentences) =>
      sentences.map(([sentence = '', kind = '', quote = '']) => ({
        sentence,
        kind,
        quote,
      })),
    )
    .filter((sentences) =>
      sentences.every(({ quote }) => given.includes(quote.toLowerCase())),
    );
};

/**
 * Returns a hand-written comment for this video that contains no avoided word and does
 * not exist yet, or null.
 */
const byHand = (seed: string, reading: Reading, subject: Subject): string | null => {
  const { point, style, avoid, earlier } = reading;
  if (point !== null || style === 'supportive' || subject.language !== 'en') return null;
  const texts = writtenFor(subject)
    .map((sentences) => sentences.map(({ sentence }) => sentence).join(' '))
    .filter(
      (text) => !earlier.some((other) => isLike(other, text)) && !holds(text, avoid),
    );
  return texts.length === 0 ? null : pick(`${seed}/written`, texts);
};

export const writeDraft = (seed: string, reading: Reading, subject: Subject): string =>
  reading.change === null
    ? (byHand(seed, reading, subject) ?? writeComment(seed, reading, subject))
    : steeredText(seed, reading.change, reading, subject);
