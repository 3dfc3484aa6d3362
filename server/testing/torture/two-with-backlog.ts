import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { raiseCap } from './raise-cap.ts';
import { openStage } from './stage.ts';

const minute = 60_000;

/** Two processes on one PostgreSQL with `comments` approved ones that become due for both in the same moment. */
export async function twoWithBacklog(dataDir: string, databaseUrl: string, comments: number) {
  const stage = await openStage(dataDir, databaseUrl);
  const first = await stage.start();
  await writeBacklog(first.api, comments);
  await raiseCap(databaseUrl, comments);
  const ids = await scheduleAll(first.api, new Date(stage.clock.now().getTime() + 10 * minute));
  const second = await stage.start();
  return {
    stage,
    first,
    second,
    ids,
    becomeDue() {
      for (const { process } of [first, second]) process.advance(11 * minute);
      stage.letPass(11 * minute);
    },
  };
}

async function scheduleAll(api: Api, due: Date): Promise<number[]> {
  const items = await api.queue();
  for (const item of items) {
    await api.approve(item.commentId);
    await api.schedule(item, due);
  }
  return items.map(({ commentId }) => commentId);
}
