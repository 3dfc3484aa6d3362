import {
  type Change,
  quotablePassages,
  type Reading,
  type Style,
  type Subject,
  sentencesOf,
} from './model-prompt.ts';
import { between, pick, pickSome, unit } from './random.ts';
import texts from './texts.json' with { type: 'json' };
import written from './written-comments.json' with { type: 'json' };

/** Slots: {p} a passage of the material, {n} a number, {s} subject, {t} another topic, {i} rest of a sentence, {q} a question without its mark, {Q} at the start. */
interface Phrases {
  opening: Record<Style, readonly string[]>;
  point: readonly string[];
  question: readonly string[];
  closing: readonly string[];
  anchor: readonly string[];
  /** Says what the passage does not. */
  invented: readonly string[];
  gap: readonly string[];
  hedge: readonly string[];
  insights: readonly string[];
}

const byLanguage: Record<string, Phrases> = texts.phrases;
const phrasesOf = (language: string): Phrases => byLanguage[language] ?? texts.phrases.en;

/** A quotation that opens it begins with a capital letter too: else it would read on from the sentence before. */
const asSentence = (text: string) =>
  text.replace(/^([“„«「]?)(\p{L})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());

const filled = (template: string, slots: Record<string, string>): string =>
  asSentence(
    template.replace(
      /\{(\w)\}/g,
      (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
    ),
  );

const ended = (text: string, language: string): string =>
  asSentence(/[.!?。！？]$/.test(text) ? text : `${text}${language === 'ja' ? '。' : '.'}`);

const joined = (sentences: readonly string[], language: string) =>
  sentences.join(language === 'ja' ? '' : ' ');

const LONGEST_NAME = 60;
const isPhrase = /^[\p{L}\p{N}][\p{L}\p{N} .+#/&’'-]+$/u;
/** Heads of titles that do not name what the video is about. */
const isSentence =
  /^(why|how|what|when|you|your|we|it|stop|is|do|did|my|i|p\d+|warum|wie|cómo|ignore|watch|learn|reading|writing|running|debugging|building|finding|live|the \w+$)\b|\.\s|&|\bwww\b/i;

const subjectPhrase = ({ title, topic }: Subject): string => {
  const head = (title.split(/[:|(–—：]|\s-\s/)[0] ?? '').replace(/[!.,\s]+$/, '').trim();
  const isName = head.length >= 4 && head.length <= LONGEST_NAME && isPhrase.test(head);
  return isName && !isSentence.test(head) ? head : topic.name;
};

/** A model was nowhere itself. */
const isImpersonal = (insight: string) => !/\b(?:we|our|ours|us|my|I)\b/i.test(insight);

const slotsFor = (seed: string, subject: Subject): Record<string, string> => {
  const phrase = subjectPhrase(subject);
  const { topic, language } = subject;
  const known = language === 'en' && topic.language === 'en' ? topic.insights.filter(isImpersonal) : [];
  const tags = topic.tags.filter((tag) => !phrase.toLowerCase().includes(tag.toLowerCase()));
  return {
    s: phrase,
    t: tags.length > 0 ? pick(`${seed}/topic`, tags) : topic.name,
    i: pick(`${seed}/insight`, [...phrasesOf(language).insights, ...known]),
    q: pick(`${seed}/question`, topic.questions),
  };
};

/** One video in eight has a sentence that its material does not support. */
const invents = ({ title }: Subject, style: string) => unit(`${title}/${style}/invents`) < 1 / 8;

/** Of several texts only the first may invent something, and begins with the person's point or its opening: beginnings differ. */
const compose = (seed: string, reading: Reading, subject: Subject, isFirst: boolean): string => {
  const { style, point, notes, wantsGap, knowsTitleOnly } = reading;
  const { language, title } = subject;
  const words = phrasesOf(language);
  const slots = slotsFor(seed, subject);
  const say = (part: string, list: readonly string[]) => filled(pick(`${seed}/${part}`, list), slots);
  const n = String(between(`${title}/number`, 23, 97));
  const isInvented = isFirst && invents(subject, style);
  const [template = '', otherTemplate = ''] = pickSome(`${seed}/anchors`, words.anchor, 2);
  const templates = [isInvented ? pick(`${seed}/invented`, words.invented) : template, otherTemplate];
  const passages = pickSome(`${seed}/passages`, [...new Set(quotablePassages(reading, subject))], 2);
  const [anchor, other] = passages.map((p, at) => filled(templates[at] ?? '', { p, n }));
  const asks = style === 'questioning' || knowsTitleOnly;
  const opening = say('opening', words.opening[knowsTitleOnly ? 'questioning' : style]);
  const begin = point === null ? opening : ended(point, language);
  const isTold = /\d/.test(`${point ?? ''} ${notes.join(' ')}`);
  const last =
    wantsGap && !isTold ? say('gap', words.gap) : asks ? '' : (other ?? say('closing', words.closing));
  const leads = isFirst ? [begin, anchor ?? ''] : [...new Set([anchor ?? opening, begin])];
  const sentences = [...leads, say('point', asks ? words.question : words.point), last];
  return joined(
    sentences.filter((sentence) => sentence !== ''),
    language,
  );
};

/** Matches whole words; any part of the text in scripts without spaces. */
const holds = (text: string, words: readonly string[]) =>
  words.some((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return /[\u3040-\u30ff\u4e00-\u9fff]/.test(word)
      ? text.includes(word)
      : new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
  });

const LEAST = 150;
const MOST = 500;
const START = 40;
const TRIES = 48;

const isLike = (text: string, other: string) => other.startsWith(text.slice(0, START));

/** Draws until a text meets every wish, or returns the one that met the most. */
export const writeComment = (seed: string, reading: Reading, subject: Subject, isFirst = false): string => {
  const { avoid, earlier } = reading;
  const least = subject.language === 'ja' ? LEAST / 2 : LEAST;
  const wishes: ((text: string) => boolean)[] = [
    (text) => !holds(text, avoid),
    (text) => text.length >= least && text.length <= MOST && !earlier.some((other) => isLike(text, other)),
  ];
  let best = { text: '', met: -1 };
  for (let index = 0; index < TRIES && best.met < wishes.length; index += 1) {
    const text = compose(`${seed}/${index}`, reading, subject, isFirst);
    const met = wishes.filter((meets) => meets(text)).length;
    if (met > best.met) best = { text, met };
  }
  return best.text;
};

const SHORTER = 0.75;

/** Writes another version: sentences that the change does not concern stay as they are. */
const steeredText = (seed: string, change: Change, reading: Reading, subject: Subject): string => {
  const { language } = subject;
  const words = phrasesOf(language);
  const slots = slotsFor(seed, subject);
  const present = sentencesOf(change.text);
  const ways: Record<string, () => string[]> = {
    Shorter() {
      const kept = [...present];
      while (kept.length > 1 && joined(kept, language).length > change.text.length * SHORTER) kept.pop();
      return kept;
    },
    'More concrete'() {
      const unused = quotablePassages(reading, subject).filter((text) => !change.text.includes(text));
      if (unused.length === 0) return present;
      const p = pick(`${seed}/passage`, unused);
      return [
        ...present.slice(0, 1),
        filled(pick(`${seed}/anchor`, words.anchor), { p }),
        ...present.slice(1),
      ];
    },
    'Less certain': () => [...present, pick(`${seed}/hedge`, words.hedge)],
    'Ask instead': () => [
      filled(pick(`${seed}/opening`, words.opening.questioning), slots),
      filled(language === 'ja' ? '{q}。' : '{Q}?', slots),
    ],
  };
  const steered = ways[change.steer ?? '']?.() ?? present;
  if (!change.isWished) return joined(steered, language);
  const closings = words.closing.map((closing) => filled(closing, slots));
  const others = closings.filter((closing) => !change.text.includes(closing));
  const kept = steered.slice(0, Math.max(1, steered.length - 1));
  return joined([...kept, pick(`${seed}/closing`, others)], language);
};

interface WrittenSentence {
  sentence: string;
  kind: string;
  quote: string;
}

const byTitle = new Map(written.map(({ title, comments }) => [title, comments]));

/** The comments that were written by hand for a video, of which every source is given. */
export const writtenFor = ({ title, description }: Subject): WrittenSentence[][] => {
  const given = `${title}\n${description}`.toLowerCase();
  return (byTitle.get(title) ?? [])
    .map((sentences) =>
      sentences.map(([sentence = '', kind = '', quote = '']) => ({ sentence, kind, quote })),
    )
    .filter((sentences) => sentences.every(({ quote }) => given.includes(quote.toLowerCase())));
};

/** One of the comments written by hand for this video, if none of its words is unwanted and it is not there already. */
const byHand = (seed: string, reading: Reading, subject: Subject): string | null => {
  const { point, style, avoid, earlier, wantsGap } = reading;
  if (point !== null || style === 'supportive' || wantsGap || subject.language !== 'en') return null;
  const texts = writtenFor(subject)
    .map((sentences) => sentences.map(({ sentence }) => sentence).join(' '))
    .filter((text) => !earlier.some((other) => isLike(other, text)) && !holds(text, avoid));
  return texts.length === 0 ? null : pick(`${seed}/written`, texts);
};

export const writeDraft = (seed: string, reading: Reading, subject: Subject): string =>
  reading.change === null
    ? (byHand(seed, reading, subject) ?? writeComment(seed, reading, subject, true))
    : steeredText(seed, reading.change, reading, subject);
