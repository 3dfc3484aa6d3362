/**
 * A quotation of more than two words, or of six letters in Japanese
 * marks. One or two words in quotation marks do not quote anybody.
 */
const quotation = /["“„«]([^"“”„«»\n]{2,400})["”“»]|[「『]([^「」『』\n]{6,400})[」』]/gu;

export function quotationsIn(text: string): string[] {
  return [...text.matchAll(quotation)].flatMap(([, spaced, unspaced]) => {
    if (unspaced !== undefined) return [unspaced.trim()];
    const inside = spaced?.trim() ?? '';
    return inside.split(/\s+/).length > 2 ? [inside] : [];
  });
}

/**
 * Replaces quotations with spaces, so that the positions in the rest of the text stay the
 * same.
 */
export const withoutQuotations = (text: string): string =>
  text.replace(quotation, (found) =>
    quotationsIn(found).length > 0 ? ' '.repeat(found.length) : found,
  );

const omission = /\[?(?:…|\.{3})\]?/u;

/** Splits a quotation at its omissions ("…"). */
export const quotedPieces = (quoted: string): string[] =>
  quoted.split(omission).filter((piece) => /\p{L}/u.test(piece));
