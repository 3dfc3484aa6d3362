import { setTimeout as delay } from 'node:timers/promises';
import { stageWithBacklog } from './due-backlog.ts';
import { settle } from './settle.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
  random: () => number;
}

const patienceMs = 30_000;

/** While the loop posts what is due, Post Now is asked for the whole backlog four times at once, in four orders. */
export async function race({ comments, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const { stage, started, ids, becomeDue } = await stageWithBacklog(dataDir, databaseUrl, comments);
  try {
    stage.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      times: 0,
      fault: { kind: 'delay', ms: 25 },
    });
    becomeDue();
    const until = Date.now() + patienceMs;
    while (stage.sandbox.admin.comments().length === 0 && Date.now() < until) await delay(5);

    const orders = [1, 2, 3, 4].map(() => shuffled(ids, random));
    const statuses = await Promise.all(orders.flat().map((id) => started.api.post(id)));
    const verdict = judge(stage, await settle(stage, started));
    for (const status of new Set(statuses))
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
