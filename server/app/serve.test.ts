import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shutDown } from './serve.ts';

describe('shutting down', () => {
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

  it('closes the database once jobs and open responses have ended (rule 7.16)', async () => {
    const { context, happened } = running();
    const answers = Promise.withResolvers<void>();
    const stopped = shutDown(context, answers.promise);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(happened).toEqual(['jobs ended']);
    answers.resolve();
    await stopped;
    expect(happened).toEqual(['jobs ended', 'closed']);
  });

  it('closes the database after 20 seconds, whatever is still running', async () => {
    const { context, happened } = running(new Promise(() => {}));
    const stopped = shutDown(context, Promise.resolve());
    await vi.advanceTimersByTimeAsync(20_000);
    await stopped;
    expect(happened).toEqual(['closed']);
  });
});
