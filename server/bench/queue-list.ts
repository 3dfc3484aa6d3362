import { createServer } from 'node:http';
import express from 'express';
import type { Database } from '../db/database.ts';
import { listen } from '../http/listen.ts';
import { startTestApp } from '../testing/app.ts';
import { seedLongQueue } from '../testing/seed-long-queue.ts';
import { ratePerSecond } from './rate.ts';

export const ITEMS = 5_000;

/** Express answering with bytes it already has: what any answer of this size costs at least. */
async function bareRate(body: Buffer): Promise<number> {
  const server = createServer(express().get('/', (_req, res) => void res.type('json').send(body)));
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  try {
    return await ratePerSecond(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export interface QueueRates {
  path: string;
  kilobytes: number;
  perSecond: number;
  /** The same bytes from bare Express. */
  barePerSecond: number;
}

/** GET /api/queue by the signed-in owner, whole and by the page, with 5,000 items in the queue. */
export async function measureQueueList(database: Database): Promise<QueueRates[]> {
  const app = await startTestApp({ database });
  try {
    const owner = await app.signedIn();
    await seedLongQueue(database.db, ITEMS);
    // As the nightly job leaves it.
    await database.sessionPool.query('VACUUM ANALYZE');
    const rates: QueueRates[] = [];
    for (const path of ['/api/queue', '/api/queue?limit=50']) {
      const body = Buffer.from(await (await owner.get(path)).arrayBuffer());
      const perSecond = await ratePerSecond(`${app.origin}${path}`, { Cookie: owner.cookie() ?? '' });
      const barePerSecond = await bareRate(body);
      rates.push({ path, kilobytes: Math.round(body.length / 1024), perSecond, barePerSecond });
    }
    return rates;
  } finally {
    await app.close();
  }
}
