import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  isFirstMiss,
  type Look,
  secondLookMs,
  type VisibilityReason,
} from '#shared/contracts/comments.ts';
import {
  checkComment,
  markExample,
  threadQuery,
  usePostedAction,
} from '../../api/outcomes.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { QueryFailure } from '../../components/page.tsx';
import { ThreadEntry } from '../../components/thread.tsx';
import { When } from '../../components/time.tsx';
import {
  Button,
  ButtonLink,
  Skeleton,
  TextLink,
  type Tone,
} from '../../components/ui/button.tsx';
import { SwitchField } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { ChangeDialog, WithdrawDialog } from './change-dialog.tsx';

export const reasonWords: Record<VisibilityReason, string> = {
  held_or_hidden: 'Held or hidden by YouTube',
  not_on_the_video: 'No longer on the video',
  gone_with_comment: 'Gone with your comment',
  comments_off: 'Comments are off now',
  video_not_found: 'Video private or deleted',
  too_many_comments: 'Too many newer comments',
  no_api_key: 'No YouTube API key is set',
  not_connected: 'YouTube is not connected',
  other_channel: 'Posted as another channel of yours',
  refused_by_youtube: 'YouTube did not say',
  youtube_unavailable: 'YouTube did not answer',
};

const DAY_MS = 86_400_000;

function lookWords(look: Look, postedAt: string): string {
  const { at, seenBy, reason } = look;
  if (isFirstMiss(look)) return 'Not seen without your account';
  if (seenBy === 'owner')
    return 'Only you see it: seen with your account, not without it';
  if (seenBy === 'nobody') return 'Removed: not found with your account either';
  if (reason) return `Unknown: ${reasonWords[reason]}`;
  const days = Math.floor((Date.parse(at) - Date.parse(postedAt)) / DAY_MS);
  return days < 1
    ? 'Public, seen without your account'
    : `Public after ${counted(days, 'day')}`;
}

type Step = { at: string; words: string; tone: Tone };

const lookTones = { everyone: 'posted', owner: 'pending', nobody: 'failed' } as const;

function lookStep(look: Look, postedAt: string): Step {
  const tone = look.seenBy === null ? 'rejected' : lookTones[look.seenBy];
  return { at: look.at, words: lookWords(look, postedAt), tone };
}

function postedSteps(
  postedAt: string,
  looks: readonly Look[],
  channel: string | undefined,
): Step[] {
  const words = channel ? `Posted as ${channel}` : 'Posted';
  const posted: Step = { at: postedAt, words, tone: 'posted' };
  return [posted, ...looks.map((look) => lookStep(look, postedAt))];
}

/** Returns the known counts, such as "2 likes, 1 reply"; empty if none is known. */
function countWords({ likeCount, replyCount }: CommentRow): string {
  const words: string[] = [];
  if (likeCount !== null) words.push(counted(likeCount, 'like'));
  if (replyCount !== null)
    words.push(`${formatNumber(replyCount)} repl${replyCount === 1 ? 'y' : 'ies'}`);
  return words.join(', ');
}

/**
 * Returns what happened to a comment, oldest first. `whole` adds what is missing in the
 * row.
 */
