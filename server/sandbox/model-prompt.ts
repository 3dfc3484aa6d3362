import { allTopics, type Topic, topicOf } from './catalogue.ts';
import { holdsWord, spaced } from './catalogue-search.ts';

export interface Message {
  role: string;
  content: string;
}

export interface Subject {
  id: string;
  title: string;
  description: string;
  topics: readonly string[];
  topic: Topic;
  language: string;
}

export interface Change {
  text: string;
  steer: string | null;
  isWished: boolean;
}

export type Style = 'insightful' | 'supportive' | 'questioning';

/** What a prompt gives and asks for. */
export interface Reading {
  subjects: readonly [Subject, ...Subject[]];
  chapters: readonly string[];
  comments: readonly string[];
  transcript: readonly string[];
  notes: readonly string[];
  point: string | null;
  change: Change | null;
  style: Style;
  avoid: readonly string[];
  /** Texts that the comment must not resemble. */
  earlier: readonly string[];
  /** Whether a rule asks for what only the person can tell. */
  wantsGap: boolean;
  knowsTitleOnly: boolean;
  /** Whether it may say that there is nothing to add. */
  mayAddNothing: boolean;
}

const fence = /⟦[^⟧\n]*⟧([\s\S]*?)⟦[^⟧\n]*⟧/g;

/** Text between fence marks is never an instruction; without marks the text is both. */
export const partsOf = (user: string): { material: string; instructions: string } => {
  const fenced = [...user.matchAll(fence)].map(([, inside = '']) => inside.trim());
  return fenced.length > 0
    ? { material: fenced.join('\n\n'), instructions: user.replace(fence, '') }
    : { material: user, instructions: user };
};

const part =
  /^(Chapters|Top comments|Transcript|Notes|What this person wants|What this person has written)\b[^\n]*:\n⟦[^⟧\n]*⟧\n([\s\S]*?)\n⟦[^⟧\n]*⟧$/gm;
const change =
  /^Write another version of this comment\.[^\n]*\nPresent version: (".*")(?:\nChange: ([^\n.]*)[^\n]*)?(\nTheir own wish[^\n]*)?$/m;

const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '');

/** Returns the parts beside the video, and the prompt without them: nothing in them is an instruction. */
const readParts = (user: string) => {
  const parts = new Map([...user.matchAll(part)].map(([, name = '', text = '']) => [name, text]));
  const [changed, present = '""', steer = null, wish] = change.exec(user) ?? [];
  return {
    given: {
      chapters: lines(parts.get('Chapters')).map((line) => line.replace(/^[\d:]+ /, '')),
      comments: lines(parts.get('Top comments')).map((line) => line.replace(/^[^:]*: /, '')),
      transcript: (parts.get('Transcript') ?? '').split(/\[[\d:…]+\]|\n/),
      notes: lines(parts.get('Notes')),
      point: parts.get('What this person wants')?.trim() || null,
      change: changed ? { text: JSON.parse(present) as string, steer, isWished: wish !== undefined } : null,
    },
    rest: user.replace(part, '').replace(change, ''),
  };
};

const languageTags: Record<string, string> = { english: 'en', german: 'de', spanish: 'es', japanese: 'ja' };

/** Reads "write in European Spanish"; null for a language the model does not write. */
const askedLanguage = (text: string): string | null => {
  for (const [, words = ''] of text.matchAll(/\bwrite in ([^.,;\n]{2,40})/gi)) {
    const named = words.toLowerCase().split(/\P{L}+/u);
    const found = named.find((word) => Object.hasOwn(languageTags, word));
    if (found) return languageTags[found] ?? null;
  }
  return null;
};

/** By script and common words; English if in doubt. */
const detectLanguage = (text: string): string => {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  const count = (words: RegExp) => new Set(text.toLowerCase().match(words)).size;
  const german = count(/(?<= )(und|der|die|das|für|mit|ein|wir|nicht|wie)(?= )/g);
  const spanish = count(/(?<= )(el|los|las|con|para|una|que|cómo|del|por)(?= )/g);
  if (Math.max(german, spanish) < 2) return 'en';
  return german >= spanish ? 'de' : 'es';
};

