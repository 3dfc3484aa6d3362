import { groups } from './cases.ts';
import type { EvalRow } from './run-eval.ts';

const titleWidth = 44;
const head = ['Video', 'Marks', 'Again', 'Score', 'Draft', 'Reading', 'Tokens'];

/** Returns a line for each video and one line of totals for each group. */
export function evalTable(rows: readonly EvalRow[]): string {
  const lines = groups.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return own.length === 0
      ? []
      : [
          ...own.map((row) => line(row.title, [row])),
          line(`All ${own.length}, ${group}`, own),
          [],
        ];
  });
  const all = [head, ...lines];
  const widths = head.map((_, column) =>
    Math.max(...all.map((cells) => cells[column]?.length ?? 0)),
  );
  const padded = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return all
    .map((cells) => cells.map(padded).join('  ').trimEnd())
    .join('\n')
    .trimEnd();
}

function line(title: string, rows: readonly EvalRow[]): string[] {
  const sum = (of: (row: EvalRow) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const drafts = rows.flatMap(({ draft }) => draft ?? []);
  const score = drafts.reduce((total, draft) => total + draft.score, 0) / drafts.length;
  const [one] = rows.length === 1 ? drafts : [];
  const draft = sum(({ tokens }) => tokens.draft);
  const read = sum(({ tokens }) => tokens.read);
  return [
    title.length > titleWidth ? `${title.slice(0, titleWidth - 1)}…` : title,
    ...[
      drafts.flatMap(({ marks }) => marks).length,
      sum(({ draftedAgain }) => draftedAgain),
    ].map(String),
    drafts.length === 0
      ? 'none'
      : `${score.toFixed(1)}${one?.isRead === false ? ' unread' : ''}`,
    ...[draft, read, draft + read].map(String),
  ];
}

/** Returns each comment with its marks, for people to read. */
export const evalTexts = (rows: readonly EvalRow[]): string =>
  rows
    .map(({ title, draft, problem }) =>
      [
        title,
        draft?.text ?? `No draft: ${problem}`,
        ...(draft?.marks ?? []).map((mark) => `  marked: ${mark}`),
      ].join('\n'),
    )
    .join('\n\n');
