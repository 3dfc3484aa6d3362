import { type CommentRow, commentHardLimit } from '../contracts/comments.ts';

export const isSavableText = (text: string): boolean =>
  text.trim() !== '' && text.length <= commentHardLimit;

/**
 * Normalizes spacing and removes invisible characters, which do not make a different
 * text.
 */
export const spacedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Two comments that differ only in spacing or letter case count as the same. */
export const comparableText = (text: string): string => spacedText(text).toLowerCase();

export const sameText = (a: string, b: string): boolean =>
  comparableText(a) === comparableText(b);

export function isAmong(texts: readonly string[], text: string): boolean {
  const wanted = comparableText(text);
  return texts.some((each) => comparableText(each) === wanted);
}

/**
 * A gap that only the owner can fill in: ‹your figure›, ‹your experience›. Brackets that
 * are empty or contain a line break are not gaps.
 */
const gap = /‹[^‹›\n]{1,80}›/gu;

export interface Gap {
  from: number;
  to: number;
  text: string;
}

/**
 * Returns the drafts' gaps that are still open, in the order of the text. Brackets that
 * the owner typed are ordinary text.
 */
export function openGaps(text: string, drafts: readonly string[]): Gap[] {
  return [...text.matchAll(gap)]
    .map(({ 0: found, index }) => ({
      from: index,
      to: index + found.length,
      text: found,
    }))
    .filter((found) => drafts.some((draft) => draft.includes(found.text)));
}

/** Includes earlier drafts, because a page may restore an unsaved edit of one. */
export const draftsOf = (comment: {
  generatedContent: string;
  previousTexts: { content: string }[];
}) => [comment.generatedContent, ...comment.previousTexts.map(({ content }) => content)];

/** Returns what to do about the first open gap, or null if there is none. */
export function gapRefusal(text: string, drafts: readonly string[]): string | null {
  const [first] = openGaps(text, drafts);
  return first ? `Fill in ${first.text} or remove it first. Nothing was changed.` : null;
}

/** Shown instead of a score that belongs to the text before an edit. */
export const notScoredSinceEdit = 'Not scored since your edit';

/** Says why a comment shows no score. If its model is null, the owner wrote the text. */
export const notScored = ({ model }: Pick<CommentRow, 'model'>): string =>
  model === null ? 'Not scored' : notScoredSinceEdit;

export const excellentFrom = 80;
/** Highest score of a draft without a voice profile, so that it is never excellent. */
export const neutralVoiceLimit = excellentFrom - 1;

type Scored = Pick<CommentRow, 'qualityScore' | 'voiceProfileId'>;

/** Without a profile, a higher score means that the profile was deleted later. */
function isNeutralVoice({ qualityScore, voiceProfileId }: Scored): boolean {
  return voiceProfileId === null && qualityScore <= neutralVoiceLimit;
}

export function neutralVoiceNote(comment: Scored): string {
  return isNeutralVoice(comment) ? ' · neutral voice' : '';
}

export type QualityBand = 'excellent' | 'good' | 'moderate' | 'limited';

export function qualityBand(score: number): QualityBand {
  if (score >= excellentFrom) return 'excellent';
  if (score >= 60) return 'good';
  if (score >= 40) return 'moderate';
  return 'limited';
}

export function outOfTen(score: number): string {
  return (score / 10).toFixed(1);
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
