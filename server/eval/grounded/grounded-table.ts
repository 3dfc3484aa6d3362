import type { SourceKind } from '#shared/contracts/grounding.ts';
import { type SentenceKind, sentenceKinds } from './grounded-data.ts';
import type { KindFigures, LabelledFigures } from './labelled-figures.ts';

export interface DraftFigures {
  model: string;
  drafts: number;
  failed: number;
  /** With nothing to look at: every sentence has a source that holds all of it. */
  unflagged: number;
  sentences: number;
  bySource: Partial<Record<SourceKind | 'none', number>>;
  scores: readonly number[];
  excellent: number;
}

const names: Record<SentenceKind, string> = {
  true: 'true (false alarms)',
  invented_number: 'invented number',
  wrong_name: 'wrong name',
  wrong_time: 'wrong time',
  altered_quote: 'altered quote',
  wrong_video: 'from another video',
  filler: 'filler',
  already_said: 'already said',
};

const percent = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`;
const countedFor = (kind: SentenceKind, { flagged, alreadySaid }: KindFigures) =>
  kind === 'already_said' ? alreadySaid : flagged;

/** Returns a line for each kind: how many of the put-aside half are caught, and of the half the rules were made with. */
export function labelledTable(aside: LabelledFigures, tuning: LabelledFigures): string {
  const cells = (kind: SentenceKind, figures: KindFigures) => [
    String(figures.sentences).padStart(4),
    percent(countedFor(kind, figures), figures.sentences).padStart(8),
  ];
  const row = (first: string, parts: readonly string[]) => `${first.padEnd(22)}${parts.join('  ')}`;
  return [
    row('caught', [' put aside    ', '  tuning']),
    ...sentenceKinds.map((kind) =>
      row(names[kind], [...cells(kind, aside[kind]), ...cells(kind, tuning[kind])]),
    ),
    `true ones said to repeat a comment: ${percent(aside.true.alreadySaid, aside.true.sentences)} and ${percent(tuning.true.alreadySaid, tuning.true.sentences)}`,
  ].join('\n');
}

export function draftsTable(figures: DraftFigures): string {
  const { model, drafts, failed, unflagged, sentences, bySource, scores, excellent } = figures;
  const sources = Object.entries(bySource)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${percent(count, sentences)}`);
  const average = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return [
    `${model}: ${drafts} drafts, ${failed} failed.`,
    `Nothing to look at: ${percent(unflagged, drafts)} of the drafts.`,
    `Sources of ${sentences} sentences: ${sources.join(', ')}.`,
    `Score: ${average.toFixed(1)} on average, ${Math.min(...scores)} to ${Math.max(...scores)}; ${percent(excellent, drafts)} excellent.`,
  ].join('\n');
}
