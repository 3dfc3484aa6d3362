import type { z } from 'zod';
import type { ImportedChannels, KeepSearch, Subscription } from '#shared/contracts/following.ts';
import {
  type followedChannelSchema,
  mostFollowed,
  mostStandingSearches,
  type standingSearchSchema,
} from '#shared/contracts/following.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import {
  type Channel,
  type SubscriptionPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { readFailure, storableText } from '../videos/video.rules.ts';
import type { createSender } from '../videos/youtube-reads.service.ts';
import type { ChannelRow, FollowingRepository, StandingSearchRow } from './following.repository.ts';
import {
  channelAddress,
  channelIdsIn,
  hoursOf,
  stretchFor,
  troubleSentence,
  unitsAhead,
} from './following.rules.ts';

type ShownChannel = z.input<typeof followedChannelSchema>;
type ShownSearch = z.input<typeof standingSearchSchema>;

interface Deps {
  repository: FollowingRepository;
  youtube: Pick<YouTube, 'listChannels' | 'listVideos' | 'listSubscriptions'>;
  sender: ReturnType<typeof createSender>;
  /** By the grant: subscriptions are a person's. */
  ownersSender: ReturnType<typeof createSender>;
  quota: Pick<QuotaService, 'ensure' | 'block' | 'followingUnits' | 'resetsAt'>;
  events: Events;
  clock: Clock;
}

const mostPages = 40;

const tooMany = () =>
  conflict(
    'too_many_followed',
    `You can follow at most ${mostFollowed} channels. Nothing was changed; unfollow some, or choose fewer.`,
  );

