const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/;
const invisibles = new RegExp(invisible, 'g');
const space = /\s/;

export interface Folded {
  text: string;
  /** Returns the place in the original of a place in the folded text. */
  placeOf(index: number): number;
}

/** Lower case of the same length: "İ" alone would become two letters. */
export const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Folds case, white space, and typographic quotation marks and dashes. Linear in the text. */
export function folded(text: string): Folded {
  const letters = lowered(text)
    .replace(invisibles, '')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/^ /, '')
    .replace(/[’‘´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—‑]/g, '-');
  return { text: letters, placeOf: (index) => placeIn(text, index) };
}

function placeIn(text: string, index: number): number {
  let passed = 0;
  let isAfterSpace = true;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    const isPlain = letter > ' ' && letter < '\u007f';
    if (!isPlain && invisible.test(letter)) continue;
    const isSpace = !isPlain && space.test(letter);
    if (isSpace && isAfterSpace) continue;
    if (passed === index) return place;
    passed += 1;
    isAfterSpace = isSpace;
  }
  return text.length;
}
