import { deepStrictEqual } from 'node:assert/strict';
import { type AnalyticsResponse, analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startTestApp } from '../testing/app.ts';
import { testStart } from '../testing/clock.ts';
import { compare, latency } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { seedShortComments } from './seed-short-comments.ts';

const FEW = 10_000;
const PER_DAY = 100;
const ROUNDS = 9;
const TIMES = 10;
const text = 'Readiness probes decide about traffic, liveness probes about restarts. '.repeat(4);

const paths = { stats: '/api/stats', analytics: '/api/analytics?days=30&timeZone=UTC' };

async function start(database: Database, count: number) {
  const app = await startTestApp({ database });
  const owner = await app.signedIn();
  await seedShortComments(database.sessionPool, {
    count,
    until: new Date(testStart),
    days: count / PER_DAY,
    text,
  });
  return { read: async (path: string) => (await owner.get(path)).json(), close: app.close };
}

/** The range's figures, the same at any length of history; the rest is checked against the seed. */
function inRange(answer: unknown, count: number): Omit<AnalyticsResponse, 'overall'> {
  const { overall, ...range } = analyticsResponseSchema.parse(answer);
  deepStrictEqual([overall.videosFound, overall.totalComments], [count, count]);
  return range;
}

async function measure(
  { name, url, database }: BenchDatabase,
  environment: BenchEnvironment,
): Promise<Finding[]> {
  const count = url === null ? 50_000 : 200_000;
  const small = await openDatabase({
    databaseUrl: url === null ? null : await environment.postgresUrl(),
    dataDir: `${environment.folder}/short-history`,
  });
  await migrateDatabase(small);
  const few = await start(small, FEW);
  const many = await start(database, count);
  try {
    deepStrictEqual(
      inRange(await many.read(paths.analytics), count),
      inRange(await few.read(paths.analytics), FEW),
    );
    const findings: Finding[] = [];
    for (const [what, path] of Object.entries(paths)) {
      const { ours, theirs, ratio } = await compare(
        () => latency(() => many.read(path), TIMES),
        () => latency(() => few.read(path), TIMES),
        ROUNDS,
      );
      findings.push({
        what: `GET /api/${what}, ${count} comments, ${name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(theirs)} (${FEW} comments)`,
        value: ratio,
        target: url === null ? null : atMost(4),
      });
    }
    return findings;
  } finally {
    await many.close();
    await few.close();
    await small.close();
  }
}

export const figures = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onEach((database) => measure(database, environment));
