import { comparableText } from '#shared/rules/comment-text.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { similarity } from '../../../text/similarity.rules.ts';
import { wordsOf } from '../../../text/words.rules.ts';

const openingWords = 3;
const openingLetters = 60;
/** Above this two openings read the same. */
const sameOpening = 0.6;
/** Above this share of common words two comments make the same point. */
const samePoint = 0.5;
const sameText = 0.6;

/** Whether two drafts for one video differ in opening and in angle: what the video is about counts for neither. */
export function differs(a: string, b: string, videoTitle: string): boolean {
  return openings(a, b) && similarity(a, b) < sameText && points(a, b, contentWords(videoTitle));
}

function openings(a: string, b: string): boolean {
  const first = (text: string) => wordsOf(text).slice(0, openingWords).join(' ');
  const head = (text: string) => comparableText(text).slice(0, openingLetters);
  return first(a) !== first(b) && similarity(head(a), head(b)) < sameOpening;
}

function points(a: string, b: string, about: ReadonlySet<string>): boolean {
  const own = (text: string) => [...contentWords(text)].filter((word) => !about.has(word));
  const [left, right] = [own(a), new Set(own(b))];
  const smaller = Math.min(left.length, right.size);
  if (smaller === 0) return false;
  return left.filter((word) => right.has(word)).length / smaller < samePoint;
}

/** Of the candidates those that differ from the draft and from each other, in their order. */
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
