import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processEnvironment } from '../testing/processes.ts';
import { shutDown } from './serve.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function running(jobs: Promise<void> = Promise.resolve()) {
  const happened: string[] = [];
  const context = {
    jobs: { stop: () => jobs.then(() => void happened.push('jobs ended')) },
    close: async () => void happened.push('closed'),
  };
  return { context, happened };
}

it('closes the database once jobs and answers under way have ended (rule 7.16)', async () => {
  const { context, happened } = running();
  const answers = Promise.withResolvers<void>();
  const stopped = shutDown(context, answers.promise);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(happened).toEqual(['jobs ended']);
  answers.resolve();
  await stopped;
  expect(happened).toEqual(['jobs ended', 'closed']);
});

it('closes it after 20 seconds whatever is still under way', async () => {
  const { context, happened } = running(new Promise(() => {}));
  const stopped = shutDown(context, Promise.resolve());
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(happened).toEqual(['closed']);
});

/** An app that is told to stop while its start asks for the language model. */
const stoppedAtOnce = `
import { setTimeout as sleep } from 'node:timers/promises';
import { FairLite } from '${import.meta.resolve('../db/embedded.ts')}';
import { serve } from '${import.meta.resolve('./serve.ts')}';
const { query } = FairLite.prototype;
FairLite.prototype.query = async function (text, ...rest) {
  if (text.includes('from "model_profiles"')) {
    process.kill(process.pid, 'SIGTERM');
    await sleep(100);
  }
  return query.call(this, text, ...rest);
};
await serve({
  env: process.env,
  clock: { now: () => new Date() },
  createClient: async () => (_req, res) => res.end(),
  loadSandbox: () => import('${import.meta.resolve('../sandbox/sandbox.ts')}'),
});`;

it('ends in peace when it is stopped right after its start', async () => {
  vi.useRealTimers();
  const { env } = await processEnvironment();
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', stoppedAtOnce], {
    env: { ...process.env, ...env, PORT: '0', LOG_LEVEL: 'warn', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect([complained, code]).toEqual(['', 0]);
  expect(said).toContain('running at');
});
