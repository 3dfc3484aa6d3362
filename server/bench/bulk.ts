import { strictEqual } from 'node:assert/strict';
import { comments } from '#shared/schema.ts';
import { startTestApp } from '../testing/app.ts';
import { median, timed } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { type Finding, milliseconds } from './finding.ts';
import { startProxy } from './proxy.ts';

const VIDEOS = 40;
const SIDE_BY_SIDE = 4;
const LATENCY_MS = 500;
const ROUNDS = 5;
const FLOOR_MS = (VIDEOS / SIDE_BY_SIDE) * LATENCY_MS;

async function measure({ name, database }: BenchDatabase): Promise<Finding[]> {
  const proxy = await startProxy({
    latencyMs: (path) => (path.includes('/chat/completions') ? LATENCY_MS : 0),
  });
  const app = await startTestApp({ database, between: proxy.between });
  try {
    const owner = await app.signedIn();
    const found = await (await owner.get('/api/videos/search?q=how&maxResults=50')).json();
    const usable = found.videos.filter(({ commentsOff }: { commentsOff: boolean }) => !commentsOff);
    const videoIds = usable.slice(0, VIDEOS).map(({ id }: { id: number }) => id);
    const body = { videoIds, style: 'insightful', addToQueue: true };
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.db.delete(comments);
      proxy.forget();
      let successful = 0;
      taken.push(
        await timed(async () => {
          const answer = await (await owner.post('/api/comments/generate-bulk', body)).json();
          successful = answer.summary.successful;
        }),
      );
      strictEqual(successful, VIDEOS);
      strictEqual(proxy.count('/chat/completions'), VIDEOS);
    }
    const ours = median(taken);
    return [
      {
        what: `bulk generation of ${VIDEOS} videos, ${name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(FLOOR_MS)} (${VIDEOS} ÷ ${SIDE_BY_SIDE} × ${LATENCY_MS} ms)`,
        value: ours / FLOOR_MS,
        // The floor is a fixed wait: the ratio says how busy the machine was.
        target: null,
      },
    ];
  } finally {
    await app.close();
    await proxy.close();
  }
}

export const bulk = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
