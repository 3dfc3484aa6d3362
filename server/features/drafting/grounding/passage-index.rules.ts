import { contentWords } from '../../../text/content-words.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import type { Part } from './parts.rules.ts';
import { type Passage, quoteOf } from './passages.rules.ts';

/** Characters of a passage: a few spoken lines, or a sentence or two. */
const length = 220;
/** Letters that two forms of a word share at the least. */
const root = 4;
/** Passages that are read word for word, those with most of the roots first. */
const mostRead = 40;
const hanWord = /^\p{sc=Han}/u;

export interface PassageIndex {
  /** Returns the passage that shares most of these words, and how many; null where none shares any. */
  nearest(words: readonly string[]): { passage: Passage; shared: number } | null;
}

/** Finds passages by their words. Linear in the material; a sentence looks only at passages that share a word's root. */
export function createPassageIndex(parts: readonly Part[]): PassageIndex {
  const passages: Passage[] = [];
  const byRoot = new Map<string, number[]>();
  for (const part of parts) {
    let last = passages.length - 1;
    for (const passage of passagesOf(part)) passages.push(passage);
    const { words, places } = part.words();
    words.forEach((word, place) => {
      while (
        (passages[last + 1]?.from ?? Number.POSITIVE_INFINITY) <= (places[place] ?? 0) ||
        passages[last]?.part !== part
      )
        last += 1;
      const key = word.slice(0, root);
      const found = byRoot.get(key);
      if (!found) byRoot.set(key, [last]);
      else if (found.at(-1) !== last) found.push(last);
    });
  }

  return {
    nearest(words) {
      const votes = new Map<number, number>();
      const roots = new Set(words.map((word) => word.slice(0, hanWord.test(word) ? 1 : root)));
      for (const each of roots)
        for (const index of byRoot.get(each) ?? []) votes.set(index, (votes.get(index) ?? 0) + 1);
      const candidates = [...votes].sort(([, a], [, b]) => b - a).slice(0, mostRead);
      let best: { passage: Passage; shared: number } | null = null;
      for (const [index] of candidates) {
        const passage = passages[index];
        if (!passage) continue;
        const shared = sharedWords(words, contentWords(quoteOf(passage))).length;
        if (shared > (best?.shared ?? 0)) best = { passage, shared };
      }
      return best;
    },
  };
}

/** Cuts at the last end of a sentence or line within the length, else at a space, else where the length ends. */
function passagesOf(part: Part): Passage[] {
  const passages: Passage[] = [];
  const { text } = part;
  for (let from = 0; from < text.length; ) {
    const end = Math.min(text.length, from + length);
    const piece = text.slice(from, end);
    const cut = end === text.length ? piece.length : lastEnd(piece);
    passages.push({ part, from, to: from + cut });
    from += cut;
  }
  return passages;
}

function lastEnd(piece: string): number {
  const sentence = Math.max(
    piece.lastIndexOf('\n'),
    piece.lastIndexOf('. '),
    piece.lastIndexOf('? '),
    piece.lastIndexOf('! '),
    piece.lastIndexOf('。'),
    piece.lastIndexOf('！'),
    piece.lastIndexOf('？'),
  );
  if (sentence > piece.length / 2) return sentence + 1;
  const space = piece.lastIndexOf(' ');
  return space > 0 ? space : piece.length;
}
