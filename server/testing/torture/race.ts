import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import { settle } from './settle.ts';
import { twoWithBacklog } from './two-with-backlog.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
  random: () => number;
}

const patienceMs = 30_000;

/**
 * Two processes whose loops have begun to post what is due, while from each of them the whole backlog is also
 * asked for by hand, twice: as a bulk post of all at once, and by Post Now in another order.
 */
export async function race({ comments, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const { stage, first, second, ids, becomeDue } = await twoWithBacklog(dataDir, databaseUrl, comments);
  try {
    stage.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      times: 0,
      fault: { kind: 'delay', ms: 25 },
    });
    becomeDue();
    const until = Date.now() + patienceMs;
    while (stage.sandbox.admin.comments().length === 0 && Date.now() < until) await delay(5);

    const askForAll = (api: Api) => Promise.all(shuffled(ids, random).map((id) => api.post(id)));
    const statuses = await Promise.all([first, first, second, second].map(({ api }) => askForAll(api)));
    const verdict = judge(stage, await settle(stage, second));
    for (const status of new Set(statuses.flat()))
      if (![200, 202, 409].includes(status)) verdict.violations.push(`a request was answered ${status}`);
    return verdict;
  } finally {
    await stage.close();
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
