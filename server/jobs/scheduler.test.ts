import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../core/log.ts';
import { createScheduler, type Job } from './scheduler.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** Sets the time zone of the whole process until the test ends. */
function inTimeZone(timeZone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = timeZone;
  onTestFinished(() => {
    process.env['TZ'] = before;
  });
}

function started(schedule: string, run: () => Promise<void> = async () => undefined) {
  const job = { name: 'test', schedule, run: vi.fn(run) } satisfies Job;
  const scheduler = createScheduler([job], createLog('silent'));
  scheduler.start();
  onTestFinished(() => scheduler.stop());
  return { runs: () => job.run.mock.calls.length, scheduler };
}

describe('the times of a schedule', () => {
  it('are in UTC, and each comes once', async () => {
    vi.setSystemTime('2026-03-03T05:59:00.400Z');
    const { runs } = started('0 0 */6 * * *');
    await vi.advanceTimersByTimeAsync(59 * second);
    expect(runs()).toBe(0);
    await vi.advanceTimersByTimeAsync(second);
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(hour);
    expect(runs()).toBe(1);
  });

  it.each([
    ['Europe/Rome repeats', 'Europe/Rome', '2026-10-25T00:59:50Z'],
    ['Europe/Rome skips', 'Europe/Rome', '2026-03-29T00:59:50Z'],
    ['America/New_York repeats', 'America/New_York', '2026-11-01T05:59:50Z'],
    ['America/New_York skips', 'America/New_York', '2026-03-08T06:59:50Z'],
  ])(
    'come in the hour that %s as in any other (rule 7.10)',
    async (_, timeZone, start) => {
      inTimeZone(timeZone);
      vi.setSystemTime(start);
      const { runs } = started('*/5 * * * * *');
      await vi.advanceTimersByTimeAsync(hour);
      expect(runs()).toBe(hour / (5 * second));
    },
  );

  it('are made up for when the thread was busy', async () => {
    vi.setSystemTime('2026-03-03T05:59:30Z');
    const { runs } = started('0 0 * * * *');
    vi.setSystemTime('2026-03-03T06:00:20Z');
    await vi.advanceTimersByTimeAsync(second);
    expect(runs()).toBe(1);
  });
});

describe('a clock that is set', () => {
  it('a year ahead lets the jobs continue at once, without the runs that were skipped', async () => {
    vi.setSystemTime('2026-03-03T12:00:00Z');
    const { runs } = started('*/5 * * * * *');
    vi.setSystemTime('2027-03-03T12:00:01Z');
    await vi.advanceTimersByTimeAsync(minute);
    expect(runs()).toBe(minute / (5 * second));
  });

  it('back by five days lets the jobs continue at once', async () => {
    vi.setSystemTime('2026-03-08T12:00:00Z');
    const { runs } = started('*/5 * * * * *');
    vi.setSystemTime(Date.now() - 5 * day);
    await vi.advanceTimersByTimeAsync(minute);
    expect(runs()).toBe(minute / (5 * second));
  });
});

describe('a job', () => {
  it('that is still running is not started again, and delays no other job', async () => {
    vi.setSystemTime('2026-03-03T12:00:00.500Z');
    const hanging = vi.fn(() => new Promise<void>(() => undefined));
    const other = vi.fn(async () => undefined);
    const scheduler = createScheduler(
      [
        { name: 'hangs', schedule: '* * * * * *', run: hanging },
        { name: 'other', schedule: '* * * * * *', run: other },
      ],
      createLog('silent'),
    );
    scheduler.start();
    await vi.advanceTimersByTimeAsync(minute);
    expect(hanging).toHaveBeenCalledOnce();
    expect(other).toHaveBeenCalledTimes(60);
    void scheduler.stop();
  });

  it('that fails is started again at its next time', async () => {
    vi.setSystemTime('2026-03-03T12:00:00.500Z');
    const { runs } = started('* * * * * *', () =>
      Promise.reject(new Error('on purpose')),
    );
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(runs()).toBe(3);
  });

  it('ends before work that no job may disturb, and is started again after it', async () => {
    vi.setSystemTime('2026-03-03T06:00:00.400Z');
    const underWay = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const { runs, scheduler } = started('* * * * * *', () => underWay.promise);
    await vi.advanceTimersByTimeAsync(second);
    const done: string[] = [];
    const paused = scheduler.whilePaused(async () => {
      done.push('begun');
      await work.promise;
    });
    await vi.advanceTimersByTimeAsync(minute);
    expect([done, runs()]).toEqual([[], 1]);

    underWay.resolve();
    await vi.advanceTimersByTimeAsync(minute);
    expect([done, runs()]).toEqual([['begun'], 1]);

    work.resolve();
    await paused;
    await vi.advanceTimersByTimeAsync(second);
    expect(runs()).toBeGreaterThan(1);
  });

  it('ends before the scheduler has stopped, and is not started again', async () => {
    vi.setSystemTime('2026-03-03T12:00:00.500Z');
    const work = Promise.withResolvers<void>();
    const { runs, scheduler } = started('* * * * * *', () => work.promise);
    await vi.advanceTimersByTimeAsync(second);
    let hasStopped = false;
    const stopping = scheduler.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(minute);
    expect(hasStopped).toBe(false);
    work.resolve();
    await stopping;
    expect(runs()).toBe(1);
  });
});
