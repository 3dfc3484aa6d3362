import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommentStatus, commentStatuses } from '../contracts/primitives.ts';
import { postsLeft } from '../contracts/status.ts';
import { nextPacificMidnight, pacificDay, pacificMidnight } from './calendar.ts';
import {
  isEditable,
  isInReview,
  isScheduled,
  mayChangeStatus,
  refusedChange,
} from './comment-status.ts';
import { postingSentence } from './posting-reasons.ts';

describe('status of a comment (rule 4.1)', () => {
  const allowed = [
    'pending>approved',
    'pending>rejected',
    'approved>pending',
    'rejected>pending',
    'failed>approved',
  ];
  const pairs = commentStatuses.flatMap((from) =>
    commentStatuses.map((to): [CommentStatus, CommentStatus] => [from, to]),
  );
  it.each(pairs)('changes only as allowed: %s to %s', (from, to) => {
    expect(mayChangeStatus(from, to)).toBe(allowed.includes(`${from}>${to}`));
    expect(refusedChange(from, to)).toMatch(
      `This comment is ${from} and cannot become ${to}. `,
    );
  });

  it.each([
    ['pending', 'Approve or reject it.'],
    ['approved', 'Post it, schedule it, or move it back to review.'],
    ['rejected', 'Re-review it first.'],
    ['failed', 'Retry it instead.'],
    ['posted', 'A posted comment stays as it is.'],
  ] as const)(
    'of %s cannot become posted, and the refusal says what to do instead',
    (from, instead) => {
      expect(refusedChange(from, 'posted')).toBe(
        `This comment is ${from} and cannot become posted. ${instead}`,
      );
    },
  );
});

it('text of a comment may be changed in every status except posted', () => {
  expect(commentStatuses.filter((status) => !isEditable(status))).toEqual(['posted']);
});

describe('screen of a queue item (rules 2.2, 4.4)', () => {
  it.each(commentStatuses)(
    'for a comment that is %s follows from its status and its time',
    (status) => {
      for (const scheduledFor of [null, '2026-03-04T00:00:00Z']) {
        const item = { scheduledFor, comment: { status } };
        expect(isInReview(item)).toBe(scheduledFor === null && status !== 'posted');
        expect(isScheduled(item)).toBe(scheduledFor !== null && status === 'approved');
      }
    },
  );
});

describe('day in Pacific time', () => {
  it.each([
    ['2026-07-01T06:59:59.999Z', '2026-06-30', '2026-07-01T07:00:00Z'],
    ['2026-01-01T08:00:00.000Z', '2026-01-01', '2026-01-02T08:00:00Z'],
    ['2026-03-08T12:00:00.000Z', '2026-03-08', '2026-03-09T07:00:00Z'],
    ['2026-11-01T07:00:00.000Z', '2026-11-01', '2026-11-02T08:00:00Z'],
  ])('at %s is %s', (iso, day, next) => {
    expect(pacificDay(new Date(iso))).toBe(day);
    expect(nextPacificMidnight(new Date(iso))).toEqual(new Date(next));
  });

  it('contains its moment, between its beginning and its end', () => {
    const instants = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (at) => {
        const begin = pacificMidnight(at);
        const end = nextPacificMidnight(at);
        expect(begin <= at && at < end).toBe(true);
        expect(pacificDay(begin)).toBe(pacificDay(at));
        expect(pacificDay(new Date(begin.getTime() - 1))).not.toBe(pacificDay(at));
        expect(pacificDay(end)).not.toBe(pacificDay(at));
      }),
    );
  });
});

describe('postingSentence', () => {
  it('returns a sentence for a posting reason, and null for anything else', () => {
    expect(postingSentence('quota_spent')).toMatch(/^[A-Z].*\.$/);
    expect([
      postingSentence(null),
      postingSentence('toString'),
      postingSentence('internal'),
    ]).toEqual([null, null, null]);
  });
});

const bucket = (over: object) => ({
  bucket: 'shared' as const,
  used: 9_000,
  reserved: 0,
  limit: 10_000,
  blockedUntil: null,
  resetsAt: '2026-11-22T08:00:00.000Z',
  ...over,
});

describe('postsLeft', () => {
  it.each([
    [{ dailyCap: 50, postedToday: 47 }, {}, 3],
    [{ dailyCap: 50, postedToday: 0 }, {}, 20],
    [{ dailyCap: 50, postedToday: 0 }, { used: 9_951 }, 0],
    [{ dailyCap: 50, postedToday: 51 }, {}, 0],
    [{ dailyCap: 50, postedToday: 0 }, { blockedUntil: '2026-11-22T08:00:00.000Z' }, 0],
    [{ dailyCap: 50, postedToday: 0 }, { reserved: 1_000 }, 20],
  ])('for %j and the quota %j is %i', (status, over, left) => {
    expect(postsLeft(status, bucket(over))).toBe(left);
  });
});
