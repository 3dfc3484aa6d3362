import type {
  CommentAnalysis,
  DraftCheck,
  Grounding,
} from '#shared/contracts/comment-detail.ts';
import { isWarning } from './checks.rules.ts';
import type { ReaderAnswer } from './prompts/requests.ts';
import {
  holds,
  provedFor,
  provedWrong,
  type Searched,
  saidAlready,
} from './reader-claims.rules.ts';

export interface Judgement {
  qualityScore: number;
  analysis: CommentAnalysis;
}

/** A comment whose sources were looked up and whose text was checked. */
interface Checked {
  text: string;
  grounding: Grounding;
  checks: readonly DraftCheck[];
}

/**
 * The score of a draft that was not read, and how many points each unsupported fact takes
 * off.
 */
const unread = { score: 60, perMark: 20 };
const caps = {
  contradicted: 30,
  alreadySaid: 30,
  hardFault: 40,
  noWordsFor: 50,
  notGiven: 60,
};

/** Scores a comment that was not read by what its facts and checks show. */
export function judgeUnread(checked: Checked): Judgement {
  const { sentences, alreadySaid } = checked.grounding;
  const hasFault = checked.checks.some(isHardFault);
  const marks = sentences.flatMap(({ unsupported }) => unsupported).length;
  const score = Math.max(0, unread.score - unread.perMark * marks);
  return {
    qualityScore: hasFault ? Math.min(caps.hardFault, score) : score,
    analysis: {
      engagementPotential: '',
      technicalAccuracy: '',
      tone: '',
      ...lookedUp(checked),
      alreadySaid,
      reading: null,
    },
  };
}

/**
 * Scores a comment with the reader's number, capped by each fault that is proved (rule
 * 8.11).
 */
export function judgeRead(
  checked: Checked,
  answer: ReaderAnswer,
  searched: Searched,
): Judgement {
  const { text, grounding, checks } = checked;
  const { sentences } = grounding;
  const { against, engagementPotential, technicalAccuracy, tone } = answer;
  const wrong = provedWrong(sentences, answer, searched);
  const alreadySaid = saidAlready(answer, searched);
  const wordsFor = provedFor(text, sentences, answer, wrong);
  // Quotation marks may hold the owner's own example. The reader has judged it, so the
  // check does not count.
  const hasFault = checks.some(
    (check) => isHardFault(check) && check.name !== 'quotation',
  );
  const score = Math.min(
    answer.signs,
    hasFault ? caps.hardFault : 100,
    wrong.some(({ passage }) => passage !== null) ? caps.contradicted : 100,
    wrong.some(({ passage }) => passage === null) ? caps.notGiven : 100,
    alreadySaid ? caps.alreadySaid : 100,
    wordsFor === null ? caps.noWordsFor : 100,
  );
  const reading = {
    text,
    for: wordsFor,
    against: against && holds(text, against) ? against : null,
    wrong,
  };
  return {
    qualityScore: score,
    analysis: {
      engagementPotential,
      technicalAccuracy,
      tone,
      ...lookedUp(checked),
      alreadySaid,
      reading,
    },
  };
}

const isHardFault = (check: DraftCheck) => !check.passed && !isWarning(check);

/** Returns the fields of the analysis that do not depend on a reading. */
function lookedUp({ checks, grounding: { sentences, cannotCheck } }: Checked) {
  const platformCompliance = !checks.some(isHardFault);
  return {
    platformCompliance,
    checks: [...checks],
    scoreParts: [],
    sentences,
    cannotCheck,
  };
}
