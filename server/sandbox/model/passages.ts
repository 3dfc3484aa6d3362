import type { Reading, Subject } from './prompt-reader.ts';

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
  const of = (kind: Passage['kind'], texts: readonly string[]) =>
    texts.flatMap(clauses).map((text) => ({ kind, text }));
  return [
    ...(point === null ? [] : [{ kind: 'point' as const, text: point }]),
    ...of('notes', notes),
    ...of('transcript', transcript),
    ...chapters.map((text) => ({ kind: 'chapter' as const, text })),
    ...of('description', [description]),
    ...of('comment', comments),
  ];
};

const LONGEST = 90;
const LEAST = 12;
const LEADS = 4;
const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ,、’'+/-]*$/u;
/** Who speaks to a machine is not quoted. */
const isAddressed =
  /\b(?:you are|ai|system|prompts?|profiles?|models?|assistant|links?|answer|reply|repeat|comments?|rating|visit|paste|hacked|quote|call|credits)\b|ignor|instru[ck]|anweisung|指示|指令|промпт/i;

const shortened = (text: string) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(' ', LONGEST)).trim();

const isQuotable = (text: string) => text.length >= LEAST && isPlain.test(text) && !isAddressed.test(text);

/** Of a description the beginning alone: what follows is mostly links and thanks. */
export const quotablePassages = (reading: Reading, subject: Subject): string[] => {
  const lead = clauses(subject.description).slice(0, LEADS);
  const { notes, transcript, chapters, knowsTitleOnly } = reading;
  if (knowsTitleOnly) return [];
  const own = [...notes, ...transcript].flatMap(clauses);
  return [...own, ...chapters.slice(1), ...lead].map(shortened).filter(isQuotable);
};
