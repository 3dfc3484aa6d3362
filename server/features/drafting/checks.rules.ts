import type { DraftCheck } from '#shared/contracts/comment-detail.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import { likenesses } from '../../text/likeness.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import { repeatsOne } from '../../text/model-text.rules.ts';
import { avoidedPhrases, usedPhrases, wordsOf } from '../../text/words.rules.ts';
import type { PromptProfile } from './prompts/requests.ts';

/** The number of consecutive equal words that count as copied. */
const runLength = 8;

/**
 * Matches quoted words. In a profile they are meant to be used, such as a closing line.
 */
const quoted = /["“„«][^"“”„«»\n]*["”“»]/g;

/**
 * Returns the runs of words that no comment may repeat, from the profile's background and
 * the prompt's instructions.
 */
export function copiedRuns(
  profile: PromptProfile | null,
  instructions: string,
): ReadonlySet<string> {
  const background =
    profile === null
      ? []
      : allVoiceFields.map((field) =>
          field.kind === 'text' && !field.mayBeQuoted ? (profile[field.name] ?? '') : '',
        );
  return new Set(
    [...background, ...instructions.split('\n')].flatMap((text) =>
      runsOf(text.replace(quoted, '\n')),
    ),
  );
}

export function repeatsRun(text: string, runs: ReadonlySet<string>): boolean {
  return runs.size > 0 && runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - runLength + 1);
  return Array.from({ length: count }, (_, from) =>
    words.slice(from, from + runLength).join(' '),
  );
}

export interface CheckedText {
  checks: DraftCheck[];
  /** Instructions for the next attempt; empty if nothing is wrong. */
  corrections: string[];
}

interface Looked {
  text: string;
  earlierTexts: readonly string[];
  avoidWords: string | null;
  copied: ReadonlySet<string>;
  /** Quotations that were not found in the material. */
  unheldQuotations: readonly string[];
}

interface Check {
  name: DraftCheck['name'];
  /** Returns what is wrong; null or empty if nothing is. */
  find(looked: Looked): string | null;
  fine: string | ((looked: Looked) => string);
  detail: string | ((found: string) => string);
  correction: string | ((found: string) => string);
}

const listed = (found: readonly string[]) => found.map((each) => `“${each}”`).join(', ');
const figure = (characters: number) => characters.toLocaleString('en-US');

/** Faults that can be found without a model. */
const hardFaults: readonly Check[] = [
  {
    name: 'length',
    find: ({ text }) => (text.length > commentSoftLimit ? figure(text.length) : null),
    fine: ({ text }) =>
      `${figure(text.length)} of at most ${figure(commentSoftLimit)} characters.`,
    detail: (count) => `${count} characters, more than ${figure(commentSoftLimit)}.`,
    correction: (count) => `It was ${count} characters long. Write at most 500.`,
  },
  {
    name: 'links',
    find: ({ text }) => findLink(text),
    fine: 'No links, contact details or wallets.',
    detail: (link) => `Contains a link, contact details or a wallet: ${link}`,
    correction: (link) =>
      `It contained “${link}”. Write no links, web or e-mail addresses, phone numbers, handles on other services or wallets.`,
  },
  {
    name: 'profile_text',
    find: ({ text, copied }) => (repeatsRun(text, copied) ? text : null),
    fine: 'Nothing copied from your profile or the prompt.',
    detail: 'Repeats a passage of your voice profile or of the prompt word for word.',
    correction:
      'It repeated a passage of the profile or of these instructions word for word. Write as this person, never about the profile.',
  },
  {
    name: 'avoided_words',
    find: ({ text, avoidWords }) => listed(usedPhrases(text, avoidedPhrases(avoidWords))),
    fine: 'None of the words your profile avoids.',
    detail: (used) => `Uses words your profile avoids: ${used}.`,
    correction: (used) => `It used ${used}, which this person never writes.`,
  },
  {
    name: 'repetition',
    find: ({ text, earlierTexts }) => (repeatsOne(text, earlierTexts) ? text : null),
    fine: 'Not close to an earlier comment of yours.',
    detail: 'Almost the same as an earlier comment of yours.',
    correction: (text) =>
      `It was almost the same as an earlier comment: “${text}” Make another point, in other words and another structure.`,
  },
  {
    name: 'quotation',
    find: ({ unheldQuotations }) => listed(unheldQuotations),
    fine: 'Every quotation was found in your material.',
    detail: (found) => `In quotation marks, but not found in your material: ${found}.`,
    correction: (found) =>
      `It put ${found} into quotation marks, which nobody said in the material. Quote letter for letter, or say it without the marks.`,
  },
];

const told = <Of>(words: string | ((of: Of) => string), of: Of) =>
  typeof words === 'string' ? words : words(of);

/**
 * Warns if a draft looks like the owner's last comments. Unlike a hard fault, this
 * changes neither draft nor score.
 */
export function checkLikeness(text: string, ownTexts: readonly string[]): DraftCheck[] {
  if (ownTexts.length === 0) return [];
  const found = likenesses(text, ownTexts);
  const fine = 'Begins and ends unlike your recent comments.';
  return [
    { name: 'likeness', passed: found.length === 0, detail: found.join(' ') || fine },
  ];
}

/** Returns true for checks that only warn and change neither draft nor score. */
export const isWarning = ({ name }: DraftCheck): boolean =>
  name === 'likeness' || name === 'opening';

/** Finds the faults for which a draft is written once more (rule 8.10). */
export function findHardFaults(looked: Looked): CheckedText {
  const looks = hardFaults
    // Without earlier comments there is nothing to compare with, so the check is left
    // out.
    .filter(({ name }) => name !== 'repetition' || looked.earlierTexts.length > 0)
    .map((check) => ({ ...check, found: check.find(looked) || null }));
  return {
    checks: looks.map(({ name, found, fine, detail }) => ({
      name,
      passed: found === null,
      detail: found === null ? told(fine, looked) : told(detail, found),
    })),
    corrections: looks.flatMap(({ found, correction }) =>
      found === null ? [] : [told(correction, found)],
    ),
  };
}
