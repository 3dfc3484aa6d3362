import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLength } from './cut.rules.ts';

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
