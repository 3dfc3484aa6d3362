import type { GroundedSentence } from '#shared/contracts/grounding.ts';
import type { TopComment } from '#shared/contracts/material.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { videoTime } from '#shared/rules/video-time.ts';

/** A supported sentence needs nothing; the others are vouched for or struck. */
export type Standing = 'supported' | 'own_knowledge' | 'missing';

export function standingOf({ source, unsupported }: GroundedSentence): Standing {
  if (source?.kind === 'own_knowledge') return 'own_knowledge';
  return source && unsupported.length === 0 ? 'supported' : 'missing';
}

/** The comment that holds a quote. */
export function commentWith(comments: readonly TopComment[], quote: string): TopComment | undefined {
  const wanted = comparableText(quote);
  return comments.find(({ text }) => comparableText(text).includes(wanted));
}

const timed = (kind: string, at: number | null) => (at === null ? kind : `${kind} ${videoTime(at)}`);

/** "Chapter 7:42", "Not in the material" */
export function sourceWords(sentence: GroundedSentence, comments: readonly TopComment[]): string {
  const { source } = sentence;
  if (!source || standingOf(sentence) === 'missing') return 'Not in the material';
  switch (source.kind) {
    case 'point':
      return 'Your point';
    case 'description':
      return 'Description';
    case 'chapter':
      return timed('Chapter', source.at);
    case 'comment': {
      const author = source.quote && commentWith(comments, source.quote)?.author;
      return author ? `Top comment by ${author}` : 'Top comment';
    }
    case 'transcript':
      return timed('Transcript', source.at);
    case 'notes':
      return 'Your notes';
    case 'profile':
      return 'Your profile';
    case 'own_knowledge':
      return 'Own knowledge';
    case 'person':
      return 'Confirmed by you';
  }
}
