import { hasEmoji, sentencesOf } from './sentences.ts';

/** How the scripted model writes. */
export interface Manner {
  exclaims: boolean;
  emoji: boolean;
  praises: boolean;
  /** Null: as many as come to mind. */
  mostSentences: number | null;
  /** Words it was told to replace. */
  replaced: readonly { word: string; by: string }[];
}

/** Fewer examples than this show it no manner. */
const fewestExamples = 3;
/** What this model takes for praise and thanks. */
export const praise =
  /\b(?:great|amazing|awesome|fantastic|thanks|thank you|keep (?:it|them) (?:up|coming)|can’t wait|love this)\b/i;

const sectionOf = (prompt: string, heading: string) =>
  new RegExp(`^# ${heading}\\n([\\s\\S]*?)(?=\\n\\n# |$(?![\\s\\S]))`, 'm').exec(prompt)?.[1] ?? '';

/**
 * From the system message alone: what its rules say and what its examples show. Without either it has its habits;
 * and like any model it forgets, here what `forgets` names.
 */
export function mannerOf(system: string, forgets: (what: string) => boolean): Manner {
  const rules = sectionOf(system, 'Rules this person set')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .filter((line) => !forgets(line));
  const examples = [...system.matchAll(/⟦OWN WORDS⟧\n([\s\S]*?)\n⟦END OF OWN WORDS⟧/g)].map(
    ([, text = '']) => text,
  );
  const isShown = examples.length >= fewestExamples;
  const never = (name: string, trait: (text: string) => boolean) =>
    isShown && !forgets(`${name} of the examples`) && !examples.some(trait);
  const told = (pattern: RegExp) => rules.some((rule) => pattern.test(rule));
  const longest = Math.max(...examples.map((text) => sentencesOf(text).length));
  const limit = rules.map((rule) => /at most (\d+|two|three) sentences/i.exec(rule)?.[1]).find(Boolean);
  const counts: Record<string, number> = { two: 2, three: 3 };
  return {
    exclaims: !told(/no exclamation/i) && !never('exclamation', (text) => text.includes('!')),
    emoji: !told(/no emoji/i) && !never('emoji', hasEmoji),
    praises: !told(/not with (?:praise|thanks)|no praise/i) && !never('praise', (text) => praise.test(text)),
    mostSentences: limit
      ? (counts[limit] ?? Number(limit))
      : isShown && !forgets('length of the examples')
        ? longest
        : null,
    replaced: rules.flatMap((rule) => {
      const found = /Write “([^”]+)” instead of “([^”]+)”/.exec(rule);
      return found?.[1] && found[2] ? [{ word: found[2], by: found[1] }] : [];
    }),
  };
}
