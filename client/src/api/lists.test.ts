import { describe, expect, it } from 'vitest';
import { insertRow, type Pages, replaceRows, rowsOf, totalOf, withoutRow } from './lists.ts';

interface Row {
  id: number;
  text?: string;
}

const order = (a: Row, b: Row) => a.id - b.id;
const idOf = ({ id }: Row) => id;
const named = (ids: number[]): Row[] => ids.map((id) => ({ id }));

/** Loaded pages of these ids; `more` says whether another follows. */
function list(
  pages: number[][],
  { total = pages.flat().length, more = false, orMore = false } = {},
): Pages<Row> {
  return {
    pageParams: pages.map((_, index) => `page ${index}`),
    pages: pages.map((ids, index) => ({
      rows: named(ids),
      total,
      orMore,
      next: more || index < pages.length - 1 ? `page ${index + 1}` : null,
      end: named(ids).at(-1) ?? null,
    })),
  };
}

const idsOf = ({ pages }: Pages<Row>) => pages.map(({ rows }) => rows.map(idOf));
const laid = (data: Pages<Row>, ids: number[], rows: Row[], total = 9) =>
  replaceRows(data, { rows, total, orMore: false, next: null, end: null }, new Set(ids), { idOf, order });

describe('the rows of pages', () => {
  it('come once each, at their first place', () => {
    expect(
      rowsOf(
        list([
          [1, 2],
          [2, 3],
        ]),
        idOf,
      ).map(idOf),
    ).toEqual([1, 2, 3]);
  });

  it('are counted by the newest answer', () => {
    expect(totalOf({ pages: [], pageParams: [] }, 0).total).toBe(0);
    expect(totalOf(list([[1], [2]], { total: 7 }), 0).total).toBe(7);
  });
});

describe('a total that is not counted to the end (rule 10.6)', () => {
  const some = { total: 3, orMore: true };

  it('grows with the loaded rows, and is exact at the end of the list', () => {
    const following = list([[1, 2]], { ...some, more: true });
    expect(totalOf(following, 2)).toEqual({ total: 3, orMore: true });
    expect(totalOf(following, 4)).toEqual({ total: 4, orMore: true });
    expect(totalOf(list([[1, 2]], some), 2)).toEqual({ total: 2, orMore: false });
  });

  it('gives way to that of a newer answer', () => {
    const data = laid(list([[1, 2]], { ...some, more: true }), [1], [{ id: 1 }]);
    expect(totalOf(data, 2)).toEqual({ total: 9, orMore: false });
  });
});

describe('a row taken out', () => {
  it('leaves its page and the total', () => {
    const rest = withoutRow(list([[1, 2], [3]]), ({ id }) => id === 2);
    expect(idsOf(rest)).toEqual([[1], [3]]);
    expect(totalOf(rest, 0).total).toBe(2);
  });

  it('that is not loaded changes nothing', () => {
    const data = list([[1]]);
    expect(withoutRow(data, ({ id }) => id === 9)).toBe(data);
  });
});

describe('a row put in', () => {
  it.each([
    [
      'before the first',
      1,
      [
        [1, 2, 4],
        [6, 8],
      ],
    ],
    [
      'within a page',
      3,
      [
        [2, 3, 4],
        [6, 8],
      ],
    ],
    [
      'between two pages',
      5,
      [
        [2, 4],
        [5, 6, 8],
      ],
    ],
    [
      'after the last',
      9,
      [
        [2, 4],
        [6, 8, 9],
      ],
    ],
  ])('comes %s', (_, id, expected) => {
    const grown = insertRow(
      list([
        [2, 4],
        [6, 8],
      ]),
      { id },
      order,
    );
    expect(idsOf(grown)).toEqual(expected);
    expect(totalOf(grown, 0).total).toBe(5);
  });

  it('stays out behind the loaded pages, where the next page brings it', () => {
    const grown = insertRow(list([[2, 4]], { total: 6, more: true }), { id: 5 }, order);
    expect(idsOf(grown)).toEqual([[2, 4]]);
    expect(totalOf(grown, 0).total).toBe(7);
  });

  it('returns to the end of the loaded pages, which the next page leaves out', () => {
    const without = withoutRow(list([[2, 4]], { more: true }), ({ id }) => id === 4);
    expect(idsOf(insertRow(without, { id: 4 }, order))).toEqual([[2, 4]]);
  });

  it('is the first of an empty list', () => {
    expect(idsOf(insertRow(list([[]]), { id: 1 }, order))).toEqual([[1]]);
  });
});

describe('changed rows laid over', () => {
  it('replace the old ones and bring the total', () => {
    const data = laid(list([[1, 2], [3]]), [2], [{ id: 2, text: 'new' }]);
    expect(rowsOf(data, idOf)).toEqual([{ id: 1 }, { id: 2, text: 'new' }, { id: 3 }]);
    expect(totalOf(data, 0).total).toBe(9);
  });

  it('replace the last row of the loaded pages', () => {
    const data = laid(list([[1, 2]], { more: true }), [2], [{ id: 2, text: 'new' }]);
    expect(rowsOf(data, idOf)).toEqual([{ id: 1 }, { id: 2, text: 'new' }]);
  });

  it('leave where the answer no longer has them', () => {
    expect(idsOf(laid(list([[1, 2], [3]]), [2, 3], []))).toEqual([[1], []]);
  });

  it('touch no other row', () => {
    expect(idsOf(laid(list([[1, 3]]), [2], named([2, 3])))).toEqual([[1, 2, 3]]);
  });
});
