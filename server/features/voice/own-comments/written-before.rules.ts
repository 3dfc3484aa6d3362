import type { OwnComment } from '../../../providers/language-model/language-model.ts';
import { contentWords, termsOf } from '../../../text/words.rules.ts';

const most = 6;
/** Words that more of the comments have tell of no subject. */
const rareShare = 0.1;
const leastRare = 3;
const fewestShared = 2;

/** Returns the person's comments that touch the same subject: those that share rare words with it, the nearest first. */
export function chooseWrittenBefore(comments: readonly OwnComment[], subject: string): OwnComment[] {
  const about = new Set(termsOf([...contentWords(subject)].join(' ')));
  const shared = comments.map(({ text }) => [...new Set(termsOf(text))].filter((term) => about.has(term)));
  const commentsWith = new Map<string, number>();
  for (const term of shared.flat()) commentsWith.set(term, (commentsWith.get(term) ?? 0) + 1);
  const limit = Math.max(leastRare, comments.length * rareShare);
  const worth = (term: string) => Math.log((comments.length + 1) / (commentsWith.get(term) ?? 1));
  return comments
    .map((comment, index) => {
      const rare = (shared[index] ?? []).filter((term) => (commentsWith.get(term) ?? 0) <= limit);
      return { comment, rare, score: rare.reduce((sum, term) => sum + worth(term), 0) };
    })
    .filter(({ rare }) => rare.length >= fewestShared)
    .sort((a, b) => b.score - a.score || b.comment.at.getTime() - a.comment.at.getTime())
    .slice(0, most)
    .map(({ comment }) => comment);
}
