/** What only the person can fill in: ‹your figure›, ‹your experience›. Brackets around an empty text or a line break are none. */
const gap = /‹[^‹›\n]{1,80}›/gu;

export interface Gap {
  from: number;
  to: number;
  text: string;
}

/** Returns the gaps that are still open, in the order of the text. */
export function openGaps(text: string): Gap[] {
  return [...text.matchAll(gap)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    text: found,
  }));
}

/** Returns what to do about the first open gap; null where there is none. */
export function gapRefusal(text: string): string | null {
  const [first] = openGaps(text);
  return first ? `Fill in ${first.text} or remove it first. Nothing was changed.` : null;
}
