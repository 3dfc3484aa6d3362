import type { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { ChangingCatalogue, VideoChange } from '../catalogue/changing-catalogue.ts';
import { acceptsComments } from '../catalogue/statistics.ts';
import type { Video } from '../catalogue/video.ts';
import type { Comments, PostedComment, StoredComment } from '../comments/comments.ts';
import type { CommentState, Moderation } from '../comments/moderation.ts';
import type { ModerationSettings } from '../comments/moderation-settings.ts';
import { replyOrderSchema } from '../comments/strangers-replies.ts';
import type { FaultOrder } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { accounts, findAccount } from '../google/accounts.ts';
import type { Grants } from '../google/grants.ts';
import { canonicalScopes, YOUTUBE_SCOPE } from '../google/scopes.ts';
import type { Bucket, Quota } from '../youtube/quota.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';

interface Deps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  moderation: ModerationSettings;
  faults: FaultQueue;
  log: RequestLog;
  catalogue: () => ChangingCatalogue;
  reset: () => void;
}

export const createAdmin = (deps: Deps) => {
  const { clock, grants, quota, comments, moderation, faults, log, catalogue, reset } = deps;
  const videos = (): Video[] => catalogue().all(clock.now());
  return {
    /** Returns the fault's id. Throws a ZodError for an invalid order. */
    fault: (order: FaultOrder): number => faults.add(order).id,
    removeFault: faults.remove,
    clearFaults: faults.clear,
    state: () => ({
      now: clock.now().toISOString(),
      accounts: accounts.map(({ id, name, email, channel }) => ({
        id,
        name,
        email,
        channelId: channel?.id ?? null,
        grants: grants.activeOf(id).length,
      })),
      quota: quota.read(),
      moderation: moderation.read(),
      comments: comments.posted(),
      faults: faults.list(),
      requests: log.list().length,
      videos: videos().length,
    }),
    /** Newest last, since the start or the last clearRequests(). */
    requests: (): RequestRecord[] => log.list(),
    clearRequests: log.clear,
    comments: (): PostedComment[] => comments.posted(),
    setModeration: (change: Partial<Moderation>): void => moderation.change(change),
    /** Returns the new replies' ids. Throws a ZodError or, for an unknown comment, a RangeError. */
    orderReplies: (commentId: string, order: z.input<typeof replyOrderSchema> = {}): string[] =>
      comments.orderReplies(commentId, replyOrderSchema.parse(order)),
    /** Strangers' newest threads under a video. Throws a RangeError for an unknown video. */
    orderThreads(videoId: string, count: number): void {
      const video = catalogue().find(videoId, clock.now());
      if (!video) throw new RangeError(`No video ${videoId}.`);
      comments.orderThreads(videoId, video.channelId, count);
    },
    /** Strangers' only, with those still to come and those removed. */
    repliesTo: (commentId: string): StoredComment[] => comments.strangersRepliesTo(commentId),
    /** Throws a RangeError for an unknown video. */
    changeVideo: (videoId: string, change: Partial<VideoChange>): void =>
      catalogue().change(videoId, change, clock.now()),
    /** Of a reply, too: a deleted one disappears. */
    setCommentState(id: string, state: CommentState): void {
      if (!comments.setState(id, state)) throw new RangeError(`No comment ${id} was posted here.`);
    },
    videos,
    acceptsComments,
    setQuota(bucket: Bucket, change: { limit?: number | undefined; used?: number | undefined }): void {
      if (change.limit !== undefined) quota.setLimit(bucket, change.limit);
      if (change.used !== undefined) quota.setUsed(bucket, change.used);
    },
    /** Returns how many grants ended. Throws a RangeError for an unknown account. */
    revoke(accountId: string): number {
      if (!findAccount(accountId)) throw new RangeError(`No account ${accountId}.`);
      return grants.revokeAccount(accountId);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    setGrantLifetime: grants.setRefreshSeconds,
    grant(accountId: string, clientId: string) {
      const scopes = canonicalScopes(`openid email profile ${YOUTUBE_SCOPE}`);
      const { accessToken, grant } = grants.create({ accountId, clientId, scopes, offline: true });
      return { accessToken, refreshToken: grant.refreshToken ?? '' };
    },
    reset,
  };
};

export type SandboxAdmin = ReturnType<typeof createAdmin>;
export type SandboxState = ReturnType<SandboxAdmin['state']>;
