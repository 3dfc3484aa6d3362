const lettersPerToken = { latin: 4, accented: 3, other: 2.5 };

// One letter is a token at most; often two are.
const dense =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/gu;
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const other = /[\u0250-\u1dff]/g;

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/** Estimates the tokens of a text by its scripts; of `least`, no tokenizer makes fewer. */
export function tokenRange(text: string): { tokens: number; least: number } {
  const denseLetters = count(text, dense);
  const others = count(text, other);
  const latin = text.length - denseLetters - others;
  // English has hardly an accent; German, Spanish and the like take more tokens a word.
  const perToken = count(text, accented) * 100 > latin ? lettersPerToken.accented : lettersPerToken.latin;
  const spaced = latin / perToken + others / lettersPerToken.other;
  return { tokens: Math.ceil(denseLetters + spaced), least: 0.45 * denseLetters + 0.7 * spaced };
}

export const tokensOf = (text: string): number => tokenRange(text).tokens;
