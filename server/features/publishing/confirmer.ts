import { comparableText } from '#shared/rules/comment-text.ts';
import { shortened } from '#shared/rules/cut-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { type Clock, unlessAborted } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { Change, Events } from '../../core/events.ts';
import {
  type ListedComment,
  type ListedReply,
  type RecentComments,
  type ReplyPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
  type YouTubeFailure,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import { amendmentSeen } from './amendment.rules.ts';
import type { Attempt, AttemptsRepository } from './attempts.repository.ts';
import type { DueRepository } from './due.repository.ts';
import type { RestoredComment, RestoredRepository } from './restored.repository.ts';
import {
  checkLater,
  notFoundByCheck,
  notProcessed,
  notTold,
  posted,
  type Settlement,
  shownBy,
} from './settlement.rules.ts';

interface Deps {
  repository: AttemptsRepository;
  dueComments: Pick<DueRepository, 'dueChecks' | 'postponeCheck'>;
  restoredComments: RestoredRepository;
  youtube: Pick<YouTube, 'listRecentComments' | 'listReplies' | 'readComment'>;
  account: Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken'>;
  events: Events;
  clock: Clock;
  /** Aborts the checks in progress; they are due again after the next start. */
  stopping: AbortSignal;
}

/** Lists are read from this much earlier, because this machine's clock may be ahead of YouTube's. */
const skewMs = 30 * 60_000;
const checksPerTick = 5;
/** Timeout of one check, which may read many pages. A check that takes longer is repeated later. */
const checkTimeoutMs = 60_000;

/** YouTube lists a hundred replies a page in no guaranteed order, so all pages are read, up to this many. */
const mostReplyPages = 20;

/**
 * The comment that was found, or else whether it is certainly absent. Only a complete list proves absence:
 * every thread or reply since the first attempt, read as the channel that posted it.
 */
type Sight = { attempt: Attempt; comment: ListedComment } | { isAbsent: boolean };

/** The place of a comment: in a thread, or on the video itself. */
type Place = Pick<Attempt, 'youtubeVideoId' | 'parentYoutubeId'>;

interface Asking {
  /** True if the owner has not confirmed yet, so a comment that was not found is a 409. */
  asks: boolean;
}

/**
 * Returns the listed comment that one of the attempts posted, with that attempt, or null. Compares author and
 * text.
 */
function findSent(attempts: readonly Attempt[], comments: readonly ListedComment[]) {
  for (const attempt of attempts) {
    const text = comparableText(attempt.content);
    const comment = comments.find(
      (one) => one.authorChannelId === attempt.authorChannelId && comparableText(one.text) === text,
    );
    if (comment) return { attempt, comment };
  }
  return null;
}

/** Reads comments on YouTube as the owner. */
function createReader({ youtube, account }: Pick<Deps, 'youtube' | 'account'>) {
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

  async function repliesSince(parentId: string, since: Date): Promise<RecentComments> {
    const comments: ListedComment[] = [];
    let pageToken: string | null = null;
    for (let pages = 0; pages < mostReplyPages; pages += 1) {
      const token: string | null = pageToken;
      const page: ReplyPage = await asOwner((grant) => youtube.listReplies(parentId, token, grant));
      const isSince = ({ publishedAt }: ListedReply) => Date.parse(publishedAt) >= since.getTime();
      comments.push(
        ...page.replies
          .filter(isSince)
          .map((reply) => ({ ...reply, youtubeCommentId: reply.youtubeReplyId })),
      );
      if (page.nextPageToken === null) return { comments, isComplete: true };
      pageToken = page.nextPageToken;
    }
    return { comments, isComplete: false };
  }

  async function listed({ youtubeVideoId, parentYoutubeId }: Place, since: Date): Promise<RecentComments> {
    try {
      return parentYoutubeId === null
        ? await asOwner((grant) => youtube.listRecentComments(youtubeVideoId, since, grant))
        : await repliesSince(parentYoutubeId, since);
    } catch (error) {
      if (error instanceof YouTubeError && refusals.includes(error.kind))
        return { comments: [], isComplete: false };
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

  return { listed, readOnYouTube };
}

type Reader = ReturnType<typeof createReader>;

/** Records what a check found. */
function createRecorder({ repository, events, clock }: Pick<Deps, 'repository' | 'events' | 'clock'>) {
  const found = ({ youtubeCommentId, publishedAt }: ListedComment) =>
    posted(youtubeCommentId, new Date(publishedAt), clock.now());

  async function settle(attempt: Attempt, settlement: Settlement): Promise<void> {
    await repository.settle(attempt, settlement, clock.now());
    const isDone = settlement.attempt.state === 'posted';
    const shown: Change[] = isDone ? ['posting-status', ...shownBy(attempt)] : [];
    events.changed({ comment: attempt.commentId }, 'stats', 'analytics', ...shown);
  }

  return { found, settle };
}

type Recorder = ReturnType<typeof createRecorder>;

/** Checks comments that were restored from a backup. */
function createRestoredCheck(deps: Deps, { listed }: Reader, { found, settle }: Recorder) {
  const { restoredComments, account, events, clock } = deps;

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
    const known = await restoredComments.knownOnYouTube(own.map(({ youtubeCommentId }) => youtubeCommentId));
    return own.filter(({ youtubeCommentId }) => !known.has(youtubeCommentId));
  }

  /** A restored comment may have been posted after its backup, by an attempt that this database does not know. */
  return async function checkRestored(
    restored: RestoredComment,
    attempts: readonly Attempt[],
    { asks, isUnconfirmed }: Asking & { isUnconfirmed: boolean },
  ): Promise<boolean> {
    const { commentId, restoredFrom, wasApproved } = restored;
    const starts = [restoredFrom, ...attempts.map(({ startedAt }) => startedAt)];
    const earliest = Math.min(...starts.map((start) => start.getTime()));
    const { comments, isComplete } = await listed(restored, new Date(earliest - skewMs));

    const sent = findSent(attempts, comments);
    if (sent) {
      await settle(sent.attempt, found(sent.comment));
      return true;
    }
    const connected = (await account.account())?.channelId;
    const ownChannels = new Set([connected, ...(await restoredComments.authorChannels())]);
    const unknown = await unknownBy(ownChannels, comments);
    const text = comparableText(restored.content);
    const same = unknown.find((one) => comparableText(one.text) === text);
    if (same) {
      const publishedAt = new Date(same.publishedAt);
      await restoredComments.recordFound(restored, { ...same, publishedAt }, found(same), clock.now());
      const where: Change = restored.parentYoutubeId === null ? 'commented-channels' : 'replies';
      events.changed({ comment: commentId }, 'stats', 'analytics', 'posting-status', where);
      return true;
    }
    if (!asks) return false;
    // A comment that YouTube hides is shown only to its author.
    const isAbsent = isComplete && unknown.length === 0 && ownChannels.size === 1;
    if (isAbsent && !wasApproved && !isUnconfirmed) return false;
    throw conflict('restored', whatWasSeen(unknown[0]?.text ?? null, isAbsent));
  };
}

/** Checks what became of calls to YouTube that had no clear response. Only reads; never posts. */
export function createConfirmer(deps: Deps) {
  const { repository, dueComments, restoredComments, account, clock, stopping } = deps;
  const reader = createReader(deps);
  const { listed, readOnYouTube } = reader;
  const recorder = createRecorder(deps);
  const { found, settle } = recorder;
  const checkRestored = createRestoredCheck(deps, reader, recorder);

  /** Looks for a comment on YouTube, given all of its attempts, oldest first. */
  async function look(attempts: readonly [Attempt, ...Attempt[]]): Promise<Sight> {
    const since = new Date(attempts[0].startedAt.getTime() - skewMs);
    const { comments, isComplete } = await listed(attempts[0], since);
    const sent = findSent(attempts, comments);
    if (sent) return sent;
    // A comment that YouTube hides is shown only to its author.
    const channelId = (await account.account())?.channelId;
    // A start in the future was recorded while the clock was ahead: the list begins too late to prove
    // anything.
    const isInPast = attempts[0].startedAt <= clock.now();
    const isOwn = attempts.every((each) => each.authorChannelId === channelId);
    return { isAbsent: isComplete && isInPast && isOwn };
  }

  async function checkUnconfirmed(
    attempts: readonly [Attempt, ...Attempt[]],
    { asks }: Asking,
  ): Promise<boolean> {
    const sight = await look(attempts);
    if ('comment' in sight) {
      await settle(sight.attempt, found(sight.comment));
      return true;
    }
    if (!asks) return false;
    throw conflict(
      'unconfirmed',
      sight.isAbsent
        ? `${postingReason('unconfirmed')} We checked again just now and did not find it. If YouTube is holding it, a retry posts it a second time.`
        : `${postingReason('could_not_check')} If YouTube has it, a retry posts it a second time.`,
    );
  }

  async function lookForAmendment(kind: 'change' | 'withdraw', attempt: Attempt): Promise<Settlement> {
    // Another channel cannot see a comment that YouTube holds back, so its view proves nothing.
    const owner = await account.account();
    if (owner?.channelId !== attempt.authorChannelId)
      throw new AppError(409, 'channel_changed', postingReason('not_connected'));
    const youtubeCommentId = await repository.onYouTube(attempt.commentId);
    const shown = youtubeCommentId && (await readOnYouTube(youtubeCommentId));
    return amendmentSeen(kind, attempt, shown, clock.now());
  }

  async function lookForInsert(attempt: Attempt): Promise<Settlement> {
    const sight = await look([attempt]);
    const now = clock.now();
    if ('comment' in sight) return found(sight.comment);
    if (!sight.isAbsent) return notTold(attempt.startedAt, now);
    return attempt.outcomeCode === 'processing_failure'
      ? notProcessed(await repository.earlierOutcomes(attempt), now)
      : notFoundByCheck(attempt, now);
  }

  const putOff = (attempt: Attempt) =>
    dueComments.postponeCheck(attempt.id, checkLater(attempt.startedAt, clock.now()));

  async function check(attempt: Attempt): Promise<void> {
    const { kind } = attempt;
    const timeout = AbortSignal.timeout(checkTimeoutMs);
    const end = AbortSignal.any([timeout, stopping]);
    let settlement: Settlement;
    try {
      const looking = kind === 'insert' ? lookForInsert(attempt) : lookForAmendment(kind, attempt);
      settlement = await unlessAborted(end, looking);
    } catch (error) {
      if (stopping.aborted) return;
      const hasNoAnswer = timeout.aborted || error instanceof YouTubeError || error instanceof AppError;
      if (!hasNoAnswer) throw error;
      await putOff(attempt);
      return;
    }
    await settle(attempt, settlement);
  }

  return {
    async checkDue(): Promise<void> {
      const unforeseen: unknown[] = [];
      for (const attempt of await dueComments.dueChecks(clock.now(), checksPerTick)) {
        if (stopping.aborted) return;
        try {
          await check(attempt);
        } catch (error) {
          // After an unexpected error the next check comes later, so that other attempts get their turn.
          unforeseen.push(error);
          await putOff(attempt);
        }
      }
      if (unforeseen.length > 0)
        throw new Error('An outcome could not be checked.', { cause: unforeseen[0] });
    },

    /**
     * Looks for a comment that may be on YouTube already: because its last outcome is unknown, or because it was restored
     * from a backup. Returns true if it was found and is posted now. Throws 409 with what the check found unless
     * `confirmed`, 503 if the check was not possible.
     */
    async checkBeforeApproval(commentId: number, confirmed: boolean): Promise<boolean> {
      const attempts = await repository.doubtful(commentId);
      const isUnconfirmed = attempts.some(({ outcomeCode }) => outcomeCode === 'unconfirmed');
      const restored = await restoredComments.restored(commentId);
      try {
        if (restored) return await checkRestored(restored, attempts, { asks: !confirmed, isUnconfirmed });
        const [first, ...later] = attempts;
        if (!first || !isUnconfirmed) return false;
        return await checkUnconfirmed([first, ...later], { asks: !confirmed });
      } catch (error) {
        if (!(error instanceof YouTubeError)) throw error;
        throw new AppError(
          503,
          'youtube_unavailable',
          'We cannot check right now whether YouTube received this comment. Nothing was changed; try again in a few minutes.',
        );
      }
    },
  };
}

export type Confirmer = ReturnType<typeof createConfirmer>;

const quotedAtMost = 200;

/**
 * Describes what the check of a restored comment found. `other` is the text of another comment of the owner's
 * that has appeared in the same place, or null.
 */
function whatWasSeen(other: string | null, isAbsent: boolean): string {
  const restored = 'This comment was restored from a backup and may have been posted since.';
  if (other !== null) {
    const quote = shortened(other, quotedAtMost);
    return `${restored} Another comment of yours has appeared there since: “${quote}” If you post this one too, there are two.`;
  }
  if (isAbsent)
    return `${restored} We checked YouTube just now and did not find it. If YouTube is holding it, posting it makes a second one.`;
  return `${restored} We could not check whether it is there: YouTube did not show all that was written there since. If YouTube has it, posting it makes a second one.`;
}

/**
 * Failures that concern only this list of comments. Any other failure is about the account, the rate limit or
 * the network, and means that no check took place.
 */
const refusals: readonly YouTubeFailure[] = ['refused', 'forbidden', 'unexplained', 'processing'];
