import pg from 'pg';
import { startTestApp } from '../testing/app.ts';
import { testStart } from '../testing/clock.ts';
import { seedComments } from '../testing/seed-comments.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { type Finding, noMoreThan } from './finding.ts';

const budgets: Record<string, number> = {
  '/api/queue': 4,
  '/api/queue?limit=50': 4,
  '/api/comments?limit=50': 4,
  '/api/stats': 5,
  '/api/analytics?days=30': 10,
  '/api/user-settings': 3,
  '/api/voice-profiles': 3,
  '/api/posting-status': 8,
  '/api/quota': 4,
};

function countStatements() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      count += 1;
      return Reflect.apply(query, this, args);
    },
  });
  return {
    taken() {
      const taken = count;
      count = 0;
      return taken;
    },
    stop: () => Object.assign(pg.Client.prototype, { query }),
  };
}

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  if (url === null) return [];
  const app = await startTestApp({ database });
  const statements = countStatements();
  try {
    const owner = await app.signedIn();
    await seedComments(database.sessionPool, { count: 100, queued: 50, until: new Date(testStart) });
    const findings: Finding[] = [];
    for (const [path, budget] of Object.entries(budgets)) {
      // The first request may open and set up a connection.
      await (await owner.get(path)).arrayBuffer();
      statements.taken();
      await (await owner.get(path)).arrayBuffer();
      const taken = statements.taken();
      findings.push({
        what: `statements for GET ${path}, ${name}`,
        ours: String(taken),
        against: `${budget}`,
        value: taken,
        target: noMoreThan(budget),
      });
    }
    return findings;
  } finally {
    statements.stop();
    await app.close();
  }
}

export const statements = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
