import { expect, it, vi } from 'vitest';
import { type EventResource, eventResources } from '#shared/contracts/events.ts';
import { testDatabase } from '../testing/database.ts';
import { createDatabaseEvents } from './database-events.ts';

const test = testDatabase();
const log = { warn: vi.fn() };

/** Two processes that listen already. */
async function twoProcesses() {
  const heard: Record<'here' | 'there', EventResource[][]> = { here: [], there: [] };
  const here = createDatabaseEvents({ database: test.database, log });
  const there = createDatabaseEvents({ database: test.database, log });
  here.subscribe((resources) => heard.here.push(resources));
  there.subscribe((resources) => heard.there.push(resources));
  // What was changed before somebody listens may be missed: each takes everything as changed then.
  const all = [eventResources];
  await expect.poll(() => heard).toEqual({ here: all, there: all });
  Object.assign(heard, { here: [], there: [] });
  return { here, there, heard };
}

it('tells this process once and the others once, gathered', async () => {
  const { here, heard } = await twoProcesses();
  here.changed('queue', 'stats');
  here.changed('queue');
  await expect.poll(() => heard.there).toEqual([['queue', 'stats']]);
  expect(heard.here).toEqual([['queue', 'stats']]);
});

it('hears what others change, until it stops listening', async () => {
  const { here, there, heard } = await twoProcesses();
  const late = vi.fn();
  const stop = here.subscribe(late);
  stop();
  there.changed('comments');
  await expect.poll(() => heard.here).toEqual([['comments']]);
  expect(late).not.toHaveBeenCalled();
});

it('never fails its caller', async () => {
  const lost = { notify: () => Promise.reject(new Error('away')), listen: () => () => {} };
  const events = createDatabaseEvents({ database: lost, log });
  const heard = vi.fn();
  events.subscribe(heard);
  events.changed('auth');
  await expect.poll(() => log.warn).toHaveBeenCalled();
  expect(heard).toHaveBeenCalledWith(['auth']);
});

it('takes everything as changed when it begins to listen, and ignores what is no notice', () => {
  let deliver = (_: string) => {};
  let begin = () => {};
  const database = {
    notify: async () => {},
    listen: (_: string, onPayload: (payload: string) => void, onListening?: () => void) => {
      deliver = onPayload;
      begin = onListening ?? begin;
      return () => {};
    },
  };
  const heard = vi.fn();
  createDatabaseEvents({ database, log }).subscribe(heard);
  deliver('not json');
  deliver('{"from":"x","resources":["nonsense"]}');
  expect(heard).not.toHaveBeenCalled();
  begin();
  expect(heard.mock.lastCall?.[0]).toContain('posting-status');
});
