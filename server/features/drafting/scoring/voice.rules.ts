import { neutralVoiceLimit } from '#shared/rules/quality.ts';
import { fewestTexts, type StyleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import {
  type MeasuredTrait,
  measuredTraits,
  textTraits,
} from '../../voice/style-profile/text-traits.rules.ts';
import type { Measured } from './measured.rules.ts';

const scales: Record<MeasuredTrait, { least: number; weight: number }> = {
  sentence_length: { least: 3, weight: 2 },
  comment_length: { least: 40, weight: 1 },
  exclamations: { least: 0.2, weight: 3 },
  questions: { least: 0.3, weight: 3 },
  dashes: { least: 0.3, weight: 0.5 },
  contractions: { least: 0.3, weight: 1.5 },
  emoji: { least: 0.5, weight: 2 },
  first_person: { least: 0.3, weight: 1 },
  second_person: { least: 0.35, weight: 1 },
  hedging: { least: 0.3, weight: 1 },
};
const openingWeight = 1;
/** Full score within 1 standard deviation, zero beyond 3. */
const near = { within: 1, gone: 3 };
const counted = { from: 0.55, to: 0.95 };
const named = 3;

/** Unknown while the owner has too few comments. */
export function voiceMeasure(text: string, style: StyleStatistics | null): Measured {
  if (style === null)
    return {
      score: null,
      detail: `No voice profile is set, so this is a neutral voice, and the score is at most ${neutralVoiceLimit}.`,
    };
  const { styleProfile, spreads, openings } = style;
  if (!styleProfile.hasEnoughTexts)
    return {
      score: null,
      detail: `A style profile takes ${fewestTexts} comments of yours; there ${styleProfile.texts === 1 ? 'is' : 'are'} ${styleProfile.texts}.`,
    };
  const traits = textTraits(text);
  if (traits === null) return { score: 0, detail: 'No words to compare.' };
  const parts = measuredTraits.map((name) => {
    const { least, weight } = scales[name];
    const { mean, deviation } = spreads[name];
    const distance = Math.abs(traits.numbers[name] - mean) / Math.max(deviation, least);
    return { name, weight, nearness: nearnessOf(distance) };
  });
  const usual = Math.max(...Object.values(openings));
  const opening = {
    name: 'openings' as const,
    weight: openingWeight,
    nearness: openings[traits.opening] / usual,
  };
  const all = [...parts, opening];
  const weights = all.reduce((sum, { weight }) => sum + weight, 0);
  const mean = all.reduce((sum, { weight, nearness }) => sum + weight * nearness, 0) / weights;
  const { from, to } = counted;
  const far = all.filter(({ nearness }) => nearness < 0.5).sort((a, b) => a.nearness - b.nearness);
  const labels = far.slice(0, named).map(({ name }) => labelOf(style, name));
  return {
    score: Math.min(1, Math.max(0, (mean - from) / (to - from))),
    detail:
      labels.length === 0
        ? `Reads like your own ${styleProfile.texts} comments.`
        : `Unlike your own ${styleProfile.texts} comments in: ${labels.join(', ')}.`,
  };
}

const nearnessOf = (distance: number) =>
  Math.min(1, Math.max(0, (near.gone - distance) / (near.gone - near.within)));

function labelOf({ styleProfile }: StyleStatistics, name: MeasuredTrait | 'openings'): string {
  return (styleProfile.traits.find((trait) => trait.name === name)?.label ?? name).toLowerCase();
}
