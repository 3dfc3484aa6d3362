export interface SearchWord {
  /** The letters and digits it begins with; an index finds the words that begin so. */
  prefix: string | null;
  /** What the text must hold as it is, where the prefix alone does not say it. */
  part: string | null;
}

/** As texts may have it: an “ö” is one character, or two. */
export const spellings = (word: string): string[] => [
  ...new Set([word.normalize('NFC'), word.normalize('NFD')]),
];

const letters = /^[\p{L}\p{N}\p{M}]+/u;
const punctuationAround = /^[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?¿¡]+|[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?]+$/gu;
/** Written without spaces: PostgreSQL takes a whole sentence for one word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the words that all must occur. */
export function searchWords(text: string): SearchWord[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => readWord(word.replace(punctuationAround, '') || word));
}

function readWord(word: string): SearchWord {
  if (unspaced.test(word)) return { prefix: null, part: word };
  const prefix = letters.exec(word)?.[0].toLowerCase() ?? null;
  return { prefix, part: prefix?.length === word.length ? null : word };
}

/** A pattern of `ilike` for texts that hold this. */
export const holding = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
