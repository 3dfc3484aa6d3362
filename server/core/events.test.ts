import { expect, it, vi } from 'vitest';
import { createEvents } from './events.ts';

it('tells every listener once what changed in one turn of the event loop (rule 10.5)', async () => {
  const events = createEvents();
  const [first, second] = [vi.fn(), vi.fn()];
  events.subscribe(first);
  events.subscribe(second);
  events.changed('queue', 'stats');
  events.changed('queue');
  await expect.poll(() => first.mock.calls).toEqual([[['queue', 'stats']]]);
  expect(second.mock.calls).toEqual([[['queue', 'stats']]]);
  events.changed('auth');
  await expect.poll(() => first).toHaveBeenLastCalledWith(['auth']);
});

it('no longer tells a listener that has stopped', async () => {
  const events = createEvents();
  const [stopped, stays] = [vi.fn(), vi.fn()];
  const stop = events.subscribe(stopped);
  events.subscribe(stays);
  stop();
  events.changed('comments');
  await expect.poll(() => stays).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
});
