import { createServer } from 'node:http';
import express from 'express';
import { comments, queueItems, videos } from '#shared/schema.ts';
import type { Database, Db } from '../db/database.ts';
import { listen } from '../http/listen.ts';
import { startTestApp } from '../testing/app.ts';
import { testStart } from '../testing/clock.ts';
import { ratePerSecond } from './rate.ts';

export const ITEMS = 5_000;
const CHUNK = 500;

/** `count` pending comments in the queue, of realistic length, each on a video of its own. */
async function seed(db: Db, count: number): Promise<void> {
  const at = new Date(testStart);
  for (let from = 1; from <= count; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, index) => from + index);
    await db.insert(videos).values(
      ids.map((id) => ({
        id,
        youtubeId: `bench${String(id).padStart(6, '0')}`,
        title: `Kubernetes in practice, part ${id}`,
        description: 'Rolling updates, probes and what to watch when a deployment hangs. '.repeat(6),
        channelTitle: 'Cloud Kitchen',
        channelId: 'UCcloudkitchen0000000000',
        publishedAt: '2026-02-20T08:00:00Z',
        viewCount: 12_345,
        commentCount: 42,
        tags: ['Kubernetes', 'DevOps'],
        fetchedAt: at,
        createdAt: at,
      })),
    );
    const content =
      'The part about readiness probes saved me an evening; what would you alert on first? '.repeat(3);
    await db.insert(comments).values(
      ids.map((id) => ({
        id,
        videoId: id,
        content,
        generatedContent: content,
        style: 'insightful' as const,
        qualityScore: 82,
        createdAt: at,
        updatedAt: at,
      })),
    );
    await db.insert(queueItems).values(ids.map((id) => ({ id, commentId: id, createdAt: at })));
  }
}

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
    await seed(database.db, ITEMS);
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
