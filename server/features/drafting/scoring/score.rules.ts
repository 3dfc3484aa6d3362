import type { DraftCheck, ScorePart } from '#shared/contracts/comment-analysis.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../../../providers/language-model/language-model.ts';
import type { Voice } from '../../voice/style-profile/style-profile.rules.ts';
import { earlierMeasure } from './earlier.rules.ts';
import { experienceMeasure } from './experience.rules.ts';
import { lengthMeasure } from './length.rules.ts';
import { linksMeasure } from './links.rules.ts';
import type { Measured } from './measured.rules.ts';
import { substanceMeasure } from './substance.rules.ts';
import { type AboutVideo, topicMeasure } from './topic.rules.ts';
import { voiceMeasure } from './voice.rules.ts';
import { wordingMeasure } from './wording.rules.ts';

/** What a draft is measured against. */
export interface ScoredAgainst {
  video: AboutVideo;
  profile: PromptProfile | null;
  /** Null without a profile. */
  voice: Voice | null;
  earlierTexts: readonly string[];
}

interface Scored {
  text: string;
  /** The model's own, 0 to 100. */
  rating: number;
  checks: readonly DraftCheck[];
}

interface Part extends Measured {
  name: string;
  outOf: number;
}

/** The quality score, 0 to 100, and its parts, which add up to it (DESIGN §8). */
export function scoreDraft(
  { text, rating, checks }: Scored,
  against: ScoredAgainst,
): { score: number; parts: ScorePart[] } {
  const { video, profile, voice, earlierTexts } = against;
  const wanted = {
    avoidWords: profile?.avoidWords ?? null,
    preferredWords: profile?.preferredWords ?? null,
  };
  const parts = withUnknown([
    { name: 'What the model says', outOf: 16, ...ratingMeasure(rating, checks) },
    { name: 'About this video', outOf: 25, ...topicMeasure(text, video) },
    { name: 'Substance', outOf: 17, ...substanceMeasure(text, video) },
    { name: 'Your voice', outOf: 12, ...voiceMeasure(text, voice) },
    { name: 'First-hand experience', outOf: 10, ...experienceMeasure(text, experienceTold(profile)) },
    { name: 'Length', outOf: 5, ...lengthMeasure(text) },
    { name: 'Links', outOf: 5, ...linksMeasure(text) },
    { name: 'Wording', outOf: 5, ...wordingMeasure(text, wanted) },
    { name: 'Earlier comments', outOf: 5, ...earlierMeasure(text, earlierTexts) },
  ]);
  return { score: Math.round(parts.reduce((sum, { points }) => sum + points, 0)), parts };
}

/** The model does not get to outweigh what we found ourselves. */
function ratingMeasure(rating: number, checks: readonly DraftCheck[]): Measured {
  const bounded = Math.min(100, Math.max(0, rating));
  const said = `The model rates its draft ${Math.round(bounded)} of 100`;
  return checks.every(({ passed }) => passed)
    ? { share: bounded / 100, detail: `${said}.` }
    : { share: 0, detail: `${said}, which does not count while a check of ours fails.` };
}

const tenth = (points: number) => Math.round(points * 10) / 10;

/** What cannot be measured counts like the average of what can, so that nobody gains or loses by it. */
function withUnknown(parts: readonly Part[]): ScorePart[] {
  const known = parts.filter((part) => part.share !== null);
  const possible = known.reduce((sum, { outOf }) => sum + outOf, 0);
  const average = known.reduce((sum, { share, outOf }) => sum + (share ?? 0) * outOf, 0) / possible;
  return parts.map(({ name, outOf, share, detail }) => ({
    name,
    outOf,
    points: tenth((share ?? average) * outOf),
    detail: share === null ? `${detail} Counted like the average of the other parts.` : detail,
  }));
}

function experienceTold(profile: PromptProfile | null): string[] {
  if (profile === null) return [];
  return allVoiceFields.flatMap((field) => (field.tellsExperience ? (profile[field.name] ?? []) : []));
}
