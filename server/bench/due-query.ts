import { deepStrictEqual } from 'node:assert/strict';
import type { Database } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { createDueRepository } from '../features/publishing/due.repository.ts';
import { testStart } from '../testing/clock.ts';
import { compare, latency } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { seedDue } from './seed-due.ts';
import { seedShortComments } from './seed-short-comments.ts';

const FEW = 1_000;
const DUE = 20;
const TIMES = 200;
const now = new Date(testStart);
const SEARCH = { limit: 200, cooldownHours: 0, byLastTry: false };

async function fill(database: Database, settled: number): Promise<Database> {
  await seedShortComments(database.sessionPool, {
    count: settled,
    until: now,
    days: 365,
    text: 'A comment.',
  });
  await seedDue(database.sessionPool, { from: settled + 1, count: DUE, due: now });
  await database.sessionPool.query('ANALYZE');
  return database;
}

async function measure(
  { name, url, database }: BenchDatabase,
  environment: BenchEnvironment,
): Promise<Finding[]> {
  const many = url === null ? 50_000 : 1_000_000;
  const small = await openDatabase({
    databaseUrl: url === null ? null : await environment.postgresUrl(),
    dataDir: `${environment.folder}/few`,
  });
  try {
    await migrateDatabase(small);
    await fill(small, FEW);
    await fill(database, many);
    const [few, much] = [createDueRepository(small.db), createDueRepository(database.db)];
    const place = (first: number) => (id: number) => id - first;
    deepStrictEqual(
      (await much.due(now, SEARCH)).map(place(many)),
      (await few.due(now, SEARCH)).map(place(FEW)),
    );
    const { ours, theirs, ratio } = await compare(
      () => latency(() => much.due(now, SEARCH), TIMES),
      () => latency(() => few.due(now, SEARCH), TIMES),
    );
    return [
      {
        what: `the loop's due query, ${many} settled, ${name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(theirs)} (${FEW} settled)`,
        value: ratio,
        target: url === null ? null : atMost(1.2),
      },
    ];
  } finally {
    await small.close();
  }
}

export const dueQuery = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onEach((database) => measure(database, environment));
