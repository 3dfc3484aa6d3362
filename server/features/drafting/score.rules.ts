import type { DraftCheck, ScorePart } from '#shared/contracts/comment-analysis.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import { tellingWords } from './telling-words.rules.ts';
import { wordsOf } from './words.rules.ts';

interface Scored {
  text: string;
  /** The model's own, 0 to 100. */
  rating: number;
  checks: readonly DraftCheck[];
  video: { title: string; description: string | null; tags: readonly string[] };
}

/** The quality score, 0 to 100, and how it came about: the model's rating and what we can measure (DESIGN §8). */
export function scoreDraft({ text, rating, checks, video }: Scored): { score: number; parts: ScorePart[] } {
  const parts = [
    ratingPart(rating),
    topicPart(text, video),
    lengthPart(text),
    questionPart(text),
    checksPart(checks),
  ];
  return { score: Math.round(parts.reduce((sum, { points }) => sum + points, 0)), parts };
}

const tenth = (points: number) => Math.round(points * 10) / 10;

function ratingPart(rating: number): ScorePart {
  const bounded = Math.min(100, Math.max(0, rating));
  return {
    name: 'Model’s own rating',
    points: tenth(bounded * 0.4),
    outOf: 40,
    detail: `The model rates its draft ${Math.round(bounded)} of 100.`,
  };
}

/** This many words in common with the video make it clear what the comment is about. */
const wordsInCommon = 4;

function topicPart(text: string, { title, description, tags }: Scored['video']): ScorePart {
  const about = new Set(wordsOf([title, description ?? '', ...tags].join(' ')));
  const shared = new Set([...tellingWords(text)].filter((word) => about.has(word)));
  const named = [...shared].slice(0, wordsInCommon).join(', ');
  return {
    name: 'About this video',
    points: tenth((Math.min(shared.size, wordsInCommon) / wordsInCommon) * 25),
    outOf: 25,
    detail: named ? `Takes up: ${named}.` : 'Shares no telling word with title, topics or description.',
  };
}

const bestLength = { from: 120, to: 700 };

function lengthPart(text: string): ScorePart {
  const { from, to } = bestLength;
  const over = Math.min(1, Math.max(0, (text.length - to) / (commentSoftLimit - to)));
  const share = text.length < from ? text.length / from : 1 - over;
  return {
    name: 'Length',
    points: tenth(share * 15),
    outOf: 15,
    detail: `${text.length} characters; ${from} to ${to} are read most.`,
  };
}

function questionPart(text: string): ScorePart {
  const asks = /[?？؟\u037e]/.test(text);
  return {
    name: 'Invites an answer',
    points: asks ? 5 : 0,
    outOf: 5,
    detail: asks ? 'Asks something.' : 'Asks nothing.',
  };
}

function checksPart(checks: readonly DraftCheck[]): ScorePart {
  const passed = checks.filter((check) => check.passed).length;
  return {
    name: 'Our checks',
    points: checks.length === 0 ? 0 : tenth((passed / checks.length) * 15),
    outOf: 15,
    detail: `${passed} of ${checks.length} passed.`,
  };
}
