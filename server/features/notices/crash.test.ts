import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noticeSettings, notices } from '#shared/schema.ts';
import { openDatabase } from '../../db/open-database.ts';
import { makeComment } from '../../testing/factories.ts';
import { processEnvironment, runProgram, served } from '../../testing/processes.ts';
import { bundledEntries } from '../../testing/start-app-process.ts';

const count = 200;
const kills = 20;
const perRound = count / kills;

it('200 notices survive twenty kills, and a notice that is sent twice has the same id (rule 15.7)', async () => {
  const { env } = await processEnvironment();
  const { DATABASE_URL: databaseUrl = null, DATA_DIR = '' } = env;
  const dataDir = join(DATA_DIR, 'db');
  const open = () => openDatabase({ databaseUrl, dataDir });
  const program = (await bundledEntries()).noticesProcess;
  const database = await open();
  const at = new Date();
  await database.db.insert(notices).values(
    Array.from({ length: count }, (_, index) => ({
      webhookId: `msg_${index}`,
      // A notice of this type is resolved once it is sent.
      type: 'backup.resumed' as const,
      cause: `backup:${index}`,
      data: {},
      openedAt: at,
      tellAt: at,
    })),
  );
  await makeComment(database.db, {
    status: 'failed',
    failureCode: 'unconfirmed',
    updatedAt: at,
  });
  await database.db.update(noticeSettings).set({ quietOn: false });
  await database.close();

  const received: string[] = [];
  const start = (killsAt: number, aheadMs = 0) => ({
    ...runProgram(program, databaseUrl ?? '', dataDir, webhookUrl, String(aheadMs)),
    killsAt,
  });
  let sender: ReturnType<typeof start>;
  const webhookUrl = await served(async (req, res) => {
    req.resume();
    received.push(String(req.headers['webhook-id']));
    sender.killsAt -= 1;
    // Kills the sender after the notice has arrived and before the delivery is recorded.
    if (sender.killsAt === 0) await sender.kill();
    else res.end();
  });

  for (let killed = 0; killed < kills; killed += 1) {
    sender = start(perRound);
    await sender.ended;
    expect(sender.child.signalCode).toBe('SIGKILL');
  }
  // Bundled notices are sent after a minute.
  sender = start(Number.POSITIVE_INFINITY, 61_000);
  await expect.poll(() => new Set(received).size).toBe(count + 1);
  // One tick later the last delivery is recorded.
  await sender.said(sender.lines.length + 2);
  await sender.kill();
  const after = await open();
  onTestFinished(() => after.close());
  const kept = await after.db.select().from(notices);
  expect(kept.filter(({ deliveries }) => deliveries.webhook)).toHaveLength(count + 1);

  const distinct = new Set(received);
  for (let index = 0; index < count; index += 1)
    expect(distinct.has(`msg_${index}`)).toBe(true);
  expect(distinct.size).toBe(count + 1);
  expect(received.length - distinct.size).toBeLessThanOrEqual(kills);
}, 300_000);
