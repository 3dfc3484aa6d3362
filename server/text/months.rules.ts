const monthNames: readonly string[] =
  `january|januar|enero february|februar|febrero march|märz|marzo april|abril may|mai|mayo june|juni|junio
   july|juli|julio august|agosto september|septiembre october|oktober|octubre november|noviembre
   december|dezember|diciembre`.split(/\s+/);
const anyMonth = new RegExp(`(?<!\\p{L})(?:${monthNames.join('|')})(?!\\p{L})`, 'giu');
/**
 * A month next to a day or a year is part of a date; a month alone only names a season.
 */
const dayBefore = /\d(?:st|nd|rd|th)?\.?\s(?:of\s|de\s)?$/iu;
const dayBehind = /^(?:\s(?:de\s)?|,\s)\d/u;

/** Returns the months in dates, as written and as a number from 1 to 12. */
export function monthsIn(text: string): { text: string; month: number }[] {
  return [...text.matchAll(anyMonth)].flatMap(({ 0: found, index }) => {
    const isDate =
      dayBefore.test(text.slice(Math.max(0, index - 12), index)) ||
      dayBehind.test(text.slice(index + found.length));
    const month = monthNames.findIndex((names) =>
      names.split('|').includes(found.toLowerCase()),
    );
    return isDate ? [{ text: found, month: month + 1 }] : [];
  });
}

/** Returns a pattern for any spelling of a month: its name, "3月", "2026-03", "4.3.". */
export const monthPattern = (month: number) =>
  new RegExp(
    `(?<!\\p{L})(?:${monthNames[month - 1]})(?!\\p{L})|(?<!\\d)${month}月|\\d{4}-0?${month}(?!\\d)|(?<![\\d.])\\d{1,2}\\.0?${month}\\.`,
    'iu',
  );

export const hasMonth = (text: string): boolean => text.search(anyMonth) !== -1;
