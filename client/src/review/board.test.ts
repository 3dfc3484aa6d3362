import { describe, expect, it } from 'vitest';
import { moved, openId, type Place } from './board.ts';

interface Row {
  id: number;
  waits: boolean;
}

const rowsWith = (...ids: number[]): Row[] => ids.map((id) => ({ id, waits: true }));

const rules = { first: () => 0, waits: (row: Row) => row.waits, opensOthers: true };

/** A board with these rows, at this place. */
const boardAt = (rows: Row[], place: Place<Row>) => ({ list: 'all', rows, place });

/** A board with the rows 1, 2 and 3, of which 2 is open. */
const open2 = () => {
  const rows = rowsWith(1, 2, 3);
  return boardAt(rows, { state: 'open', row: { id: 2, waits: true }, index: 1 });
};

const listOf = (rows: Row[], over: { list?: string; isKept?: boolean } = {}) =>
  ({ type: 'list', list: 'all', rows, isKept: false, rules, ...over }) as const;

describe('a board whose list changes', () => {
  it('keeps the open row open wherever it moves', () => {
    expect(moved(open2(), listOf(rowsWith(3, 1, 2))).place).toMatchObject({
      state: 'open',
      index: 2,
    });
  });

  it('opens the row that takes the place of the open one', () => {
    expect(openId(moved(open2(), listOf(rowsWith(1, 3))).place)).toBe(3);
  });

  it('opens the row before if the open one was the last', () => {
    const last = moved(open2(), { type: 'open', id: 3 });
    expect(openId(moved(last, listOf(rowsWith(1, 2))).place)).toBe(2);
  });

  it('keeps a row open that left the list while the user is typing in it', () => {
    const { place } = moved(open2(), listOf(rowsWith(1, 3), { isKept: true }));
    expect(place).toMatchObject({ state: 'kept', row: { id: 2 }, index: 1 });
  });

  it('opens the first row of another list that does not have the open one', () => {
    const { place } = moved(
      open2(),
      listOf(rowsWith(7, 8), { list: 'failed', isKept: true }),
    );
    expect(place).toMatchObject({ state: 'open', row: { id: 7 } });
  });

  it('is empty without rows, and opens the first one that arrives', () => {
    const empty = moved(open2(), listOf([]));
    expect(empty.place).toEqual({ state: 'empty' });
    expect(openId(moved(empty, listOf(rowsWith(9))).place)).toBe(9);
  });
});

describe('a row that is asked for and not in the list', () => {
  const sought = () => moved(open2(), { type: 'open', id: 9 });

  it('is sought until the list has it', () => {
    expect(sought().place).toMatchObject({ state: 'sought', id: 9 });
    expect(moved(sought(), listOf(rowsWith(1, 9))).place).toMatchObject({
      state: 'open',
      index: 1,
    });
  });

  it('gives way to the first row where only rows of the list can be open', () => {
    const move = { ...listOf(rowsWith(1, 2)), rules: { ...rules, opensOthers: false } };
    expect(openId(moved(sought(), move).place)).toBe(1);
  });
});

describe('a list that has ended', () => {
  const ended = () => moved(open2(), { type: 'end' });

  it('stays ended when other rows come and go', () => {
    const decided = rowsWith(1, 2, 3).map((row) => ({ ...row, waits: false }));
    expect(moved(ended(), listOf(decided)).place.state).toBe('ended');
  });

  it('opens the last row again when it has to be decided again, as after an undo', () => {
    expect(openId(moved(ended(), listOf(rowsWith(1, 2, 3))).place)).toBe(2);
  });

  it('opens the last row again when its decision failed', () => {
    expect(openId(moved(ended(), { type: 'reopen', id: 2 }).place)).toBe(2);
  });

  it('stays ended when the decision of another row failed', () => {
    expect(moved(ended(), { type: 'reopen', id: 1 }).place.state).toBe('ended');
  });
});
