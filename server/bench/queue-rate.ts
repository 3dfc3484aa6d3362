import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import { listen } from '../http/listen.ts';
import { requireOwner } from '../http/require-owner.ts';
import { sessions } from '../http/session.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { seedLongQueue } from '../testing/seed-long-queue.ts';
import { compare } from './compare.ts';
import { atLeast, type Finding, perSecond } from './finding.ts';
import { bareQueue } from './queue-peer.ts';
import { ratePerSecond } from './rate.ts';
import { sameAnswer } from './same-answer.ts';
import type { BenchDatabase, World } from './world.ts';

const ITEMS = 5_000;
const SECONDS = 3;

/** A bare Express with the same session check; without PostgreSQL it can only send bytes it has. */
async function startPeer(app: TestApp, url: string | null, body: string) {
  const pool = url === null ? null : new pg.Pool({ connectionString: url, max: 10 });
  const peer = express()
    .use(sessions(app.context.session))
    .use(requireOwner(app.context.services.account.isOwner))
    .get('/queue', pool ? bareQueue(pool) : (_req, res) => void res.type('json').send(body));
  const server = createServer(peer);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}/queue`,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool?.end();
    },
  };
}

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  const app = await startTestApp({ database });
  try {
    const owner = await app.signedIn();
    await seedLongQueue(database.db, ITEMS);
    // As autovacuum or the nightly job leaves it.
    await database.sessionPool.query('VACUUM ANALYZE');
    const headers = { Cookie: owner.cookie() ?? '' };
    const ours = `${app.origin}/api/queue`;
    const peer = await startPeer(app, url, await (await fetch(ours, { headers })).text());
    try {
      await sameAnswer(ours, peer.url, headers);
      const end = { seconds: SECONDS };
      const rates = await compare(
        () => ratePerSecond(ours, headers, end),
        () => ratePerSecond(peer.url, headers, end),
      );
      return [
        {
          what: `GET /api/queue, ${ITEMS} items, ${name}`,
          ours: perSecond(rates.ours),
          against: `${perSecond(rates.theirs)} (bare Express${url ? ', one join' : ', bytes it has'})`,
          value: rates.ratio,
          target: url === null ? null : atLeast(0.9),
        },
      ];
    } finally {
      await peer.close();
    }
  } finally {
    await app.close();
  }
}

export const queueRate = (world: World): Promise<Finding[]> => world.onEach(measure);
