import { holdsWord, spaced } from '../../sandbox/search.ts';
import { allTopics, type Topic, topicOf } from './topics.ts';

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

/** What the model reads from a prompt. */
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
  /** Existing drafts. */
  earlier: readonly string[];
  /** True if the model may answer that there is nothing to add. */
  mayAddNothing: boolean;
}

const fence = /⟦[^⟧\n]*⟧([\s\S]*?)⟦[^⟧\n]*⟧/g;

/**
 * Text between fence marks is never an instruction. A text without marks counts as both.
 */
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

/**
 * Returns the parts beside the video, and the prompt without them, because nothing in
 * them is an instruction.
 */
const readParts = (user: string) => {
  const parts = new Map(
    [...user.matchAll(part)].map(([, name = '', text = '']) => [name, text]),
  );
  const [changed, present = '""', steer = null, wish] = change.exec(user) ?? [];
  return {
    given: {
      chapters: lines(parts.get('Chapters')).map((line) => line.replace(/^[\d:]+ /, '')),
      comments: lines(parts.get('Top comments')).map((line) =>
        line.replace(/^[^:]*: /, ''),
      ),
      transcript: (parts.get('Transcript') ?? '').split(/\[[\d:…]+\]|\n/),
      notes: lines(parts.get('Notes')),
      point: parts.get('What this person wants')?.trim() || null,
      change: changed
        ? { text: JSON.parse(present) as string, steer, isWished: wish !== undefined }
        : null,
    },
    rest: user.replace(part, '').replace(change, ''),
  };
};

const languageTags: Record<string, string> = {
  english: 'en',
  german: 'de',
  spanish: 'es',
  japanese: 'ja',
};

/** Reads "write in European Spanish"; null for a language the model does not write. */
const askedLanguage = (text: string): string | null => {
  const asked = [...text.matchAll(/\bwrite in ([^.,;\n]{2,40})/gi)].map(
    ([, words = '']) => words,
  );
  const named = asked
    .join(' ')
    .toLowerCase()
    .split(/\P{L}+/u);
  return languageTags[named.find((word) => word in languageTags) ?? ''] ?? null;
};

/**
 * Returns the topic with the most words in title and topics. Languages other than English
 * have only one topic each.
 */
const topicFor = (words: string, language: string): Topic => {
  const text = spaced(words);
  const [best] = allTopics
    .filter((topic) => topic.language === language)
    .map((topic) => ({
      topic,
      count: topic.words.filter((word) => holdsWord(text, word)).length,
    }))
    .sort((a, b) => b.count - a.count);
  return best && (best.count > 0 || language !== 'en') ? best.topic : topicOf('craft');
};

const readSubject = (block: string, id: string, language: string): Subject => {
  const title = /^Title: (.+)$/m.exec(block)?.[1]?.trim() ?? '';
  const description = /^Description: ([\s\S]{0,3000})/m.exec(block)?.[1] ?? '';
  const topics = (/^Topics: (.+)$/m.exec(block)?.[1] ?? '')
    .split(/ *, */)
    .filter((word) => word !== '');
  return {
    id,
    title,
    description,
    topics,
    topic: topicFor(`${title} ${topics.join(' ')}`, language),
    language,
  };
};

/**
 * Reads one video, or several numbered ones. With several, only "Video 2" on a line of
 * its own begins the next one.
 */
const readSubjects = (text: string, language: string): [Subject, ...Subject[]] => {
  const marks = /^Title: /.test(text) ? [] : [...text.matchAll(/^Video (\d+)$/gm)];
  const blocks = marks.map(({ 1: id = '', index }, at) =>
    readSubject(text.slice(index, marks[at + 1]?.index), id, language),
  );
  const [first = readSubject(text, '1', language), ...others] = blocks;
  return [first, ...others];
};

const wordsToAvoid = (text: string): string[] =>
  (/^## Words never to use\n([^#]*)/m.exec(text)?.[1] ?? '')
    .split(/[,;\n、،]+/)
    .map((entry) => entry.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '').toLowerCase())
    .filter((entry) => entry.length > 1);

/** Reads the list of existing drafts, which are JSON strings. */
const othersIn = (user: string): string[] =>
  lines(
    /^These drafts are there already\.[^\n]*\n((?:- ".*"(?:\n|$))+)/m.exec(user)?.[1],
  ).map((line) => JSON.parse(line.slice(2)) as string);

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
    subjects: readSubjects(
      material,
      askedLanguage(system) ?? askedLanguage(instructions) ?? 'en',
    ),
    ...given,
    style: styleIn(instructions),
    avoid: wordsToAvoid(system),
    earlier: othersIn(instructions),
    mayAddNothing: /^- If the material gives nothing\b/m.test(instructions),
  };
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');

const cjk = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}';
const piece = new RegExp(`[${cjk}]|[^${cjk}\\s]+|\\n`, 'gu');

/** Differs from the app's own estimate, as real tokenizers do. */
export function tokenWeight(text: string): number {
  let tokens = 0;
  for (const [word] of text.matchAll(piece)) {
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)) tokens += 0.9;
    else if (/[\u0400-\u04ff]/.test(word)) tokens += word.length / 2.4;
    else
      tokens += Math.max(
        0.5,
        (word.length + 1) / (/[\u00c0-\u024f]/.test(word) ? 3.2 : 4.4),
      );
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

/**
 * Only the first clauses of a description are used, because later ones are mostly links
 * and thanks.
 */
const LEADS = 4;

/** Returns every passage that a sentence may be based on. */
export const passagesOf = (reading: Reading, { description }: Subject): Passage[] => {
  const { chapters, comments, transcript, notes, point } = reading;
  const of = (kind: Passage['kind'], texts: readonly string[]) =>
    texts.map((text) => ({ kind, text }));
  return [
    ...of('point', point === null ? [] : [point]),
    ...of('notes', notes.flatMap(clauses)),
    ...of('transcript', transcript.flatMap(clauses)),
    ...of('chapter', chapters.slice(1)),
    ...of('description', clauses(description).slice(0, LEADS)),
    ...of('comment', comments.flatMap(clauses)),
  ];
};
