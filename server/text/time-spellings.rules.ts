import { digitValue } from './spoken-times.rules.ts';

/**
 * Rewrites the time at the start of a line to one of two spellings: "0:03" or "[0:03]"
 * before the words, and "0:03 --> 0:05" for a time with an end. Most transcript and
 * note-taking tools use a spelling of their own.
 */
export function plainTime(line: string): string {
  if (isUsual.test(line) || !mayHoldTime.test(line)) return line;
  let plain = inAsciiDigits(line);
  for (const [spelling, usual] of spellings)
    plain = plain.replace(spelling, usual as string);
  return plain;
}

/**
 * Most lines are words, counters, or begin with a usual clock. These two patterns skip
 * them quickly.
 */
const isUsual = /^\d{1,3}:[0-5]\d|^\d*$/;
const mayHoldTime = /^\P{L}{0,11}\p{Nd}|^(?:T\+|start\W|begin\W|from\W|https?:)/iu;

type Replacement = string | ((...match: string[]) => string);

const clock = String.raw`(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?(?![:\d])`;
const dotted = String.raw`(\d{1,2})\.(\d\d)\.(\d\d)([.,]\d{1,3})?`;

const two = (digits: string) => digits.padStart(2, '0');
const clockOf = (hours = '0', minutes = '0', seconds = '0') =>
  `${hours}:${two(minutes)}:${two(seconds)}`;
const clockOfSeconds = (seconds: string) =>
  clockOf(
    String(Math.floor(Number(seconds) / 60 / 60)),
    String(Math.floor(Number(seconds) / 60) % 60),
    String(Math.floor(Number(seconds) % 60)),
  );

/** Applied in this order, since one replacement may make another one match. */
const spellings: readonly [spelling: RegExp, usual: Replacement][] = [
  // "[0:03 words](https://…)"
  [new RegExp(String.raw`^\[(${clock}\s[^\]]{1,2000})\]\([^()\s]{1,500}\)$`), '$1'],
  // "https://youtu.be/…?t=3 words"
  [
    /^https?:\/\/\S{1,200}[?&#]t=(\d{1,6})s?\S{0,200}\s+/i,
    (_line, seconds = '0') => `[${clockOfSeconds(seconds)}] `,
  ],
  // A counter on the line of its cue: "1 00:00:01,000 --> …"
  [/^#?\d{1,5}[.):]?\s+(?=\d{1,3}:\d{1,2}[:\d.,]{0,12}\s?-{1,3}\s?>)/, ''],
  // "1) 0:03", "1. [0:03]"
  [new RegExp(String.raw`^\d{1,4}[.)]\s+(?=[[(]?${clock})`), ''],
  // "Start: 0:03 End: 0:05"
  [
    new RegExp(
      String.raw`^(?:start|begin|from)\W{1,3}(${clock})\W{1,5}(?:end|stop|to)\W{1,3}(${clock})`,
      'i',
    ),
    '$1 --> $2',
  ],
  // Markdown for lists, headings, quotations and bold type around
  // the time: "- **0:03**", "## 0:03", "> `0:03`", "[[0:03]]"
  [
    new RegExp(
      String.raw`^[^\p{L}\p{N}[(<{"']{0,8}(?:T\+)?([[(<{]?)[[(<{]?[*_\x60~]{0,3}([[(<{]?${clock})([\])>}]?)[*_\x60~]{0,3}([\])>}]?)[\])>}]?(?=[\s:|=(*_–—-]|$)`,
      'u',
    ),
    (_line, ...[open = '', time = '', inner = '', outer = '']) => {
      const bare = time.replace(/^[[(<{]/, '');
      const isBracketed = open !== '' || bare !== time;
      return isBracketed && inner + outer !== ''
        ? `[${bare}]`
        : `${bare}${inner}${outer}`;
    },
  ],
  // The end of bold type after a link
  [/^(\[[\d:.,]{3,15}\]\([^()\s]{1,500}\))(?:\*\*|__)/, '$1'],
  // "1m05s", "[1h 2m 3s]"
  [
    /^([[(]?)(?:(\d{1,2})h\s?)?(\d{1,2})m\s?(\d{1,2})s([\])]?)(?=[\s:\-–—]|$)/i,
    (_line, ...[open = '', hours = '0', minutes = '0', seconds = '0', close = '']) =>
      `${open}${clockOf(hours || '0', minutes, seconds)}${close}`,
  ],
  // 1′05″
  [/^(\d{1,3})[′'’]\s?(\d{2})[″"”]/, '$1:$2'],
  // "[12.50s -> 15.00s]", "[12.0 - 15.0]", "12.000 --> 15.000"
  [
    /^([[(]?)(\d{1,6})(?:\.\d{1,6})?\s?s?\s*(?:-{1,3}\s?>|→)\s*(\d{1,6})(?:\.\d{1,6})?\s?s?([\])]?)(?=\s|$)/,
    (_line, _open, from = '0', to = '0') =>
      `[${clockOfSeconds(from)} --> ${clockOfSeconds(to)}]`,
  ],
  [
    /^[[(](\d{1,6})(?:\.\d{1,6})?\s?s?\s?[-–—]\s?(\d{1,6})(?:\.\d{1,6})?\s?s?[\])](?=:?\s|$)/,
    (_line, from = '0', to = '0') =>
      `[${clockOfSeconds(from)} --> ${clockOfSeconds(to)}]`,
  ],
  // "[12.5s]", "12.5s:"
  [
    /^[[(]?(\d{1,6})(?:\.\d{1,6})?\s?s(?:ec)?[\])]?(?=:?\s)/i,
    (_line, seconds = '0') => `[${clockOfSeconds(seconds)}]`,
  ],
  // "00.00.01,000 --> 00.00.02,500"
  [new RegExp(String.raw`^${dotted}(\s*-->\s*)${dotted}`), '$1:$2:$3$4$5$6:$7:$8$9'],
];

/**
 * A time in the digits of another script, or in full-width digits and colons: "０：０３",
 * "٠:٠٣".
 */
const otherDigits = /^([[(]?)((?!\p{ASCII})\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2})/u;

const inAsciiDigits = (line: string): string =>
  line.replace(otherDigits, (_match, open: string, time: string) => {
    const digits = time.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
    return `${open}${digits.replaceAll('：', ':')}`;
  });
