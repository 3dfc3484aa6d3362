import { folded } from '../../../text/folded.rules.ts';
import type { KnownMaterial, Told } from './known-material.rules.ts';

const omission = /\[?(?:…|\.{3})\]?/u;
const leastLetters = 12;

/** Returns the quotations of a sentence that stand nowhere in the material, word for word. */
export function unheldQuotations({ parts, head }: KnownMaterial, { facts }: Told): string[] {
  const texts = [folded(head), ...parts.map((part) => part.folded)];
  return facts.quotations.filter((quotation) => {
    const pieces = quotation.split(omission).filter((piece) => /\p{L}/u.test(piece));
    return !pieces.every((piece) => {
      const wanted = folded(piece.replace(/[.,;:!?]+$/u, '')).text.trim();
      return (
        texts.some(({ text }) => text.includes(wanted)) ||
        // Captions are without punctuation.
        (piece.length >= leastLetters && parts.some((part) => part.words().find(piece).length > 0))
      );
    });
  });
}
