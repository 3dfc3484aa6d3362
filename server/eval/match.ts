import { z } from 'zod';
import { matcher } from '../features/videos/match.rules.ts';
import { readLines } from './cases.ts';

const profiles = readLines(
  'match-profiles.jsonl',
  z.object({
    key: z.string(),
    language: z.enum(['en', 'de', 'ja']),
    name: z.string(),
    description: z.string(),
    expertiseAreas: z.array(z.string()),
    industryFocus: z.string(),
  }),
);
type Profile = (typeof profiles)[number];

/**
 * The pairs were labelled before anybody saw a ranking. Only one half was used for
 * tuning.
 */
export const labelledPairs = readLines(
  'match.jsonl',
  z.object({
    profile: z.enum(profiles.map(({ key }) => key)),
    half: z.enum(['tuning', 'held']),
    label: z.enum(['fit', 'perhaps', 'no']),
    reason: z.string(),
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    publishedAt: z.iso.datetime(),
  }),
);
type Pair = (typeof labelledPairs)[number];
type Half = Pair['half'];

type Ranking = (profile: Profile) => (video: Pair) => number;

export const rankings = {
  'by date': () => () => 0,
  match: (profile) => {
    const match = matcher(profile);
    return (video) => match({ ...video, keywords: video.tags }).score;
  },
} satisfies Record<string, Ranking>;

const shown = 10;
const gains = { fit: 3, perhaps: 1, no: 0 };

export interface Measured {
  /** The share of the first ten videos that fit. */
  precision: number;
  /** nDCG of the first ten videos. */
  ndcg: number;
}

/** Returns the mean over the profiles of a language, or over all profiles. */
export function measure(
  ranking: Ranking,
  half: Half,
  language: Profile['language'] | 'all',
): Measured {
  const each = profiles
    .filter((profile) => language === 'all' || profile.language === language)
    .map((profile) => ofProfile(ranking, half, profile));
  const mean = (of: (measured: Measured) => number) =>
    each.reduce((sum, measured) => sum + of(measured), 0) / each.length;
  return {
    precision: mean(({ precision }) => precision),
    ndcg: mean(({ ndcg }) => ndcg),
  };
}

/** Ranks the videos by score. Among equal scores the newest video comes first. */
function ofProfile(ranking: Ranking, half: Half, profile: Profile): Measured {
  const score = ranking(profile);
  const labels = labelledPairs
    .filter((pair) => pair.profile === profile.key && pair.half === half)
    .map((pair) => ({ ...pair, score: score(pair) }))
    .sort(
      (one, other) =>
        other.score - one.score || other.publishedAt.localeCompare(one.publishedAt),
    )
    .map(({ label }) => label);
  const best = labels.toSorted((one, other) => gains[other] - gains[one]);
  const fitting = labels.slice(0, shown).filter((label) => label === 'fit').length;
  return { precision: fitting / shown, ndcg: gain(labels) / gain(best) };
}

const gain = (labels: readonly Pair['label'][]): number =>
  labels
    .slice(0, shown)
    .reduce((sum, label, place) => sum + gains[label] / Math.log2(place + 2), 0);

const languages = ['en', 'de', 'ja', 'all'] as const;

/**
 * Returns a table of precision and nDCG of the first ten videos, separately for each
 * half.
 */
export function matchTable(): string {
  const head = ['', ...languages].map((each, index) =>
    index === 0 ? ''.padEnd(16) : each.padStart(12),
  );
  const table = (half: Half) =>
    Object.entries(rankings).map(([name, ranking]) => {
      const cells = languages.map((language) => {
        const { precision, ndcg } = measure(ranking, half, language);
        return `${precision.toFixed(2)}  ${ndcg.toFixed(2)}`.padStart(12);
      });
      return name.padEnd(16) + cells.join('');
    });
  return (['tuning', 'held'] as const)
    .map((half) =>
      [`P@10 and nDCG@10, half "${half}"`, head.join('').trimEnd(), ...table(half)].join(
        '\n',
      ),
    )
    .join('\n\n');
}
