import { comparableText } from '#shared/rules/comment-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { type ListedComment, type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { Attempt } from './claim.repository.ts';
import type { PostingAccount } from './posting-account.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { failedLookDelayMs, notFoundByCheck, notProcessed, posted } from './settlement.rules.ts';

interface Deps {
  repository: PublishingRepository;
  youtube: YouTube;
  account: PostingAccount;
  events: Events;
  clock: Clock;
}

/** YouTube's clock and ours may differ by this much. */
const skewMs = 2 * 60_000;
const looksPerTick = 5;

/** Finds out what became of comments whose insert had no clear answer. It looks; it never sends. */
export function createConfirmer({ repository, youtube, account, events, clock }: Deps) {
  /** Throws where the look itself fails. */
  async function find(attempt: Attempt): Promise<ListedComment | null> {
    const accessToken = await account.accessToken();
    const since = new Date(attempt.startedAt.getTime() - skewMs);
    const auth = { kind: 'grant' as const, accessToken };
    const text = comparableText(attempt.content);
    try {
      const listed = await youtube.listRecentComments(attempt.youtubeVideoId, since, auth);
      const isOurs = (comment: ListedComment) =>
        comment.authorChannelId === attempt.authorChannelId && comparableText(comment.text) === text;
      return listed.find(isOurs) ?? null;
    } catch (error) {
      if (error instanceof YouTubeError && saysNothingIsThere(error)) return null;
      if (error instanceof YouTubeError && error.kind === 'auth')
        await account.refreshAccessToken(accessToken);
      throw error;
    }
  }

  async function settleFound(attempt: Attempt, found: ListedComment): Promise<void> {
    const now = clock.now();
    await repository.settle(attempt, posted(found.youtubeCommentId, new Date(found.publishedAt), now), now);
    events.changed('comments', 'queue', 'stats', 'analytics', 'posting-status');
  }

  async function look(attempt: Attempt): Promise<void> {
    let found: ListedComment | null;
    try {
      found = await find(attempt);
    } catch (error) {
      if (!(error instanceof YouTubeError || error instanceof AppError)) throw error;
      await repository.postponeCheck(attempt.id, new Date(clock.now().getTime() + failedLookDelayMs));
      return;
    }
    if (found) return settleFound(attempt, found);
    const now = clock.now();
    const settlement =
      attempt.outcomeCode === 'processing_failure'
        ? notProcessed(await repository.earlierOutcomes(attempt), now)
        : notFoundByCheck(attempt.startedAt, attempt.checkCount, now);
    await repository.settle(attempt, settlement, now);
    events.changed('comments', 'queue', 'stats', 'analytics');
  }

  return {
    /** The looks that are due, one after another. */
    async lookForDue(): Promise<void> {
      for (const attempt of await repository.looksDue(clock.now(), looksPerTick)) await look(attempt);
    },

    /**
     * Before a Retry of an unconfirmed comment. True where it turned out to be on YouTube.
     * Throws 409 `unconfirmed` where it is not there and the person has not confirmed that it may be
     * held for review; 503 where the look itself fails.
     */
    async lookAgain(commentId: number, confirmed: boolean): Promise<boolean> {
      const attempt = await repository.lastAttempt(commentId);
      if (!attempt) return false;
      let found: ListedComment | null;
      try {
        found = await find(attempt);
      } catch (error) {
        if (!(error instanceof YouTubeError)) throw error;
        throw new AppError(
          503,
          'youtube_unavailable',
          'YouTube cannot be asked right now whether this comment is already there. Nothing was changed; try again in a few minutes.',
        );
      }
      if (found) {
        await settleFound(attempt, found);
        return true;
      }
      if (!confirmed)
        throw conflict(
          'unconfirmed',
          `${postingReason('unconfirmed')} We looked again just now and did not find it. If it is held, a retry posts it a second time.`,
        );
      return false;
    },
  };
}

export type Confirmer = ReturnType<typeof createConfirmer>;

/** Comments off, the video gone or closed to us, in YouTube's own words. */
function saysNothingIsThere({ kind }: YouTubeError): boolean {
  return kind === 'refused' || kind === 'forbidden';
}
