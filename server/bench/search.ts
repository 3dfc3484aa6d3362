import { strictEqual } from 'node:assert/strict';
import { searchCache, videos } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { compare, latency, timed } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { type Finding, milliseconds } from './finding.ts';
import { startProxy } from './proxy.ts';

const LATENCY_MS = 100;
const RESULTS = 50;
const COLD_ROUNDS = 15;
const path = `/api/videos/search?q=how&maxResults=${RESULTS}`;

type RecordingProxy = Awaited<ReturnType<typeof startProxy>>;
type Owner = Awaited<ReturnType<TestApp['signedIn']>>;

async function found(owner: Owner, query = path): Promise<string[]> {
  const answer = await (await owner.get(query)).json();
  return answer.videos.map(({ youtubeId }: { youtubeId: string }) => youtubeId);
}

async function byHand(calls: RecordingProxy['calls']): Promise<string[]> {
  let ids: string[] = [];
  for (const { url, authorization } of calls) {
    const answer = await (await fetch(url, { headers: { Authorization: authorization } })).json();
    ids = answer.items.map(({ id }: { id: string }) => id);
  }
  return ids;
}

async function measure({ name, database }: BenchDatabase): Promise<Finding[]> {
  const proxy = await startProxy({
    latencyMs: (to) => (to.startsWith('/youtube/') ? LATENCY_MS : 0),
  });
  const app = await startTestApp({ database, between: proxy.between });
  try {
    const owner = await app.signedIn();
    const forgetSearch = async () => {
      await database.db.delete(searchCache);
      await database.db.delete(videos);
    };
    proxy.forget();
    const ours = await found(owner);
    const calls = proxy.calls.filter((call) => call.path.startsWith('/youtube/'));
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
        target: null,
      },
      {
        what: `the same search again, ${name}`,
        ours: milliseconds(again.ours),
        against: `${milliseconds(again.theirs)} (GET /healthz)`,
        value: again.ratio,
        target: null,
      },
    ];
  } finally {
    await app.close();
    await proxy.close();
  }
}

export const search = (environment: BenchEnvironment): Promise<Finding[]> => environment.onEach(measure);
