import { describe, expect, it } from 'vitest';
import { keptUnits, postsLeft, spareUnits, unitsLeft } from './quota.ts';

const bucket = (over: object) => ({
  bucket: 'shared' as const,
  used: 9_000,
  reserved: 0,
  limit: 10_000,
  blockedUntil: null,
  resetsAt: '2026-11-22T08:00:00.000Z',
  ...over,
});

describe('a bucket of YouTube’s', () => {
  it.each([
    [{}, 1_000, 1_000],
    [{ reserved: 400 }, 1_000, 600],
    [{ reserved: 4_000 }, 1_000, 0],
    [{ used: 10_050 }, 0, 0],
    [{ blockedUntil: '2026-11-22T08:00:00.000Z' }, 0, 0],
  ])('%j leaves %i units, %i of them for searching', (over, left, spare) => {
    expect(unitsLeft(bucket(over))).toBe(left);
    expect(spareUnits(bucket(over))).toBe(spare);
  });
});

describe('units kept for what is due', () => {
  it.each([
    [{ due: 210, dailyCap: 50, postedToday: 0 }, 2_500],
    [{ due: 210, dailyCap: 50, postedToday: 48 }, 100],
    [{ due: 3, dailyCap: 50, postedToday: 0 }, 150],
    [{ due: 3, dailyCap: 50, postedToday: 51 }, 0],
    [{ due: 210, dailyCap: 50, postedToday: 48, beginsAnew: true }, 2_600],
    [{ due: 60, dailyCap: 50, postedToday: 51, beginsAnew: true }, 2_500],
  ])('%j: %i', (facts, units) => {
    expect(keptUnits({ beginsAnew: false, ...facts })).toBe(units);
  });
});

describe('posts left today', () => {
  it.each([
    [{ dailyCap: 50, postedToday: 47 }, {}, 3],
    [{ dailyCap: 50, postedToday: 0 }, {}, 20],
    [{ dailyCap: 50, postedToday: 0 }, { used: 9_951 }, 0],
    [{ dailyCap: 50, postedToday: 51 }, {}, 0],
    [{ dailyCap: 50, postedToday: 0 }, { blockedUntil: '2026-11-22T08:00:00.000Z' }, 0],
    [{ dailyCap: 50, postedToday: 0 }, { reserved: 1_000 }, 20],
  ])('%j with %j: %i', (status, over, left) => {
    expect(postsLeft(status, bucket(over))).toBe(left);
  });
});
