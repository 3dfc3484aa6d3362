import { randomUUID } from 'node:crypto';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { Claimed, ClaimRepository } from './claim.repository.ts';
import { type Hold, type HoldChange, holdAfter, isActive, isSameHold, whileProbing } from './hold.rules.ts';
import {
  type Obstacle,
  type Origin,
  pause,
  pauseForHold,
  preflight,
  type UnderHold,
} from './obstacles.rules.ts';
import type { Attempt } from './publishing.repository.ts';
import type { Settlement } from './settlement.rules.ts';
import { createSettler, type SettlerDeps } from './settler.ts';

interface Deps extends SettlerDeps {
  claims: ClaimRepository;
  youtube: YouTube;
  account: Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken' | 'block'>;
  quota: QuotaService;
  events: Events;
}

export type PostResult = { obstacle: Obstacle } | { settlement: Settlement };

interface PostOptions {
  revision?: number | undefined;
  underHold?: UnderHold;
  othersAreDue?: boolean;
}

interface Readiness {
  accessToken: string;
  authorChannelId: string;
}

/** The only way a comment reaches YouTube: claim, insert once, settle. */
export function createPoster(deps: Deps) {
  const { claims, repository, youtube, account, quota, events, clock, random } = deps;
  const settler = createSettler(deps);
  const worker = randomUUID();

  /** Before the claim: refreshing the token takes time. */
  async function prepare(): Promise<Readiness | { obstacle: Obstacle }> {
    const [owner, hasUnits] = await Promise.all([account.account(), quota.allowsInsert()]);
    if (!owner) return { obstacle: pause('not_connected') };
    if (owner.blockedCode) return { obstacle: pause(owner.blockedCode) };
    if (!hasUnits) return { obstacle: pause('quota_spent', quota.resetsAt()) };
    try {
      const accessToken = await account.accessToken();
      // Getting the token may have found the channel.
      const channelId = owner.channelId ?? (await account.account())?.channelId;
      if (!channelId) return { obstacle: pause('youtube_signup_required') };
      return { accessToken, authorChannelId: channelId };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { obstacle: pause(error.code) };
    }
  }

  async function holdForToken(seen: Hold | null): Promise<Obstacle | null> {
    const now = clock.now();
    const change: HoldChange = { kind: 'wait', code: 'youtube_unavailable', until: 'backoff' };
    const circumstances = { commentId: null, isProbe: true, now, random };
    await repository.changeHold((current) => {
      if (current ? !isSameHold(current, seen) : seen) return current;
      return holdAfter(current && whileProbing(current, now), change, circumstances);
    });
    events.changed('posting-status');
    const hold = await repository.hold();
    return hold && pauseForHold(hold);
  }

  async function prepareOrHold(origin: Origin, underHold: UnderHold) {
    const readiness = await prepare();
    if (!('obstacle' in readiness) || readiness.obstacle.code !== 'youtube_unavailable') return readiness;
    const seen = await repository.hold();
    if (isActive(seen, clock.now()) && !isSameHold(seen, underHold)) return { obstacle: pauseForHold(seen) };
    const obstacle = await holdForToken(seen);
    // A person is told what happened now, the loop how long it waits.
    return origin === 'loop' && obstacle ? { obstacle } : readiness;
  }

  async function claim(
    commentId: number,
    origin: Origin,
    authorChannelId: string,
    { revision, underHold }: PostOptions,
  ): Promise<Claimed | { obstacle: Obstacle }> {
    const now = clock.now();
    try {
      const claimed = await claims.claim({ commentId, origin, worker, authorChannelId, now }, (facts) => {
        const obstacle = preflight(facts, origin, now, underHold);
        if (obstacle) throw new ClaimRefused(obstacle);
        refuseOlderText(facts.comment, revision);
      });
      if (!claimed) throw notFound('This comment');
      return claimed;
    } catch (error) {
      if (error instanceof ClaimRefused) return { obstacle: error.obstacle };
      throw error;
    }
  }

  async function insert(attempt: Attempt, accessToken: string): Promise<string | YouTubeError> {
    try {
      const { youtubeCommentId } = await youtube.insertComment(
        { youtubeVideoId: attempt.youtubeVideoId, channelId: attempt.channelId, text: attempt.content },
        { kind: 'grant', accessToken },
      );
      return youtubeCommentId;
    } catch (error) {
      if (error instanceof YouTubeError) return error;
      // After any other error the request may have been sent.
      return new YouTubeError('unknown', 'unexpected', 'shared');
    }
  }

  return {
    worker,

    async post(commentId: number, origin: Origin, options: PostOptions = {}): Promise<PostResult> {
      const readiness = await prepareOrHold(origin, options.underHold);
      if ('obstacle' in readiness) return readiness;
      const { accessToken, authorChannelId } = readiness;
      const claimed = await claim(commentId, origin, authorChannelId, options);
      if ('obstacle' in claimed) return claimed;
      events.changed('comments', 'queue');
      try {
        const answer = await insert(claimed.attempt, accessToken);
        if (typeof answer === 'string') return { settlement: await settler.settlePosted(claimed, answer) };
        const { othersAreDue = false } = options;
        return { settlement: await settler.settleError(claimed, answer, { accessToken, othersAreDue }) };
      } finally {
        events.changed('comments', 'queue', 'stats', 'analytics', 'posting-status');
      }
    },
  };
}

export type Poster = ReturnType<typeof createPoster>;

/** Rolls the claim's transaction back. */
class ClaimRefused extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(obstacle.code);
    this.obstacle = obstacle;
  }
}

function refuseOlderText(
  comment: { revision: number; content: string; status: string },
  revision: number | undefined,
) {
  if (revision === undefined || revision === comment.revision) return;
  throw conflict(
    'revision_conflict',
    'This comment was changed elsewhere in the meantime. Nothing was posted; review the newer text first.',
    { current: { content: comment.content, status: comment.status, revision: comment.revision } },
  );
}
