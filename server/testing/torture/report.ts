import type { Verdict } from './verdict.ts';

export interface Outcome {
  attack: string;
  kills: number;
  verdict: Verdict;
  seconds: number;
}

const columns: [title: string, cell: (outcome: Outcome) => string | number][] = [
  ['attack', ({ attack }) => attack],
  ['kills', ({ kills }) => kills],
  ['posted', ({ verdict }) => verdict.posted],
  ['not confirmed', ({ verdict }) => verdict.unconfirmed],
  ['not scheduled', ({ verdict }) => verdict.waiting],
  ['twice', ({ verdict }) => verdict.duplicates],
  ['lost', ({ verdict }) => verdict.lost],
  ['told absent', ({ verdict }) => verdict.toldAbsent],
  ['violations', ({ verdict }) => verdict.violations.length],
  ['seconds', ({ seconds }) => seconds],
];

/** Returns a table, with other counts and each violation beneath it. */
export function report(outcomes: readonly Outcome[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...outcomes.map((outcome) => columns.map(([, cell]) => String(cell(outcome)))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  const counts = outcomes.flatMap(({ attack, verdict }) =>
    verdict.counts === undefined ? [] : [`${attack}: ${verdict.counts}`],
  );
  const violations = outcomes.flatMap(({ attack, verdict }) =>
    verdict.violations.map((violation) => `${attack}: ${violation}`),
  );
  return [...rows.map(line), ...counts, ...violations].join('\n');
}
