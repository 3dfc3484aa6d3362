import type { DraftCheck, ScorePart } from '#shared/contracts/comment-analysis.ts';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import { neutralVoiceLimit } from '#shared/rules/quality.ts';
import type { PromptProfile } from '../../../providers/language-model/language-model.ts';
import { nearDuplicate, nearest } from '../../../text/similarity.rules.ts';
import type { StyleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import { findLink } from '../checks/links.rules.ts';
import { isEmptyPraise } from '../checks/praise.rules.ts';
import { experienceMeasure } from './experience.rules.ts';
import { type Measured, weakBelow } from './measured.rules.ts';
import { type AboutVideo, sharedWithVideo, topicMeasure } from './topic.rules.ts';
import { voiceMeasure } from './voice.rules.ts';
import { wordingMeasure } from './wording.rules.ts';

export interface ScoreContext {
  video: AboutVideo;
  profile: PromptProfile | null;
  ownStyle: StyleStatistics | null;
  earlierTexts: readonly string[];
}

interface Scored {
  text: string;
  rating: number;
  checks: readonly DraftCheck[];
}

interface Part extends Measured {
  name: string;
  outOf: number;
}

export function scoreDraft(
  { text, rating, checks }: Scored,
  { video, profile, ownStyle, earlierTexts }: ScoreContext,
): { score: number; parts: ScorePart[] } {
  const wanted = {
    avoidWords: profile?.avoidWords ?? null,
    preferredWords: profile?.preferredWords ?? null,
  };
  const parts = withUnknown([
    { name: 'What the model says', outOf: 16, ...ratingMeasure(rating, checks) },
    { name: 'About this video', outOf: 25, ...topicMeasure(text, video) },
    { name: 'Substance', outOf: 17, ...substanceMeasure(text, video) },
    { name: 'Your voice', outOf: 12, ...voiceMeasure(text, ownStyle) },
    { name: 'First-hand experience', outOf: 10, ...experienceMeasure(text, experienceTold(profile)) },
    { name: 'Length', outOf: 5, ...lengthMeasure(text) },
    { name: 'Links', outOf: 5, ...linksMeasure(text) },
    { name: 'Wording', outOf: 5, ...wordingMeasure(text, wanted) },
    { name: 'Earlier comments', outOf: 5, ...earlierMeasure(text, earlierTexts) },
  ]);
  const total = Math.round(parts.reduce((sum, { points }) => sum + points, 0));
  return { score: profile === null ? Math.min(neutralVoiceLimit, total) : total, parts };
}

const tenth = (points: number) => Math.round(points * 10) / 10;

/** A part that cannot be measured counts like the average. */
function withUnknown(parts: readonly Part[]): ScorePart[] {
  const known = parts.filter((part) => part.score !== null);
  const possible = known.reduce((sum, { outOf }) => sum + outOf, 0);
  const average = known.reduce((sum, { score, outOf }) => sum + (score ?? 0) * outOf, 0) / possible;
  return parts.map(({ name, outOf, score, detail }) => ({
    name,
    outOf,
    points: tenth((score ?? average) * outOf),
    detail: score === null ? `${detail} Counts as the average of the other parts.` : detail,
  }));
}

function experienceTold(profile: PromptProfile | null): string[] {
  if (profile === null) return [];
  return allVoiceFields.flatMap((field) => (field.tellsExperience ? (profile[field.name] ?? []) : []));
}

/** The model's rating must not outweigh a failed check. */
function ratingMeasure(rating: number, checks: readonly DraftCheck[]): Measured {
  const bounded = Math.min(100, Math.max(0, rating));
  const said = `The model rates its draft ${Math.round(bounded)} of 100`;
  return checks.every(({ passed }) => passed)
    ? { score: bounded / 100, detail: `${said}.` }
    : { score: 0, detail: `${said}, which does not count while a check of ours fails.` };
}

export function substanceMeasure(text: string, video: AboutVideo): Measured {
  return isEmptyPraise(text, sharedWithVideo(text, video).length)
    ? { score: 0, detail: 'Would fit under any video: praise without a point.' }
    : { score: 1, detail: 'Makes a point beyond praise.' };
}

const bestLength = { from: 90, to: 700 };
/** One such character says as much as 2.5 letters. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const denseWorth = 2.5;

export function lengthMeasure(text: string): Measured {
  const { from, to } = bestLength;
  const length = text.length + (text.match(dense)?.length ?? 0) * (denseWorth - 1);
  const over = Math.min(1, Math.max(0, (length - to) / (commentSoftLimit - to)));
  return {
    score: length < from ? length / from : 1 - over,
    detail: `${text.length} characters; ${from} to ${to} are read most.`,
  };
}

export function linksMeasure(text: string): Measured {
  const link = findLink(text);
  return link === null
    ? { score: 1, detail: 'Sends nobody elsewhere.' }
    : { score: 0, detail: `Contains a link, contact details or a wallet: ${link}` };
}

const usualSimilarity = 0.3;

/** 1 at the usual similarity, `weakBelow` at a near-duplicate, 0 for the same text. */
export function earlierMeasure(text: string, earlierTexts: readonly string[]): Measured {
  if (earlierTexts.length === 0)
    return { score: null, detail: 'There is no earlier comment to compare with.' };
  const similarity = nearest(text, earlierTexts);
  const excess = Math.max(0, similarity - usualSimilarity) / (nearDuplicate - usualSimilarity);
  return {
    score:
      similarity < nearDuplicate
        ? 1 - (1 - weakBelow) * excess
        : (weakBelow * (1 - similarity)) / (1 - nearDuplicate),
    detail: `${Math.round(similarity * 100)}% like the nearest of ${earlierTexts.length} earlier comments.`,
  };
}
