import { tellingTexts, type Voice } from '../../voice/style-profile/style-profile.rules.ts';
import {
  type MeasuredTrait,
  measuredTraits,
  textTraits,
} from '../../voice/style-profile/text-traits.rules.ts';
import type { Measured } from './measured.rules.ts';

/**
 * What counts as a difference even for somebody who never varies, in the trait's own unit; and how much the
 * trait tells about a manner.
 */
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
/** So many standard deviations are no difference, and so many are another person. */
const near = { within: 1, gone: 3 };
/** The mean nearness at which the points begin, and at which they are full. */
const counted = { from: 0.55, to: 0.95 };
const named = 3;

/** How near a comment is to the style profile of its owner's own writing; nothing is said before there is a style profile. */
export function voiceMeasure(text: string, voice: Voice | null): Measured {
  if (voice === null)
    return { share: null, detail: 'No profile is set, so there is no voice to compare with.' };
  const { styleProfile, spreads, openings } = voice;
  if (!styleProfile.isTelling)
    return {
      share: null,
      detail: `A style profile takes ${tellingTexts} comments of yours; there ${styleProfile.texts === 1 ? 'is' : 'are'} ${styleProfile.texts}.`,
    };
  const traits = textTraits(text);
  if (traits === null) return { share: 0, detail: 'No words to compare.' };
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
  const labels = far.slice(0, named).map(({ name }) => labelOf(voice, name));
  return {
    share: Math.min(1, Math.max(0, (mean - from) / (to - from))),
    detail:
      labels.length === 0
        ? `Reads like your own ${styleProfile.texts} comments.`
        : `Unlike your own ${styleProfile.texts} comments in: ${labels.join(', ')}.`,
  };
}

const nearnessOf = (distance: number) =>
  Math.min(1, Math.max(0, (near.gone - distance) / (near.gone - near.within)));

function labelOf({ styleProfile }: Voice, name: MeasuredTrait | 'openings'): string {
  return (styleProfile.traits.find((trait) => trait.name === name)?.label ?? name).toLowerCase();
}
