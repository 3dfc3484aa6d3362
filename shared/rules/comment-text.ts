import { commentHardLimit } from '../contracts/comments.ts';

export const isSavableText = (text: string): boolean => text.trim() !== '' && text.length <= commentHardLimit;

/** Case, spacing and invisible characters do not make a different comment. */
export function comparableText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

export const sameText = (a: string, b: string): boolean => comparableText(a) === comparableText(b);

export function isAmong(texts: readonly string[], text: string): boolean {
  const wanted = comparableText(text);
  return texts.some((each) => comparableText(each) === wanted);
}
