import pg from 'pg';
import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { openStage } from './stage.ts';

const minute = 60_000;

/** Starts an app on PostgreSQL with `comments` approved ones that become due in the same moment. */
export async function stageWithBacklog(dataDir: string, databaseUrl: string, comments: number) {
  const stage = await openStage(dataDir, databaseUrl);
  const started = await stage.start();
  await writeBacklog(started.api, comments);
  await raiseCap(databaseUrl, comments);
  const ids = await scheduleAll(started.api, new Date(stage.clock.now().getTime() + 10 * minute));
  return {
    stage,
    started,
    ids,
    becomeDue() {
      started.process.advance(11 * minute);
      stage.letPass(11 * minute);
    },
  };
}

/** Raises the daily cap beyond what Settings offer. */
async function raiseCap(databaseUrl: string, comments: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update user_settings set daily_cap = $1', [comments * 2]);
  await client.end();
}

async function scheduleAll(api: Api, due: Date): Promise<number[]> {
  const items = await api.queue();
  for (const item of items) {
    await api.approve(item.commentId);
    await api.schedule(item, due);
  }
  return items.map(({ commentId }) => commentId);
}
