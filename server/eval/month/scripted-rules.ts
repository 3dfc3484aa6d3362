import { praise } from './manner.ts';
import { hasEmoji, sentencesOf } from './sentences.ts';

interface Edit {
  place: number;
  before: string;
  after: string;
}

interface Rule {
  text: string;
  edits: number[];
}

const fewest = 2;
const most = 6;

/** What the edits in the prompt have in common, as a model would see it; also what only seems to be a rule. */
export function scriptedRules(user: string): Rule[] {
  const edits = [
    ...user.matchAll(/^Edit (\d+)\nDraft: ([\s\S]*?)\nApproved: ([\s\S]*?)(?=\n\nEdit \d|\n⟦END)/gm),
  ].map(([, place = '0', before = '', after = '']): Edit => ({ place: Number(place), before, after }));
  const known = user.split('Known already:')[1] ?? '';
  const lost = (trait: (text: string) => boolean) =>
    edits.filter(({ before, after }) => trait(before) && !trait(after));
  const candidates: [string, Edit[]][] = [
    ['Use no exclamation marks.', lost((text) => text.includes('!'))],
    ['Use no emoji.', lost(hasEmoji)],
    [
      'Start with the concrete thing, not with praise or thanks.',
      lost((text) => praise.test(sentencesOf(text)[0] ?? '')),
    ],
    ...lengthRule(edits),
    ...wordRules(edits),
    ...endingRules(edits),
  ];
  return candidates
    .filter(([text, speaking]) => speaking.length >= fewest && !known.includes(text))
    .slice(0, most)
    .map(([text, speaking]) => ({ text, edits: speaking.map(({ place }) => place) }));
}

/** Most of the approved texts are as short as that. */
function lengthRule(edits: readonly Edit[]): [string, Edit[]][] {
  const cut = edits.filter(({ before, after }) => sentencesOf(after).length < sentencesOf(before).length);
  const counts = cut.map(({ after }) => sentencesOf(after).length).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)];
  return usual === undefined ? [] : [[`Write at most ${usual === 2 ? 'two' : usual} sentences.`, cut]];
}

/** A word that goes again and again, where the same other word comes. */
function wordRules(edits: readonly Edit[]): [string, Edit[]][] {
  const swaps = new Map<string, Edit[]>();
  for (const edit of edits) {
    for (const sentence of sentencesOf(edit.after)) {
      const after = sentence.split(/\s+/);
      const twin = sentencesOf(edit.before)
        .map((other) => other.split(/\s+/))
        .find((other) => other.length === after.length && differing(other, after).length === 1);
      const [change] = twin ? differing(twin, after) : [];
      if (!change) continue;
      const text = `Write “${change.by}” instead of “${change.word}”.`;
      swaps.set(text, [...(swaps.get(text) ?? []), edit]);
    }
  }
  return [...swaps];
}

const bare = (word: string) => word.replace(/[.!?,]+$/, '');

function differing(before: readonly string[], after: readonly string[]) {
  return before.flatMap((said, index) => {
    const [word, by] = [bare(said), bare(after[index] ?? '')];
    return word === by ? [] : [{ word, by }];
  });
}

/** A sentence of the owner's own that comes back looks like a habit. */
function endingRules(edits: readonly Edit[]): [string, Edit[]][] {
  const endings = Map.groupBy(
    edits.filter(({ before, after }) => !before.includes(sentencesOf(after).at(-1) ?? '')),
    ({ after }) => sentencesOf(after).at(-1) ?? '',
  );
  return [...endings].map(([ending, speaking]) => [`End with “${ending}”`, speaking]);
}
