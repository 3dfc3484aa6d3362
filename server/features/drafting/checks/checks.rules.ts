import type { DraftCheck } from '#shared/contracts/comment-analysis.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { Grounding } from '#shared/contracts/grounding.ts';
import { repeatsOne } from '../../../text/similarity.rules.ts';
import { unbackedClaim } from '../scoring/experience.rules.ts';
import { aboutVideoFaults, aboutVideoNote } from './about-video.rules.ts';
import { avoidedPhrases, usedPhrases } from './avoided-words.rules.ts';
import { findLink } from './links.rules.ts';
import { repeatsBackground } from './profile-text.rules.ts';

export interface CheckContext {
  avoidWords: string | null;
  earlierTexts: readonly string[];
  background: ReadonlySet<string>;
  /** What the person told of themselves: only that may be claimed as experience. */
  told: readonly string[];
  isAnswer: boolean;
}

interface Finding {
  name: DraftCheck['name'];
  fault: { detail: string; correction: string } | null;
  fine: string;
}

export interface CheckedDraft {
  checks: DraftCheck[];
  corrections: string[];
}

/** Such text never stays in a draft (rule 8.2). */
export function isForeign(text: string, { background }: Pick<CheckContext, 'background'>): boolean {
  return findLink(text) !== null || repeatsBackground(text, background);
}

export function checkDraft(text: string, grounding: Grounding, context: CheckContext): CheckedDraft {
  const { avoidWords, earlierTexts, background, told, isAnswer } = context;
  const findings = [
    length(text),
    links(text),
    profileText(text, background),
    avoided(text, avoidWords),
    repetition(text, earlierTexts),
    aboutVideo(grounding, { claim: unbackedClaim(text, told), isAnswer }),
    alreadySaid(grounding),
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

function length(text: string): Finding {
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

function links(text: string): Finding {
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

function profileText(text: string, background: ReadonlySet<string>): Finding {
  return {
    name: 'profile_text',
    fine: 'Nothing copied from your profile.',
    fault: repeatsBackground(text, background)
      ? {
          detail: 'Repeats a passage of your voice profile word for word.',
          correction:
            'It repeated a passage of the profile word for word. Write as this person, never about the profile.',
        }
      : null,
  };
}

function avoided(text: string, avoidWords: string | null): Finding {
  const used = usedPhrases(text, avoidedPhrases(avoidWords))
    .map((phrase) => `“${phrase}”`)
    .join(', ');
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

function repetition(text: string, earlierTexts: readonly string[]): Finding {
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

function aboutVideo(grounding: Grounding, wanted: Parameters<typeof aboutVideoFaults>[1]): Finding {
  const faults = aboutVideoFaults(grounding, wanted);
  return {
    name: 'about_video',
    fine: aboutVideoNote(grounding),
    fault:
      faults.length > 0
        ? {
            detail: faults.map(({ detail }) => detail).join(' '),
            correction: faults.map(({ correction }) => correction).join(' '),
          }
        : null,
  };
}

/** Names no comment: its text may be kept for 29 days only (decision 009), and a stranger’s text is no correction. */
function alreadySaid({ alreadySaid }: Grounding): Finding {
  return {
    name: 'already_said',
    fine: 'No top comment says this already.',
    fault: alreadySaid
      ? {
          detail: 'A viewer’s comment says this already.',
          correction: 'A viewer’s comment says this already. Make another point.',
        }
      : null,
  };
}
