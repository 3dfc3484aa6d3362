import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '#shared/contracts/schedule.ts';
import { piecesByDay, placed, shownHours, stepped, timeAt, topOf, weekDays } from './week-layout.ts';

const hours = { first: 8, last: 22 };

const entry = (commentId: number, at: string): ScheduleEntry => ({
  commentId,
  queueId: commentId,
  at,
  state: 'scheduled',
  title: `Video ${commentId}`,
  channelTitle: 'Latency Club',
});

it('begins weeks on Monday, over the turn of a year', () => {
  expect(weekDays('2027-01-03')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ]);
  expect(weekDays('2026-12-28')).toEqual(weekDays('2027-01-03'));
});

it('shows 8:00 to 22:00, and more where something is earlier or later', () => {
  expect(shownHours([])).toEqual({ first: 8, last: 22 });
  expect(shownHours(['06:30', '23:10'])).toEqual({ first: 6, last: 25 });
});

it('turns heights into times in steps of five minutes, within the day', () => {
  expect(timeAt(topOf('13:00', hours), hours)).toBe('13:00');
  expect(timeAt(topOf('13:00', hours) + 2, hours)).toBe('13:05');
  expect(timeAt(-10_000, hours)).toBe('00:00');
  expect(timeAt(10_000, hours)).toBe('23:55');
});

it('steps by five minutes or a day, within the day and the week', () => {
  const tuesday = { day: '2026-11-24', time: '13:02' };
  expect(stepped(tuesday, 'ArrowUp')).toEqual({ day: '2026-11-24', time: '13:00' });
  expect(stepped(tuesday, 'ArrowDown')).toEqual({ day: '2026-11-24', time: '13:05' });
  expect(stepped({ ...tuesday, time: '13:05' }, 'ArrowDown').time).toBe('13:10');
  expect(stepped({ ...tuesday, time: '00:00' }, 'ArrowUp').time).toBe('00:00');
  expect(stepped({ ...tuesday, time: '23:55' }, 'ArrowDown').time).toBe('23:55');
  expect(stepped(tuesday, 'ArrowLeft').day).toBe('2026-11-23');
  expect(stepped({ ...tuesday, day: '2026-11-23' }, 'ArrowLeft').day).toBe('2026-11-23');
  expect(stepped({ ...tuesday, day: '2026-11-29' }, 'ArrowRight').day).toBe('2026-11-29');
});

describe('a column', () => {
  it('holds what clocks of the zone show, also when they turn', () => {
    const days = piecesByDay(
      [entry(1, '2026-03-28T08:00:00Z'), entry(2, '2026-03-29T07:00:00Z'), entry(3, '2026-03-29T22:30:00Z')],
      ['2026-03-29T01:00:00Z'],
      'Europe/Berlin',
    );
    expect([...days].map(([day, pieces]) => [day, pieces.map(({ time }) => time)])).toEqual([
      ['2026-03-28', ['09:00']],
      ['2026-03-29', ['03:00', '09:00']],
      ['2026-03-30', ['00:30']],
    ]);
  });

  it('shows two side by side and counts what finds no room', () => {
    const at = (time: string) => `2026-11-24T${time}:00Z`;
    const [pieces = []] = piecesByDay(
      [
        entry(1, at('09:00')),
        entry(2, at('09:10')),
        entry(3, at('09:20')),
        entry(4, at('09:30')),
        entry(5, at('15:00')),
      ],
      [],
      'UTC',
    ).values();
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
});
