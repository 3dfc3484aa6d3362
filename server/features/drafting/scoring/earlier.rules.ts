import { nearDuplicate, nearest } from '../../../text/similarity.rules.ts';
import { type Measured, weakBelow } from './measured.rules.ts';

/** Two comments of one person on one subject have so much in common without repeating each other. */
const usual = 0.3;

/** How far a comment is from everything its owner has here already. */
export function earlierMeasure(text: string, earlierTexts: readonly string[]): Measured {
  if (earlierTexts.length === 0)
    return { share: null, detail: 'There is no earlier comment to compare with.' };
  const likeness = nearest(text, earlierTexts);
  return {
    share: shareOf(likeness),
    detail: `${Math.round(likeness * 100)}% like the nearest of ${earlierTexts.length} earlier comments.`,
  };
}

/** Falls from 1 where it is as usual over the near-duplicate, where fault is found, to 0 for the same text. */
function shareOf(likeness: number): number {
  if (likeness <= usual) return 1;
  if (likeness < nearDuplicate) return 1 - (1 - weakBelow) * ((likeness - usual) / (nearDuplicate - usual));
  return (weakBelow * (1 - likeness)) / (1 - nearDuplicate);
}
