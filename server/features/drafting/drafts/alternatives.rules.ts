import type { Alternative } from '#shared/contracts/draft-record.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { similarity } from '../../../text/similarity.rules.ts';
import { wordsOf } from '../../../text/words.rules.ts';
import { isForeign } from '../checks/checks.rules.ts';
import { type Candidate, measured } from './candidate.rules.ts';

const openingWords = 3;
const openingLetters = 60;
const mostSimilarOpening = 0.6;
const mostSharedWords = 0.5;
const mostSimilarText = 0.6;

export interface ExaminedAlternative {
  angle: string;
  candidate: Candidate;
}

export function offeredAlternatives(
  { draft, context }: Candidate,
  examined: readonly ExaminedAlternative[],
): Alternative[] {
  const sound = examined
    .filter(({ candidate }) => candidate.corrections.length === 0)
    .map((each) => ({ ...each, comment: each.candidate.draft.comment }));
  return distinct(draft.comment, sound, context.material.title).map(({ comment, angle, candidate }) => {
    const { qualityScore, analysis } = measured(candidate);
    return { content: comment, angle: isForeign(angle, context) ? '' : angle, qualityScore, ...analysis };
  });
}

export function distinct<T extends { comment: string }>(
  draft: string,
  candidates: readonly T[],
  videoTitle: string,
): T[] {
  const kept: T[] = [];
  for (const candidate of candidates) {
    const others = [draft, ...kept.map(({ comment }) => comment)];
    if (others.every((other) => differs(candidate.comment, other, videoTitle))) kept.push(candidate);
  }
  return kept;
}

/** Compares opening and point; words of the video's title do not count. */
export function differs(a: string, b: string, videoTitle: string): boolean {
  return (
    openingsDiffer(a, b) && similarity(a, b) < mostSimilarText && pointsDiffer(a, b, contentWords(videoTitle))
  );
}

function openingsDiffer(a: string, b: string): boolean {
  const first = (text: string) => wordsOf(text).slice(0, openingWords).join(' ');
  const head = (text: string) => comparableText(text).slice(0, openingLetters);
  return first(a) !== first(b) && similarity(head(a), head(b)) < mostSimilarOpening;
}

function pointsDiffer(a: string, b: string, titleWords: ReadonlySet<string>): boolean {
  const own = (text: string) => [...contentWords(text)].filter((word) => !titleWords.has(word));
  const [left, right] = [own(a), new Set(own(b))];
  const smaller = Math.min(left.length, right.size);
  if (smaller === 0) return false;
  return left.filter((word) => right.has(word)).length / smaller < mostSharedWords;
}
