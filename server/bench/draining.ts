import { strictEqual } from 'node:assert/strict';
import { startTestApp } from '../testing/app.ts';
import { median, timed } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { type Finding, milliseconds } from './finding.ts';
import { startProxy } from './proxy.ts';
import { seedDue } from './seed-due.ts';

const DUE = 100;
const LATENCY_MS = 100;
const FLOOR_MS = DUE * LATENCY_MS;

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  const rounds = url === null ? 1 : 3;
  const isPost = (path: string) => path.endsWith('/commentThreads');
  let posted = 0;
  const proxy = await startProxy({
    latencyMs: (path) => (isPost(path) ? LATENCY_MS : 0),
    answer: (path) => {
      if (!isPost(path)) return null;
      posted += 1;
      return { kind: 'youtube#commentThread', id: `Ugz${posted}`, snippet: {} };
    },
  });
  const app = await startTestApp({
    database,
    between: proxy.between,
    env: { YOUTUBE_DAILY_UNITS: '1000000' },
  });
  try {
    const owner = await app.signedIn();
    const settings = await owner.put('/api/user-settings', {
      autoQueueEnabled: true,
      minGapSeconds: 0,
      dailyCap: DUE,
    });
    strictEqual(settings.status, 200, await settings.text());
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The daily cap allows one round a day.
      app.clock.advance(86_400_000);
      await database.sessionPool.query('update user_settings set loop_seen_at = null');
      await seedDue(database.sessionPool, { from: 1 + round * DUE, count: DUE, due: app.clock.now() });
      proxy.forget();
      taken.push(await timed(() => app.context.services.loop.tick()));
      strictEqual(proxy.count('/commentThreads'), DUE);
    }
    const ours = median(taken);
    return [
      {
        what: `draining ${DUE} due comments, ${name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(FLOOR_MS)} (${DUE} × ${LATENCY_MS} ms)`,
        value: ours / FLOOR_MS,
        target: null,
      },
    ];
  } finally {
    await app.close();
    await proxy.close();
  }
}

export const draining = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
