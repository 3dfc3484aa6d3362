import {
  type Change,
  ended,
  filled,
  joined,
  quotablePassages,
  type Reading,
  type Style,
  type Subject,
  sentencesOf,
} from './model-prompt.ts';
import phrases from './phrases.json' with { type: 'json' };
import { between, pick, pickSome, unit } from './random.ts';
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

const byLanguage: Record<string, Phrases> = phrases;

export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? phrases.en;

const LONGEST = 60;

const isSentence = (head: string) =>
  /^(why|how|what|when|you|your|we|it|stop|is|do|did|my|i|p\d+|warum|wie|cómo|ignore|watch|learn|reading|writing|running|debugging|building|finding)\b|^(live|the \w+)$|[?!<>{}"\\¿&]|\.\s|\bwww\b|:\/\//i.test(
    head,
  );

const isFormat =
  /^(tutorial|course|curso|live|tips|anleitung|入門|解説|日本語|deutsch|german|español|spanish|français|french|português|portuguese|japanese|débutant|iniciantes)$/i;

const isTopic = (tag: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N} .+#/-]{1,30}$/u.test(tag) && !isSentence(tag) && !isFormat.test(tag);

const asWritten = (tag: string, { title, description }: Subject): string => {
  const text = `${title}\n${description}`;
  const at = text.toLowerCase().indexOf(tag.toLowerCase());
  return at < 0 ? tag : text.slice(at, at + tag.length);
};

export const subjectPhrase = (subject: Subject): string => {
  const { title, topic, topics, language } = subject;
  const head = (title.split(/[:|(–—:]|\s-\s/)[0] ?? '').replace(/[!.,\s]+$/, '').trim();
  if (head.length >= 4 && head.length <= LONGEST && !isSentence(head)) return head;
  if (language === 'en' && topic.language === 'en') return topic.name;
  const tag = [...topics, ...topic.tags].find(isTopic);
  const name = tag ? asWritten(tag, subject) : topic.name;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const otherTopic = (seed: string, subject: Subject, phrase: string): string => {
  const { topics, topic } = subject;
  const isOther = (tag: string) => isTopic(tag) && !phrase.toLowerCase().includes(tag.toLowerCase());
  const own = topics.filter(isOther);
  const choice = own.length > 0 ? own : topic.tags.filter(isOther);
  return choice.length > 0 ? asWritten(pick(`${seed}/topic`, choice), subject) : topic.name;
};

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

const SHORTER = 0.75;

/** Writes another version: sentences that the change does not concern stay as they are. */
const steeredText = (seed: string, change: Change, reading: Reading, subject: Subject): string => {
  const { language } = subject;
  const words = phrasesOf(language);
  const phrase = subjectPhrase(subject);
  const slots = {
    s: phrase,
    t: otherTopic(seed, subject, phrase),
    q: pick(`${seed}/question`, subject.topic.questions),
  };
  const present = sentencesOf(change.text);

  const shorter = () => {
    const kept = [...present];
    while (kept.length > 1 && joined(kept, language).length > change.text.length * SHORTER) kept.pop();
    return kept;
  };
  const moreConcrete = () => {
    const unused = quotablePassages(reading, subject).filter((text) => !change.text.includes(text));
    if (unused.length === 0) return present;
    const detail = filled(pick(`${seed}/anchor`, words.anchor), { p: pick(`${seed}/passage`, unused) });
    return [...present.slice(0, 1), detail, ...present.slice(1)];
  };
  const asking = () => {
    const opening = filled(pick(`${seed}/opening`, words.opening.questioning), slots);
    return [opening, filled(language === 'ja' ? '{q}。' : '{Q}?', slots)];
  };
  const ways: Record<string, () => string[]> = {
    Shorter: shorter,
    'More concrete': moreConcrete,
    'Less certain': () => [...present, pick(`${seed}/hedge`, words.hedge)],
    'Ask instead': asking,
  };
  const steered = ways[change.steer ?? '']?.() ?? present;
  if (!change.isWished) return joined(steered, language);
  const closings = words.closing.map((closing) => filled(closing, slots));
  const others = closings.filter((closing) => !change.text.includes(closing));
  return joined(
    [...steered.slice(0, Math.max(1, steered.length - 1)), pick(`${seed}/closing`, others)],
    language,
  );
};

export interface WrittenSentence {
  sentence: string;
  kind: string;
  quote: string;
}

const byTitle = new Map(written.map(({ title, comments }) => [title, comments]));

/** The comments that were written by hand for a video, of which every source is given. */
export const writtenFor = ({ title, description }: Subject): WrittenSentence[][] =>
  (byTitle.get(title) ?? [])
    .map((sentences) =>
      sentences.map(([sentence = '', kind = '', quote = '']) => ({ sentence, kind, quote })),
    )
    .filter((sentences) =>
      sentences.every(({ quote }) => `${title}\n${description}`.toLowerCase().includes(quote.toLowerCase())),
    );

export const writeDraft = (seed: string, reading: Reading, subject: Subject): string => {
  const { change } = reading;
  return change === null
    ? (byHand(seed, reading, subject) ?? writeComment(seed, reading, subject, true))
    : steeredText(seed, change, reading, subject);
};

/** One of the comments written by hand for this video, if none of its words is unwanted and it is not there already. */
const byHand = (seed: string, reading: Reading, subject: Subject): string | null => {
  const { point, style, avoid, prefer, earlier, wantsGap, language } = { ...reading, ...subject };
  if (point !== null || style === 'supportive' || prefer.length > 0 || wantsGap || language !== 'en')
    return null;
  const texts = writtenFor(subject)
    .map((sentences) => sentences.map(({ sentence }) => sentence).join(' '))
    .filter((text) => !earlier.some((other) => text.startsWith(other.slice(0, START))))
    .filter((text) => !holds(text, avoid));
  return texts.length === 0 ? null : pick(`${seed}/written`, texts);
};
