import { createGrounding, isGrounded } from '../../features/drafting/grounding/ground-draft.rules.ts';
import type { Material } from '../../features/drafting/grounding/material.ts';
import { type GroundedVideo, type SentenceKind, sentenceKinds } from './grounded-data.ts';

export interface KindFigures {
  sentences: number;
  /** Marked as not in the material. */
  flagged: number;
  /** Found to repeat a comment. */
  alreadySaid: number;
}
export type LabelledFigures = Record<SentenceKind, KindFigures>;

export function labelledFigures(videos: readonly GroundedVideo[]): LabelledFigures {
  const judged = videos.flatMap(judge);
  return Object.fromEntries(
    sentenceKinds.map((kind) => {
      const own = judged.filter((each) => each.kind === kind);
      const figures: KindFigures = {
        sentences: own.length,
        flagged: own.filter(({ isFlagged }) => isFlagged).length,
        alreadySaid: own.filter(({ isSaid }) => isSaid).length,
      };
      return [kind, figures];
    }),
  ) as LabelledFigures;
}

function judge({ material, sentences }: GroundedVideo) {
  const ground = createGrounding(material);
  return sentences.map(({ kind, text, claim }) => {
    const found = ground(text, claim ? [{ sentence: text, ...claim }] : []);
    return { kind, isFlagged: !found.sentences.every(isGrounded), isSaid: found.alreadySaid !== null };
  });
}

/** Counts the videos whose drafts "cannot be checked" once their material is taken away. */
export function countUncheckable(videos: readonly GroundedVideo[]): number {
  const isUncheckable = ({ material, sentences }: GroundedVideo) => {
    const ground = createGrounding(withoutMaterial(material));
    const claims = sentences.flatMap(({ text, claim }) => (claim ? [{ sentence: text, ...claim }] : []));
    const found = ground(sentences.map(({ text }) => text).join(' '), claims);
    return found.cannotCheck && found.sentences.every(({ source }) => source === null);
  };
  return videos.filter(isUncheckable).length;
}

const withoutMaterial = (material: Material): Material => ({
  ...material,
  description: null,
  chapters: [],
  comments: [],
  transcript: null,
  notes: null,
  point: null,
});

type Target = { kind: SentenceKind; least: number } | { kind: SentenceKind; most: number };

/** Shares of the flagged sentences. */
const targets: readonly Target[] = [
  { kind: 'invented_number', least: 0.95 },
  { kind: 'wrong_name', least: 0.95 },
  { kind: 'wrong_time', least: 0.95 },
  { kind: 'altered_quote', least: 0.95 },
  { kind: 'filler', least: 0.9 },
  { kind: 'true', most: 0.05 },
];

/** Returns the kinds whose target is missed. */
export const missedTargets = (figures: LabelledFigures): SentenceKind[] =>
  targets
    .filter((target) => {
      const { flagged, sentences } = figures[target.kind];
      const share = flagged / Math.max(1, sentences);
      return 'least' in target ? share < target.least : share > target.most;
    })
    .map(({ kind }) => kind);
