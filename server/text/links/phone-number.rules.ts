const start = '(?<![\\p{L}\\p{N}_]|[\\p{L}\\p{N}][-.,:/#+])';
const end = '(?![\\p{L}\\p{N}_]|[-.,:/]\\p{N})';
const gap = '(?:[./-]| [/–-] |[)][./-]|[ ()]{1,3})?';
const digits = (least: number, most: number) => `(?:${gap}\\d){${least},${most}}`;
const pattern = (source: string) => new RegExp(`${start}${source}${end}`, 'gu');

/** +49 30 9018 2044 or 0049 30 9018 2044 */
const international = pattern(`(?:\\+|00)[1-9]${digits(7, 14)}`);
/** 020 7946 0958, (030) 901820 44, 06 12 34 56 78, 090-1234-5678 */
const withTrunkZero = pattern(`\\(?0[1-9]${digits(7, 10)}`);
/** (212) 555-0187, 415-555-0132, 1-800-555-0199 */
const northAmerican = pattern(
  '(?:\\+?1[ .-]){0,1}(?:\\([2-9]\\d\\d\\) ?|[2-9]\\d\\d[.-]|(?<=1 )[2-9]\\d\\d )[2-9]\\d\\d[ .-]\\d{4}',
);
const asked = new RegExp(
  `(?:whats ?app|viber|telegram|tel\\.|telefon\\p{L}{0,4}|t[ée]l[ée]phone|tel[ée]fono|phone(?: number)?|mobile(?: number)?|handy|sms|(?:call|text|ring|phone) (?:me|us)|my number|ll[áa]ma(?:me|nos)|appelez|anrufen)[^\\p{N}\\n]{0,20}\\d${digits(6, 14)}${end}`,
  'giu',
);

const grouped = /^\+?\d{1,3}(?:[ .]\d{3}){1,4}$/;
const dated = /\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d/;
const decimal = /^\+?\d{1,3}\.\d{1,20}$/;
/** File modes, times and bits: 0644 0755 0600. */
const fours = /^\d{4}(?: \d{4}){1,3}$/;
const counted = '0123456789';

export function findPhoneNumber(text: string): string | null {
  for (const shape of [international, withTrunkZero, northAmerican, asked]) {
    for (const [found] of text.matchAll(shape)) if (isNumberToCall(found)) return found.trim();
  }
  return null;
}

function isNumberToCall(found: string): boolean {
  const number = found.replace(/^[^\d+(]{1,60}/u, '');
  const bare = number.replace(/\D/g, '');
  if (dated.test(number) || decimal.test(number) || fours.test(number) || bare === counted) return false;
  // Amounts end in zeros: +10 000 000 rows.
  if (/0{5}$/.test(bare) || (grouped.test(number) && bare.endsWith('000'))) return false;
  // A difference of lines: +12345678.
  return !/^\+\d{8,9}$/.test(number);
}
