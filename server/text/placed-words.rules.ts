import { lowered } from './folded.rules.ts';
import { lastAtMost } from './last-at-most.rules.ts';

/** Chinese and Japanese set no spaces: each letter counts as a word. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+/gv;
/** Letters from which on a name may go on with an ending: "Postgres" in "PostgreSQL", "PDB" in "PDBs". */
const longName = 4;
const longestEnding = 2;

export interface PlacedWords {
  words: readonly string[];
  /** Where each word begins in the text. */
  places: readonly number[];
  /** Returns where a name begins. Case, spaces and joining marks aside: "matchLabelKeys" is "match label keys". */
  find(name: string): number[];
}

/** Reads the words of a text once. A linear scan: a whole transcript would take Intl.Segmenter too long. */
export function placedWords(text: string): PlacedWords {
  const letters = lowered(text);
  const words = letters.match(word) ?? [];
  const joined = words.join('');
  const places: number[] = [];
  const starts: number[] = [];
  let [place, start] = [0, 0];
  for (const each of words) {
    place = letters.indexOf(each, place);
    places.push(place);
    starts.push(start);
    place += each.length;
    start += each.length;
  }

  return {
    words,
    places,
    find(name) {
      if (name.includes('&'))
        return [...this.find(name.replaceAll('&', ' ')), ...this.find(name.replaceAll('&', ' and '))];
      const wanted = (lowered(name).match(word) ?? []).join('');
      const singular = wanted.length > longName && wanted.endsWith('s') ? wanted.slice(0, -1) : wanted;
      if (singular === '') return [];
      const ending = singular.length >= longName ? longestEnding : 1;
      const found: number[] = [];
      for (let at = joined.indexOf(singular); at !== -1; at = joined.indexOf(singular, at + 1)) {
        const first = lastAtMost(starts, at);
        if (starts[first] !== at) continue;
        const end = at + singular.length;
        const rest = joined.slice(end, starts[lastAtMost(starts, end - 1) + 1] ?? joined.length);
        if (rest.length <= ending && (ending > 1 || rest === '' || rest === 's'))
          found.push(places[first] ?? 0);
      }
      return found;
    },
  };
}

export const holdsName = (text: string, name: string): boolean => placedWords(text).find(name).length > 0;
