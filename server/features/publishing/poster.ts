import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import { afterError } from './after-error.ts';
import { afterLift } from './after-lift.ts';
import type { Attempt, Claimed, ClaimRepository } from './claim.repository.ts';
import { heldBy, type Obstacle } from './closed.rules.ts';
import type { HoldRepository } from './hold.repository.ts';
import { type Hold, type HoldChange, holdAfter, isSame, isStanding, whileProbing } from './hold.rules.ts';
import type { PostingAccount } from './posting-account.ts';
import { type Origin, preflight, type UnderHold } from './preflight.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { readyToPost } from './ready-to-post.ts';
import { renewToken } from './renew-token.ts';
import { consequenceOf, posted, type Settlement } from './settlement.rules.ts';

interface Deps {
  claims: ClaimRepository;
  repository: PublishingRepository;
  holds: HoldRepository;
  youtube: YouTube;
  account: PostingAccount;
  quota: QuotaService;
  videos: Pick<VideoService, 'markCommentsOff'>;
  events: Events;
  clock: Clock;
  /** Numbers in [0, 1). */
  random: () => number;
  log: Log;
}

export type PostResult = { obstacle: Obstacle } | { settlement: Settlement };

interface PostOptions {
  /** What the person saw. */
  revision?: number | undefined;
  underHold?: UnderHold;
  /** The loop has others that it could try. */
  othersAreDue?: boolean;
}

/** The one way a comment reaches YouTube: claim, one insert, settle. */
export function createPoster(deps: Deps) {
  const { claims, repository, holds, youtube, account, quota, events, clock, random } = deps;
  /** This process, as it signs its attempts. */
  const worker = randomUUID();

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

  async function send(attempt: Attempt, accessToken: string): Promise<Settlement | YouTubeError> {
    try {
      const { youtubeCommentId } = await youtube.insertComment(
        { youtubeVideoId: attempt.youtubeVideoId, channelId: attempt.channelId, text: attempt.content },
        { kind: 'grant', accessToken },
      );
      const now = clock.now();
      return posted(youtubeCommentId, now, now);
    } catch (error) {
      if (error instanceof YouTubeError) return error;
      // Whatever else went wrong, the request may have been sent.
      return new YouTubeError('unknown', 'unexpected', 'shared');
    }
  }

  function settle({ attempt, hold }: Claimed, settlement: Settlement, change: HoldChange): Promise<boolean> {
    const now = clock.now();
    const circumstances = { commentId: attempt.commentId, isProbe: hold !== null, now, random };
    return repository.settle(attempt, settlement, now, (current) =>
      holdAfter(current, change, circumstances),
    );
  }

  async function settleError(
    claimed: Claimed,
    error: YouTubeError,
    accessToken: string,
    othersAreDue: boolean,
  ): Promise<Settlement> {
    const { attempt, videoId, hold } = claimed;
    const renewal = error.kind === 'auth' ? await renewToken(account, accessToken) : null;
    const { origin, startedAt } = attempt;
    const now = clock.now();
    const circumstances = { origin, startedAt, now, renewal, hold, othersAreDue };
    const consequence = consequenceOf(error, circumstances);
    await settle(claimed, consequence.settlement, consequence.hold);
    await afterError(deps, { videoId, error, consequence });
    return consequence.settlement;
  }

  /** Google's token service is away: the loop waits for it as for YouTube, before any comment was tried. */
  async function holdForToken(seen: Hold | null): Promise<Obstacle | null> {
    const now = clock.now();
    const change: HoldChange = { kind: 'wait', code: 'youtube_unavailable', until: 'backoff' };
    const circumstances = { commentId: null, isProbe: true, now, random };
    await holds.change((current) => {
      if (current ? !isSame(current, seen) : seen) return current;
      return holdAfter(current && whileProbing(current, now), change, circumstances);
    });
    events.changed('posting-status');
    const hold = await holds.find();
    return hold && heldBy(hold);
  }

  /** What keeps even a token from being had; null where one is here. */
  async function ready(origin: Origin, underHold: UnderHold) {
    const readiness = await readyToPost(account, quota);
    if (!('obstacle' in readiness) || readiness.obstacle.code !== 'youtube_unavailable') return readiness;
    const seen = await holds.find();
    if (isStanding(seen, clock.now()) && !isSame(seen, underHold)) return { obstacle: heldBy(seen) };
    const held = await holdForToken(seen);
    // A person hears of what happened now, the loop of how long it waits.
    return origin === 'loop' && held ? { obstacle: held } : readiness;
  }

  return {
    worker,

    /** Posts one comment, or says what stands in the way. */
    async post(commentId: number, origin: Origin, options: PostOptions = {}): Promise<PostResult> {
      const readiness = await ready(origin, options.underHold);
      if ('obstacle' in readiness) return readiness;
      const { accessToken, authorChannelId } = readiness;
      const claimed = await claim(commentId, origin, authorChannelId, options);
      if ('obstacle' in claimed) return claimed;
      events.changed('comments', 'queue');
      try {
        const outcome = await send(claimed.attempt, accessToken);
        if (outcome instanceof YouTubeError) {
          const othersAreDue = options.othersAreDue ?? false;
          return { settlement: await settleError(claimed, outcome, accessToken, othersAreDue) };
        }
        await settle(claimed, outcome, { kind: 'lift' });
        if (claimed.hold) await afterLift(deps, claimed.hold, commentId);
        return { settlement: outcome };
      } finally {
        events.changed('comments', 'queue', 'stats', 'analytics', 'posting-status');
      }
    },
  };
}

export type Poster = ReturnType<typeof createPoster>;

/** Rolls the claim back and carries what stood in its way. */
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
    'This comment was changed somewhere else meanwhile. Nothing was posted; look at the newer text first.',
    { current: { content: comment.content, status: comment.status, revision: comment.revision } },
  );
}
