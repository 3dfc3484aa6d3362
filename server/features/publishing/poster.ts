import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Events } from '../../events.ts';
import type { Log } from '../../log.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { VideoService } from '../discovery/video.service.ts';
import { afterError } from './after-error.ts';
import type { Attempt, Claimed, ClaimRepository } from './claim.repository.ts';
import type { PostingAccount } from './posting-account.ts';
import { type Obstacle, type Origin, preflight } from './preflight.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import type { QuotaService } from './quota.service.ts';
import { readyToPost } from './ready-to-post.ts';
import { renewToken } from './renew-token.ts';
import { posted, type Settlement, settlementOfError } from './settlement.rules.ts';

interface Deps {
  claims: ClaimRepository;
  repository: PublishingRepository;
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

/** The one way a comment reaches YouTube: claim, one insert, settle (DESIGN §7). */
export function createPoster(deps: Deps) {
  const { claims, repository, youtube, account, quota, events, clock, random } = deps;
  /** This process, as it signs its attempts. */
  const worker = randomUUID();

  async function claim(
    commentId: number,
    origin: Origin,
    authorChannelId: string,
    revision: number | undefined,
  ): Promise<Claimed | { obstacle: Obstacle }> {
    const now = clock.now();
    try {
      const claimed = await claims.claim({ commentId, origin, worker, authorChannelId, now }, (facts) => {
        const obstacle = preflight(facts, origin, now);
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

  async function settleError(
    { attempt, videoId }: Claimed,
    error: YouTubeError,
    accessToken: string,
  ): Promise<Settlement> {
    const earlierOutcomes = await repository.earlierOutcomes(attempt);
    const renewal = error.kind === 'auth' ? await renewToken(account, accessToken) : null;
    const { origin, startedAt } = attempt;
    const now = clock.now();
    const circumstances = { origin, startedAt, now, earlierOutcomes, renewal, random };
    const settlement = settlementOfError(error, circumstances);
    await repository.settle(attempt, settlement, now);
    await afterError(deps, {
      videoId,
      error,
      code: settlement.attempt.outcomeCode,
      earlierOutcomes,
    });
    return settlement;
  }

  return {
    worker,

    /** Posts one comment, or says what stands in the way. `revision`: what the person saw. */
    async post(commentId: number, origin: Origin, revision?: number): Promise<PostResult> {
      const ready = await readyToPost(account, quota);
      if ('obstacle' in ready) return ready;
      const claimed = await claim(commentId, origin, ready.authorChannelId, revision);
      if ('obstacle' in claimed) return claimed;
      const { attempt } = claimed;
      events.changed('comments', 'queue');
      try {
        const outcome = await send(attempt, ready.accessToken);
        if (outcome instanceof YouTubeError)
          return { settlement: await settleError(claimed, outcome, ready.accessToken) };
        await repository.settle(attempt, outcome, clock.now());
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
