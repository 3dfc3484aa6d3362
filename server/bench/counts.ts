import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startTestApp } from '../testing/app.ts';
import { testStart } from '../testing/clock.ts';
import { seedComments } from '../testing/seed-comments.ts';
import { type BenchEnvironment, builtClient } from './environment.ts';
import { exactly, type Finding, kilobytes, noMoreThan } from './finding.ts';

const searchPath = '/api/videos/search?q=how&maxResults=50';

export async function searchCalls({ openNew }: BenchEnvironment): Promise<Finding[]> {
  const app = await startTestApp({ database: await openNew('embedded') });
  const { admin } = app.sandbox;
  try {
    const owner = await app.signedIn();
    const callsFor = async (path: string) => {
      admin.clearRequests();
      const answer = await owner.get(path);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      const count = (part: string) =>
        admin.requests().filter((request) => request.path.includes(part)).length;
      return { youtube: count('/youtube/'), model: count('/chat/completions') };
    };
    const cold = await callsFor(searchPath);
    const again = await callsFor(searchPath);
    const intelligent = await callsFor(`${searchPath}&intelligent=true`);
    const row = (
      what: string,
      count: number,
      wanted: number,
      against: string,
    ): Finding => ({
      what,
      ours: String(count),
      against,
      value: count,
      target: exactly(wanted),
    });
    return [
      row(
        'calls to YouTube for a search of 50',
        cold.youtube,
        2,
        'search.list, videos.list',
      ),
      row('calls to YouTube for the same search again', again.youtube, 0, 'none'),
      row('model calls in intelligent mode', intelligent.model, 10, 'five videos each'),
    ];
  } finally {
    await app.close();
  }
}

const budgets: Record<string, number> = {
  '/api/queue': 4,
  '/api/queue?limit=50': 4,
  '/api/comments?limit=50': 4,
  '/api/queue/index': 3,
  '/api/stats': 5,
  '/api/analytics?days=30': 10,
  '/api/user-settings': 3,
  '/api/voice-profiles': 3,
  '/api/posting-status': 8,
  '/api/quota': 4,
};

/**
 * Counts the SQL statements that a request takes, including those for session and owner.
 */
export async function statements({
  kinds,
  openNew,
}: BenchEnvironment): Promise<Finding[]> {
  if (!kinds.includes('PostgreSQL')) return [];
  const database = await openNew('PostgreSQL');
  const app = await startTestApp({ database });
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      count += 1;
      return Reflect.apply(query, this, args);
    },
  });
  try {
    const owner = await app.signedIn();
    await seedComments(database.sessionPool, {
      count: 100,
      queued: 50,
      until: new Date(testStart),
    });
    const findings: Finding[] = [];
    for (const [path, budget] of Object.entries(budgets)) {
      // The first request may have to open and set up a connection.
      await (await owner.get(path)).arrayBuffer();
      count = 0;
      await (await owner.get(path)).arrayBuffer();
      findings.push({
        what: `statements for GET ${path}`,
        ours: String(count),
        against: `${budget}`,
        value: count,
        target: noMoreThan(budget),
      });
    }
    return findings;
  } finally {
    Object.assign(pg.Client.prototype, { query });
    await app.close();
  }
}

const onDemand = /chart|dialog|settings|queue-page|scheduled|history|analytics/;
/** What the first script takes, with little room, so that it does not grow unnoticed. */
const MOST_KILOBYTES = 125;

/**
 * Returns the scripts that /discover loads first: those that index.html names, and their
 * static imports.
 */
function firstScripts(): string[] {
  const html = readFileSync(join(builtClient, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  );
  const seen = new Set(named);
  for (const path of seen) {
    const code = readFileSync(join(builtClient, path), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      seen.add(`assets/${name}`);
  }
  return [...seen];
}

export async function bundle(): Promise<Finding[]> {
  const scripts = firstScripts();
  const bytes = scripts.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(builtClient, path))).length,
    0,
  );
  const early = scripts.filter((path) => onDemand.test(path));
  const later = readdirSync(join(builtClient, 'assets')).filter(
    (name) => name.endsWith('.js') && onDemand.test(name),
  );
  return [
    {
      what: 'JavaScript for /discover, gzip, kB',
      ours: kilobytes(bytes),
      against: '67.7 kB (react + react-dom)',
      value: bytes / 1000,
      target: noMoreThan(MOST_KILOBYTES),
    },
    {
      what: 'charts, dialogs and other pages in it',
      ours: early.join(', ') || 'none',
      against: `${later.length} chunks on demand`,
      value: early.length + (later.length === 0 ? 1 : 0),
      target: exactly(0),
    },
  ];
}
