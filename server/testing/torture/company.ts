import { setTimeout as delay } from 'node:timers/promises';
import { settle } from './settle.ts';
import { twoWithBacklog } from './two-with-backlog.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
}

const patienceMs = 120_000;

/** Two processes on one PostgreSQL and one backlog of due comments; one of them is killed in the middle. */
export async function company({ comments, dataDir, databaseUrl }: Plan): Promise<Verdict> {
  const { stage, first, second, becomeDue } = await twoWithBacklog(dataDir, databaseUrl, comments);
  try {
    becomeDue();
    const until = Date.now() + patienceMs;
    while (stage.sandbox.admin.comments().length < comments / 3 && Date.now() < until) await delay(20);
    await first.process.kill();
    return judge(stage, await settle(stage, second));
  } finally {
    await stage.close();
  }
}
