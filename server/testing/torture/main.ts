import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../postgres-binaries.ts';
import { startPostgres } from '../postgres-cluster.ts';
import { torture } from './run.ts';
import { seededRandom } from './seeded-random.ts';

/** npm run torture -- [--rounds 200] [--database embedded|postgres|both] [--seed N]; loopback only. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const rounds = Math.min(1_000, Number(values.rounds));
const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

async function run(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chime-in-torture-'));
  const began = Date.now();
  try {
    const plan = { rounds, dataDir, databaseUrl, random: seededRandom(Number(values.seed)) };
    const { kills, posted, unconfirmed, waiting, duplicates, violations } = await torture(plan);
    const seconds = Math.round((Date.now() - began) / 1000);
    say(
      `${name}: ${kills} kills, ${posted} posted, ${unconfirmed} not confirmed, ${waiting} waiting, ${duplicates} duplicates, ${violations.length} violations, ${seconds} s`,
    );
    for (const violation of violations) say(`  ${violation}`);
    if (violations.length === 0 && waiting === 0) passed += 1;
    else failed += 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

say(`torture with seed ${values.seed}, ${rounds} rounds`);
if (values.database !== 'postgres') await run('embedded', null);
if (values.database !== 'embedded') {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed; choose --database embedded.');
  const cluster = await startPostgres(programs);
  await run('PostgreSQL', cluster.url('postgres')).finally(() => cluster.stop());
}
say(`torture: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
