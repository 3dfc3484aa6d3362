import type { Clock } from '../../core/clock.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { acceptsComments } from '../catalogue/statistics.ts';
import type { Video } from '../catalogue/video.ts';
import type { Comments, StoredComment } from '../comments/comments.ts';
import type { CommentState } from '../comments/moderation.ts';
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
  faults: FaultQueue;
  log: RequestLog;
  catalogue: () => Catalogue;
  reset: () => void;
}

export const createAdmin = ({ clock, grants, quota, comments, faults, log, catalogue, reset }: Deps) => {
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
      comments: comments.posted(),
      faults: faults.list(),
      requests: log.list().length,
      videos: videos().length,
    }),
    /** Newest last, since the start or the last clearRequests(). */
    requests: (): RequestRecord[] => log.list(),
    clearRequests: log.clear,
    comments: (): StoredComment[] => comments.posted(),
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
