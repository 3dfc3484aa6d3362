import { commentHardLimit } from '../contracts/comments.ts';

/** Neither blank nor longer than the server takes. */
export const isSavableText = (text: string): boolean => text.trim() !== '' && text.length <= commentHardLimit;

/** Text as it is compared: case, spacing and invisible characters do not make a different comment. */
export function comparableText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
