/** Longer entries are instructions for the model, not words we could look for. */
const longestPhrase = 60;

/** Scripts that put no spaces between words, so a match cannot end at a word's edge. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/** The profile's free text as words and phrases: separated by commas, semicolons or lines, bullets and quotes dropped. */
export function avoidedPhrases(avoidWords: string | null): string[] {
  const phrases = (avoidWords ?? '')
    .normalize('NFKC')
    .split(/[,;\n、،]+/)
    .map((entry) => entry.replace(/^[\s\-*•·"'“”„‘’«»]+|[\s"'“”„‘’«».]+$/g, '').toLowerCase())
    .filter((entry) => entry !== '' && entry.length <= longestPhrase);
  return [...new Set(phrases)];
}

/** Which of them the text uses, as whole words, whatever their case. */
export function usedPhrases(text: string, phrases: readonly string[]): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return phrases.filter((phrase) => uses(plain, phrase.replace(/\s+/g, ' ')));
}

function uses(text: string, phrase: string): boolean {
  if (unspaced.test(phrase)) return text.includes(phrase);
  const literal = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}
