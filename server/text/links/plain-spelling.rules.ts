const wordEnd = '(?![\\p{L}\\p{N}-])';
/** Other endings are ordinary words here. */
const spelledDot = new RegExp(
  `(?<=[\\p{L}\\p{N}-]{2})\\s{1,3}(?:dot\\s{1,3}(?=(?:com|org|io|dev|co|de|app|gg|xyz|ai|tv|info|shop|store|site|online|club)${wordEnd})|(?:punto|ponto|point)\\s{1,3}(?=(?:com|org)${wordEnd}))`,
  'giu',
);
/** Not "I like it . Com isso". */
const spacedDot = new RegExp(
  `(?<=[\\p{L}\\p{N}])\\s{1,3}\\.\\s{1,3}(?=(?:com|net|org|io|xyz|gg|ru|COM|NET|ORG)${wordEnd})|(?<=\\b[wW]{3})\\s{0,3}\\.\\s{1,3}`,
  'gu',
);
/** Not "the .com domain". */
const spaceBeforeDot = new RegExp(
  `(?<=[\\p{L}\\p{N}]{3})(?<!\\b(?:the|any|every|your|own|and|for|with|non))\\s{1,3}\\.(?=(?:com|org|xyz)${wordEnd}(?! (?:domain|ending|address|bubble|boom|era|name|site|suffix|TLD)))`,
  'giu',
);
/** "com" is Portuguese for "with", so only at a sentence's end. */
const spaceBehindDot = /(?<=[\p{L}\p{N}]{3})\.\s{1,3}(?=(?:com|xyz)(?:[/,;!?]|$))/gu;
const ideographicDot = /(?<=[a-z\d])。(?=[a-z])/giu;
const bracketedDot = /\s{0,3}[[({]\s{0,2}(?:dot|punkt|punto|ponto|point|\.)\s{0,2}[\])}]\s{0,3}/giu;
const bracketedAt = /\s{0,3}[[({]\s{0,2}at\s{0,2}[\])}]\s{0,3}/giu;

const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
const spacedLetters = /(?<!\S)\p{L}(?: \p{L}){2,62}(?![\p{L}\p{N}])/gu;
const eastAsian = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]';
const besideEastAsian = new RegExp(`(?<=[a-z\\d/])(?=${eastAsian})|(?<=${eastAsian})(?=[a-z\\d+@])`, 'giu');

/** Rewrites disguised addresses: "www . evil [dot] com" becomes "www.evil.com". */
export function plainSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(spacedLetters, (letters) => letters.replaceAll(' ', ''))
    .replace(ideographicDot, '.')
    .replace(besideEastAsian, ' ')
    .replace(bracketedDot, '.')
    .replace(bracketedAt, '@')
    .replace(spelledDot, '.')
    .replace(spacedDot, '.')
    .replace(spaceBeforeDot, '.')
    .replace(spaceBehindDot, '.');
}
