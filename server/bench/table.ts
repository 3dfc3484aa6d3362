import { type Finding, isMissed } from './finding.ts';

const HEAD = ['what', 'ours', 'floor or peer', 'ratio', 'target', 'holds'];

function cells(finding: Finding): string[] {
  const { what, ours, against, value, target } = finding;
  const ratio = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const verdict = target === null ? '' : isMissed(finding) ? 'NO' : 'yes';
  return [what, ours, against, ratio, target?.text ?? '(information)', verdict];
}

/** The findings as one table in plain text, which is Markdown too. */
export function table(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
