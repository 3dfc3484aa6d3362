import { expect, it, vi } from 'vitest';
import { createEvents } from './events.ts';

it('tells every listener once what changed in one turn of the event loop (rule 10.5)', async () => {
  const events = createEvents();
  const [first, second] = [vi.fn(), vi.fn()];
  events.subscribe(first);
  events.subscribe(second);
  events.changed({ comment: 1 }, { comment: 2 }, 'stats');
  events.changed({ comment: 1 }, { video: 3 });
  const both = { resources: new Set(['stats']), comments: new Set([1, 2]), videos: new Set([3]) };
  await expect.poll(() => first.mock.calls).toEqual([[both]]);
  expect(second.mock.calls).toEqual([[both]]);
  events.changed('auth');
  const auth = { resources: new Set(['auth']), comments: new Set(), videos: new Set() };
  await expect.poll(() => first).toHaveBeenLastCalledWith(auth);
});

it('tells nothing where nothing changed', async () => {
  const events = createEvents();
  const listener = vi.fn();
  events.subscribe(listener);
  events.changed();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(listener).not.toHaveBeenCalled();
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
