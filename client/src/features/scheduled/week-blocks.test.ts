import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import {
  piecesByDay,
  placed,
  shownHours,
  stepped,
  timeAt,
  topOf,
  weekDays,
  weekStart,
} from './week-blocks.ts';

const entry = (
  commentId: number,
  at: string,
  state: ScheduleEntry['state'] = 'scheduled',
): ScheduleEntry => ({
  commentId,
  queueId: null,
  at,
  state,
  title: 'A video',
  channelTitle: 'A channel',
});

const hours = { first: 8, last: 22 };

it('counts weeks from today, across the end of a year', () => {
  expect(weekStart('2027-01-03', '2026-12-30')).toBe('2026-12-30');
  expect(weekStart('2027-01-06', '2026-12-30')).toBe('2027-01-06');
  expect(weekStart('2026-12-29', '2026-12-30')).toBe('2026-12-23');
  expect(weekDays('2026-12-30').at(-1)).toBe('2027-01-05');
});

it('shows 8:00 to 22:00, or more if there are comments outside', () => {
  expect(shownHours([])).toEqual({ first: 8, last: 22 });
  expect(shownHours(['06:30', '23:10'])).toEqual({ first: 6, last: 25 });
});

it('converts heights to times in steps of five minutes, within the day', () => {
  expect(timeAt(topOf('13:00', hours), hours)).toBe('13:00');
  expect(timeAt(topOf('13:00', hours) + 2, hours)).toBe('13:05');
  expect(timeAt(-10_000, hours)).toBe('00:00');
  expect(timeAt(10_000, hours)).toBe('23:55');
});

it('steps by five minutes or a day, within the day and the days shown', () => {
  const days = weekDays('2026-11-24');
  const tuesday = { day: '2026-11-24', time: '13:02' };
  expect(stepped(tuesday, 'ArrowUp', days)).toEqual({
    day: '2026-11-24',
    time: '13:00',
  });
  expect(stepped(tuesday, 'ArrowDown', days)).toEqual({
    day: '2026-11-24',
    time: '13:05',
  });
  expect(stepped({ ...tuesday, time: '13:05' }, 'ArrowDown', days).time).toBe('13:10');
  expect(stepped({ ...tuesday, time: '00:00' }, 'ArrowUp', days).time).toBe('00:00');
  expect(stepped({ ...tuesday, time: '23:55' }, 'ArrowDown', days).time).toBe('23:55');
  expect(stepped({ ...tuesday, day: '2026-11-29' }, 'ArrowRight', days).day).toBe(
    '2026-11-30',
  );
  expect(stepped(tuesday, 'ArrowLeft', days).day).toBe('2026-11-24');
  expect(stepped({ ...tuesday, day: '2026-11-30' }, 'ArrowRight', days).day).toBe(
    '2026-11-30',
  );
});

describe('a column', () => {
  it('shows local times, also when the clocks change', () => {
    const times = [
      '2026-03-28T08:00:00Z',
      '2026-03-29T07:00:00Z',
      '2026-03-29T22:30:00Z',
    ];
    const entries = times.map((at, index) => entry(index + 1, at));
    const days = piecesByDay(entries, ['2026-03-29T01:00:00Z'], 'Europe/Berlin');
    expect(
      [...days].map(([day, pieces]) => [day, pieces.map(({ time }) => time)]),
    ).toEqual([
      ['2026-03-28', ['09:00']],
      ['2026-03-29', ['03:00', '09:00']],
      ['2026-03-30', ['00:30']],
    ]);
  });

  it('shows two pieces side by side and counts the hidden ones', () => {
    const times = ['09:00', '09:10', '09:20', '09:30', '15:00'];
    const entries = times.map((time, index) =>
      entry(index + 1, `2026-11-24T${time}:00Z`),
    );
    const [pieces = []] = piecesByDay(entries, [], 'UTC').values();
    expect(
      placed(pieces, hours).map((piece) => [
        piece.kind === 'entry' && piece.entry.commentId,
        piece.lane,
        piece.hidden,
      ]),
    ).toEqual([
      [1, 0, 0],
      [2, 1, 2],
      [5, null, 0],
    ]);
  });

  it('never hides a comment that is still to be posted behind posted ones or free slots (rule 2.15)', () => {
    const posted = ['09:00', '09:05', '09:10'].map((time, index) =>
      entry(index + 1, `2026-11-24T${time}:00Z`, 'posted'),
    );
    const upcoming = entry(9, '2026-11-24T09:40:00Z');
    const [pieces = []] = piecesByDay(
      [...posted, upcoming],
      ['2026-11-24T09:30:00Z'],
      'UTC',
    ).values();
    const shown = placed(pieces, hours);
    const place = shown.find(
      (piece) => piece.kind === 'entry' && piece.entry.commentId === 9,
    );
    expect(place).toMatchObject({ hidden: 3 });
    expect(shown).toHaveLength(2);
  });
});
