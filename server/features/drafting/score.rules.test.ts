import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from './checks.rules.ts';
import { fitLength } from './fit-length.rules.ts';
import { scoreDraft } from './score.rules.ts';

const video = {
  title: 'Kubernetes probes explained',
  description: 'Liveness, readiness and startup probes in production.',
  tags: ['Kubernetes', 'DevOps'],
};
const text =
  'Readiness probes that call the database take every pod down at once. Did you ever separate startup from liveness in production?';
const background = new Set<string>();
const checks = checkDraft(text, { avoidWords: null, earlierTexts: [], background }).checks;

const anything = fc.record({
  text: fc.string({ maxLength: 3000 }),
  rating: fc.integer({ min: -50, max: 150 }),
  checks: fc.constantFrom(
    [],
    checks,
    checkDraft('', { avoidWords: null, earlierTexts: [''], background }).checks,
  ),
  video: fc.record({ title: fc.string(), description: fc.option(fc.string()), tags: fc.array(fc.string()) }),
});

describe('the quality score', () => {
  it('is excellent for a specific, well-rated comment that passes', () => {
    expect(scoreDraft({ text, rating: 90, checks, video })).toMatchObject({
      score: 96,
      parts: [
        { name: 'Model’s own rating', points: 36, outOf: 40 },
        { name: 'About this video', points: 25, outOf: 25 },
        { name: 'Length', points: 15, outOf: 15 },
        { name: 'Invites an answer', points: 5, outOf: 5 },
        { name: 'Our checks', points: 15, outOf: 15 },
      ],
    });
  });

  it('is limited for empty praise, whatever the model thinks of it', () => {
    const praise = 'Great video, thanks!';
    const { checks: failing } = checkDraft(praise, { avoidWords: null, earlierTexts: [praise], background });
    expect(scoreDraft({ text: praise, rating: 60, checks: failing, video }).score).toBeLessThan(40);
  });

  it('is a whole number from 0 to 100, the sum of parts that stay within their own bounds', () => {
    fc.assert(
      fc.property(anything, (drafted) => {
        const { score, parts } = scoreDraft(drafted);
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBe(Math.round(parts.reduce((sum, { points }) => sum + points, 0)));
        expect(parts.reduce((sum, { outOf }) => sum + outOf, 0)).toBe(100);
        for (const { points, outOf } of parts) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(outOf);
        }
      }),
    );
  });

  it('grows with the rating', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 50 }), (drafted, more) => {
        const higher = scoreDraft({ ...drafted, rating: drafted.rating + more });
        expect(higher.score).toBeGreaterThanOrEqual(scoreDraft(drafted).score);
      }),
    );
  });
});

describe('fitLength', () => {
  it('keeps whole sentences', () => {
    expect(fitLength('One thing. Another thing. A third.', 26)).toBe('One thing. Another thing.');
    expect(fitLength('Short.', 26)).toBe('Short.');
  });

  it('cuts a sentence that is too long by itself', () => {
    expect(fitLength('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('never exceeds the limit nor halves a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 5, max: 100 }),
        (long, limit) => {
          const fitted = fitLength(long, limit);
          expect(fitted.length).toBeLessThanOrEqual(Math.max(limit, 1));
          expect(fitted.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
