import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparableText,
  gapRefusal,
  isSavableText,
  openGaps,
  outOfTen,
  percent,
  qualityBand,
} from './comment-text.ts';
import { commentBadge, countOf, formatCount, relativeDate, truncate } from './format.ts';
import { topics, videoTopics } from './topics.ts';

const now = new Date('2026-03-31T12:00:00Z');
const daysAgo = (days: number) =>
  new Date(now.getTime() - days * 86_400_000).toISOString();

describe('formatted counts (rule 2.10)', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [999, '999'],
    [1_000, '1.0K'],
    [12_345, '12.3K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [3_400_000, '3.4M'],
  ])('show %s as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it.each([
    [null, '– views'],
    [0, '0 views'],
    [1, '1 view'],
    [1_200, '1.2K views'],
  ])('show %s views as “%s”', (count, text) => {
    expect(countOf(count, 'view')).toBe(text);
  });
});

describe('relative dates (rule 2.10)', () => {
  it.each([
    [0.5, 'today'],
    [1, '1 day ago'],
    [6.9, '6 days ago'],
    [7, '1 week ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [365, '12 months ago'],
    [729, '24 months ago'],
    [730, '2 years ago'],
    [1_250, '3 years ago'],
  ])('show %d days ago as “%s”', (days, text) => {
    expect(relativeDate(daysAgo(days), now)).toBe(text);
  });
});

describe('quality score (rules 3.2, 4.8)', () => {
  it.each([
    [100, 'excellent'],
    [80, 'excellent'],
    [79, 'good'],
    [60, 'good'],
    [59, 'moderate'],
    [40, 'moderate'],
    [39, 'limited'],
    [0, 'limited'],
  ])('of %i is %s', (score, band) => {
    expect(qualityBand(score)).toBe(band);
  });

  it('is formatted out of ten with one decimal', () => {
    expect([outOfTen(82), outOfTen(100), outOfTen(0)]).toEqual(['8.2', '10.0', '0.0']);
  });
});

describe('a percentage', () => {
  it('has one decimal', () => {
    expect([percent(1, 3), percent(2, 2)]).toEqual([33.3, 100]);
  });

  it('is 0 for a total of 0', () => {
    expect(percent(0, 0)).toBe(0);
  });
});

describe('topics (rule 9.4)', () => {
  it('are these twelve, in this order', () => {
    expect(topics.join(' ')).toBe(
      'Docker Kubernetes React JavaScript TypeScript Node.js Python DevOps Microservices API GraphQL Performance',
    );
  });

  it.each([
    ['Docker, Kubernetes, React and JavaScript', null, ['Docker', 'Kubernetes', 'React']],
    ['A reaction to capitals', 'Nothing rapid here', []],
    ['REST apis', 'with node.js', ['Node.js', 'API']],
    ['(Python)', 'graphql!', ['Python', 'GraphQL']],
    ['Dockerfile tips', null, []],
    ['A senior engineer reacts', 'Reacts to performances, pythons and dockers', []],
  ])(
    'are found in the title “%s” and the description %j: %j',
    (title, description, expected) => {
      expect(videoTopics(title, description)).toEqual(expected);
    },
  );

  it('are at most three', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...topics)), fc.string(), (named, text) => {
        expect(videoTopics(named.join(' '), text).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe('the badge of a search result (rule 4.3)', () => {
  const base = { postedAt: null, createdAt: 'C', isScheduled: false, scheduledFor: null };
  const badge = (status: Parameters<typeof commentBadge>[0]) =>
    commentBadge(
      status,
      (iso) => `d${iso}`,
      (iso) => `t${iso}`,
    );
  it.each([
    [
      {
        ...base,
        status: 'posted' as const,
        postedAt: 'P',
        isScheduled: true,
        scheduledFor: 'S',
      },
      'Already commented on dP',
    ],
    [
      { ...base, status: 'approved' as const, isScheduled: true, scheduledFor: 'S' },
      'Scheduled for tS',
    ],
    [{ ...base, status: 'approved' as const }, 'Comment ready to post (created dC)'],
    [{ ...base, status: 'pending' as const }, 'Comment generated (dC) - needs review'],
    [
      { ...base, status: 'approved' as const, isScheduled: true },
      'Comment ready to post (created dC)',
    ],
    [{ ...base, status: 'posted' as const }, null],
    [{ ...base, status: 'rejected' as const }, null],
    [{ ...base, status: 'failed' as const }, null],
    [null, null],
  ])('for %j is %j', (status, expected) => {
    expect(badge(status)).toBe(expected);
  });
});

describe('comment texts', () => {
  it('are compared without case, spacing and invisible characters', () => {
    expect(comparableText(' Good\u200b  POINT\n ')).toBe('good point');
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z0-9.,?]{1,8}$/), { minLength: 1 }),
        (words) => {
          expect(comparableText(` ${words.join(' \t ').toUpperCase()} `)).toBe(
            words.join(' '),
          );
        },
      ),
    );
  });

  it.each([
    ['', false],
    [' \n\t', false],
    [' x ', true],
    ['x'.repeat(10_000), true],
    ['x'.repeat(10_001), false],
  ])(
    'can be saved only when they are not blank and have at most 10,000 characters (%#)',
    (text, savable) => {
      expect(isSavableText(text)).toBe(savable);
    },
  );

  it('are cut between characters', () => {
    expect(truncate('👋👋👋', 2)).toBe('👋…');
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('👩‍💻👩‍💻👩‍💻', 2)).toBe('👩‍💻…');
    expect(truncate('e\u0301e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301…');
  });
});

describe('open gaps in a comment (rule 8.12)', () => {
  it.each([
    ['not found in plain text', 'We cut it to 12 ms.', []],
    ['found once', 'We cut it to ‹your figure›.', ['‹your figure›']],
    [
      'all found in order',
      '‹your team› cut it to ‹your figure›.',
      ['‹your team›', '‹your figure›'],
    ],
    ['found with up to 80 characters', `‹${'x'.repeat(80)}›`, [`‹${'x'.repeat(80)}›`]],
    ['not found when longer than 80 characters', `‹${'x'.repeat(81)}›`, []],
    ['not found in empty brackets', 'Here ‹› is nothing.', []],
    ['not found in brackets that span two lines', 'Here ‹your\nfigure› is nothing.', []],
    ['not found when a bracket is not closed', 'Here ‹your figure is open.', []],
    ['found as the inner one of two', 'Here ‹is ‹your figure›.', ['‹your figure›']],
  ])('are %s', (_, text, expected) => {
    const found = openGaps(text, [text]);
    expect(found.map((gap) => gap.text)).toEqual(expected);
    for (const gap of found) expect(text.slice(gap.from, gap.to)).toBe(gap.text);
  });

  it('are refused in a sentence that names the first one', () => {
    const text = 'From ‹your figure› to ‹another›.';
    expect(gapRefusal(text, [text])).toBe(
      'Fill in ‹your figure› or remove it first. Nothing was changed.',
    );
    expect(gapRefusal('From 3 to 5.', [text])).toBeNull();
  });
});
