import { expect, it } from 'vitest';
import { usualManner } from './usual-manner.rules.ts';

const samples = ['x'.repeat(45), 'x'.repeat(80), 'x'.repeat(110)];

it('tells the usual length around the median of three samples and more', () => {
  expect(usualManner(samples).length).toEqual({ from: 60, to: 110 });
  expect(usualManner([...samples, 'x'.repeat(1200)]).length).toEqual({ from: 80, to: 150 });
  expect(usualManner(samples.slice(1)).length).toBeNull();
});

it('never tells more than a comment may have', () => {
  expect(usualManner(Array.from({ length: 3 }, () => 'x'.repeat(3000))).length?.to).toBe(1500);
});

it('counts the samples with an emoji and with an exclamation mark', () => {
  expect(usualManner(['Fine!', 'Good! 😊', 'Well.'])).toMatchObject({
    samples: 3,
    withEmoji: 1,
    withExclamation: 2,
  });
});
