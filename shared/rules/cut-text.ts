let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into the characters that a reader sees, such
 * as a letter with its accents, or an emoji made of several.
 */
function charactersOf(text: string): Intl.Segments {
  // Created on first use, because loading the language data would delay every start.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * In UTF-16 units, with some margin: a kiss of two people with skin tones has 15, a
 * region's flag 14.
 */
const longestEmoji = 32;

/**
 * Returns the longest beginning of at most `limit` UTF-16 units that ends between two
 * characters.
 */
export function beginningOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Whether a character ends at the limit depends on the next code point, which has two
  // units at most.
  const around = text.slice(0, limit + 2);
  const end = charactersOf(around).containing(limit)?.index ?? limit;
  if (end > 0) return text.slice(0, end);
  // Only a letter with dozens of accents is longer, and may be cut between its accents.
  if (limit < longestEmoji) return '';
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** Returns a text of at most `limit` UTF-16 units, with an ellipsis where it was cut. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${beginningOf(text, limit - 1).trimEnd()}…`;
}

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;

/**
 * Returns a text of at most `limit` bytes as `measure` counts them, with an ellipsis
 * where it was cut.
 */
export function shortenedToBytes(text: string, limit: number, measure = bytesOf): string {
  if (measure(text) <= limit) return text;
  let left = limit - measure('…');
  let kept = '';
  for (const { segment } of charactersOf(text.slice(0, limit))) {
    left -= measure(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
