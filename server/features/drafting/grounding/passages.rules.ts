import type { Part } from './parts.rules.ts';

/** A passage of the material, letter for letter. */
export interface Passage {
  part: Part;
  from: number;
  to: number;
}

export const quoteOf = ({ part, from, to }: Passage): string => part.text.slice(from, to);

/** Returns the passage with what stands around it. */
export const around = ({ part, from, to }: Passage, characters: number): string =>
  part.text.slice(Math.max(0, from - characters), to + characters);
