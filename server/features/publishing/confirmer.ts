import { comparableText } from '#shared/rules/comment-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { type ListedComment, type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { Attempt, PublishingRepository } from './publishing.repository.ts';
import { failedCheckDelayMs, notFoundByCheck, notProcessed, posted } from './settlement.rules.ts';

interface Deps {
  repository: PublishingRepository;
  youtube: Pick<YouTube, 'listRecentComments'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  events: Events;
  clock: Clock;
}

const skewMs = 2 * 60_000;
const checksPerTick = 5;

/** Looks for comments whose insert had no clear answer. Never sends. */
export function createConfirmer({ repository, youtube, account, events, clock }: Deps) {
  async function find(attempt: Attempt): Promise<ListedComment | null> {
    const accessToken = await account.accessToken();
    const since = new Date(attempt.startedAt.getTime() - skewMs);
    const text = comparableText(attempt.content);
    try {
      const listed = await youtube.listRecentComments(attempt.youtubeVideoId, since, {
        kind: 'grant',
        accessToken,
      });
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

  async function check(attempt: Attempt): Promise<void> {
    let found: ListedComment | null;
    try {
      found = await find(attempt);
    } catch (error) {
      if (!(error instanceof YouTubeError || error instanceof AppError)) throw error;
      await repository.postponeCheck(attempt.id, new Date(clock.now().getTime() + failedCheckDelayMs));
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
    async checkDue(): Promise<void> {
      for (const attempt of await repository.dueChecks(clock.now(), checksPerTick)) await check(attempt);
    },

    /** True if it was found and is posted. Throws 409 unless `confirmed` or found, 503 if the check fails. */
    async checkBeforeRetry(commentId: number, confirmed: boolean): Promise<boolean> {
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
          'We cannot check right now whether YouTube received this comment. Nothing was changed; try again in a few minutes.',
        );
      }
      if (found) {
        await settleFound(attempt, found);
        return true;
      }
      if (!confirmed)
        throw conflict(
          'unconfirmed',
          `${postingReason('unconfirmed')} We checked again just now and did not find it. If YouTube is holding it, a retry posts it a second time.`,
        );
      return false;
    },
  };
}

export type Confirmer = ReturnType<typeof createConfirmer>;

function saysNothingIsThere({ kind }: YouTubeError): boolean {
  return kind === 'refused' || kind === 'forbidden';
}