/** What a person does with channels and standing searches. Its units count as the hand's (rule 14.5). */
export function createFollowingService(deps: Deps) {
  const { repository, youtube, sender, ownersSender, quota, events, clock } = deps;

  async function ask<T>(
    request: (auth: YouTubeAuth) => Promise<T>,
    { units = 1, by = sender }: { units?: number; by?: typeof sender } = {},
  ): Promise<T> {
    const [send] = await Promise.all([by(), quota.ensure({ shared: units })]);
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      if (error.kind === 'quota') await quota.block(error.bucket);
      throw readFailure(error);
    }
  }

  async function lookUp(address: string): Promise<Channel> {
    const which = channelAddress(address);
    if (!which)
      throw noChannel(
        'This is no address of a channel. Paste its @handle, its address on YouTube, or a link to one of its videos.',
      );
    const channelId =
      which.kind === 'video'
        ? (await ask((auth) => youtube.listVideos([which.youtubeId], auth)))[0]?.channelId
        : which.kind === 'id'
          ? which.channelId
          : undefined;
    if (which.kind === 'video' && channelId === undefined)
      throw noChannel('YouTube has no video at this address, or it is private.');
    const [channel] = await ask((auth) =>
      youtube.listChannels(which.kind === 'handle' ? which : { ids: [channelId ?? ''] }, auth),
    );
    if (!channel)
      throw noChannel('YouTube has no channel at this address. Look whether it is spelled as on YouTube.');
    return channel;
  }

  const newRow = ({ channelId, title, thumbnailUrl, uploadsId }: Channel, now: Date) => ({
    channelId,
    uploadsId,
    title: storableText(title),
    thumbnailUrl,
    namedAt: now,
    nextReadAt: now,
    createdAt: now,
  });

  async function presented(rows: readonly (ChannelRow & { commented: number })[]): Promise<ShownChannel[]> {
    const now = clock.now();
    const units = unitsAhead({ ...(await quota.followingUnits()), resetsAt: quota.resetsAt() }, now);
    const stretch = stretchFor(await repository.lastVideos(), units, now);
    return rows.map((row) => ({
      id: row.id,
      channelId: row.channelId,
      title: row.title,
      thumbnailUrl: row.thumbnailUrl,
      muted: row.muted,
      videosLast30Days: row.videosLast30Days,
      commented: row.commented,
      lastVideoAt: row.lastVideoAt,
      readAt: row.readAt,
      everyHours: hoursOf(row.lastVideoAt, stretch, now),
      trouble: troubleSentence(row.trouble),
    }));
  }

  async function channel(channelId: string): Promise<ShownChannel> {
    const rows = (await repository.channels()).filter((row) => row.channelId === channelId);
    const [found] = await presented(rows);
    if (!found) throw notFound('This channel');
    return found;
  }

  async function importIds(ids: readonly string[]): Promise<ImportedChannels> {
    const asked = [...new Set(ids)];
    const known = await repository.followed(asked);
    const open = asked.filter((id) => !known.has(id));
    const units = Math.ceil(open.length / 50);
    const found =
      open.length === 0 ? [] : await ask((auth) => youtube.listChannels({ ids: open }, auth), { units });
    const now = clock.now();
    const followed = await repository.follow(
      found.map((each) => newRow(each, now)),
      mostFollowed,
    );
    if (followed === null) throw tooMany();
    events.changed('following');
    return { followed, already: asked.length - open.length, unknown: open.length - found.length };
  }

  return {
    channels: async (): Promise<ShownChannel[]> => presented(await repository.channels()),

    async follow(address: string): Promise<{ channel: ShownChannel; isNew: boolean }> {
      const which = channelAddress(address);
      const known = which?.kind === 'id' ? await repository.byChannelId(which.channelId) : null;
      if (known) return { channel: await channel(known.channelId), isNew: false };
      const found = await lookUp(address);
      const followed = await repository.follow([newRow(found, clock.now())], mostFollowed);
      if (followed === null) throw tooMany();
      events.changed('following');
      return { channel: await channel(found.channelId), isNew: followed > 0 };
    },

    async mute(id: number, muted: boolean): Promise<ShownChannel> {
      const row = await repository.mute(id, muted);
      if (!row) throw notFound('This channel');
      events.changed('following', 'fresh');
      return channel(row.channelId);
    },

    async unfollow(id: number): Promise<void> {
      if (!(await repository.unfollow(id))) throw notFound('This channel');
      events.changed('following', 'fresh');
    },

    /** Newest first. */
    async subscriptions(): Promise<Subscription[]> {
      const found: SubscriptionPage['channels'] = [];
      let pageToken: string | null = null;
      for (let pages = 0; pages < mostPages; pages += 1) {
        const page: SubscriptionPage = await ask((auth) => youtube.listSubscriptions(pageToken, auth), {
          by: ownersSender,
        });
        found.push(...page.channels);
        pageToken = page.nextPageToken;
        if (pageToken === null) break;
      }
      // Pages may move while they are read.
      const distinct = [...new Map(found.map((each) => [each.channelId, each])).values()];
      const followed = await repository.followed(distinct.map(({ channelId }) => channelId));
      return distinct
        .sort((a, b) => b.subscribedAt.localeCompare(a.subscribedAt))
        .map(({ channelId, title, thumbnailUrl }) => ({
          channelId,
          title,
          thumbnailUrl,
          followed: followed.has(channelId),
        }));
    },

    importIds,
    importFile: (file: string): Promise<ImportedChannels> => importIds(channelIdsIn(file)),

    searches: async (): Promise<ShownSearch[]> => (await repository.searches()).map(presentSearch),

    async keepSearch({ q, viewCount }: KeepSearch): Promise<{ search: ShownSearch; isNew: boolean }> {
      const now = clock.now();
      const query = q.normalize('NFC').replace(/\s+/g, ' ');
      const kept = await repository.keepSearch(
        { query, viewCount: viewCount ?? null, nextRunAt: now, createdAt: now },
        mostStandingSearches,
      );
      if (!kept)
        throw conflict(
          'too_many_followed',
          `At most ${mostStandingSearches} searches go on by themselves. End one of them first.`,
        );
      if (kept.isNew) events.changed('following');
      return { search: presentSearch(kept.row), isNew: kept.isNew };
    },

    async endSearch(id: number): Promise<void> {
      if (!(await repository.endSearch(id))) throw notFound('This search');
      events.changed('following', 'fresh');
    },
  };
}

export type FollowingService = ReturnType<typeof createFollowingService>;

const noChannel = (detail: string) => new AppError(404, 'channel_not_found', detail);

const presentSearch = ({ id, query, viewCount, lastRunAt, nextRunAt }: StandingSearchRow): ShownSearch => ({
  id,
  q: query,
  viewCount,
  lastRunAt,
  nextRunAt,
});
