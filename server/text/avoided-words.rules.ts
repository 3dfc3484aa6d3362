/** Longer entries are instructions to the model. */
const longestPhrase = 60;

/** Without spaces a match cannot end at a word's edge. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/** In an instruction such as: never say "crush it", only the quoted words count. */
const quotedInside = /[\p{L}\p{N}][^"“”„«»]*["“„«]([^"“”„«»\n]+)["”“»]/u;
const quotes = /["“„«]([^"“”„«»\n]+)["”“»]/g;

export function avoidedPhrases(avoidWords: string | null): string[] {
  const phrases = (avoidWords ?? '')
    .normalize('NFKC')
    .split(/[,;\n、،]+/)
    .flatMap((entry) =>
      quotedInside.test(entry) ? [...entry.matchAll(quotes)].map(([, said = '']) => said) : [entry],
    )
    .map((entry) => entry.replace(/^[\s\-*•·"'“”„‘’«»]+|[\s"'“”„‘’«».]+$/g, '').toLowerCase())
    .filter((entry) => entry !== '' && entry.length <= longestPhrase);
  return [...new Set(phrases)];
}

export function usedPhrases(text: string, phrases: readonly string[]): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return phrases.filter((phrase) => uses(plain, phrase.replace(/\s+/g, ' ')));
}

/** Shorter words are not inflected: “us” is not “used”. */
const shortestInflected = 4;
const endings = '(?:s|es|d|ed|ing|ings|e|er|en|em|n)?';

function uses(text: string, phrase: string): boolean {
  if (unspaced.test(phrase)) return text.includes(phrase);
  const words = phrase.split(/[ -]/);
  const last = words.pop() ?? '';
  const form = isInflected(last) ? inflected(last) : escaped(last);
  const pattern = [...words.map(escaped), form].join('[ -]');
  // C is neither C++ nor C#.
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_]|[+#])`, 'u').test(text);
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isInflected = (word: string) => word.length >= shortestInflected && /^\p{L}+$/u.test(word);

function inflected(word: string): string {
  const whole = `${word}${endings}`;
  return word.endsWith('e') ? `(?:${whole}|${word.slice(0, -1)}(?:ing|ings))` : whole;
}
