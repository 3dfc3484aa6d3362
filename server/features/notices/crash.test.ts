import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noticeSettings, notices } from '#shared/schema.ts';
import { openDatabase } from '../../db/open-database.ts';
import { makeComment } from '../../testing/factories.ts';
import { processEnvironment } from '../../testing/processes.ts';
import { type AppProcess, startAppProcess } from '../../testing/start-app-process.ts';

const count = 200;
const kills = 20;
const perRound = count / kills;

it('loses none of 200 notices to twenty kills, and doubles one only with its id (rule 15.7)', async () => {
  const { env } = await processEnvironment();
  const open = () =>
    openDatabase({ databaseUrl: env['DATABASE_URL'] ?? null, dataDir: join(env['DATA_DIR'] ?? '', 'db') });
  const database = await open();
  const at = new Date();
  await database.db.insert(notices).values(
    Array.from({ length: count }, (_, index) => ({
      webhookId: `msg_${index}`,
      type: 'letter.daily' as const,
      cause: `letter.daily:${index}`,
      data: {},
      openedAt: at,
      tellAt: at,
    })),
  );
  await makeComment(database.db, { status: 'failed', failureCode: 'unconfirmed', updatedAt: at });
  await database.db.insert(noticeSettings).values({ quietOn: false });
  await database.close();

  const received: string[] = [];
  let round = { app: Promise.withResolvers<AppProcess>(), received: 0, killsAt: perRound };
  const receiver = createServer(async (req, res) => {
    req.resume();
    const { app } = round;
    received.push(String(req.headers['webhook-id']));
    round.received += 1;
    // Between its arrival and what the sender would have noted.
    if (round.received === round.killsAt) await (await app.promise).kill();
    else res.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const WEBHOOK_URL = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const start = async (killsAt: number) => {
    round = { app: Promise.withResolvers(), received: 0, killsAt };
    const app = await startAppProcess({ ...env, WEBHOOK_URL, CLOCK_SPEED: '20' });
    onTestFinished(app.kill);
    round.app.resolve(app);
    return app;
  };

  for (let killed = 0; killed < kills; killed += 1) {
    const { ended, child } = await start(perRound);
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  }
  const last = await start(Number.POSITIVE_INFINITY);
  // What is bundled waits for its minute.
  last.advance(61_000);
  await expect.poll(() => new Set(received).size).toBe(count + 1);
  expect(await last.terminate()).toBe(0);

  const distinct = new Set(received);
  for (let index = 0; index < count; index += 1) expect(distinct.has(`msg_${index}`)).toBe(true);
  expect(distinct.size).toBe(count + 1);
  expect(received.length - distinct.size).toBeLessThanOrEqual(kills);
  const after = await open();
  onTestFinished(() => after.close());
  const kept = await after.db.select().from(notices);
  expect(kept.filter(({ deliveries }) => deliveries.webhook)).toHaveLength(count + 1);
}, 300_000);
