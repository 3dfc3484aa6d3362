import { type Message, partsOf } from './prompt-reader.ts';
import type { Schema } from './schema.ts';

interface Edit {
  number: number;
  draft: string;
  approved: string;
}

const pattern = /^Edit (\d+)\nDraft: ([\s\S]*?)\nApproved: ([\s\S]*?)(?=\n\nEdit \d+\nDraft: |(?![\s\S]))/gm;

const readEdits = (messages: readonly Message[]): Edit[] => {
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return [...partsOf(user).material.matchAll(pattern)].map(([, number, draft = '', approved = '']) => ({
    number: Number(number),
    draft,
    approved,
  }));
};

const firstSentence = (text: string) => /^[^.!?]*[.!?]?/.exec(text.trim())?.[0] ?? '';
const lastSentence = (text: string) => /[^.!?]*[.!?]*$/.exec(text.trim())?.[0] ?? '';
const lost = (mark: RegExp, from: string, to: string) => mark.test(from) && !mark.test(to);

const habits: { text: string; shows: (edit: Edit) => boolean }[] = [
  { text: 'Use no exclamation marks.', shows: ({ draft, approved }) => lost(/!/, draft, approved) },
  {
    text: 'Use no emoji.',
    shows: ({ draft, approved }) => lost(/\p{Extended_Pictographic}/u, draft, approved),
  },
  {
    text: 'Start with the concrete thing, not with thanks.',
    shows: ({ draft, approved }) =>
      lost(/\b(thank|thanks)\b/i, firstSentence(draft), firstSentence(approved)),
  },
  {
    text: 'Do not end with a question.',
    shows: ({ draft, approved }) => lost(/\?/, lastSentence(draft), lastSentence(approved)),
  },
  {
    text: 'End with a question to the author.',
    shows: ({ draft, approved }) => lost(/\?/, lastSentence(approved), lastSentence(draft)),
  },
  {
    text: 'Keep it short: leave out every sentence that is not needed.',
    shows: ({ draft, approved }) => approved.length <= draft.length * 0.75,
  },
];

/** Returns the rules that at least two edits show; null if none are asked for. */
export const writeRules = (schema: Schema, messages: readonly Message[]): object | null => {
  if (!schema.properties?.['rules']) return null;
  const edits = readEdits(messages);
  const rules = habits.map(({ text, shows }) => ({
    text,
    edits: edits.filter(shows).map(({ number }) => number),
  }));
  return { rules: rules.filter((rule) => rule.edits.length >= 2) };
};
