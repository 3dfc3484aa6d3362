import type { Clock } from '../../clock.ts';
import type { Comments } from '../comments/comments.ts';
import type { CommentState } from '../comments/moderation.ts';
import type { FaultOrder } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { accounts, findAccount } from '../google/accounts.ts';
import type { Grants } from '../google/grants.ts';
import { canonicalScopes, YOUTUBE_SCOPE } from '../google/scopes.ts';
import type { Catalogue } from '../world/catalogue.ts';
import type { Bucket, Meter, Quota } from '../youtube/quota.ts';
import type { RequestLog } from './request-log.ts';

const usualScopes = canonicalScopes(`openid email profile ${YOUTUBE_SCOPE}`);

interface Deps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  faults: FaultQueue;
  log: RequestLog;
  catalogue: () => Catalogue;
  /** Forgets everything and bears the world anew. */
  reset: () => void;
}

/** What a test, or a person on the sandbox's page, may see and do. Unknown names throw a RangeError. */
export const createAdmin = ({ clock, grants, quota, comments, faults, log, catalogue, reset }: Deps) => ({
  /** Queues a fault and answers its id. @throws ZodError for an order that makes no sense. */
  fault: (order: FaultOrder): number => faults.add(order).id,
  removeFault: (id: number) => faults.remove(id),
  clearFaults: () => faults.clear(),
  requests: () => log.all(),
  clearRequests: () => log.clear(),
  /** Everything the accounts have written, with its present state, oldest first. */
  comments: () => comments.posted(),
  setCommentState(id: string, state: CommentState) {
    if (!comments.setState(id, state)) throw new RangeError(`There is no comment ${id}.`);
  },
  /** Ends the account's grants, as if it had removed the app at Google. Answers how many. */
  revoke: (accountId: string): number => grants.revokeAccount(accountId),
  /** A grant without the consent page; the YouTube and profile scopes unless others are named. */
  grant(
    accountId: string,
    { clientId, scopes = usualScopes }: { clientId: string; scopes?: readonly string[] },
  ) {
    if (!findAccount(accountId)) throw new RangeError(`There is no account ${accountId}.`);
    const { accessToken, grant } = grants.create({ accountId, clientId, scopes, offline: true });
    return { accessToken, refreshToken: grant.refreshToken };
  },
  expireAccessTokens: () => grants.expireAccessTokens(),
  setGrantLifetime: (seconds: number) => grants.setRefreshSeconds(seconds),
  setQuota(bucket: Bucket, { used, limit }: { used?: number | undefined; limit?: number | undefined }) {
    if (limit !== undefined) quota.setLimit(bucket, limit);
    if (used !== undefined) quota.setUsed(bucket, used);
  },
  quota: (): Record<Bucket, Meter> => quota.read(),
  state: () => ({
    now: clock.now().toISOString(),
    videos: catalogue().all(clock.now()).length,
    requests: log.total(),
    quota: quota.read(),
    accounts: accounts.map(({ id, name, email, channel }) => ({
      id,
      name,
      email,
      channelId: channel?.id ?? null,
      grants: grants.activeOf(id).length,
    })),
    faults: faults.list(),
    comments: comments.posted(),
  }),
  reset,
});

export type SandboxAdmin = ReturnType<typeof createAdmin>;
export type SandboxState = ReturnType<SandboxAdmin['state']>;
