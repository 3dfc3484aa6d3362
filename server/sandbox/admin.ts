import type { RequestHandler } from 'express';
import type { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { acceptsComments, type Video } from './catalogue.ts';
import type { Channels, VideoChange } from './channels.ts';
import type { Comments, PostedComment } from './comments.ts';
import type { FaultOrder, FaultQueue } from './faults.ts';
import {
  accounts,
  canonicalScopes,
  findAccount,
  type Grants,
  YOUTUBE_SCOPE,
} from './google-tokens.ts';
import { pathOf } from './http.ts';
import { type CommentState, replyOrderSchema } from './strangers.ts';
import type { Quota } from './youtube-call.ts';

interface Deps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  faults: FaultQueue;
  log: RequestLog;
  channels: Channels;
}

export const createAdmin = (deps: Deps) => {
  const { clock, grants, quota, comments, faults, log, channels } = deps;
  const videos = (): Video[] => channels.all(clock.now());
  return {
    /** Returns the fault's id. Throws a ZodError for an invalid order. */
    fault: (order: FaultOrder): number => faults.add(order).id,
    removeFault: faults.remove,
    clearFaults: faults.clear,
    state: () => ({
      now: clock.now().toISOString(),
      accounts: accounts.map(({ id }) => ({ id, grants: grants.activeOf(id).length })),
      quota: quota.read(),
      comments: comments.posted(),
      faults: faults.list(),
    }),
    /** Returns the requests since the start or the last clearRequests(), newest last. */
    requests: (): RequestRecord[] => log.list(),
    clearRequests: log.clear,
    comments: (): PostedComment[] => comments.posted(),
    leakHeld: comments.leakHeld,
    /**
     * Returns the ids of the new replies. Throws a ZodError for an invalid order and a
     * RangeError for an unknown comment.
     */
    orderReplies: (
      commentId: string,
      order: z.input<typeof replyOrderSchema> = {},
    ): string[] => comments.orderReplies(commentId, replyOrderSchema.parse(order)),
    /**
     * Adds new threads by strangers to a video. Throws a RangeError for an unknown video.
     */
    orderThreads(videoId: string, count: number): void {
      const video = channels.find(videoId, clock.now());
      if (!video) throw new RangeError(`No video ${videoId}.`);
      comments.orderThreads(videoId, video.channelId, count);
    },
    /**
     * Returns all replies by strangers, also those that are removed or not published yet.
     */
    repliesTo: comments.strangersRepliesTo,
    /** Throws a RangeError for an unknown video. */
    changeVideo: (videoId: string, change: Partial<VideoChange>): void =>
      channels.change(videoId, change, clock.now()),
    /** Works for replies too; a deleted one disappears. */
    setCommentState(id: string, state: CommentState): void {
      if (!comments.setState(id, state))
        throw new RangeError(`No comment ${id} was posted here.`);
    },
    videos,
    channels,
    acceptsComments,
    setQuota: quota.set,
    /** Returns how many grants ended. Throws a RangeError for an unknown account. */
    revoke(accountId: string): number {
      if (!findAccount(accountId)) throw new RangeError(`No account ${accountId}.`);
      return grants.revokeAccount(accountId);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    setGrantLifetime: grants.setRefreshSeconds,
    grant(accountId: string, clientId: string) {
      const scopes = canonicalScopes(`openid email profile ${YOUTUBE_SCOPE}`);
      const { accessToken, grant } = grants.create({ accountId, clientId, scopes });
      return { accessToken, refreshToken: grant.refreshToken };
    },
  };
};

export type SandboxAdmin = ReturnType<typeof createAdmin>;
export type SandboxState = ReturnType<SandboxAdmin['state']>;

interface RequestRecord {
  method: string;
  path: string;
  query: Record<string, unknown>;
  /** JSON bodies only, because forms contain secrets. */
  body: unknown;
  status: number | null;
  brokeOff: boolean;
}

const MOST = 2_000;

export const createRequestLog = () => {
  let records: RequestRecord[] = [];

  /** Must run after the body is parsed. */
  const record: RequestHandler = (req, res, next) => {
    const { method } = req;
    const query = { ...req.query };
    // They may be the owner's real secrets, and everybody on this machine can read the
    // log.
    for (const name of ['key', 'token', 'access_token'])
      if (name in query) query[name] = '(hidden)';
    const body: unknown = (req.is('json') && req.body) || null;
    const entry: RequestRecord = {
      method,
      path: pathOf(req),
      query,
      body,
      status: null,
      brokeOff: false,
    };
    records.push(entry);
    if (records.length > MOST) records = records.slice(-MOST);
    res.once('finish', () => {
      entry.status = res.statusCode;
    });
    res.once('close', () => {
      entry.brokeOff = !res.writableFinished;
    });
    next();
  };

  return {
    record,
    list: (): RequestRecord[] => records.map((entry) => ({ ...entry })),
    clear() {
      records = [];
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;