const topicFor = (title: string, rest: string, language: string): Topic => {
  const spoken = allTopics.find((topic) => topic.language === language && language !== 'en');
  if (spoken) return spoken;
  const [head, body] = [spaced(title), spaced(rest)];
  const points = (word: string) => (holdsWord(head, word) ? 4 : 0) + (holdsWord(body, word) ? 1 : 0);
  const scored = allTopics
    .filter((topic) => topic.language === 'en')
    .map((topic) => ({ topic, score: topic.words.reduce((sum, word) => sum + points(word), 0) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.topic : topicOf('craft');
};

const readSubject = (block: string, id: string, asked: string | null): Subject => {
  const title = /^Title: (.+)$/m.exec(block)?.[1]?.trim() ?? '';
  const description = /^Description: ([\s\S]{0,3000})/m.exec(block)?.[1] ?? '';
  const topics = (/^Topics: (.+)$/m.exec(block)?.[1] ?? '').split(',').map((word) => word.trim());
  const language = asked ?? detectLanguage(`${title} ${description.slice(0, 600)}`);
  return {
    id,
    title,
    description,
    topics: topics.filter((word) => word !== ''),
    topic: topicFor(`${title} ${topics.join(' ')}`, description.slice(0, 800), language),
    language,
  };
};

/** One video, or several that are numbered; what follows a title may pretend to be another one. */
const readSubjects = (text: string, asked: string | null): [Subject, ...Subject[]] => {
  const marks = /^Title: /.test(text) ? [] : [...text.matchAll(/^Video (\d+)$/gm)];
  const blocks = marks.map(({ 1: id = '', index }, at) =>
    readSubject(text.slice(index, marks[at + 1]?.index), id, asked),
  );
  const [first = readSubject(text, '1', asked), ...others] = blocks;
  return [first, ...others];
};

const wordsToAvoid = (text: string): string[] =>
  (/^## Words never to use\n([^#]*)/m.exec(text)?.[1] ?? '')
    .split(/[,;\n、،]+/)
    .map((entry) => entry.replace(/^[\s\-*•"'“”„‘’«»]+|[\s"'“”„‘’«».]+$/g, '').toLowerCase())
    .filter((entry) => entry.length > 1);

const quotedIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([whole]) =>
    [...whole.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote),
  );

/** Drafts that are there already, as JSON strings in a list. */
const othersIn = (user: string): string[] =>
  lines(/^These drafts are there already\.[^\n]*\n((?:- ".*"(?:\n|$))+)/m.exec(user)?.[1]).map(
    (line) => JSON.parse(line.slice(2)) as string,
  );

const styleIn = (user: string): Style => {
  const said = /^(?:- )?Style of this comment: ([^\n:.]*)/m.exec(user)?.[1] ?? '';
  if (/question|thought-provoking/i.test(said)) return 'questioning';
  return /supportive/i.test(said) ? 'supportive' : 'insightful';
};

export const readPrompt = (messages: readonly Message[]): Reading => {
  const said = (isUsers: boolean) =>
    messages
      .filter(({ role }) => role !== 'assistant' && (role === 'user') === isUsers)
      .map(({ content }) => content)
      .join('\n\n');
  const system = said(false);
  const { given, rest } = readParts(said(true));
  const { material, instructions } = partsOf(rest);
  return {
    subjects: readSubjects(material, askedLanguage(system) ?? askedLanguage(instructions)),
    ...given,
    style: styleIn(instructions),
    avoid: [
      ...wordsToAvoid(system),
      ...quotedIn(instructions, /\bused “.*never/g).map((word) => word.toLowerCase()),
    ],
    earlier: [...quotedIn(instructions, /earlier comment: “[^”]*”/g), ...othersIn(instructions)],
    wantsGap: /^- .*\b(?:number|figure) of (?:your|their) own\b/im.test(system),
    knowsTitleOnly: /^- Nothing is given of the video but its title\b/m.test(instructions),
    mayAddNothing: /^- If the material gives nothing\b/m.test(instructions),
  };
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** Weighs otherwise than the app estimates, as real tokenizers do. */
export function tokenWeight(text: string): number {
  let tokens = 0;
  for (const [word] of text.matchAll(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\s]+|\n/gu,
  )) {
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) tokens += 0.9;
    else if (/[\u0400-\u04ff]/.test(word)) tokens += word.length / 2.4;
    else tokens += Math.max(0.5, (word.length + 1) / (/[\u00c0-\u024f]/.test(word) ? 3.2 : 4.4));
  }
  return tokens;
}

export const tokensIn = (text: string): number => Math.ceil(tokenWeight(text));

export interface Passage {
  kind: 'point' | 'description' | 'chapter' | 'comment' | 'transcript' | 'notes';
  text: string;
}

const clauses = (text: string) =>
  text
    .split(/[.!?。！？\n]+|[:;()]+ ?/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** Every passage that a sentence may rest on. */
export const passagesOf = (reading: Reading, { description }: Subject): Passage[] => {
  const { chapters, comments, transcript, notes, point } = reading;
  const of = (kind: Passage['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }));
  return [
    ...of('point', point === null ? [] : [point]),
    ...of('notes', notes.flatMap(clauses)),
    ...of('transcript', transcript.flatMap(clauses)),
    ...of('chapter', chapters),
    ...of('description', clauses(description)),
    ...of('comment', comments.flatMap(clauses)),
  ];
};

const LONGEST = 90;
const LEAST = 12;
/** Of a description the beginning alone: what follows is mostly links and thanks. */
const LEADS = 4;
const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ,、’'+/-]*$/u;
/** Who speaks to a machine is not quoted. */
const isAddressed =
  /\b(?:you are|ai|system|prompts?|profiles?|models?|assistant|links?|answer|reply|repeat|comments?|rating|visit|paste|hacked|quote|call|credits)\b|ignor|instru[ck]|anweisung|指示|指令|промпт/i;

const shortened = (text: string) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(' ', LONGEST)).trim();

export const quotablePassages = (reading: Reading, subject: Subject): string[] => {
  const { notes, transcript, chapters, knowsTitleOnly } = reading;
  if (knowsTitleOnly) return [];
  const own = [...notes, ...transcript].flatMap(clauses);
  return [...own, ...chapters.slice(1), ...clauses(subject.description).slice(0, LEADS)]
    .map(shortened)
    .filter((text) => text.length >= LEAST && isPlain.test(text) && !isAddressed.test(text));
};
