import { strictEqual } from 'node:assert/strict';
import { seededWords } from '../testing/seed-comments.ts';
import { compare, latency } from './compare.ts';
import type { BenchEnvironment, SeededPair } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { withSeededApps } from './seeded-apps.ts';

const ROUNDS = { measured: 5, informed: 1 };
const TIMES = 5;
const firstPage = '/api/comments?limit=50&fields=row';

const { usual, besideUsual, rare, everywhere } = seededWords;

async function measure(pair: SeededPair, environment: BenchEnvironment): Promise<Finding[]> {
  return withSeededApps(pair, environment, async ({ many: { origin, cookie, home } }) => {
    const ask = async (path: string) => {
      const answer = await fetch(`${origin}${path}`, { headers: { Cookie: cookie } });
      strictEqual(answer.status, 200);
      await answer.arrayBuffer();
      return answer.headers.get('x-total-count');
    };
    const row = async (what: string, q: string, total: string, limit: number | null): Promise<Finding> => {
      const path = `${firstPage}&${new URLSearchParams({ q })}`;
      strictEqual(await ask(path), total);
      const { ours, theirs, ratio } = await compare(
        () => latency(() => ask(path), TIMES),
        () => latency(() => ask(firstPage), TIMES),
        limit === null ? ROUNDS.informed : ROUNDS.measured,
      );
      return {
        what: `history search, ${home.comments} comments: ${what}, ${pair.name}`,
        ours: milliseconds(ours),
        against: `${milliseconds(theirs)} (the first page)`,
        value: ratio,
        target: limit !== null && pair.hasTarget ? atMost(limit) : null,
      };
    };
    const oneIn = (count: number) => String(home.comments / count);
    return [
      await row('a word in 1 %', usual, oneIn(100), 3),
      await row('a word in 0.01 %', rare, oneIn(10_000), null),
      await row('a word in all', everywhere, '2000+', 5),
      await row('two words, together in 1 %', `${usual} ${besideUsual}`, oneIn(100), null),
      await row('a word in all and one in 1 %', `${everywhere} ${usual}`, oneIn(100), null),
    ];
  });
}

export const historySearch = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onSeeded((pair) => measure(pair, environment));