export function stepsOf(
  row: CommentRow,
  whole: Comment | null | undefined,
  connected: string | undefined,
): Step[] {
  const { createdAt, postedAt, outcomesCheckedAt, creatorRepliedAt, withdrawnAt } = row;
  const steps: Step[] = [{ at: createdAt, words: 'Created', tone: 'rejected' }];
  if (postedAt)
    steps.push(
      ...postedSteps(postedAt, whole?.looks ?? [], whole?.postedAs?.title ?? connected),
    );
  const counts = countWords(row);
  if (outcomesCheckedAt && counts !== '')
    steps.push({ at: outcomesCheckedAt, words: counts, tone: 'posted' });
  if (creatorRepliedAt)
    steps.push({
      at: creatorRepliedAt,
      words: 'The creator of the video replied',
      tone: 'posted',
    });
  if (withdrawnAt) {
    const isGone = row.visibilityReason === 'gone_with_comment';
    const words = isGone ? reasonWords.gone_with_comment : 'Withdrawn from YouTube';
    steps.push({ at: withdrawnAt, words, tone: 'rejected' });
  }
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * Returns when a comment that was not found once will be checked again; null if no second
 * check is due.
 */
function secondLookAt({ looks, withdrawnAt }: Comment): string | null {
  const last = looks.at(-1);
  if (withdrawnAt || !last || !isFirstMiss(last)) return null;
  return new Date(Date.parse(last.at) + secondLookMs).toISOString();
}

/**
 * Shows the replies to a posted comment. Omits the comment itself, which is shown above.
 */
function Thread({ commentId }: { commentId: number }) {
  const query = useQuery(threadQuery(commentId));
  const { data, error } = query;
  if (error && !data)
    return (
      <QueryFailure
        query={query}
        fallback="Failed to load the replies"
        className="text-sm"
      />
    );
  if (!data) return <Skeleton className="h-16" />;
  const [, ...replies] = data;
  return (
    <>
      {replies.length === 0 && (
        <p className="text-sm text-muted">The replies have not been read yet.</p>
      )}
      <ol aria-label="Replies" className="list-none">
        {replies.map((reply, place) => (
          <ThreadEntry key={reply.replyId ?? `ours ${place}`} entry={reply} />
        ))}
      </ol>
      {replies.some(({ isOurs }) => !isOurs) && (
        <TextLink href="/history?tab=replies" className="text-sm">
          Answer under Replies
        </TextLink>
      )}
    </>
  );
}

type PostedActionsProps = { row: CommentRow; whole: Comment };

function CheckNow({ row, whole }: PostedActionsProps) {
  const check = usePostedAction(
    row.id,
    () => checkComment(row.id),
    'Check Failed',
    'Failed to check the comment',
  );
  const second = secondLookAt(whole);
  return (
    <>
      <Button
        disabled={isBeingPosted(row.posting)}
        busy={check.isPending && 'Checking…'}
        onClick={() => check.mutate()}
      >
        Check Now
      </Button>
      <p role="status" className="order-last basis-full text-sm text-muted empty:hidden">
        {second && (
          <>
            Chime In checks a second time <When iso={second} /> before it says that others
            cannot see the comment.
          </>
        )}
      </p>
    </>
  );
}

function LearnFromThis({ id, isExample }: CommentRow) {
  const set = (next: boolean) => markExample(id, next);
  const mark = usePostedAction(id, set, 'Not Marked', 'Failed to mark the comment');
  return (
    <SwitchField
      label="Learn from this"
      help={isExample && 'New drafts take this one as an example'}
      checked={mark.isPending ? mark.variables : isExample}
      disabled={mark.isPending}
      onCheckedChange={(next) => mark.mutate(next)}
    />
  );
}

export function PostedActions({ row, whole }: PostedActionsProps) {
  const id = useId();
  const [dialog, setDialog] = useState<'change' | 'withdraw' | null>(null);
  const [readsThread, setReadsThread] = useState(false);
  const { replyCount, withdrawnAt } = row;
  const { postedAs, figuresReason } = whole;
  const isOther = postedAs !== null && !postedAs.isConnected;
  const close = () => setDialog(null);
  const isResting = isBeingPosted(row.posting) || isOther;
  return (
    <>
      {!withdrawnAt && (
        <div className="flex flex-wrap gap-2">
          {replyCount !== null && replyCount > 0 && (
            <Button
              aria-expanded={readsThread}
              aria-controls={id}
              onClick={() => setReadsThread(!readsThread)}
            >
              {readsThread ? 'Hide' : 'Read'} {formatNumber(replyCount)}{' '}
              {replyCount === 1 ? 'Reply' : 'Replies'}
            </Button>
          )}
          {whole.youtubeUrl && (
            <ButtonLink href={whole.youtubeUrl}>
              <ExternalLink />
              Open Comment on YouTube
            </ButtonLink>
          )}
          <CheckNow row={row} whole={whole} />
          <Button disabled={isResting} onClick={() => setDialog('change')}>
            Change
          </Button>
          <Button disabled={isResting} onClick={() => setDialog('withdraw')}>
            Withdraw
          </Button>
        </div>
      )}
      {isOther && !withdrawnAt && (
        <p className="text-sm text-muted">
          Posted as <bdi>{postedAs.title ?? 'another channel of yours'}</bdi>; sign in as
          it to change or withdraw the comment, or to see whether YouTube holds it.
        </p>
      )}
      {figuresReason && (
        <p className="text-sm text-muted">
          Likes and replies cannot be read: {reasonWords[figuresReason]}. Chime In asks
          again once a day.
        </p>
      )}
      <LearnFromThis {...row} />
      <div id={id} className="empty:hidden">
        {readsThread && <Thread commentId={row.id} />}
      </div>
      {dialog === 'change' && <ChangeDialog comment={row} onClose={close} />}
      {dialog === 'withdraw' && <WithdrawDialog comment={row} onClose={close} />}
    </>
  );
}
