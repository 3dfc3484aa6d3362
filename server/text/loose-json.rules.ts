import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { parseJson } from '../core/outgoing.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface FoundObject {
  from: number;
  /** The index after its closing brace. */
  to: number;
  value: unknown;
  /** Whether the structure outside its strings had to be guessed. */
  isRepaired: boolean;
}

/**
 * Limits the search as a whole, because the rest of the
 * text is read again for each brace that is never closed.
 */
const readingsPerLetter = 20;
const mostRepairs = 50;

const objectBegin = /\{(?=\s*["}])/g;
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
/**
 * A valid escape sequence, an incomplete one at the end, or a stray backslash with the
 * character after it.
 */
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\(?:u[0-9a-f]{0,3})?$|\\([\s\S])/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, and models write them
const controls = /[\u0000-\u001f]/g;

/**
 * Fixes the escape sequences of a string. Doubles a stray backslash before a letter or
 * digit (`\d+`), and removes any other one (`\'`, `\_`). Removes an incomplete escape
 * sequence at the end.
 */
function mendEscapes(text: string): string {
  return text.replace(
    escapes,
    (match: string, letter: string | undefined, at: number) => {
      if (letter !== undefined)
        return /[\p{L}\p{N}]/u.test(letter) ? `\\\\${letter}` : letter;
      const isHalf = at + match.length === text.length && /^\\(?:u.{0,3})?$/i.test(match);
      return isHalf ? '' : match;
    },
  );
}

/**
 * Returns the text of a JSON string that may be cut off anywhere.
 * `begin` is the index after its opening quotation mark.
 */
export function stringSoFar(text: string, begin: number, longest: number): string {
  const end = endOfString(text, begin - 1);
  const raw = text.slice(
    begin,
    Math.min(end === null ? text.length : end - 1, begin + longest),
  );
  return String(parseJson(`"${mendString(raw)}"`) ?? '');
}

const mendString = (text: string): string =>
  mendEscapes(text).replace(controls, (letter) => JSON.stringify(letter).slice(1, -1));

/**
 * A string, or one of the mistakes outside strings that can be fixed
 * without guessing: a trailing comma, a comment, or a Python word.
 */
const slips = new RegExp(
  `(?<string>${quoted.source})|,(?=\\s*[}\\]])|/\\*[\\s\\S]{0,500}?\\*/|//[^\\n]*|\\b(?<word>None|True|False)\\b`,
  'g',
);
const pythonWords: Readonly<Record<string, string>> = {
  None: 'null',
  True: 'true',
  False: 'false',
};

function mendSlips(json: string): string {
  return json.replace(slips, (...match) => {
    const { string, word }: { string?: string; word?: string } = match.at(-1);
    if (string !== undefined) return mendString(string);
    return pythonWords[word ?? ''] ?? '';
  });
}

/**
 * Parses a text that is one object, or nearly one. The value is undefined if that fails.
 */
function parseObject(json: string): Pick<FoundObject, 'value' | 'isRepaired'> {
  const value = parseJson(mendSlips(json));
  if (value !== undefined) return { value, isRepaired: false };
  try {
    return { value: parseJson(jsonrepair(mendEscapes(json))), isRepaired: true };
  } catch {
    // jsonrepair throws its own error, or a RangeError if braces are nested too deeply.
    return { value: undefined, isRepaired: true };
  }
}

/**
 * Returns the JSON objects in a text that may also hold code fences and prose. Objects
 * nested in another object are not listed. Accepts invalid JSON only if `isSound` accepts
 * the part outside its strings.
 */
export function objectsIn(
  text: string,
  isSound: (outside: string) => boolean,
): FoundObject[] {
  const begin = new RegExp(objectBegin);
  const found: FoundObject[] = [];
  let left = text.length * readingsPerLetter;
  for (let brace = begin.exec(text); brace && left > 0; brace = begin.exec(text)) {
    const from = brace.index;
    const to = endOfObject(text, from);
    left -= (to ?? text.length) - from;
    const json = to === null ? '' : text.slice(from, to);
    const strict = parseJson(json);
    const isNearly = strict === undefined && isSound(json.replace(quoted, '""'));
    const read = isNearly ? parseObject(json) : { value: strict, isRepaired: false };
    if (to === null || read.value === undefined) continue;
    found.push({ from, to, ...read });
    begin.lastIndex = to;
  }
  return found;
}

/**
 * Returns the index after the brace that closes the one at `begin`, or null if there is
 * none.
 */
export function endOfObject(text: string, begin: number): number | null {
  const marks = /["{}]/g;
  marks.lastIndex = begin;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      marks.lastIndex = endOfString(text, mark.index) ?? text.length;
    } else {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return mark.index + 1;
    }
  }
  return null;
}

/**
 * Returns the index after the quotation mark that closes
 * the string opened at `begin`, or null if there is none.
 */
function endOfString(text: string, begin: number): number | null {
  const string = new RegExp(quoted.source, 'y');
  string.lastIndex = begin;
  return string.test(text) ? string.lastIndex : null;
}

/**
 * An apostrophe in or after a word, which does not end a string in single quotation
 * marks.
 */
const apostrophe = /(?<=\p{L})'(?=\s?\p{L})/gu;
const keptApostrophe = '\ue000';
/**
 * A closing brace after a string, a number, a word or a bracket. Any
 * other brace at the end may belong to a string that was cut off.
 */
const properEnd =
  /["'’”`\]}\d]\s*,?\s*\}$|\b(?:true|false|null|None|True|False)\s*,?\s*\}$/;

/**
 * Yields objects that only jsonrepair can read: with other quotation marks, without any,
 * or with unescaped ones in a string. The object that begins last comes first. With
 * `mayEndEarly`, closing brackets may be missing at the end, but not the end of a string.
 */
export function* looseObjectsIn(text: string, mayEndEarly: boolean): Generator<unknown> {
  const braces = [...text.matchAll(/\{/g)].slice(-mostRepairs);
  for (const { index } of braces.toReversed()) {
    const rest = mendEscapes(text.slice(index)).replace(apostrophe, keptApostrophe);
    const repaired = repairedBeginning(rest);
    if (repaired === null) continue;
    const { json, source } = repaired;
    const endsBetweenStrings = !/["'“‘`]/.test(source.replace(quoted, ''));
    if (properEnd.test(source) || (mayEndEarly && endsBetweenStrings))
      yield parseJson(json.replaceAll(keptApostrophe, "'"));
  }
}

/** Repairs the value at the start of a text. Returns null if that fails. */
function repairedBeginning(text: string): { json: string; source: string } | null {
  const repaired = (source: string) => ({
    json: jsonrepair(source),
    source: source.replace(/[\s`]+$/, ''),
  });
  try {
    return repaired(text);
  } catch (error) {
    // The position in the error is where other text follows the value.
    if (!(error instanceof JSONRepairError) || error.position === 0) return null;
    try {
      return repaired(text.slice(0, error.position));
    } catch {
      return null;
    }
  }
}
