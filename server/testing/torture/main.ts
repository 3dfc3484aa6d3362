import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../postgres-binaries.ts';
import { startPostgres } from '../postgres-cluster.ts';
import { company } from './company.ts';
import { torture } from './run.ts';
import { seededRandom } from './seeded-random.ts';
import type { Verdict } from './verdict.ts';

/** npm run torture -- [--rounds 200] [--company 300] [--database embedded|postgres|both] [--seed N]; loopback only. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    /** Comments that two processes share on PostgreSQL; 0 leaves it out. */
    company: { type: 'string', default: '300' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const rounds = Math.min(1_000, Number(values.rounds));
const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

/** One attack with a folder of its own; its figures are a line, and each violation another. */
async function attack(name: string, run: (dataDir: string) => Promise<Verdict>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chime-in-torture-'));
  const began = Date.now();
  try {
    const { posted, unconfirmed, waiting, duplicates, violations } = await run(dataDir);
    const seconds = Math.round((Date.now() - began) / 1000);
    say(
      `${name}: ${posted} posted, ${unconfirmed} not confirmed, ${waiting} waiting, ${duplicates} duplicates, ${violations.length} violations, ${seconds} s`,
    );
    for (const violation of violations) say(`  ${violation}`);
    if (violations.length === 0) passed += 1;
    else failed += 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const kills = (databaseUrl: string | null) => (dataDir: string) =>
  torture({ rounds, dataDir, databaseUrl, random: seededRandom(Number(values.seed)) });

async function onPostgres(attackIt: (url: string) => Promise<void>): Promise<void> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed; choose --database embedded.');
  const cluster = await startPostgres(programs);
  await attackIt(cluster.url('postgres')).finally(() => cluster.stop());
}

say(`torture with seed ${values.seed}, ${rounds} rounds`);
if (values.database !== 'postgres' && rounds > 0) await attack(`embedded, ${rounds} kills`, kills(null));
if (values.database !== 'embedded') {
  if (rounds > 0) await onPostgres((url) => attack(`PostgreSQL, ${rounds} kills`, kills(url)));
  const comments = Number(values.company);
  if (comments > 0)
    await onPostgres((databaseUrl) =>
      attack(`company, ${comments} comments`, (dataDir) => company({ comments, dataDir, databaseUrl })),
    );
}
say(`torture: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
