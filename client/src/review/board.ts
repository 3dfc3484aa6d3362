import { useEffectEvent, useLayoutEffect, useReducer } from 'react';

/**
 * A row of a list that is decided one by one: a comment of the Review Queue, or a reply.
 */
export interface Listed {
  id: number;
}

/**
 * Which row is open, and why. `index` is its place in the list, or the place where it
 * was.
 */
export type Place<Row extends Listed> =
  | { state: 'empty' }
  | { state: 'open'; row: Row; index: number }
  /** The row left the list, and stays open because the user is typing in it. */
  | { state: 'kept'; row: Row; index: number }
  /** The row was asked for, for example by the address, and is not in the list. */
  | { state: 'sought'; id: number; index: number }
  /** The last row that had to be decided was decided here. `row` is that row. */
  | { state: 'ended'; row: Row | null; index: number };

/** A place in one list. Another filter or order makes another list. */
interface Board<Row extends Listed> {
  list: string;
  rows: readonly Row[];
  place: Place<Row>;
}

type Move<Row extends Listed> =
  | {
      type: 'list';
      list: string;
      rows: readonly Row[];
      /** Whether the open row stays open if the list no longer has it. */
      isKept: boolean;
      rules: BoardRules<Row>;
    }
  | { type: 'open'; id: number }
  | { type: 'end' }
  /** Opens the row that ended the list, if its decision failed. */
  | { type: 'reopen'; id: number }
  | { type: 'leave' };

interface BoardRules<Row extends Listed> {
  /** Returns the index of the row that opens when nothing else is asked for. */
  first: (rows: readonly Row[]) => number;
  /** Returns whether the row still has to be decided. */
  waits: (row: Row) => boolean;
  /** Whether a row that is not in the list can be open. */
  opensOthers: boolean;
}

const indexIn = (rows: readonly Listed[], id: number | undefined) =>
  rows.findIndex((row) => row.id === id);

function placeAt<Row extends Listed>(rows: readonly Row[], index: number): Place<Row> {
  const at = Math.max(0, Math.min(index, rows.length - 1));
  const row = rows[at];
  return row ? { state: 'open', row, index: at } : { state: 'empty' };
}

const indexOf = <Row extends Listed>(place: Place<Row>): number =>
  place.state === 'empty' ? 0 : place.index;

/** Returns the id of the row that the place is about. */
function idOf<Row extends Listed>(place: Place<Row>): number | undefined {
  if (place.state === 'empty') return undefined;
  return place.state === 'sought' ? place.id : place.row?.id;
}

export const openId = <Row extends Listed>(place: Place<Row>): number | undefined =>
  place.state === 'ended' ? undefined : idOf(place);

/** Finds the place in a list that changed. */
function placeIn<Row extends Listed>(
  { place, list: before }: Board<Row>,
  { list, rows, isKept, rules }: Extract<Move<Row>, { type: 'list' }>,
): Place<Row> {
  const isSameList = list === before;
  const first = placeAt(rows, rules.first(rows));
  const index = indexIn(rows, idOf(place));
  const row = rows[index];
  if (row) {
    // After an undo, the row that ended the list has to be decided again.
    const isOpen = place.state !== 'ended' || !isSameList || rules.waits(row);
    return isOpen ? placeAt(rows, index) : place;
  }
  switch (place.state) {
    case 'empty':
      return first;
    case 'sought':
      return rules.opensOthers || rows.length === 0 ? place : first;
    case 'ended':
      return isSameList ? place : first;
    case 'open':
    case 'kept':
      if (!isSameList) return first;
      if (isKept) return { state: 'kept', row: place.row, index: place.index };
      // The next row moved to this place.
      return placeAt(rows, place.index);
  }
}

export function moved<Row extends Listed>(
  board: Board<Row>,
  move: Move<Row>,
): Board<Row> {
  const { rows, place } = board;
  switch (move.type) {
    case 'list':
      return { list: move.list, rows: move.rows, place: placeIn(board, move) };
    case 'open': {
      const index = indexIn(rows, move.id);
      if (index >= 0) return { ...board, place: placeAt(rows, index) };
      return { ...board, place: { state: 'sought', id: move.id, index: indexOf(place) } };
    }
    case 'end': {
      const last = place.state === 'open' || place.state === 'kept' ? place.row : null;
      return { ...board, place: { state: 'ended', row: last, index: indexOf(place) } };
    }
    case 'reopen': {
      const isEndedBy = place.state === 'ended' && place.row?.id === move.id;
      return isEndedBy ? moved(board, { type: 'open', id: move.id }) : board;
    }
    case 'leave':
      return { ...board, place: placeAt(rows, indexOf(place)) };
  }
}

export interface BoardOptions<Row extends Listed> extends BoardRules<Row> {
  list: string;
  rows: readonly Row[];
  /**
   * Whether the rows still belong to the list before, because those of this list are
   * loading.
   */
  isStale?: boolean;
  /** Id of the row that the address asks for. */
  asked: number | undefined;
  /** Whether nothing is left to decide when the list opens. */
  isEndedAtFirst?: boolean;
  /**
   * Returns whether a row that leaves the list stays open, because the user is typing in
   * it.
   */
  keeps: (row: Row) => boolean;
}

function opened<Row extends Listed>({
  list,
  rows,
  asked,
  isEndedAtFirst,
  first,
}: BoardOptions<Row>): Board<Row> {
  const start = placeAt(rows, first(rows));
  if (asked !== undefined)
    return moved({ list, rows, place: { state: 'empty' } }, { type: 'open', id: asked });
  if (isEndedAtFirst) return moved({ list, rows, place: start }, { type: 'end' });
  return { list, rows, place: start };
}

/**
 * Keeps track of the open row of a list. When it leaves the list, the next one opens,
 * unless the user is typing in it: then it stays open, no matter what happened to it.
 */
export function useBoardPlace<Row extends Listed>(options: BoardOptions<Row>) {
  const { list, rows, isStale = false, keeps, first, waits, opensOthers } = options;
  const [board, dispatch] = useReducer(moved<Row>, options, opened);
  const { place } = board;
  const takeList = useEffectEvent(() => {
    if (isStale || (rows === board.rows && list === board.list)) return;
    const row = place.state === 'open' || place.state === 'kept' ? place.row : undefined;
    const isKept = row !== undefined && indexIn(rows, row.id) < 0 && keeps(row);
    dispatch({ type: 'list', list, rows, isKept, rules: { first, waits, opensOthers } });
  });
  // A layout effect, so that the list and the open row are painted together.
  useLayoutEffect(() => takeList(), [rows, list, isStale]);

  const index = indexOf(place);
  const isOpen = place.state === 'open';
  /**
   * Where the rows after the open one begin. A row that was kept open counts at the place
   * where it was.
   */
  const start = { open: index + 1, kept: index, sought: 0, ended: 0, empty: 0 }[
    place.state
  ];
  return {
    rows: board.rows,
    place,
    index: isOpen ? index : -1,
    open: (id: number) => dispatch({ type: 'open', id }),
    end: () => dispatch({ type: 'end' }),
    reopen: (id: number) => dispatch({ type: 'reopen', id }),
    /** Opens the next row in place of one that was kept open. */
    letGo: () => dispatch({ type: 'leave' }),
    /** Returns the row that many places away, or the first or last one. */
    at(step: number): Row | undefined {
      const from = place.state === 'kept' && step > 0 ? index - 1 : index;
      return board.rows[Math.min(Math.max(from + step, 0), board.rows.length - 1)];
    },
    after: board.rows.slice(start),
    before: board.rows.slice(0, isOpen || place.state === 'kept' ? index : 0),
  };
}
