import { describe, expect, it } from 'vitest';
import { overfullDays } from './daily-load.ts';

const now = new Date('2026-11-21T20:00:00Z');
const at = (iso: string) => new Date(iso);

describe('days over the daily cap', () => {
  it('counts posted, scheduled and planned comments by Pacific days (rule 7.10)', () => {
    const plan = [at('2026-11-22T07:59:00Z'), at('2026-11-22T08:01:00Z')];
    const others = [at('2026-11-22T09:00:00Z')];
    expect(overfullDays(plan, others, { dailyCap: 2, postedToday: 2 }, now)).toEqual([
      { day: '2026-11-21', posts: 3 },
    ]);
    expect(overfullDays(plan, others, { dailyCap: 1, postedToday: 0 }, now)).toEqual([
      { day: '2026-11-22', posts: 2 },
    ]);
  });

  it('ignores days that the plan does not touch', () => {
    const others = [at('2026-11-25T09:00:00Z'), at('2026-11-25T10:00:00Z')];
    expect(overfullDays([at('2026-11-23T09:00:00Z')], others, { dailyCap: 1, postedToday: 5 }, now)).toEqual(
      [],
    );
  });
});
