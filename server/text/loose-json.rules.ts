import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { parseJson } from '../core/outgoing.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface FoundObject {
  from: number;
  /** The place behind its closing brace. */
  to: number;
  value: unknown;
  /** What stands between its strings had to be guessed. */
  isRepaired: boolean;
}

/** Each opening brace that nothing closes starts another reading of the same text, so the reading as a whole is limited. */
const readingsPerLetter = 20;
const mostRepairs = 50;

const objectBegin = /\{(?=\s*["}])/g;
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
/** A valid escape, half an escape at the end, or a backslash that begins none, with its letter. */
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\(?:u[0-9a-f]{0,3})?$|\\([\s\S])/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, and models write them
const controls = /[\u0000-\u001f]/g;

/** Keeps a backslash that begins no escape before a letter or a digit (`\d+`), drops it before anything else (`\'`, `\_`), and drops half an escape at the end. */
function mendEscapes(text: string): string {
  return text.replace(escapes, (match: string, letter: string | undefined, at: number) => {
    if (letter !== undefined) return /[\p{L}\p{N}]/u.test(letter) ? `\\\\${letter}` : letter;
    const isHalf = at + match.length === text.length && /^\\(?:u.{0,3})?$/i.test(match);
    return isHalf ? '' : match;
  });
}

/** Returns the text of a JSON string that may be cut anywhere, from behind its opening quotation mark. */
export function stringSoFar(text: string, begin: number, longest: number): string {
  const end = endOfString(text, begin - 1);
  const raw = text.slice(begin, Math.min(end === null ? text.length : end - 1, begin + longest));
  return String(parseJson(`"${mendString(raw)}"`) ?? '');
}

const mendString = (text: string): string =>
  mendEscapes(text).replace(controls, (letter) => JSON.stringify(letter).slice(1, -1));

/** A string, or outside of strings a comma too many, a remark or a word of Python: each is certain in its meaning. */
const slips = new RegExp(
  `(?<string>${quoted.source})|,(?=\\s*[}\\]])|/\\*[\\s\\S]{0,500}?\\*/|//[^\\n]*|\\b(?<word>None|True|False)\\b`,
  'g',
);
const pythonWords: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };

function mendSlips(json: string): string {
  return json.replace(slips, (...match) => {
    const { string, word }: { string?: string; word?: string } = match.at(-1);
    if (string !== undefined) return mendString(string);
    return pythonWords[word ?? ''] ?? '';
  });
}

/** Reads a text that is one object, or nearly one. The value is undefined where it is none. */
function parseObject(json: string): Pick<FoundObject, 'value' | 'isRepaired'> {
  const value = parseJson(mendSlips(json));
  if (value !== undefined) return { value, isRepaired: false };
  try {
    return { value: parseJson(jsonrepair(mendEscapes(json))), isRepaired: true };
  } catch {
    // Its own error, or a RangeError for braces in braces without end.
    return { value: undefined, isRepaired: true };
  }
}

/**
 * Returns the JSON objects among code fences and prose, without those inside another one. Nearly-JSON counts where
 * `isSound` accepts what stands outside its strings.
 */
export function objectsIn(text: string, isSound: (outside: string) => boolean): FoundObject[] {
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

/** Returns the place behind the brace that closes the one at `begin`; null where none does. */
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

/** Returns the place behind the mark that closes the string opened at `begin`; null where none does. */
function endOfString(text: string, begin: number): number | null {
  const string = new RegExp(quoted.source, 'y');
  string.lastIndex = begin;
  return string.test(text) ? string.lastIndex : null;
}

/** An apostrophe within or behind a word, which ends no string in single quotation marks. */
const apostrophe = /(?<=\p{L})'(?=\s?\p{L})/gu;
const keptApostrophe = '\ue000';
/** An object ends behind a string, a number, a word or another object. A cut one may end with a brace of its text. */
const properEnd = /["'’”`\]}\d]\s*,?\s*\}$|\b(?:true|false|null|None|True|False)\s*,?\s*\}$/;

/**
 * Yields objects that only jsonrepair finds: in other quotation marks, without any, or with such marks in a string
 * unescaped. The last begun comes first. With `mayEndEarly` the last brackets may be missing, but no end of a string.
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

/** Repairs the value that a text begins with. */
function repairedBeginning(text: string): { json: string; source: string } | null {
  const repaired = (source: string) => ({
    json: jsonrepair(source),
    source: source.replace(/[\s`]+$/, ''),
  });
  try {
    return repaired(text);
  } catch (error) {
    // The library names the place of what follows the value.
    if (!(error instanceof JSONRepairError) || error.position === 0) return null;
    try {
      return repaired(text.slice(0, error.position));
    } catch {
      return null;
    }
  }
}
