import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { SignInKey } from '../auth/auth.rules.ts';
import { changedMeanwhile } from '../comments/review.rules.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import { type Amendment, amended, amendmentObstacle } from './amendment.rules.ts';
import type { AttemptsRepository, Claimed } from './attempts.repository.ts';
import {
  type Hold,
  type HoldChange,
  holdAfter,
  isActive,
  isSameHold,
  type Obstacle,
  type Origin,
  pause,
  pauseForHold,
  preflight,
  setAsideMs,
  type UnderHold,
  whileProbing,
} from './brakes.rules.ts';
import { type AboutHold, createFailureSettler } from './failed-calls.ts';
import { failed, posted, type Settlement, shownBy } from './settlement.rules.ts';

interface Deps {
  repository: AttemptsRepository;
  youtube: Pick<
    YouTube,
    'insertComment' | 'insertReply' | 'updateComment' | 'deleteComment'
  >;
  account: Pick<
    AccountService,
    'account' | 'accessToken' | 'refreshAccessToken' | 'block'
  >;
  quota: Pick<QuotaService, 'allowsInsert' | 'resetsAt' | 'block'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  random: () => number;
  log: Pick<Log, 'warn'>;
}

interface Readiness {
  accessToken: string;
  authorChannelId: string;
  /**
   * The sign-in that issued the access token. It may have ended by the time YouTube
   * responds.
   */
  signIn: SignInKey;
}

/**
 * Checks what posting needs before a claim: a connected account, quota units and an
 * access token.
 */
