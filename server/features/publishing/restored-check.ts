import { comparableText } from '#shared/rules/comment-text.ts';
import { shortened } from '#shared/rules/cut-text.ts';
import { conflict } from '../../core/errors.ts';
import type { Change, ClockAndEvents } from '../../core/events.ts';
import type { ListedComment } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { Attempt } from './attempts.repository.ts';
import { type CommentReader, findSent } from './comment-reader.ts';
import type { RestoredComment, RestoredRepository } from './restored.repository.ts';
import { postedAsListed, type Settlement } from './settlement.rules.ts';

interface Deps extends ClockAndEvents {
  restoredComments: Pick<
    RestoredRepository,
    'knownOnYouTube' | 'authorChannels' | 'recordFound'
  >;
  account: Pick<AccountService, 'account'>;
  listed: CommentReader['listed'];
  settle(attempt: Attempt, settlement: Settlement): Promise<void>;
}

interface Asking {
  /**
   * True if the owner has not confirmed yet, so a comment that was not found is a 409.
   */
  asks: boolean;
  /** True if the outcome of one of the attempts is unknown. */
  isUnconfirmed: boolean;
}

/** Checks comments that were restored from a backup. */
export function createRestoredCheck(deps: Deps) {
  const { restoredComments, account, listed, settle, events, clock } = deps;

  /** Returns the owner's comments that this database does not know. */
  async function unknownBy(
    ownChannels: ReadonlySet<string | undefined | null>,
    comments: readonly ListedComment[],
  ) {
    const own = comments.flatMap((comment) => {
      const { authorChannelId } = comment;
      return authorChannelId !== null && ownChannels.has(authorChannelId)
        ? [{ ...comment, authorChannelId }]
        : [];
    });
    const known = await restoredComments.knownOnYouTube(
      own.map(({ youtubeCommentId }) => youtubeCommentId),
    );
    return own.filter(({ youtubeCommentId }) => !known.has(youtubeCommentId));
  }

  /**
   * A restored comment may have been posted after its backup, by an attempt that this
   * database does not know.
   */
  return async function checkRestored(
    restored: RestoredComment,
    attempts: readonly Attempt[],
    { asks, isUnconfirmed }: Asking,
  ): Promise<boolean> {
    const { commentId, restoredFrom, wasApproved } = restored;
    const starts = [restoredFrom, ...attempts.map(({ startedAt }) => startedAt)];
    const earliest = Math.min(...starts.map((start) => start.getTime()));
    const { comments, isComplete } = await listed(restored, new Date(earliest));

    const sent = findSent(attempts, comments);
    if (sent) {
      await settle(sent.attempt, postedAsListed(sent.comment, clock.now()));
      return true;
    }
    const connected = (await account.account())?.channelId;
    const ownChannels = new Set([
      connected,
      ...(await restoredComments.authorChannels()),
    ]);
    const unknown = await unknownBy(ownChannels, comments);
    const text = comparableText(restored.content);
    const same = unknown.find((one) => comparableText(one.text) === text);
    if (same) {
      const publishedAt = new Date(same.publishedAt);
      await restoredComments.recordFound(
        restored,
        { ...same, publishedAt },
        postedAsListed(same, clock.now()),
        clock.now(),
      );
      const where: Change =
        restored.parentYoutubeId === null ? 'commented-channels' : 'replies';
      events.changed(
        { comment: commentId },
        'stats',
        'analytics',
        'posting-status',
        where,
      );
      return true;
    }
    if (!asks) return false;
    // A comment that YouTube hides is shown only to its author.
    const isAbsent = isComplete && unknown.length === 0 && ownChannels.size === 1;
    if (isAbsent && !wasApproved && !isUnconfirmed) return false;
    throw conflict('restored', whatWasSeen(unknown[0]?.text ?? null, isAbsent));
  };
}

const quotedAtMost = 200;

/**
 * Describes what the check of a restored comment found. `other` is the text of another
 * comment of the owner's that has appeared in the same place, or null.
 */
function whatWasSeen(other: string | null, isAbsent: boolean): string {
  const restored =
    'This comment was restored from a backup and may have been posted since.';
  if (other !== null) {
    const quote = shortened(other, quotedAtMost);
    return `${restored} Another comment of yours has appeared there since: “${quote}” If you post this one too, there are two.`;
  }
  if (isAbsent)
    return `${restored} We checked YouTube just now and did not find it. If YouTube is holding it, posting it makes a second one.`;
  return `${restored} We could not check whether it is there: YouTube did not show all that was written there since. If YouTube has it, posting it makes a second one.`;
}
