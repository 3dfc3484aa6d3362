import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { ownCommentsImportSchema } from '#shared/contracts/own-comments.ts';
import { portraitSchema } from '#shared/contracts/portrait.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const rows = 5000;

const header = 'Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text';
const words = 'probe node queue shard cache index latency rollout canary replica quorum ledger'.split(' ');
const text = (number: number) =>
  Array.from({ length: 30 }, (_, at) => words[(number * 7 + at * (number % 11)) % words.length]).join(' ');
const row = (number: number) =>
  `Ugx${number},UCBR8,${new Date(1.6e12 + number * 1e7).toISOString()},0,,dQw4w9WgXcQ,"{""text"":""${number} ${text(number)}""}"`;
const file = [header, ...Array.from({ length: rows }, (_, number) => row(number))].join('\r\n');

// What else runs on the machine counts as delay too, so it has three tries.
it(`a Takeout file of ${rows} rows and the portrait of it never hold the server for 100 ms`, {
  retry: 2,
}, async () => {
  const { id } = voiceProfileSchema.parse(
    await (await test.me.post('/api/voice-profiles', { name: 'Ada' })).json(),
  );
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const answers: number[] = [];
  let isDone = false;

  async function others(): Promise<void> {
    while (!isDone) {
      const start = performance.now();
      expect((await test.me.get('/api/auth/user')).status).toBe(200);
      answers.push(performance.now() - start);
    }
  }

  delay.enable();
  const asking = others();
  const response = await test.me.send(`/api/voice-profiles/${id}/own-comments`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'text/csv' },
  });
  const portrait = await test.me.get(`/api/voice-profiles/${id}/portrait`);
  isDone = true;
  await asking;
  delay.disable();

  expect(ownCommentsImportSchema.parse(await response.json())).toMatchObject({ imported: rows, total: rows });
  expect(portraitSchema.parse(await portrait.json()).texts).toBe(1000);
  const ms = { longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6, answers: answers.length };
  process.stdout.write(`event loop delay: ${JSON.stringify(ms)}\n`);
  expect(ms.longest).toBeLessThan(100);
});
