import { expect, it } from 'vitest';
import { reviewMinutes } from './review-time.rules.ts';

it.each([
  ['nothing takes no time', 0, 0, 0],
  ['a few words are a minute', 1, 20, 1],
  ['reading and deciding', 2, 3_500, 4],
])('%s', (_what, comments, characters, minutes) => expect(reviewMinutes(comments, characters)).toBe(minutes));
