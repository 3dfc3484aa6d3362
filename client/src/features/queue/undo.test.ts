import { expect, it } from 'vitest';
import { changeOf, leftAs } from '../../api/review-verbs.ts';
import { aNumberedItem } from '../../testing/fake-lists.ts';
import { createUndoStack, stepName } from './undo.ts';

const approved = (...ids: number[]) => ({
  what: 'approved',
  changes: ids.map((id) => changeOf(aNumberedItem(id), leftAs(aNumberedItem(id)))),
});

it('keeps the last 50 steps, newest first (rule 12.4)', () => {
  const stack = createUndoStack();
  for (let id = 1; id <= 51; id++) stack.push(approved(id));
  const taken = Array.from({ length: 51 }, () => stack.take()?.changes.map(({ commentId }) => commentId));
  expect(taken.slice(0, 2)).toEqual([[51], [50]]);
  expect(taken.slice(-2)).toEqual([[2], undefined]);
});

it('returns one given step, once', () => {
  const stack = createUndoStack();
  const [first, second] = [approved(1), approved(2)];
  stack.push(first);
  stack.push(second);
  expect(stack.take(first)).toBe(first);
  expect(stack.take(first)).toBeUndefined();
  expect(stack.take()).toBe(second);
});

it('names a step by its video, or by the number of comments (rule 12.4)', () => {
  expect(stepName(approved(1))).toBe('approved "Video number 1"');
  expect(stepName(approved(1, 2))).toBe('approved 2 comments');
});

it('follows an undone comment to its newer revision, unless a change of others lies between (rule 12.4)', () => {
  const stack = createUndoStack();
  const step = (from: number, revision: number) => {
    const left = { ...leftAs(aNumberedItem(1)), revision };
    return { what: 'approved', changes: [changeOf(aNumberedItem(1), left, from)] };
  };
  for (const [from, left] of [
    [1, 2],
    [3, 4],
    [4, 5],
  ] as const)
    stack.push(step(from, left));
  const undone = (revision: number) => {
    const change = stack.take()?.changes[0];
    if (change) stack.rebase(change, revision);
    return change?.left.revision;
  };
  expect([undone(6), undone(7), undone(8)]).toEqual([5, 6, 2]);
});
