/** An estimate for most alphabets. */
const charactersPerMinute = 1_000;
/** To read the title and decide. */
const decisionMinutes = 0.25;

export function reviewMinutes(comments: number, characters: number): number {
  if (comments === 0) return 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + comments * decisionMinutes));
}
