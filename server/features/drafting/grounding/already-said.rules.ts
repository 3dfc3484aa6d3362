import type { Grounding } from '#shared/contracts/grounding.ts';
import type { TopComment } from '#shared/contracts/material.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { sentencesOf } from '../../../text/segments.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { findLink } from '../checks/links.rules.ts';

/** Fewer shared words say too little to tell. */
const leastShared = 3;
/** Share of a sentence that one comment holds, or of what it has in common with one sentence of it. */
const same = { inComment: 0.5, withSentence: 0.45 };
/** With fewer comments every word would be common. */
const leastCounted = 20;

interface KnownComment {
  comment: TopComment;
  words: ReadonlySet<string>;
  sentences: readonly ReadonlySet<string>[];
}

/** Finds the top comment that says what a sentence says. Words count by how rare they are among the comments. */
export function createCommentSearch(comments: readonly TopComment[]) {
  const known = comments.map(
    (comment): KnownComment => ({
      comment,
      words: contentWords(comment.text),
      sentences: sentencesOf(comment.text).map(contentWords),
    }),
  );

  const weights = new Map<string, number>();
  function weightOf(word: string): number {
    const weighed = weights.get(word);
    if (weighed !== undefined) return weighed;
    const holding = known.filter(({ words }) => sharedWords([word], words).length > 0).length;
    const found = Math.log((Math.max(known.length, leastCounted) + 1) / (holding + 0.5));
    weights.set(word, found);
    return found;
  }
  const weight = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);

  function nearness(sentence: readonly string[], whole: number, { words, sentences }: KnownComment): number {
    const inComment = sharedWords(sentence, words);
    if (inComment.length < leastShared) return 0;
    const withOne = sentences.map((other) => {
      const [ours, theirs] = [sharedWords(sentence, other), sharedWords([...other], new Set(sentence))];
      if (Math.min(ours.length, theirs.length) < leastShared) return 0;
      const [own, their] = [weight(ours) / whole, weight(theirs) / weight(other)];
      return (2 * own * their) / (own + their);
    });
    return Math.max(weight(inComment) / whole / same.inComment, Math.max(...withOne) / same.withSentence);
  }

  return (sentences: readonly string[]): Grounding['alreadySaid'] => {
    const near = sentences.flatMap((sentence) => {
      const words = [...contentWords(sentence)];
      const whole = weight(words);
      return known
        .filter(({ comment }) => comment.author === '' || !sentence.includes(comment.author))
        .map((each) => ({ comment: each.comment, nearness: nearness(words, whole, each) }));
    });
    // A link of a stranger's is never shown.
    const found = near
      .filter((each) => each.nearness >= 1)
      .sort((a, b) => b.nearness - a.nearness)
      .find(({ comment }) => findLink(comment.text) === null);
    return found ? { author: found.comment.author, text: found.comment.text } : null;
  };
}
