import { deepStrictEqual } from 'node:assert/strict';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { startTestApp } from '../testing/app.ts';
import { testStart } from '../testing/clock.ts';
import { compare, latency } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { analyticsStatement, statsStatement } from './figures-peer.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { seedComments } from './seed-comments.ts';

const COMMENTS = 100_000;
const TIMES = 10;
const DAYS = 30;

function counted(answer: AnalyticsResponse) {
  const nonZero = (rows: [string, number][]) => Object.fromEntries(rows.filter(([, count]) => count > 0));
  return {
    totalComments: answer.totals.totalComments,
    previousComments: answer.previousTotals.totalComments,
    averageQuality: answer.totals.averageQuality,
    statuses: nonZero(answer.statusBreakdown.map(({ status, count }) => [status, count])),
    styles: nonZero(answer.stylePerformance.map(({ style, count }) => [style, count])),
    generated: answer.recentActivity.map(({ generated }) => generated),
    posted: answer.recentActivity.map(({ posted }) => posted),
    channels: answer.topChannels.map(({ count }) => count),
    overall: answer.overall,
  };
}

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  const app = await startTestApp({ database });
  try {
    const owner = await app.signedIn();
    const pool = database.sessionPool;
    await seedComments(pool, { count: COMMENTS, until: new Date(testStart), days: 4 * DAYS });
    const midnight = Date.parse('2026-03-04T00:00:00Z');
    const daysBefore = (days: number) => new Date(midnight - days * 86_400_000).toISOString();
    const bounds = [daysBefore(2 * DAYS), daysBefore(DAYS), daysBefore(0), daysBefore(7)];
    const one = async (text: string, params: unknown[] = []) => (await pool.query(text, params)).rows[0];
    const read = async (path: string) => (await owner.get(path)).json();

    const paths = { stats: '/api/stats', analytics: `/api/analytics?days=${DAYS}&timeZone=UTC` };
    deepStrictEqual(await read(paths.stats), await one(statsStatement));
    deepStrictEqual(counted(await read(paths.analytics)), await one(analyticsStatement, bounds));

    const row = async (what: string, path: string, text: string, params: unknown[]): Promise<Finding> => {
      const { ours, theirs, ratio } = await compare(
        () => latency(() => read(path), TIMES),
        () => latency(() => one(text, params), TIMES),
      );
      return {
        what: `GET ${what} over ${COMMENTS} comments, ${name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(theirs)} (one statement)`,
        value: ratio,
        target: url === null ? null : atMost(1.3),
      };
    };
    return [
      await row('/api/stats', paths.stats, statsStatement, []),
      await row('/api/analytics', paths.analytics, analyticsStatement, bounds),
    ];
  } finally {
    await app.close();
  }
}

export const figures = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
