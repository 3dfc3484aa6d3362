import { strictEqual } from 'node:assert/strict';
import { searchCache, videos } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { compare, latency, timed } from './compare.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { startOutside } from './outside.ts';
import type { BenchDatabase, World } from './world.ts';

const LATENCY_MS = 100;
const RESULTS = 50;
/** The first few are slower, until the engine has compiled what they run. */
const COLD_ROUNDS = 15;
const path = `/api/videos/search?q=how&maxResults=${RESULTS}`;

type Outside = Awaited<ReturnType<typeof startOutside>>;
type Owner = Awaited<ReturnType<TestApp['signedIn']>>;

async function found(owner: Owner, query = path): Promise<string[]> {
  const answer = await (await owner.get(query)).json();
  return answer.videos.map(({ youtubeId }: { youtubeId: string }) => youtubeId);
}

/** The same calls as the app made, one after the other. */
async function byHand(calls: Outside['calls']): Promise<string[]> {
  let ids: string[] = [];
  for (const { url, authorization } of calls) {
    const answer = await (await fetch(url, { headers: { Authorization: authorization } })).json();
    ids = answer.items.map(({ id }: { id: string }) => id);
  }
  return ids;
}

async function measure({ name, url, database }: BenchDatabase): Promise<Finding[]> {
  const outside = await startOutside({
    latencyMs: (to) => (to.startsWith('/youtube/') ? LATENCY_MS : 0),
  });
  const app = await startTestApp({ database, between: outside.between });
  try {
    const owner = await app.signedIn();
    const forgetSearch = async () => {
      await database.db.delete(searchCache);
      await database.db.delete(videos);
    };
    outside.forget();
    const ours = await found(owner);
    const calls = outside.calls.filter((call) => call.path.startsWith('/youtube/'));
    strictEqual(ours.length, RESULTS);
    strictEqual((await byHand(calls)).toSorted().join(), ours.toSorted().join());
    const cold = await compare(
      async () => {
        await forgetSearch();
        return timed(() => found(owner));
      },
      () => timed(() => byHand(calls)),
      COLD_ROUNDS,
    );
    const again = await compare(
      () => latency(() => owner.get(path).then((answer) => answer.arrayBuffer()), 50),
      () => latency(() => owner.get('/healthz').then((answer) => answer.arrayBuffer()), 50),
    );

    return [
      {
        what: `a search of ${RESULTS} results, cold, ${name}`,
        ours: milliseconds(cold.ours),
        against: `${milliseconds(cold.theirs)} (the same two calls by hand)`,
        value: cold.ratio,
        target: url === null ? null : atMost(1.1),
      },
      {
        what: `the same search again, ${name}`,
        ours: milliseconds(again.ours),
        against: `${milliseconds(again.theirs)} (GET /healthz)`,
        value: again.ratio,
        target: url === null ? null : atMost(3),
      },
    ];
  } finally {
    await app.close();
    await outside.close();
  }
}

export const search = (world: World): Promise<Finding[]> => world.onEach(measure);
