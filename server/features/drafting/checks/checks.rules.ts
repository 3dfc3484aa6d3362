import type { DraftCheck } from '#shared/contracts/comment-analysis.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import { repeatsOne } from '../../../text/similarity.rules.ts';
import { type AboutVideo, sharedWithVideo } from '../scoring/topic.rules.ts';
import { avoidedPhrases, usedPhrases } from './avoided-words.rules.ts';
import { findLink } from './links.rules.ts';
import { isEmptyPraise } from './praise.rules.ts';
import { repeatsBackground } from './profile-text.rules.ts';

export interface CheckContext {
  video: AboutVideo;
  avoidWords: string | null;
  earlierTexts: readonly string[];
  background: ReadonlySet<string>;
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

export function checkDraft(text: string, context: CheckContext): CheckedDraft {
  const { video, avoidWords, earlierTexts, background } = context;
  const findings = [
    length(text),
    links(text),
    profileText(text, background),
    avoided(text, avoidWords),
    repetition(text, earlierTexts),
    praise(text, video),
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

function praise(text: string, video: AboutVideo): Finding {
  return {
    name: 'empty_praise',
    fine: 'Says something about the video itself.',
    fault: isEmptyPraise(text, sharedWithVideo(text, video).length)
      ? {
          detail: 'Praises without saying anything about the video.',
          correction: 'It was general praise. Say something that only fits this video.',
        }
      : null,
  };
}
