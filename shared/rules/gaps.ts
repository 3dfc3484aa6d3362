/** What only the person can fill in: ‹your figure›, ‹your experience›. Brackets around an empty text or a line break are none. */
const gap = /‹[^‹›\n]{1,80}›/gu;

export interface Gap {
  from: number;
  to: number;
  text: string;
}

/** Returns the drafts' gaps that are still open, in the order of the text. Brackets that the person typed are text. */
export function openGaps(text: string, drafts: readonly string[]): Gap[] {
  return [...text.matchAll(gap)]
    .map(({ 0: found, index }) => ({ from: index, to: index + found.length, text: found }))
    .filter((found) => drafts.some((draft) => draft.includes(found.text)));
}

/** Earlier drafts count too: a page may bring back an unsaved edit of one. */
export const draftsOf = (comment: { generatedContent: string; previousTexts: { content: string }[] }) => [
  comment.generatedContent,
  ...comment.previousTexts.map(({ content }) => content),
];

/** Returns what to do about the first open gap; null where there is none. */
export function gapRefusal(text: string, drafts: readonly string[]): string | null {
  const [first] = openGaps(text, drafts);
  return first ? `Fill in ${first.text} or remove it first. Nothing was changed.` : null;
}
