import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { writeBacklog } from './backlog.ts';
import { openStage } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
}

const minute = 60_000;

/** Two processes on one PostgreSQL and one backlog of due comments; one of them is killed in the middle. */
export async function company({ comments, dataDir, databaseUrl }: Plan): Promise<Verdict> {
  const stage = await openStage(dataDir, databaseUrl);
  const first = await stage.start();
  try {
    await writeBacklog(first.api, comments);
    await raiseCap(databaseUrl, comments);
    const due = new Date(stage.clock.now().getTime() + 30_000);
    const approved = new Set<number>();
    for (const item of await first.api.queue()) {
      await first.api.approve(item.commentId);
      await first.api.schedule(item.id, due);
      approved.add(item.commentId);
    }
    const second = await stage.start();
    for (const { process } of [first, second]) process.advance(minute);
    stage.letPass(minute);

    const sent = () => stage.sandbox.admin.comments().length;
    const patience = Date.now() + 240_000;
    while (sent() < approved.size / 3 && Date.now() < patience) await delay(20);
    await first.process.kill();
    while (Date.now() < patience) {
      const waiting = (await second.api.queue()).length;
      if (waiting === 0) break;
      // What the killed process left open is looked for a minute later.
      if (sent() >= approved.size - 1) {
        second.process.advance(minute);
        stage.letPass(minute);
      }
      await delay(1_000);
    }
    const verdict = judge(stage.sandbox, await second.api.comments(), approved);
    await second.process.kill();
    return verdict;
  } finally {
    await first.process.kill();
    await stage.close();
  }
}

/** Beyond what Settings offer: the test wants more posts than a day of a person's has. */
async function raiseCap(databaseUrl: string, dailyCap: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update user_settings set daily_cap = $1', [dailyCap * 2]);
  await client.end();
}
