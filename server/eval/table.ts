import { groups } from './cases.ts';
import type { EvalRow } from './run-eval.ts';

const titleWidth = 44;
const short = (title: string) => (title.length > titleWidth ? `${title.slice(0, titleWidth - 1)}…` : title);

const head = ['Video', 'Marks', 'Again', 'Score', 'Draft', 'Reading', 'Tokens'];

/** A line for each video and one for the whole of each group. */
export function evalTable(rows: readonly EvalRow[]): string {
  const lines = groups.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return own.length === 0 ? [] : [...own.map(line), whole(group, own), []];
  });
  return lined([head, ...lines]);
}

function line({ title, draft, draftedAgain, tokens }: EvalRow): string[] {
  const marks = draft ? String(draft.marks.length) : '–';
  const score = draft ? `${draft.score}${draft.isRead ? '' : ' unread'}` : 'none';
  return [short(title), marks, String(draftedAgain), score, ...spent(tokens)];
}

function whole(group: string, rows: readonly EvalRow[]): string[] {
  const sum = (of: (row: EvalRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const drafts = rows.flatMap(({ draft }) => draft ?? []);
  const score = drafts.reduce((total, draft) => total + draft.score, 0) / Math.max(1, drafts.length);
  return [
    `All ${rows.length}, ${group}`,
    String(drafts.flatMap(({ marks }) => marks).length),
    String(sum(({ draftedAgain }) => draftedAgain)),
    score.toFixed(1),
    ...spent({ draft: sum(({ tokens }) => tokens.draft), read: sum(({ tokens }) => tokens.read) }),
  ];
}

const spent = ({ draft, read }: EvalRow['tokens']) => [String(draft), String(read), String(draft + read)];

function lined(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows
    .map((row) => row.map(cell).join('  ').trimEnd())
    .join('\n')
    .trimEnd();
}

/** Each comment with what is marked in it, to be read. */
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
