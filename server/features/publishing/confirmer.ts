import { comparableText } from '#shared/rules/comment-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { Change, Events } from '../../core/events.ts';
import {
  type ListedComment,
  type ReplyPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import { amendmentSeen } from './amendment.rules.ts';
import type { Attempt, PublishingRepository } from './publishing.repository.ts';
import {
  failedCheckDelayMs,
  notFoundByCheck,
  notProcessed,
  posted,
  type Settlement,
} from './settlement.rules.ts';

interface Deps {
  repository: PublishingRepository;
  youtube: Pick<YouTube, 'listRecentComments' | 'listReplies' | 'readComment'>;
  account: Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken'>;
  events: Events;
  clock: Clock;
}

const skewMs = 2 * 60_000;
const checksPerTick = 5;
const done: readonly Change[] = ['posting-status', 'commented-channels'];

/** Of a hundred replies each, in no promised order. */
const mostReplyPages = 20;

/** Looks what became of calls that had no clear answer. Never sends. */
export function createConfirmer({ repository, youtube, account, events, clock }: Deps) {
  async function asOwner<T>(read: (grant: YouTubeAuth) => Promise<T>): Promise<T> {
    const accessToken = await account.accessToken();
    try {
      return await read({ kind: 'grant', accessToken });
    } catch (error) {
      if (error instanceof YouTubeError && error.kind === 'auth')
        await account.refreshAccessToken(accessToken);
      throw error;
    }
  }

  async function listed({ youtubeVideoId, parentYoutubeId }: Attempt, since: Date): Promise<ListedComment[]> {
    if (parentYoutubeId === null)
      return (await asOwner((grant) => youtube.listRecentComments(youtubeVideoId, since, grant))).comments;
    const replies: ListedComment[] = [];
    let pageToken: string | null = null;
    for (let pages = 0; pages < mostReplyPages; pages += 1) {
      const token: string | null = pageToken;
      const page: ReplyPage = await asOwner((grant) => youtube.listReplies(parentYoutubeId, token, grant));
      replies.push(...page.replies.map((reply) => ({ ...reply, youtubeCommentId: reply.youtubeReplyId })));
      if (page.nextPageToken === null) break;
      pageToken = page.nextPageToken;
    }
    return replies.filter(({ publishedAt }) => Date.parse(publishedAt) >= since.getTime());
  }

  async function find(attempt: Attempt): Promise<ListedComment | null> {
    const text = comparableText(attempt.content);
    const isOurs = (comment: ListedComment) =>
      comment.authorChannelId === attempt.authorChannelId && comparableText(comment.text) === text;
    try {
      const comments = await listed(attempt, new Date(attempt.startedAt.getTime() - skewMs));
      return comments.find(isOurs) ?? null;
    } catch (error) {
      if (error instanceof YouTubeError && saysNothingIsThere(error)) return null;
      throw error;
    }
  }

  async function readOnYouTube(youtubeCommentId: string): Promise<string | null> {
    try {
      const comment = await asOwner((grant) => youtube.readComment(youtubeCommentId, grant));
      return comment?.text ?? null;
    } catch (error) {
      if (error instanceof YouTubeError && error.reason === 'commentNotFound') return null;
      throw error;
    }
  }

  function tell({ commentId: comment, parentYoutubeId }: Attempt, { attempt }: Settlement): void {
    events.changed({ comment }, 'stats', 'analytics', ...(attempt.state === 'posted' ? done : []));
    if (attempt.state === 'posted' && parentYoutubeId !== null) events.changed('replies');
  }

  async function settleFound(attempt: Attempt, found: ListedComment): Promise<void> {
    const now = clock.now();
    const settlement = posted(found.youtubeCommentId, new Date(found.publishedAt), now);
    await repository.settle(attempt, settlement, now);
    tell(attempt, settlement);
  }

  async function lookForAmendment(kind: 'change' | 'withdraw', attempt: Attempt): Promise<Settlement> {
    // Another channel does not see a comment that is held back, which proves nothing.
    const owner = await account.account();
    if (owner?.channelId !== attempt.authorChannelId)
      throw new AppError(409, 'channel_changed', postingReason('not_connected'));
    const comment = await repository.onYouTube(attempt.commentId);
    const shown = comment && (await readOnYouTube(comment.youtubeCommentId));
    return amendmentSeen(kind, attempt, { before: comment?.content ?? '', shown }, clock.now());
  }

  async function lookForInsert(attempt: Attempt): Promise<Settlement> {
    const found = await find(attempt);
    const now = clock.now();
    if (found) return posted(found.youtubeCommentId, new Date(found.publishedAt), now);
    return attempt.outcomeCode === 'processing_failure'
      ? notProcessed(await repository.earlierOutcomes(attempt), now)
      : notFoundByCheck(attempt.startedAt, attempt.checkCount, now);
  }

  async function check(attempt: Attempt): Promise<void> {
    const { kind } = attempt;
    let settlement: Settlement;
    try {
      settlement = kind === 'insert' ? await lookForInsert(attempt) : await lookForAmendment(kind, attempt);
    } catch (error) {
      if (!(error instanceof YouTubeError || error instanceof AppError)) throw error;
      await repository.postponeCheck(attempt.id, new Date(clock.now().getTime() + failedCheckDelayMs));
      return;
    }
    await repository.settle(attempt, settlement, clock.now());
    tell(attempt, settlement);
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
