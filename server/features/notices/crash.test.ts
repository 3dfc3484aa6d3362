import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noticeDeliveries, notices } from '#shared/schema.ts';
import { openDatabase } from '../../db/open-database.ts';
import { raiseNotice } from '../../db/raise-notice.ts';
import { processEnvironment } from '../../testing/processes.ts';
import { startAppProcess } from '../../testing/start-app-process.ts';

const count = 200;
const kills = 20;

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
  await raiseNotice(database.db, { type: 'comment.unconfirmed', subjects: [1], at });
  await database.db.execute('insert into notice_settings (id, quiet_on) values (1, false)');
  await database.close();

  const received: string[] = [];
  let killAt = Math.floor(count / kills);
  let kill: (() => void) | null = null;
  const receiver = createServer((req, res) => {
    req.resume();
    received.push(String(req.headers['webhook-id']));
    // Between its arrival and what the sender would have noted.
    if (received.length < killAt || !kill) return void res.end();
    kill();
    kill = null;
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  for (let round = 1; round <= kills; round += 1) {
    const app = await startAppProcess({ ...env, WEBHOOK_URL: url });
    kill = () => void app.kill();
    app.hurry(20);
    await app.ended;
    killAt = received.length + Math.floor(count / kills) - 1;
  }
  const last = await startAppProcess({ ...env, WEBHOOK_URL: url });
  // What is bundled waits for its minute.
  last.advance(61_000);
  last.hurry(20);
  await expect.poll(() => new Set(received).size).toBe(count + 1);
  expect(await last.terminate()).toBe(0);

  const distinct = new Set(received);
  for (let index = 0; index < count; index += 1) expect(distinct.has(`msg_${index}`)).toBe(true);
  expect(distinct.size).toBe(count + 1);
  expect(received.length - distinct.size).toBeLessThanOrEqual(kills);
  const after = await open();
  onTestFinished(() => after.close());
  expect(await after.db.$count(noticeDeliveries)).toBe(count + 1);
}, 900_000);
