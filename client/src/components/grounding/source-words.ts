import type { SentenceSource } from '#shared/contracts/grounding.ts';
import type { TopComment } from '#shared/contracts/material.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { videoTime } from '#shared/rules/video-time.ts';
import { formatDate } from '../../lib/dates.ts';
import type { Mark } from './marks.ts';

/** What the person has to do about a sentence: nothing, check it, or settle a mark. */
export type Standing = 'supported' | 'own_knowledge' | 'missing';

export const STANDING_COLORS: Record<Standing, string> = {
  supported: 'text-accent',
  own_knowledge: 'text-scheduled',
  missing: 'text-pending',
};

type Marked = Pick<Mark, 'sentence' | 'wrong'>;

export function standingOf({ sentence: { source, unsupported }, wrong }: Marked): Standing {
  if (wrong || unsupported.length > 0 || !source) return 'missing';
  return source.kind === 'own_knowledge' ? 'own_knowledge' : 'supported';
}

/** A greeting, a question or an opinion has nothing to show. */
export const needsNothing = (mark: Marked): boolean =>
  mark.sentence.source?.kind === 'none' && standingOf(mark) === 'supported';

/** The comment that holds a quote. */
export function commentWith(comments: readonly TopComment[], quote: string): TopComment | undefined {
  const wanted = comparableText(quote);
  return comments.find(({ text }) => comparableText(text).includes(wanted));
}

const timed = (kind: string, at: number | null) => (at === null ? kind : `${kind} ${videoTime(at)}`);

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** "Chapter 7:42", "“40 %” is in nothing you gave" */
export function sourceWords({ sentence, wrong }: Marked, comments: readonly TopComment[]): string {
  const { source, unsupported } = sentence;
  if (wrong) return wrong.passage ? 'What you gave says otherwise' : 'Nothing you gave says this';
  if (unsupported.length > 0) {
    const found = unsupported.map((text) => (/^“/.test(text) ? text : `“${text}”`));
    return `${list.format(found)} ${found.length > 1 ? 'are' : 'is'} in nothing you gave`;
  }
  if (!source) return 'Its source was not found';
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
    case 'own_comment':
      return ownCommentWords(source.comment);
    case 'own_knowledge':
      return 'The model’s own knowledge: check this';
    case 'none':
      return 'Needs no source';
    case 'person':
      return 'Confirmed by you';
  }
}

function ownCommentWords(comment: SentenceSource['comment']): string {
  if (!comment) return 'A comment of yours';
  const { at, videoTitle } = comment;
  return `Your comment of ${formatDate(at)}${videoTitle ? `, under “${videoTitle}”` : ''}`;
}
