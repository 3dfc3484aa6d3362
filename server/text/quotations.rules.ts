/** More than two words, or six letters where no spaces are set; one or two words in marks quote nobody. */
const quotation = /["“„«]([^"“”„«»\n]{2,400})["”“»]|[「『]([^「」『』\n]{6,400})[」』]/gu;

/** Returns what stands in quotation marks. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(quotation)].flatMap(([, spaced, unspaced]) => {
    if (unspaced !== undefined) return [unspaced.trim()];
    const inside = spaced?.trim() ?? '';
    return inside.split(/\s+/).length > 2 ? [inside] : [];
  });
}

/** Blanks what is quoted; the places of the rest stay. */
export const withoutQuotations = (text: string): string =>
  text.replace(quotation, (found) => (quotationsIn(found).length > 0 ? ' '.repeat(found.length) : found));

const omission = /\[?(?:…|\.{3})\]?/u;

/** Returns the pieces between a quotation's omissions. */
export const quotedPieces = (quoted: string): string[] =>
  quoted.split(omission).filter((piece) => /\p{L}/u.test(piece));
