import { type Cell, mean } from './cell.ts';
import type { EvalRun } from './run-eval.ts';

const columns = (cells: readonly Cell[]) => Object.keys(cells[0]?.measures ?? {});
const percent = (value: number) => value.toFixed(0);
function signed(value: number, digits: number): string {
  const shown = Math.abs(value).toFixed(digits);
  if (Number(shown) === 0) return shown;
  return `${value < 0 ? '−' : '+'}${shown}`;
}

const dollars = (cost: number | null) => (cost === null ? 'no price known' : `$${cost.toFixed(4)}`);

function lined(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) =>
          column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function evalTable({ cells, model, videos }: EvalRun): string {
  const names = columns(cells);
  const row = (cell: Omit<Cell, 'style'> & { style: string }) => [
    cell.profile,
    cell.style,
    cell.score.toFixed(1),
    percent((100 * cell.passed) / Math.max(1, cell.drafts)),
    String(cell.failed),
    ...names.map((name) => percent(cell.measures[name] ?? 0)),
    cell.seconds.toFixed(1),
  ];
  const total = whole(cells);
  const table = [
    ['Profile', 'Style', 'Score', 'Passed %', 'Failed', ...names, 'Seconds'],
    ...cells.map(row),
    row({ ...total, profile: 'All', style: '' }),
  ];
  return [
    `${model}, ${videos} videos, ${total.drafts} drafts. Measures in percent of what each can give.`,
    lined(table),
    `${total.tokens.input} tokens in, ${total.tokens.output} out; ${dollars(total.costUsd)}; ${total.seconds.toFixed(1)} s.`,
  ].join('\n\n');
}

export function evalDifference(now: EvalRun, before: EvalRun): string {
  const [a, b] = [whole(now.cells), whole(before.cells)];
  const names = columns(now.cells).filter((name) => name in b.measures);
  const lines = [
    ['Score', signed(a.score - b.score, 1)],
    ['Passed %', signed(100 * (a.passed / Math.max(1, a.drafts) - b.passed / Math.max(1, b.drafts)), 1)],
    ...names.map((name) => [name, signed((a.measures[name] ?? 0) - (b.measures[name] ?? 0), 1)]),
    ['Tokens', signed(a.tokens.input + a.tokens.output - b.tokens.input - b.tokens.output, 0)],
    ['Seconds', signed(a.seconds - b.seconds, 1)],
  ];
  return [`Against the run of ${before.at} (${before.model}):`, lined(lines)].join('\n\n');
}

function whole(cells: readonly Cell[]): Omit<Cell, 'profile' | 'style'> {
  const total = (value: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + value(cell), 0);
  const drafts = total((cell) => cell.drafts);
  const weighted = (value: (cell: Cell) => number) =>
    total((cell) => value(cell) * cell.drafts) / Math.max(1, drafts);
  const costs = cells.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    drafts,
    failed: total(({ failed }) => failed),
    passed: total(({ passed }) => passed),
    score: weighted(({ score }) => score),
    measures: Object.fromEntries(
      columns(cells).map((name) => [name, weighted(({ measures }) => measures[name] ?? 0)]),
    ),
    tokens: { input: total(({ tokens }) => tokens.input), output: total(({ tokens }) => tokens.output) },
    costUsd: costs.length === 0 ? null : mean(costs) * costs.length,
    seconds: total(({ seconds }) => seconds),
  };
}
