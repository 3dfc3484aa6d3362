import type { Clock } from '../../core/clock.ts';
import type { Comments, StoredComment } from '../comments/comments.ts';
import type { CommentState } from '../comments/moderation.ts';
import type { FaultOrder, QueuedFault } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { accounts, findAccount } from '../google/accounts.ts';
import { ACCESS_SECONDS, type Grants } from '../google/grants.ts';
import { canonicalScopes, YOUTUBE_SCOPE } from '../google/scopes.ts';
import type { Catalogue } from '../world/catalogue.ts';
import { acceptsComments } from '../world/growth.ts';
import type { WorldVideo } from '../world/video.ts';
import type { Bucket, Meter, Quota } from '../youtube/quota.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';

export interface SandboxState {
  now: string;
  accounts: {
    id: string;
    name: string;
    email: string;
    channelId: string | null;
    /** How many grants of it are alive. */
    grants: number;
    scopes: string[];
  }[];
  quota: Record<Bucket, Meter>;
  comments: StoredComment[];
  faults: QueuedFault[];
  /** How many calls are in the log. */
  requests: number;
  videos: number;
}

export interface GrantedTokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token ends. */
  expiresAt: Date;
  scope: string;
}

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

const requireAccount = (id: string) => {
  const account = findAccount(id);
  if (!account)
    throw new RangeError(`No account ${id}; there are ${accounts.map((one) => one.id).join(', ')}.`);
  return account;
};

/** The hidden side of the sandbox, for tests in the same process; the routes under /sandbox offer the same. */
export const createAdmin = ({ clock, grants, quota, comments, faults, log, catalogue, reset }: Deps) => ({
  /** Queues something that shall go wrong; returns its id. @throws ZodError for an order that makes no sense. */
  fault: (order: FaultOrder): number => faults.add(order).id,
  removeFault: (id: number): void => faults.remove(id),
  clearFaults: (): void => faults.clear(),
  state: (): SandboxState => ({
    now: clock.now().toISOString(),
    accounts: accounts.map(({ id, name, email, channel }) => {
      const active = grants.activeOf(id);
      const scopes = [...new Set(active.flatMap((grant) => grant.scopes))];
      return { id, name, email, channelId: channel?.id ?? null, grants: active.length, scopes };
    }),
    quota: quota.read(),
    comments: comments.posted(),
    faults: faults.list(),
    requests: log.list().length,
    videos: catalogue().all(clock.now()).length,
  }),
  /** Calls received since the start or the last clearRequests(), newest last. */
  requests: (): RequestRecord[] => log.list(),
  clearRequests: (): void => log.clear(),
  /** What the accounts have posted, with its present state, oldest first. */
  comments: (): StoredComment[] => comments.posted(),
  /** @throws RangeError for an unknown comment. */
  setCommentState(id: string, state: CommentState): void {
    if (!comments.setState(id, state)) throw new RangeError(`No comment ${id} was posted here.`);
  },
  /** Every video that is out now. */
  videos: (): WorldVideo[] => catalogue().all(clock.now()),
  /** Whether comments are open under it. */
  acceptsComments: (video: WorldVideo): boolean => acceptsComments(video),
  setQuota(bucket: Bucket, change: { limit?: number | undefined; used?: number | undefined }): void {
    if (change.limit !== undefined) quota.setLimit(bucket, change.limit);
    if (change.used !== undefined) quota.setUsed(bucket, change.used);
  },
  /** Ends every grant of an account, as its owner can at Google; returns how many. @throws RangeError for an unknown account. */
  revoke: (accountId: string): number => grants.revokeAccount(requireAccount(accountId).id),
  /** From now on every access token is refused with 401; refresh tokens go on working. */
  expireAccessTokens: (): void => grants.expireAccessTokens(),
  /** How long a refresh token lives; seven days unless changed. */
  setGrantLifetime: (seconds: number): void => grants.setRefreshSeconds(seconds),
  /** Tokens as the consent page would lead to, without the page. @throws RangeError for an unknown account. */
  grant(accountId: string, options: { clientId: string; scopes?: readonly string[] }): GrantedTokens {
    const asked = options.scopes ?? ['openid', 'email', 'profile', YOUTUBE_SCOPE];
    const scopes = canonicalScopes(asked.join(' '));
    const account = requireAccount(accountId);
    const { accessToken, grant } = grants.create({
      accountId: account.id,
      clientId: options.clientId,
      scopes,
      offline: true,
    });
    return {
      accessToken,
      refreshToken: grant.refreshToken ?? '',
      expiresAt: new Date(clock.now().getTime() + ACCESS_SECONDS * 1_000),
      scope: scopes.join(' '),
    };
  },
  /** Forgets everything that happened: grants, comments, quota, faults, the log. The world is born anew. */
  reset,
});

export type SandboxAdmin = ReturnType<typeof createAdmin>;
