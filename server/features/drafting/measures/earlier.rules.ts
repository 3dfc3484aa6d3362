import { nearDuplicate, similarity } from '../similarity.rules.ts';
import { type Measured, weakBelow } from './measured.rules.ts';

/** Two comments of one person on one subject have so much in common without repeating each other. */
const usual = 0.3;

/** How far a comment is from everything its owner has here already. */
export function earlierMeasure(text: string, earlierTexts: readonly string[]): Measured {
  if (earlierTexts.length === 0)
    return { share: null, detail: 'There is no earlier comment to compare with.' };
  const nearest = Math.max(...earlierTexts.map((earlier) => similarity(text, earlier)));
  return {
    share: shareOf(nearest),
    detail: `${Math.round(nearest * 100)} % like the nearest of ${earlierTexts.length} earlier comments.`,
  };
}

/** Falls from 1 where it is as usual over the near-duplicate, where fault is found, to 0 for the same text. */
function shareOf(nearest: number): number {
  if (nearest <= usual) return 1;
  if (nearest < nearDuplicate) return 1 - (1 - weakBelow) * ((nearest - usual) / (nearDuplicate - usual));
  return (weakBelow * (1 - nearest)) / (1 - nearDuplicate);
}
