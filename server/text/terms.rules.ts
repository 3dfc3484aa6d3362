const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const ending = /(?:ing|ies|ed|es|en|er|s|e|y)$/;

/** Words without their commonest endings; pairs of characters where a script writes no spaces. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = (word: string) => (word.length > 4 ? word.replace(ending, '') : word);
  if (!unspaced.test(text)) return words.map(stem);
  return words.flatMap((word) =>
    unspaced.test(word) ? Array.from(word.slice(1), (_, index) => word.slice(index, index + 2)) : stem(word),
  );
}
