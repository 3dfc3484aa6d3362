import type { DraftCheck, ScorePart } from '#shared/contracts/comment-analysis.ts';
import type { Grounding } from '#shared/contracts/grounding.ts';
import { excellentFrom } from '#shared/rules/quality.ts';
import type { PromptProfile } from '../../../providers/language-model/language-model.ts';
import type { StyleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import type { Material } from '../grounding/material.ts';
import { detailMeasure } from './detail.rules.ts';
import { experienceMeasure } from './experience.rules.ts';
import { lengthMeasure } from './length.rules.ts';
import { type Measured, weakBelow } from './measured.rules.ts';
import { ownThoughtMeasure } from './own-thought.rules.ts';
import { pointMeasure, sourcesMeasure } from './sources.rules.ts';
import { voiceMeasure } from './voice.rules.ts';
import { wordingMeasure } from './wording.rules.ts';

export interface ScoreContext {
  material: Material;
  profile: PromptProfile | null;
  ownStyle: StyleStatistics | null;
  /** What the person told of themselves: only that may be claimed as experience. */
  told: readonly string[];
}

interface Scored {
  text: string;
  rating: number;
  checks: readonly DraftCheck[];
  grounding: Grounding;
}

interface Part extends Measured {
  name: string;
  outOf: number;
  /** The least score of a draft that is excellent. */
  needed?: number;
}

export function scoreDraft(
  { text, rating, checks, grounding }: Scored,
  { material, profile, ownStyle, told }: ScoreContext,
): { score: number; parts: ScorePart[] } {
  const wanted = {
    avoidWords: profile?.avoidWords ?? null,
    preferredWords: profile?.preferredWords ?? null,
  };
  const parts: Part[] = [
    { name: 'Sources', outOf: 20, needed: 1, ...sourcesMeasure(grounding, material) },
    { name: 'Your point', outOf: 10, ...pointMeasure(grounding, material) },
    { name: 'Something of your own', outOf: 20, needed: 1, ...ownThoughtMeasure(grounding) },
    { name: 'Concrete detail', outOf: 15, needed: weakBelow, ...detailMeasure(grounding, material) },
    { name: 'Your voice', outOf: 15, needed: weakBelow, ...voiceMeasure(text, ownStyle) },
    { name: 'First-hand experience', outOf: 5, ...experienceMeasure(text, told) },
    { name: 'Length', outOf: 5, ...lengthMeasure(text, ownStyle) },
    { name: 'Wording', outOf: 5, ...wordingMeasure(text, wanted) },
    { name: 'What the model says', outOf: 5, ...ratingMeasure(rating, checks) },
  ];
  const average = averageOf(parts);
  const isHeld =
    profile === null || checks.some(({ passed }) => !passed) || parts.some((part) => lacks(part));
  const total = Math.round(parts.reduce((sum, part) => sum + pointsOf(part, average), 0));
  const score = isHeld ? Math.min(excellentFrom - 1, total) : total;
  return {
    score,
    parts: parts.map((part) => ({
      name: part.name,
      outOf: part.outOf,
      points: pointsOf(part, average),
      detail: [
        part.detail,
        ...(part.score === null ? ['Counts as the average of the other parts.'] : []),
        ...(score < total && lacks(part) ? [`A score of ${excellentFrom} or more needs it.`] : []),
      ].join(' '),
    })),
  };
}

const lacks = ({ score, needed = 0 }: Part) => (score ?? 0) < needed;

/** A part that cannot be measured counts like the average. */
const pointsOf = ({ score, outOf }: Part, average: number) =>
  Math.round((score ?? average) * outOf * 10) / 10;

function averageOf(parts: readonly Part[]): number {
  const known = parts.filter((part) => part.score !== null);
  const possible = known.reduce((sum, { outOf }) => sum + outOf, 0);
  return known.reduce((sum, { score, outOf }) => sum + (score ?? 0) * outOf, 0) / possible;
}

/** The rating that a good draft hardly ever falls below; strong models rate all of theirs higher. */
const ratedWell = 50;

/** The model's rating must not outweigh a failed check. */
function ratingMeasure(rating: number, checks: readonly DraftCheck[]): Measured {
  const bounded = Math.min(100, Math.max(0, rating));
  const said = `The model rates its draft ${Math.round(bounded)} of 100`;
  return checks.every(({ passed }) => passed)
    ? { score: Math.min(1, bounded / ratedWell), detail: `${said}; from ${ratedWell} on all points count.` }
    : { score: 0, detail: `${said}, which does not count while a check of ours fails.` };
}
