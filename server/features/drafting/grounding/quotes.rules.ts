import type { SourceClaim } from '../../../providers/language-model/language-model.ts';
import { folded } from '../../../text/folded.rules.ts';
import type { Part } from './parts.rules.ts';
import type { Passage } from './passages.rules.ts';

/** Shorter ones stand somewhere in any long text; a part as short may be quoted whole. */
const leastLetters = 12;
/** A model leaves words out of a quote, or copies the time marks of its prompt. */
const breaks = /\[(?:…|\.{3}|[\d:]+)\]|…|\.{3}/u;
const marks = /^["“„«'‘\s…]+|["”“»'’\s….,;:]+$/gu;

/** Finds a claimed quote in the part that was named, else in another: as a whole, else the longest piece that is there. */
export function findQuote(
  parts: readonly Part[],
  { kind, quote }: Pick<SourceClaim, 'kind' | 'quote'>,
): Passage | null {
  const inOrder = [
    ...parts.filter((part) => part.kind === kind),
    ...parts.filter((part) => part.kind !== kind),
  ];
  const pieces = quote.split(breaks).sort((a, b) => b.length - a.length);
  for (const wanted of [quote, ...pieces]) {
    const found = find(inOrder, folded(wanted.trim().replace(marks, '')).text.trim());
    if (found) return found;
  }
  return null;
}

function find(parts: readonly Part[], wanted: string): Passage | null {
  if (wanted === '') return null;
  for (const part of parts) {
    if (wanted.length < Math.min(leastLetters, part.folded.text.trim().length)) continue;
    const at = part.folded.text.indexOf(wanted);
    if (at === -1) continue;
    const from = part.folded.placeOf(at);
    return { part, from, to: part.folded.placeOf(at + wanted.length - 1) + 1 };
  }
  return null;
}
