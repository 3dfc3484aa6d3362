import { expect, it, vi } from 'vitest';
import type { EventResource } from '#shared/contracts/events.ts';
import { createDatabaseEvents } from './database-events.ts';
import { testDatabase } from './testing/database.ts';

const test = testDatabase();
const log = { warn: vi.fn() };

function twoProcesses() {
  const heard: Record<'here' | 'there', EventResource[][]> = { here: [], there: [] };
  const here = createDatabaseEvents({ database: test.database, log });
  const there = createDatabaseEvents({ database: test.database, log });
  here.subscribe((resources) => heard.here.push(resources));
  there.subscribe((resources) => heard.there.push(resources));
  return { here, there, heard };
}

it('tells this process once and the others once, gathered', async () => {
  const { here, heard } = twoProcesses();
  here.changed('queue', 'stats');
  here.changed('queue');
  await vi.waitFor(() => expect(heard.there).toEqual([['queue', 'stats']]), 5_000);
  expect(heard.here).toEqual([['queue', 'stats']]);
});

it('hears what others change, until it stops listening', async () => {
  const { here, there, heard } = twoProcesses();
  const late = vi.fn();
  const stop = here.subscribe(late);
  stop();
  there.changed('comments');
  await vi.waitFor(() => expect(heard.here).toEqual([['comments']]), 5_000);
  expect(late).not.toHaveBeenCalled();
});

it('never fails its caller', async () => {
  const lost = { notify: () => Promise.reject(new Error('away')), listen: () => () => {} };
  const events = createDatabaseEvents({ database: lost, log });
  const heard = vi.fn();
  events.subscribe(heard);
  events.changed('auth');
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
  expect(heard).toHaveBeenCalledWith(['auth']);
});

it('after a gap takes everything as changed, and ignores what is no notice', () => {
  let deliver = (_: string) => {};
  let gap = () => {};
  const database = {
    notify: async () => {},
    listen: (_: string, onPayload: (payload: string) => void, onGap?: () => void) => {
      deliver = onPayload;
      gap = onGap ?? gap;
      return () => {};
    },
  };
  const heard = vi.fn();
  createDatabaseEvents({ database, log }).subscribe(heard);
  deliver('not json');
  deliver('{"from":"x","resources":["nonsense"]}');
  expect(heard).not.toHaveBeenCalled();
  gap();
  expect(heard.mock.lastCall?.[0]).toContain('posting-status');
});
