import { parseArgs } from 'node:util';
import { bulk } from './bulk.ts';
import { bundle } from './bundle.ts';
import { draining } from './draining.ts';
import { dueQuery } from './due-query.ts';
import { figures } from './figures.ts';
import { type Finding, isMissed } from './finding.ts';
import { takeoutImport } from './import.ts';
import { memory } from './memory.ts';
import { paint } from './paint.ts';
import { queuePage } from './queue-page.ts';
import { queueRate } from './queue-rate.ts';
import { search } from './search.ts';
import { searchCalls } from './search-calls.ts';
import { startUp } from './start-up.ts';
import { statements } from './statements.ts';
import { table } from './table.ts';
import { createWorld, type World } from './world.ts';

type Bench = (world: World) => Promise<Finding[]>;

/** Calls, statements and bytes: no noise of the machine can change them, so they may fail a build. */
const counts: Record<string, Bench> = { calls: searchCalls, statements, bundle };

/** `npm run bench -- --only NAME` takes one of these. */
const benches: Record<string, Bench> = {
  queue: queueRate,
  figures,
  due: dueQuery,
  draining,
  bulk,
  search,
  import: takeoutImport,
  ...counts,
  paint,
  'queue-page': queuePage,
  'start-up': startUp,
  memory,
};

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, counts: { type: 'boolean', default: false } },
});
const wanted = values.only ?? Object.keys(values.counts ? counts : benches);
const world = await createWorld();
const findings: Finding[] = [];
try {
  for (const name of wanted) {
    const bench = benches[name];
    if (!bench) throw new Error(`There is no bench “${name}”, only ${Object.keys(benches).join(', ')}.`);
    const begun = performance.now();
    findings.push(...(await bench(world)));
    process.stderr.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  }
} finally {
  await world.close();
}
process.stdout.write(`${table(findings)}\n`);
if (findings.some(isMissed)) process.exitCode = 1;
