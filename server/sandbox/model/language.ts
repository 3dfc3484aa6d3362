const names: Record<string, string> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  spanish: 'es',
  español: 'es',
  japanese: 'ja',
};

/** Reads "write in European Spanish"; null for a language the model does not write. */
export const askedLanguage = (text: string): string | null => {
  const asked = text.matchAll(
    /\b(?:write|answer|reply|comment|respond)\b[^.\n]{0,30}\bin ([^.,;\n]{2,40})/giu,
  );
  for (const [, words = ''] of asked) {
    const found = words
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.find((word) => Object.hasOwn(names, word));
    if (found) return names[found] ?? null;
  }
  return null;
};

const common: Record<string, readonly string[]> = {
  de: ['und', 'der', 'die', 'das', 'für', 'mit', 'ein', 'wir', 'nicht', 'wie'],
  es: ['el', 'los', 'las', 'con', 'para', 'una', 'que', 'cómo', 'del', 'por'],
};

/** By script and common words; English if in doubt. */
export const detectLanguage = (text: string): string => {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  const words = ` ${text.toLowerCase()} `;
  const [best] = Object.entries(common)
    .map(([tag, list]) => ({ tag, count: list.filter((word) => words.includes(` ${word} `)).length }))
    .sort((a, b) => b.count - a.count);
  return best && best.count >= 2 ? best.tag : 'en';
};
