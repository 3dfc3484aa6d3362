import type {
  CommentAnalysis,
  GroundedSentence,
} from '#shared/contracts/comment-detail.ts';
import type { Drafted, PlannedComment } from './plan.ts';

/**
 * The app gives this score to texts without a second reading, such as the hand-written
 * answers.
 */
export const UNREAD_SCORE = 60;

const grounded = ({ video }: PlannedComment, draft: Drafted): GroundedSentence[] => {
  const chapters = new Map(
    [...video.description.matchAll(/^(\d+):(\d\d) (.+)$/gm)].map(
      ([, minutes, seconds, title]) => [title, Number(minutes) * 60 + Number(seconds)],
    ),
  );
  return draft.sentences.map(({ text, kind, quote }) => {
    if (kind === 'own_knowledge' || kind === 'none')
      return { text, source: { kind, quote: null, at: null }, unsupported: [] };
    const chapter = [...chapters].find(([title = '']) => title.includes(quote));
    const at = kind === 'chapter' ? (chapter?.[1] ?? null) : null;
    return { text, source: { kind, quote, at }, unsupported: [] };
  });
};

const passedChecks = (text: string): CommentAnalysis['checks'] => [
  { name: 'length', passed: true, detail: `${text.length} of at most 2,000 characters.` },
  { name: 'links', passed: true, detail: 'No links, contact details or wallets.' },
  {
    name: 'profile_text',
    passed: true,
    detail: 'Nothing copied from your profile or the prompt.',
  },
  {
    name: 'avoided_words',
    passed: true,
    detail: 'None of the words your profile avoids.',
  },
  {
    name: 'repetition',
    passed: true,
    detail: 'Not close to an earlier comment of yours.',
  },
  {
    name: 'quotation',
    passed: true,
    detail: 'Every quotation was found in your material.',
  },
];

/**
 * Returns the analysis that the app stores with a draft for this comment or for an answer
 * to it.
 */
export function analysisOf(comment: PlannedComment, draft: Drafted): CommentAnalysis {
  const { text, reading } = draft;
  const base = {
    platformCompliance: true,
    checks: passedChecks(text),
    scoreParts: [],
    sentences: grounded(comment, draft),
    cannotCheck: false,
    alreadySaid: null,
  };
  if (!reading)
    return {
      ...base,
      engagementPotential: '',
      technicalAccuracy: '',
      tone: '',
      reading: null,
    };
  return {
    ...base,
    engagementPotential: reading.engagement,
    technicalAccuracy: reading.accuracy,
    tone: reading.tone,
    reading: { text, for: reading.for, against: reading.against || null, wrong: [] },
  };
}