function createReadiness({ repository, account, quota, events, clock, random }: Deps) {
  /**
   * Runs before the claim's transaction, because refreshing the token can take a while.
   */
  async function prepare(): Promise<Readiness | { obstacle: Obstacle }> {
    const [owner, hasUnits] = await Promise.all([
      account.account(),
      quota.allowsInsert(),
    ]);
    if (!owner) return { obstacle: pause('not_connected') };
    if (owner.blockedCode) return { obstacle: pause(owner.blockedCode) };
    if (!hasUnits) return { obstacle: pause('quota_spent', quota.resetsAt()) };
    try {
      const accessToken = await account.accessToken();
      // accessToken() looks up a missing channel, so the account is read again.
      const channelId = owner.channelId ?? (await account.account())?.channelId;
      if (!channelId) return { obstacle: pause('youtube_signup_required') };
      const { googleSub, connectedAt } = owner;
      return {
        accessToken,
        authorChannelId: channelId,
        signIn: { googleSub, connectedAt },
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { obstacle: pause(error.code) };
    }
  }

  async function holdForToken(seen: Hold | null): Promise<Obstacle | null> {
    const now = clock.now();
    const change: HoldChange = {
      kind: 'wait',
      code: 'youtube_unavailable',
      until: 'backoff',
    };
    const circumstances = { commentId: null, isProbe: true, now, random };
    await repository.changeHold((current) => {
      if (current ? !isSameHold(current, seen) : seen) return current;
      return holdAfter(current && whileProbing(current, now), change, circumstances);
    });
    events.changed('posting-status');
    const hold = await repository.hold();
    return hold && pauseForHold(hold);
  }

  return async function prepareOrHold(origin: Origin, underHold: UnderHold) {
    const readiness = await prepare();
    if (!('obstacle' in readiness) || readiness.obstacle.code !== 'youtube_unavailable')
      return readiness;
    const seen = await repository.hold();
    if (isActive(seen, clock.now()) && !isSameHold(seen, underHold))
      return { obstacle: pauseForHold(seen) };
    const obstacle = await holdForToken(seen);
    // A manual post reports the failure that just happened; the loop reports how long the
    // hold lasts.
    return origin === 'loop' && obstacle ? { obstacle } : readiness;
  };
}

/** Hold codes whose cause is never the comment itself. */
const notAboutTheComment: readonly string[] = ['youtube_unavailable', 'needs_reauth'];

/** Settles the attempts of this process as YouTube responded. */
function createSettler({
  repository,
  account,
  quota,
  videos,
  events,
  clock,
  random,
  log,
}: Deps) {
  const settleFailure = createFailureSettler({
    account,
    quota,
    videos,
    settle,
    clock,
    log,
  });

  async function settle(
    { attempt, hold }: Claimed,
    settlement: Settlement,
    { change, signIn, isAboutSignIn }: AboutHold,
  ): Promise<void> {
    const now = clock.now();
    const circumstances = {
      commentId: attempt.commentId,
      isProbe: hold !== null,
      now,
      random,
    };
    await repository.settle(attempt, settlement, now, {
      signIn,
      change(current, isSignedInAnew) {
        // Ignores a late response about a previous sign-in: it says nothing about the
        // current one.
        const isOutdated = isSignedInAnew && isAboutSignIn && change.kind === 'wait';
        return holdAfter(current, isOutdated ? { kind: 'next' } : change, circumstances);
      },
    });
  }

  /**
   * Fails or sets aside the comment that caused a hold: YouTube accepted another comment,
   * so that one is the likely problem.
   */
  async function settleCauseOf(
    { code, commentId, suspect }: Hold,
    takenId: number,
  ): Promise<void> {
    if (commentId === null || commentId === takenId || notAboutTheComment.includes(code))
      return;
    const now = clock.now();
    if (suspect) {
      await repository.fail(commentId, failed('comment_refused', now), now);
    } else {
      // An immediate retry would hold up the other comments again.
      const times = await repository.timesReleased(commentId);
      await repository.setAside(commentId, new Date(now.getTime() + setAsideMs(times)));
    }
    events.changed({ comment: commentId });
  }

  return {
    async settleDone(
      claimed: Claimed,
      youtubeCommentId: string,
      { signIn }: Pick<Readiness, 'signIn'>,
    ): Promise<Settlement> {
      const now = clock.now();
      const { kind } = claimed.attempt;
      const settlement =
        kind === 'insert' ? posted(youtubeCommentId, now, now) : amended(kind, now);
      await settle(claimed, settlement, {
        change: { kind: 'lift' },
        signIn,
        isAboutSignIn: false,
      });
      // Only an accepted new comment shows that the refused one was the problem; an
      // amendment does not.
      if (claimed.hold && kind === 'insert')
        await settleCauseOf(claimed.hold, claimed.attempt.commentId);
      return settlement;
    },

    settleFailure,
  };
}

export type PostResult = { obstacle: Obstacle } | { settlement: Settlement };

interface PostOptions {
  revision?: number | undefined;
  underHold?: UnderHold;
  othersAreDue?: boolean;
  /**
   * Changes or withdraws a comment that is already on YouTube. Without an amendment the
   * comment is posted.
   */
  amendment?: Amendment | null;
}

/**
 * The only code that writes to YouTube: it claims an attempt, calls YouTube once, and
 * settles the result.
 */
export function createPoster(deps: Deps) {
  const { repository, youtube, events, clock } = deps;
  const prepareOrHold = createReadiness(deps);
  const settler = createSettler(deps);
  const worker = randomUUID();

  async function claim(
    commentId: number,
    origin: Origin,
    authorChannelId: string,
    { revision, underHold, amendment = null }: PostOptions,
  ): Promise<Claimed | { obstacle: Obstacle }> {
    const now = clock.now();
    try {
      const claimed = await repository.claim(
        { commentId, origin, worker, authorChannelId, amendment, now },
        (facts) => {
          const obstacle = amendment
            ? amendmentObstacle(facts, amendment, now)
            : preflight(facts, origin, now, underHold);
          if (obstacle) throw new ClaimRefused(obstacle);
          if (facts.channelId !== authorChannelId)
            throw new ClaimRefused({
              code: 'channel_changed',
              effect: 'wait',
              until: null,
            });
          if (revision !== undefined && revision !== facts.comment.revision)
            throw changedMeanwhile(
              facts.comment,
              'This comment was changed elsewhere in the meantime. Nothing was sent; review the newer text first.',
            );
        },
      );
      if (!claimed) throw notFound('This comment');
      return claimed;
    } catch (error) {
      if (error instanceof ClaimRefused) return { obstacle: error.obstacle };
      throw error;
    }
  }

  return {
    worker,

    async post(
      commentId: number,
      origin: Origin,
      options: PostOptions = {},
    ): Promise<PostResult> {
      const readiness = await prepareOrHold(origin, options.underHold);
      if ('obstacle' in readiness) return readiness;
      const { accessToken, authorChannelId } = readiness;
      const claimed = await claim(commentId, origin, authorChannelId, options);
      if ('obstacle' in claimed) return claimed;
      events.changed({ comment: commentId });
      const answer = await send(youtube, claimed, accessToken);
      try {
        if (typeof answer === 'string')
          return { settlement: await settler.settleDone(claimed, answer, readiness) };
        const { othersAreDue = false } = options;
        return {
          settlement: await settler.settleFailure(claimed, answer, {
            ...readiness,
            othersAreDue,
          }),
        };
      } finally {
        const shown = typeof answer === 'string' ? shownBy(claimed.attempt) : [];
        events.changed(
          { comment: commentId },
          'stats',
          'analytics',
          'posting-status',
          ...shown,
        );
      }
    },
  };
}

export type Poster = ReturnType<typeof createPoster>;

/** Calls YouTube once. Returns the comment's id there, or the error. */
async function send(
  youtube: Deps['youtube'],
  claimed: Claimed,
  accessToken: string,
): Promise<string | YouTubeError> {
  try {
    return (await call(youtube, claimed, accessToken)).youtubeCommentId;
  } catch (error) {
    if (error instanceof YouTubeError) return error;
    // After any other error the request may have been sent.
    return new YouTubeError('unknown', 'unexpected', 'shared');
  }
}

function call(
  youtube: Deps['youtube'],
  { attempt, youtubeCommentId }: Claimed,
  accessToken: string,
) {
  const {
    kind,
    youtubeVideoId,
    channelId,
    parentYoutubeId: parentId,
    content: text,
  } = attempt;
  const grant = { kind: 'grant', accessToken } as const;
  if (kind === 'insert')
    return parentId === null
      ? youtube.insertComment({ youtubeVideoId, channelId, text }, grant)
      : youtube.insertReply({ parentId, text }, grant);
  if (youtubeCommentId === null)
    throw new Error('Only what is on YouTube can be amended.');
  const done = () => ({ youtubeCommentId });
  return kind === 'change'
    ? youtube.updateComment({ youtubeCommentId, text }, grant).then(done)
    : youtube.deleteComment(youtubeCommentId, grant).then(done);
}

/** Thrown inside the claim's transaction to roll it back. */
class ClaimRefused extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(obstacle.code);
    this.obstacle = obstacle;
  }
}
