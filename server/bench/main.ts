import { parseArgs } from 'node:util';
import { bundle, searchCalls, statements } from './counts.ts';
import { type BenchEnvironment, createEnvironment } from './environment.ts';
import { type Finding, isMissed } from './finding.ts';
import { lists } from './lists.ts';
import { dueQuery } from './posting.ts';
import { backupMemory, memory, startUp } from './start-up.ts';

type Bench = (environment: BenchEnvironment) => Promise<Finding[]>;

const counts: Record<string, Bench> = { calls: searchCalls, statements, bundle };

const benches: Record<string, Bench> = {
  ...counts,
  lists,
  due: dueQuery,
  'start-up': startUp,
  memory,
  'backup-memory': backupMemory,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    counts: { type: 'boolean', default: false },
  },
});
const wanted = values.only ?? Object.keys(values.counts ? counts : benches);
const environment = await createEnvironment();
const findings: Finding[] = [];
try {
  for (const name of wanted) {
    const bench = benches[name];
    if (!bench)
      throw new Error(
        `There is no benchmark “${name}”, only ${Object.keys(benches).join(', ')}.`,
      );
    const begun = performance.now();
    findings.push(...(await bench(environment)));
    process.stderr.write(
      `${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
    );
  }
} finally {
  // Prints the results so far even after a failure.
  process.stdout.write(`${table(findings)}\n`);
  await environment.close();
}
if (findings.some(isMissed)) process.exitCode = 1;

function table(rows: readonly Finding[]): string {
  const head = ['what', 'ours', 'floor, peer or limit', 'value', 'target', 'holds'];
  const cells = [head, head.map(() => '---'), ...rows.map(cellsOf)];
  const widths = head.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map(
      (row) =>
        `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
    )
    .join('\n');
}

function cellsOf(finding: Finding): string[] {
  const { what, ours, against, value, target } = finding;
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return [
    what,
    ours,
    against,
    figure,
    target?.text ?? '(information)',
    verdictOn(finding),
  ];
}

function verdictOn(finding: Finding): string {
  if (finding.target === null) return '';
  return isMissed(finding) ? 'NO' : 'yes';
}
