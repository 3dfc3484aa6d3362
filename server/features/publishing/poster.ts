import { randomUUID } from 'node:crypto';
import { conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { type Amendment, amendmentObstacle } from './amendment.rules.ts';
import type { Claimed, ClaimRepository } from './claim.repository.ts';
import { type Obstacle, type Origin, preflight, type UnderHold } from './obstacles.rules.ts';
import { createReadiness } from './readiness.ts';
import type { Settlement } from './settlement.rules.ts';
import { createSettler, type SettlerDeps } from './settler.ts';

interface Deps extends SettlerDeps {
  claims: ClaimRepository;
  youtube: Pick<YouTube, 'insertComment' | 'insertReply' | 'updateComment' | 'deleteComment'>;
  account: Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken' | 'block'>;
  quota: QuotaService;
  events: Events;
}

export type PostResult = { obstacle: Obstacle } | { settlement: Settlement };

interface PostOptions {
  revision?: number | undefined;
  underHold?: UnderHold;
  othersAreDue?: boolean;
  /** For a comment that is on YouTube already; without it the comment is posted. */
  amendment?: Amendment | null;
}

/** The only way anything is written on YouTube: claim, call once, settle. */
export function createPoster(deps: Deps) {
  const { claims, youtube, events, clock } = deps;
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
      const claimed = await claims.claim(
        { commentId, origin, worker, authorChannelId, amendment, now },
        (facts) => {
          const obstacle = amendment
            ? amendmentObstacle(facts, amendment, now)
            : preflight(facts, origin, now, underHold);
          if (obstacle) throw new ClaimRefused(obstacle);
          if (facts.channelId !== authorChannelId)
            throw new ClaimRefused({ code: 'channel_changed', effect: 'wait', until: null });
          refuseOlderText(facts.comment, revision);
        },
      );
      if (!claimed) throw notFound('This comment');
      return claimed;
    } catch (error) {
      if (error instanceof ClaimRefused) return { obstacle: error.obstacle };
      throw error;
    }
  }

  function call({ attempt, youtubeCommentId }: Claimed, accessToken: string) {
    const { kind, youtubeVideoId, channelId, parentYoutubeId: parentId, content: text } = attempt;
    const grant = { kind: 'grant', accessToken } as const;
    if (kind === 'insert')
      return parentId === null
        ? youtube.insertComment({ youtubeVideoId, channelId, text }, grant)
        : youtube.insertReply({ parentId, text }, grant);
    if (youtubeCommentId === null) throw new Error('Only what is on YouTube can be amended.');
    const done = () => ({ youtubeCommentId });
    return kind === 'change'
      ? youtube.updateComment({ youtubeCommentId, text }, grant).then(done)
      : youtube.deleteComment(youtubeCommentId, grant).then(done);
  }

  async function send(claimed: Claimed, accessToken: string): Promise<string | YouTubeError> {
    try {
      return (await call(claimed, accessToken)).youtubeCommentId;
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
      events.changed({ comment: commentId });
      const { attempt } = claimed;
      const answer = await send(claimed, accessToken);
      try {
        if (typeof answer === 'string') return { settlement: await settler.settleDone(claimed, answer) };
        const { othersAreDue = false } = options;
        return { settlement: await settler.settleError(claimed, answer, { accessToken, othersAreDue }) };
      } finally {
        events.changed({ comment: commentId }, 'stats', 'analytics', 'posting-status');
        // Its answers went with it.
        if (typeof answer === 'string' && attempt.kind === 'withdraw') events.changed('comments');
        if (typeof answer === 'string' && !options.amendment)
          events.changed(attempt.parentYoutubeId === null ? 'commented-channels' : 'replies');
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
    'This comment was changed elsewhere in the meantime. Nothing was sent; review the newer text first.',
    { current: { content: comment.content, status: comment.status, revision: comment.revision } },
  );
}
