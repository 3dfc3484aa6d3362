import { isEmptyPraise } from '../praise.rules.ts';
import type { Measured } from './measured.rules.ts';

/** Whether a comment says more than praise. */
export function substanceMeasure(text: string): Measured {
  return isEmptyPraise(text)
    ? { share: 0, detail: 'Would fit under any video: praise without a point.' }
    : { share: 1, detail: 'Makes a point beyond praise.' };
}
