import { z } from 'zod';
import { contentWords } from '../text/words.rules.ts';
import { readLines } from './cases.ts';

/**
 * An owner's point, with a draft made from it by version 9 of the prompt and one by the
 * present version.
 */
const pointDraftSchema = z.object({
  material: z.string(),
  point: z.string(),
  before: z.string(),
  after: z.string(),
});
type PointDraft = z.infer<typeof pointDraftSchema>;

export const pointDrafts = readLines('point-drafts.jsonl', pointDraftSchema);

/** Counts how many of the point's content words appear in a text. */
export function repeatedWords(
  point: string,
  text: string,
): { repeated: number; all: number } {
  const words = [...contentWords(point)];
  const inText = contentWords(text);
  return { repeated: words.filter((word) => inText.has(word)).length, all: words.length };
}

const materialWidth = 22;

/**
 * Returns a line for each point that says how many of its words the drafts repeat. The
 * table is only a report.
 */
export function pointTable(drafts: readonly PointDraft[]): string {
  const cell = ({ repeated, all }: ReturnType<typeof repeatedWords>) =>
    `${repeated} of ${all}`.padStart(8);
  const share = (of: (draft: PointDraft) => string) => {
    const counts = drafts.map((draft) => repeatedWords(draft.point, of(draft)));
    const sum = (part: 'repeated' | 'all') =>
      counts.reduce((total, count) => total + count[part], 0);
    return `${Math.round((100 * sum('repeated')) / sum('all'))}%`.padStart(8);
  };
  return [
    `${'Words of the point'.padEnd(materialWidth)}    Before     After`,
    ...drafts.map(({ material, point, before, after }) =>
      [
        material.padEnd(materialWidth),
        cell(repeatedWords(point, before)),
        cell(repeatedWords(point, after)),
      ].join('  '),
    ),
    [
      'All'.padEnd(materialWidth),
      share(({ before }) => before),
      share(({ after }) => after),
    ].join('  '),
  ].join('\n');
}
