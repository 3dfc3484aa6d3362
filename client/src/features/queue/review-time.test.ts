import { expect, it } from 'vitest';
import { aComment, aQueueItem } from '../../testing/factories.ts';
import { reviewLeft } from './review-time.ts';

const ofLength = (length: number, status: 'pending' | 'approved' = 'pending') =>
  aQueueItem({ comment: aComment({ content: 'a'.repeat(length), status }) });

it.each([
  ['nothing takes no time', [], { count: 0, minutes: 0 }],
  ['what is decided counts no more', [ofLength(9_000, 'approved')], { count: 0, minutes: 0 }],
  ['a few words are a minute', [ofLength(20)], { count: 1, minutes: 1 }],
  ['reading and deciding', [ofLength(1_000), ofLength(2_500)], { count: 2, minutes: 4 }],
])('%s', (_what, items, left) => expect(reviewLeft(items)).toEqual(left));
