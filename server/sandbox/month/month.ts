import type { Channels } from '../channels.ts';
import type { Comments } from '../comments.ts';
import {
  ACCESS_SECONDS,
  type Account,
  accounts,
  canonicalScopes,
  type Grants,
  YOUTUBE_SCOPE,
} from '../google-tokens.ts';
import type { Quota } from '../youtube-call.ts';
import {
  followingRows,
  noticeRows,
  quotaRows,
  settingsRow,
  videoRows,
  voiceRows,
} from './around-rows.ts';
import { commentRows } from './comment-rows.ts';
import { type MonthRequest, planMonth } from './plan.ts';
import { seedWorld } from './seed.ts';

export interface MonthWorld {
  channels: Channels;
  comments: Comments;
  grants: Grants;
  quota: Quota;
  origin: string;
}

/** The sandbox's first account, which has a channel. */
export const monthOwner = ownerOf(accounts);

function ownerOf([first]: readonly Account[]): Account & {
  channel: NonNullable<Account['channel']>;
} {
  if (!first?.channel)
    throw new Error('The first account of the sandbox has no channel.');
  return { ...first, channel: first.channel };
}

/**
 * Fills a new, empty sandbox with what a month of use leaves on YouTube, and returns the
 * app's rows for it. Every timestamp is relative to `now`.
 */
export function loadMonth(
  request: MonthRequest,
  { channels, comments, grants, quota, origin }: MonthWorld,
) {
  const owner = monthOwner;
  const { now, clientId } = request;
  const plan = planMonth(request, {
    findVideo: (id) => channels.find(id, now),
    handleOf: (id) => channels.channel(id)?.handle ?? '@the-channel',
  });
  seedWorld(plan, owner, { comments, quota });
  const figures = new Map(comments.posted().map((posted) => [posted.id, posted]));
  const world = {
    origin,
    uploadsOf: (id: string) => channels.uploadsOf(id, now),
    titleOf: (id: string) => channels.channel(id)?.title ?? '',
    postedOn: comments.publicCount,
  };
  const scopes = canonicalScopes(`openid email profile ${YOUTUBE_SCOPE}`);
  const { accessToken, grant } = grants.create({ accountId: owner.id, clientId, scopes });
  return {
    rows: {
      videos: videoRows(plan, world),
      ...followingRows(plan, world),
      ...voiceRows(plan),
      ...commentRows(plan, owner, figures),
      userSettings: [settingsRow(plan)],
      quotaUsage: quotaRows(plan),
    },
    notices: noticeRows(plan),
    account: {
      googleSub: owner.sub,
      email: owner.email,
      name: owner.name,
      picture: `${origin}/avatar/${owner.id}.svg`,
      channelId: owner.channel.id,
      channelTitle: owner.channel.title,
      scopes,
    },
    grant: {
      accessToken,
      accessTokenExpiresAt: new Date(now.getTime() + ACCESS_SECONDS * 1_000),
      refreshToken: grant.refreshToken,
      grantExpiresAt: new Date(now.getTime() + grants.remaining(grant) * 1_000),
    },
  };
}
