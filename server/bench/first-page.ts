import { deepStrictEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import { requireOwner } from '../http/guards.ts';
import { compressed } from '../http/send-list.ts';
import { listen } from '../http/server.ts';
import { sessions } from '../http/sessions.ts';
import type { TestApp } from '../testing/app.ts';
import { compare } from './compare.ts';
import type { BenchEnvironment, SeededPair } from './environment.ts';
import { atLeast, type Finding, perSecond } from './finding.ts';
import { bareFirstPage } from './first-page-peer.ts';
import { ratePerSecond } from './rate.ts';
import { withSeededApps } from './seeded-apps.ts';

const SECONDS = 3;

async function startPeer(app: TestApp, url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const peer = express()
    .disable('etag')
    .use(compressed())
    .use(sessions(app.context.session))
    .use(requireOwner(app.context.services.account.isOwner))
    .get('/comments', bareFirstPage(pool));
  const server = createServer(peer);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}/comments`,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}

async function measure(pair: SeededPair, environment: BenchEnvironment): Promise<Finding[]> {
  const { url } = pair.many;
  if (url === null) throw new Error('The peer needs PostgreSQL.');
  return withSeededApps(pair, environment, async ({ many }) => {
    const headers = { Cookie: many.cookie, 'Accept-Encoding': 'gzip' };
    const ours = `${many.origin}/api/comments?limit=50&fields=row`;
    const peer = await startPeer(many.app, url);
    try {
      const [mine, peers] = await Promise.all(
        [ours, peer.url].map(async (address) => {
          const answer = await fetch(address, { headers });
          const header = (name: string) => answer.headers.get(name);
          return {
            encoding: header('content-encoding'),
            total: header('x-total-count'),
            hasNext: header('link') !== null,
            rows: await answer.json(),
          };
        }),
      );
      deepStrictEqual(mine, peers);
      const end = { seconds: SECONDS };
      const rates = await compare(
        () => ratePerSecond(ours, headers, end),
        () => ratePerSecond(peer.url, headers, end),
      );
      return [
        {
          what: `first page of GET /api/comments, ${many.home.comments} comments, ${pair.name}`,
          ours: perSecond(rates.ours),
          against: `${perSecond(rates.theirs)} (bare Express, SQL by hand)`,
          value: rates.ratio,
          target: atLeast(0.9),
        },
      ];
    } finally {
      await peer.close();
    }
  });
}

export const firstPage = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onSeeded((pair) => measure(pair, environment), ['PostgreSQL']);
