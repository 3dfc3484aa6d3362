import type { DraftCheck } from '#shared/contracts/comment-detail.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../../providers/language-model/language-model.ts';
import { findLink } from '../../text/links.rules.ts';
import { avoidedPhrases, repeatsOne, usedPhrases, wordsOf } from '../../text/words.rules.ts';

/** So many words in a row are copied. */
const runLength = 8;

/** Quoted words are meant to be used, such as a closing line. */
const quoted = /["“„«][^"“”„«»\n]*["”“»]/g;

/** What no comment may repeat: the profile's background, and the instructions of the prompt. */
export function copiedRuns(profile: PromptProfile | null, instructions: string): ReadonlySet<string> {
  const background =
    profile === null
      ? []
      : allVoiceFields.map((field) =>
          field.kind === 'text' && !field.mayBeQuoted ? (profile[field.name] ?? '') : '',
        );
  return new Set(
    [...background, ...instructions.split('\n')].flatMap((text) => runsOf(text.replace(quoted, '\n'))),
  );
}

export function repeatsRun(text: string, runs: ReadonlySet<string>): boolean {
  return runs.size > 0 && runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - runLength + 1);
  return Array.from({ length: count }, (_, from) => words.slice(from, from + runLength).join(' '));
}

export interface CheckedText {
  checks: DraftCheck[];
  /** What to tell the writer; none where nothing is wrong. */
  corrections: string[];
}

interface Looked {
  text: string;
  earlierTexts: readonly string[];
  avoidWords: string | null;
  copied: ReadonlySet<string>;
  /** Quotations that stand nowhere in what was given. */
  unheldQuotations: readonly string[];
}

interface Finding {
  name: DraftCheck['name'];
  fault: { detail: string; correction: string } | null;
  fine: string;
}

/** What has a draft written once more (rule 8.10). All of it can be looked up. */
export function findHardFaults(looked: Looked): CheckedText {
  const findings = [
    length(looked),
    links(looked),
    copiedText(looked),
    avoided(looked),
    repetition(looked),
    quotation(looked),
  ];
  return {
    checks: findings.map(({ name, fault, fine }) => ({
      name,
      passed: fault === null,
      detail: fault?.detail ?? fine,
    })),
    corrections: findings.flatMap(({ fault }) => (fault ? [fault.correction] : [])),
  };
}

const listed = (found: readonly string[]) => found.map((each) => `“${each}”`).join(', ');

function length({ text }: Looked): Finding {
  const [count, limit] = [text.length, commentSoftLimit].map((chars) => chars.toLocaleString('en-US'));
  const isTooLong = text.length > commentSoftLimit;
  return {
    name: 'length',
    fine: `${count} of at most ${limit} characters.`,
    fault: isTooLong
      ? {
          detail: `${count} characters, more than ${limit}.`,
          correction: `It was ${count} characters long. Write at most 500.`,
        }
      : null,
  };
}

function links({ text }: Looked): Finding {
  const link = findLink(text);
  return {
    name: 'links',
    fine: 'No links, contact details or wallets.',
    fault: link
      ? {
          detail: `Contains a link, contact details or a wallet: ${link}`,
          correction: `It contained “${link}”. Write no links, web or e-mail addresses, phone numbers, handles on other services or wallets.`,
        }
      : null,
  };
}

function copiedText({ text, copied }: Looked): Finding {
  return {
    name: 'profile_text',
    fine: 'Nothing copied from your profile or the prompt.',
    fault: repeatsRun(text, copied)
      ? {
          detail: 'Repeats a passage of your voice profile or of the prompt word for word.',
          correction:
            'It repeated a passage of the profile or of these instructions word for word. Write as this person, never about the profile.',
        }
      : null,
  };
}

function avoided({ text, avoidWords }: Looked): Finding {
  const used = listed(usedPhrases(text, avoidedPhrases(avoidWords)));
  return {
    name: 'avoided_words',
    fine: 'None of the words your profile avoids.',
    fault: used
      ? {
          detail: `Uses words your profile avoids: ${used}.`,
          correction: `It used ${used}, which this person never writes.`,
        }
      : null,
  };
}

function repetition({ text, earlierTexts }: Looked): Finding {
  return {
    name: 'repetition',
    fine: 'Not close to an earlier comment of yours.',
    fault: repeatsOne(text, earlierTexts)
      ? {
          detail: 'Almost the same as an earlier comment of yours.',
          correction: `It was almost the same as an earlier comment: “${text}” Make another point, in other words and another structure.`,
        }
      : null,
  };
}

function quotation({ unheldQuotations }: Looked): Finding {
  const found = listed(unheldQuotations);
  return {
    name: 'quotation',
    fine: 'What stands in quotation marks was said.',
    fault: found
      ? {
          detail: `Stands in quotation marks, and in nothing you gave: ${found}.`,
          correction: `It put ${found} into quotation marks, which nobody said in the material. Quote letter for letter, or say it without the marks.`,
        }
      : null,
  };
}
