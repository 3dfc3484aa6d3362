import { describe, expect, it } from 'vitest';
import { overfullDays } from './schedule-dialog.tsx';

const timeZone = 'America/Los_Angeles';
const now = new Date('2026-11-21T20:00:00Z');
const at = (iso: string) => new Date(iso);

describe('days over the daily cap', () => {
  it('counts posted, scheduled and planned comments by days of the cap’s zone (rule 7.10)', () => {
    const plan = { times: [at('2026-11-22T07:59:00Z'), at('2026-11-22T08:01:00Z')], instead: [] };
    const planned = [{ day: '2026-11-22', posts: 1 }];
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 2, postedToday: 2 }, now)).toEqual([
      { day: '2026-11-21', posts: 3 },
    ]);
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 0 }, now)).toEqual([
      { day: '2026-11-22', posts: 2 },
    ]);
  });

  it('counts a rescheduled comment once', () => {
    const plan = { times: [at('2026-11-22T21:00:00Z')], instead: [at('2026-11-22T20:00:00Z')] };
    const planned = [{ day: '2026-11-22', posts: 2 }];
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 2, postedToday: 0 }, now)).toEqual([]);
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 0 }, now)).toEqual(planned);
  });

  it('counts what is overdue for today, rescheduled or not (rule 7.10)', () => {
    const plan = { times: [at('2026-11-21T21:00:00Z')], instead: [at('2026-11-19T20:00:00Z')] };
    const planned = [{ day: '2026-11-21', posts: 2 }];
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 0 }, now)).toEqual(planned);
  });

  it('ignores days that the plan does not touch', () => {
    const plan = { times: [at('2026-11-23T09:00:00Z')], instead: [] };
    const planned = [{ day: '2026-11-25', posts: 2 }];
    expect(overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 5 }, now)).toEqual([]);
  });
});
