import { expect, it } from 'vitest';
import { aNumberedItem } from '../../testing/fake-queue.ts';
import { createUndoStack } from './undo.ts';

it('keeps the last 50 steps, newest first', () => {
  const stack = createUndoStack();
  for (let id = 1; id <= 51; id++) stack.push(aNumberedItem(id));
  const taken = Array.from({ length: 51 }, () => stack.pop()?.map(({ commentId }) => commentId));
  expect(taken.slice(0, 2)).toEqual([[51], [50]]);
  expect(taken.slice(-2)).toEqual([[2], undefined]);
});
