import { isEmptyPraise } from '../checks/praise.rules.ts';
import type { Measured } from './measured.rules.ts';
import { type AboutVideo, takenUp } from './topic.rules.ts';

/** Whether a comment says more than praise. */
export function substanceMeasure(text: string, video: AboutVideo): Measured {
  return isEmptyPraise(text, takenUp(text, video).length)
    ? { share: 0, detail: 'Would fit under any video: praise without a point.' }
    : { share: 1, detail: 'Makes a point beyond praise.' };
}
