import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import { listen } from '../http/listen.ts';
import { requireOwner } from '../http/require-owner.ts';
import { sessions } from '../http/session.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { seedLongQueue } from '../testing/seed-long-queue.ts';
import { compare } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atLeast, type Finding, perSecond } from './finding.ts';
import { bareQueue } from './queue-peer.ts';
import { ratePerSecond } from './rate.ts';

const ITEMS = 5_000;
const SECONDS = 3;

async function startPeer(app: TestApp, url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const peer = express()
    .use(sessions(app.context.session))
    .use(requireOwner(app.context.services.account.isOwner))
    .get('/queue', bareQueue(pool));
  const server = createServer(peer);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}/queue`,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  if (url === null) return [];
  const app = await startTestApp({ database });
  try {
    const owner = await app.signedIn();
    await seedLongQueue(database.db, ITEMS);
    await database.sessionPool.query('VACUUM ANALYZE');
    const headers = { Cookie: owner.cookie() ?? '' };
    const ours = `${app.origin}/api/queue`;
    const peer = await startPeer(app, url);
    try {
      const [mine = [], peers = []] = await Promise.all(
        [ours, peer.url].map(
          async (address): Promise<unknown[]> => (await fetch(address, { headers })).json(),
        ),
      );
      strictEqual(mine.length, peers.length);
      // The difference of two long lists takes gigabytes to print.
      for (const [index, item] of mine.entries()) deepStrictEqual(item, peers[index]);
      const end = { seconds: SECONDS };
      const rates = await compare(
        () => ratePerSecond(ours, headers, end),
        () => ratePerSecond(peer.url, headers, end),
      );
      return [
        {
          what: `GET /api/queue, ${ITEMS} items, ${name}`,
          ours: perSecond(rates.ours),
          against: `${perSecond(rates.theirs)} (bare Express, one join)`,
          value: rates.ratio,
          target: atLeast(0.9),
        },
      ];
    } finally {
      await peer.close();
    }
  } finally {
    await app.close();
  }
}

export const queueRate = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
