import { describe, expect, it } from 'vitest';
import { createLife } from './lifecycle.ts';

/** A life whose contexts are numbered, and what happened in it, in order. */
function life(options: { failsAt?: number } = {}) {
  const happened: string[] = [];
  const lost: unknown[] = [];
  let opened = 0;
  const note = (what: string) => async () => void happened.push(what);
  const self = createLife({
    open: async () => {
      opened += 1;
      if (opened === options.failsAt) throw new Error('no database');
      const number = opened;
      return {
        number,
        jobs: { start: note(`start ${number}`), stop: note(`stop ${number}`) },
        close: note(`close ${number}`),
      };
    },
    show: (context) => void happened.push(context ? `show ${context.number}` : 'show nothing'),
    quiet: note('quiet'),
    onLost: (error) => {
      lost.push(error);
      throw error;
    },
  });
  return { ...self, happened, lost };
}

const aside = ['show nothing', 'stop 1', 'quiet', 'close 1'];

describe('setting the app aside', () => {
  it('ends what is under way, works, and serves again', async () => {
    const one = life();
    await one.start();
    expect(await one.setAside(async () => one.happened.push('work') && 'done')).toBe('done');
    expect(one.happened).toEqual(['show 1', ...aside, 'work', 'show 2', 'start 2']);
    expect(await one.use(async ({ number }) => number)).toBe(2);
  });

  it('serves again after work that failed', async () => {
    const one = life();
    await one.start();
    await expect(one.setAside(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(one.happened.slice(-2)).toEqual(['show 2', 'start 2']);
  });

  it('waits for a use of the database, and one after it for the new one', async () => {
    const one = life();
    await one.start();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = one.use(async ({ number }) => {
      await promise;
      return number;
    });
    const second = one.setAside(async () => {});
    const third = one.use(async ({ number }) => number);
    expect(one.happened).toEqual(['show 1']);
    resolve();
    expect(await Promise.all([first, second, third])).toEqual([1, undefined, 2]);
  });

  it('ends the process where the app cannot come back', async () => {
    const one = life({ failsAt: 2 });
    await one.start();
    await expect(one.setAside(async () => {})).rejects.toThrow('no database');
    expect(one.lost).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('lets the work end and does not serve again', async () => {
    const one = life();
    await one.start();
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const working = one.setAside(() => {
      begun.resolve();
      return ended.promise;
    });
    await begun.promise;
    const stopped = one.stop();
    ended.resolve();
    await Promise.all([working, stopped]);
    expect(one.happened).toEqual(['show 1', ...aside, 'show nothing']);
  });

  it('is the end', async () => {
    const one = life();
    await one.start();
    await one.stop();
    await expect(one.use(async () => {})).rejects.toThrow('stopping');
    await expect(one.setAside(async () => {})).rejects.toThrow('stopping');
    expect(one.happened).toEqual(['show 1', ...aside]);
  });
});
