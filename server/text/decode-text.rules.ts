import { analyse } from 'chardet';
import { nameOfOtherBytes } from './other-files.rules.ts';

export type DecodedText = { text: string; encoding: string } | { problem: string };

/** Maps the encoding names of the detector to the labels of TextDecoder. */
const legacyEncodings: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
  'ISO-8859-5': 'iso-8859-5',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'iso-8859-8',
  'windows-1255': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  'ISO-8859-6': 'iso-8859-6',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
};

/**
 * In percent, as reported by the detector. A sentence of real text in one of these
 * encodings reaches 20.
 */
const leastConfidence = 15;
/** Enough bytes to detect an encoding, and few enough to analyse quickly. */
const sampleBytes = 64_000;

const undecidable = {
  problem:
    'We cannot tell the encoding of this file: it is neither UTF-8 nor UTF-16, and not clearly one of the older encodings (Windows-1250 to 1257 and 874, ISO-8859, KOI8, IBM866, Shift_JIS, EUC-JP, EUC-KR, GB18030, Big5). Open it in an editor, save it as UTF-8, and choose it again.',
};

/**
 * Decodes a file from the user. Tries a byte order mark, then the charset that the sender
 * `declared`, then UTF-16 (recognized by its zero bytes), then UTF-8, then the older
 * encodings by their statistics. Ignores a declared UTF-8, because browsers declare it
 * without checking. If the file is known not to be text, the problem names its type.
 */
export function decodeText(
  bytes: Uint8Array,
  declared: string | null = null,
): DecodedText {
  const otherFile = nameOfOtherBytes(bytes);
  if (otherFile !== null) return { problem: `This is ${otherFile}` };
  const marked = byMark(bytes);
  if (marked) return marked;
  const named =
    declared === null || /^utf-?8$/i.test(declared) ? null : decodeAs(declared, bytes);
  if (named) return named;
  const zeros = utf16ByZeros(bytes);
  if (zeros) return decodeAs(zeros, bytes) ?? undecidable;
  return decodeAs('utf-8', bytes) ?? byStatistics(bytes) ?? undecidable;
}

function byMark(bytes: Uint8Array): DecodedText | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return decodeAs('utf-8', bytes);
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  return null;
}

/**
 * Returns null if the bytes are not valid in this encoding, or if the encoding is
 * unknown.
 */
function decodeAs(
  encoding: string,
  bytes: Uint8Array,
): { text: string; encoding: string } | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, encoding };
  } catch {
    return null;
  }
}

/**
 * Text in any other encoding has no zero bytes; in UTF-16 the line breaks and spaces have
 * one each.
 */
function utf16ByZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  const sample = bytes.subarray(0, sampleBytes);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (odd > 0 && even === 0) return 'utf-16le';
  if (even > 0 && odd === 0) return 'utf-16be';
  return null;
}

function byStatistics(bytes: Uint8Array): { text: string; encoding: string } | null {
  // Leaves out lines such as the times of captions: they are
  // ASCII in every encoding, and would blur the statistics.
  const telling = bytesNearLetters(bytes);
  for (const { name, confidence } of analyse(telling)) {
    const label = legacyEncodings[name];
    if (label === undefined || confidence < leastConfidence) continue;
    const sample = decodeAs(label, telling);
    if (sample && isPlausible(sample.text)) return decodeAs(label, bytes);
  }
  return byScript(bytes, telling) ?? byAgreement(bytes, telling);
}

/**
 * Encodings that the detector does not know or rarely recognizes, each with its script.
 */
const encodingsOfScripts: readonly [label: string, script: RegExp][] = [
  ['windows-874', /\p{sc=Thai}/u],
  ['windows-1251', /\p{sc=Cyrillic}/u],
  ['ibm866', /\p{sc=Cyrillic}/u],
  ['koi8-u', /\p{sc=Cyrillic}/u],
];

/**
 * Decodes the text if there is exactly one encoding in which all letters outside ASCII
 * belong to its script.
 */
function byScript(
  bytes: Uint8Array,
  telling: Uint8Array,
): { text: string; encoding: string } | null {
  const fitting = encodingsOfScripts.filter(([label, script]) => {
    const text = decodeAs(label, telling)?.text ?? '';
    const letters = text.match(/(?!\p{ASCII})\p{L}/gu) ?? [];
    return (
      letters.length > 0 &&
      letters.every((letter) => script.test(letter)) &&
      isPlausible(text)
    );
  });
  const [only, another] = fitting;
  return only && !another ? decodeAs(only[0], bytes) : null;
}

const otherScript =
  '[\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Thai}]';
/**
 * What words look like in a wrong encoding: with signs, capitals or letters of another
 * script in them.
 */
const wrongInWord = new RegExp(
  [
    String.raw`\p{L}[\p{S}\p{No}§¶¿¡]+\p{L}`,
    String.raw`\p{Ll}(?!\p{ASCII})\p{Lu}(?:\p{Ll}|[§¶\p{S}])`,
    String.raw`(?!\p{ASCII})\p{Ll}(?!\p{ASCII})\p{Lu}{2}`,
    `[a-z]${otherScript}|${otherScript}[a-z]`,
  ].join('|'),
  'gu',
);
/**
 * The tolerated share among characters outside ASCII, for names such as "MacBook" or
 * "5°C".
 */
const mostWrong = 0.02;

function isPlausible(text: string): boolean {
  if (hasControls(text)) return false;
  const beyondAscii = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return (text.match(wrongInWord)?.length ?? 0) <= beyondAscii * mostWrong;
}

const latinEncodings = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257'];

/**
 * Decodes a few words in a Latin script, which are too few for statistics. Their
 * encoding does not matter if all candidates decode them to the same letters. "Grüße"
 * is such a word; "voilà" is not, because it reads as "voilŕ" in Windows-1250.
 */
function byAgreement(
  bytes: Uint8Array,
  telling: Uint8Array,
): { text: string; encoding: string } | null {
  const readings = latinEncodings.map((label) => decodeAs(label, telling)?.text ?? '');
  const [first = ''] = readings;
  if (!readings.every((reading) => reading === first) || !isLatinText(first)) return null;
  return decodeAs('windows-1252', bytes);
}

/**
 * Text in a Latin script has at least two ASCII letters for each character outside ASCII.
 */
function isLatinText(text: string): boolean {
  if (hasControls(text)) return false;
  const beyondAscii = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const ascii = text.match(/[a-z]/gi)?.length ?? 0;
  return beyondAscii > 0 && beyondAscii * 2 <= ascii;
}

/** Returns the lines with a byte outside ASCII, up to the size of the sample. */
function bytesNearLetters(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  let from = 0;
  for (let at = 0; at <= bytes.length && length < sampleBytes; at += 1) {
    if (at !== bytes.length && bytes[at] !== 0x0a) continue;
    const line = bytes.subarray(from, at + 1);
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      length += line.length;
    }
    from = at + 1;
  }
  return Buffer.concat(lines).subarray(0, sampleBytes);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean that the encoding was wrong
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

const hasControls = (text: string) => controls.test(text);
