import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { isFirstMiss, secondLookMs } from '#shared/rules/first-miss.ts';
import type { Tone } from '../../components/ui/button.tsx';
import { counted } from '../../lib/formats.ts';
import { lookWords, reasonWords, repliesText } from './outcome-words.ts';

export interface Step {
  at: string;
  words: string;
  tone: Tone;
}

const lookTones = { everyone: 'posted', owner: 'pending', nobody: 'failed' } as const;

/** What became of a comment, oldest first; `whole` brings what its row does not hold. */
export function stepsOf(
  row: CommentRow,
  whole: Comment | null | undefined,
  connected: string | undefined,
): Step[] {
  const { createdAt, postedAt, outcomesCheckedAt, likeCount, replyCount, withdrawnAt } = row;
  const steps: Step[] = [{ at: createdAt, words: 'Created', tone: 'rejected' }];
  if (postedAt) {
    const channel = whole?.postedAs?.title ?? connected;
    steps.push({ at: postedAt, words: channel ? `Posted as ${channel}` : 'Posted', tone: 'posted' });
    for (const look of whole?.looks ?? []) {
      const tone = look.seenBy === null ? 'rejected' : lookTones[look.seenBy];
      steps.push({ at: look.at, words: lookWords(look, postedAt), tone });
    }
  }
  const figures = [
    likeCount !== null && counted(likeCount, 'like'),
    replyCount !== null && repliesText(replyCount),
  ].filter(Boolean);
  if (outcomesCheckedAt && figures.length > 0)
    steps.push({ at: outcomesCheckedAt, words: figures.join(', '), tone: 'posted' });
  if (withdrawnAt) {
    const isGone = row.visibilityReason === 'gone_with_comment';
    const words = isGone ? reasonWords.gone_with_comment : 'Withdrawn from YouTube';
    steps.push({ at: withdrawnAt, words, tone: 'rejected' });
  }
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** When a first miss gets its second look; null if there is none to come. */
export function secondLookAt({ looks, withdrawnAt }: Comment): string | null {
  const last = looks.at(-1);
  if (withdrawnAt || !last || !isFirstMiss(last)) return null;
  return new Date(Date.parse(last.at) + secondLookMs).toISOString();
}
