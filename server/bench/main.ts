import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { findPostgres } from '../testing/postgres-binaries.ts';
import { startPostgres } from '../testing/postgres-cluster.ts';
import { ITEMS, measureQueueList } from './queue-list.ts';
import { measureStartUp } from './start-up.ts';

// Machines differ, so what counts are the ratios: to a bare Node, and to a bare Express with the same bytes.
const say = (line = '') => process.stdout.write(`${line}\n`);
const times = (ratio: number) => `${ratio.toFixed(1)}×`;

async function startUp(): Promise<void> {
  const { bareMs, firstMs, laterMs, megabytes } = await measureStartUp();
  say('Start-up of the built app with its sandbox, to the line with the address');
  say(`  bare Node      ${bareMs.toFixed(0)} ms`);
  say(`  first start    ${firstMs.toFixed(0)} ms  ${times(firstMs / bareMs)}  (makes the database)`);
  say(`  later starts   ${laterMs.toFixed(0)} ms  ${times(laterMs / bareMs)}`);
  if (megabytes !== null) say(`  memory then    ${megabytes} MB`);
}

async function queue(name: string, databaseUrl: string | null, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateDatabase(database);
  say();
  say(`${ITEMS} items in the queue, on ${name}`);
  for (const { path, kilobytes, perSecond, barePerSecond } of await measureQueueList(database)) {
    const share = `${((100 * perSecond) / barePerSecond).toFixed(1)} % of bare Express`;
    say(`  GET ${path}  (${kilobytes} kB)  ${perSecond.toFixed(1)}/s  ${share}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'chime-in-bench-'));
try {
  await startUp();
  await queue('the embedded database', null, folder);
  const programs = findPostgres();
  if (programs) {
    const cluster = await startPostgres(programs);
    await queue('PostgreSQL', cluster.url('postgres'), '').finally(() => cluster.stop());
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
