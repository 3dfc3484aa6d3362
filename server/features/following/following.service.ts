import type { z } from 'zod';
import {
  type followedChannelSchema,
  type ImportedChannels,
  type KeepSearch,
  mostFollowed,
  mostStandingSearches,
  type standingSearchSchema,
  type subscriptionListSchema,
} from '#shared/contracts/following.ts';
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Channel, YouTube } from '../../providers/youtube/youtube.ts';
import { withoutInvisible } from '../../text/words.rules.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { storableText } from '../videos/video.rules.ts';
import {
  handleOf,
  isChannelId,
  readYouTubeAddress,
  type YouTubeAddress,
} from '../videos/youtube-address.rules.ts';
import type { YouTubeReads } from '../videos/youtube-reads.service.ts';
import type { CountedChannel, FollowingRepository } from './following.repository.ts';
import {
  channelIdsIn,
  hoursOf,
  stretchFor,
  troubleSentence,
  unitsAhead,
} from './following.rules.ts';

type ShownChannel = z.input<typeof followedChannelSchema>;
type ShownSearch = z.input<typeof standingSearchSchema>;

import type {
  StandingSearchesRepository,
  StandingSearchRow,
} from './standing-searches.repository.ts';

interface Deps extends ClockAndEvents {
  repository: FollowingRepository;
  standingSearches: StandingSearchesRepository;
  youtube: Pick<YouTube, 'listChannels' | 'listSubscriptions'>;
  reads: Pick<YouTubeReads, 'withinQuota' | 'listVideos'>;
  /** Reads with the owner's grant, because subscriptions belong to an account. */
  ownersReads: Pick<YouTubeReads, 'withinQuota'>;
  quota: Pick<QuotaService, 'followingUnits'>;
  /** True if the sandbox replaces YouTube. It has none of the real channels. */
  isSandbox: boolean;
}

type ChannelQuery = Parameters<YouTube['listChannels']>[0];
type ListChannels = (query: ChannelQuery, units?: number) => Promise<Channel[]>;

function createChannelList({
  youtube,
  reads,
}: Pick<Deps, 'youtube' | 'reads'>): ListChannels {
  return (query, units = 1) =>
    reads.withinQuota({ shared: units }, (send) =>
      send((auth) => youtube.listChannels(query, auth)),
    );
}

/**
 * Returns a function that finds the channel at an address. It throws 404
 * `channel_not_found`.
 */
function createChannelLookUp({
  listChannels,
  reads,
  isSandbox,
}: Pick<Deps, 'reads' | 'isSandbox'> & { listChannels: ListChannels }) {
  const notFoundAtYouTube = (sentence: string) =>
    noChannel(isSandbox ? notInSandbox : sentence);

  async function channelOfVideo(youtubeId: string): Promise<string> {
    const [video] = await reads.listVideos([youtubeId]);
    if (!video)
      throw notFoundAtYouTube('YouTube has no video at this address, or it is private.');
    return video.channelId;
  }

  return async function lookUp(address: string): Promise<Channel> {
    const query = await channelQuery(address, channelOfVideo);
    const [channel] = await listChannels(query);
    if (!channel) {
      throw notFoundAtYouTube(
        'YouTube has no channel at this address. Check that it is spelled as on YouTube.',
      );
    }
    return channel;
  };
}

/** Throws 404 `channel_not_found` for an address that leads to no channel. */
async function channelQuery(
  address: string,
  channelOfVideo: (youtubeId: string) => Promise<string>,
): Promise<ChannelQuery> {
  const target = channelAddress(address);
  if (!target) {
    throw noChannel(
      'This is not the address of a channel. Paste its @handle, its address on YouTube, or a link to one of its videos.',
    );
  }
  switch (target.kind) {
    case 'customAddress':
      throw noChannel(
        'We cannot look up addresses like youtube.com/c/Name. Open the channel there, and paste its @handle or a link to one of its videos.',
      );
    case 'page':
      throw noChannel(
        'This address at YouTube leads to neither a channel nor a video. Paste the channel’s @handle, or a link to one of its videos.',
      );
    case 'video':
      return { ids: [await channelOfVideo(target.youtubeId)] };
    case 'channel':
      return { ids: [target.channelId] };
    default:
      return target;
  }
}

/**
 * Handles what the owner does with channels and standing searches. Its units count as the
 * owner's own, not as watching (rule 14.5).
 */
export function createFollowingService(deps: Deps) {
  const { repository, standingSearches, youtube, reads, ownersReads, quota, isSandbox } =
    deps;
  const { events, clock } = deps;
  const listChannels = createChannelList(deps);
  const lookUp = createChannelLookUp({ listChannels, reads, isSandbox });

  async function presented(rows: readonly CountedChannel[]): Promise<ShownChannel[]> {
    const now = clock.now();
    const units = unitsAhead(await quota.followingUnits(), now);
    const stretch = stretchFor(await repository.lastVideos(), units, now);
    return rows.map((row) => ({
      ...row,
      everyHours: hoursOf(row.lastVideoAt, stretch, now),
      trouble: troubleSentence(row.trouble),
    }));
  }

  async function channel(channelId: string): Promise<ShownChannel> {
    const [found] = await presented(await repository.channels(channelId));
    if (!found) throw notFound('This channel');
    return found;
  }

  async function add(channels: readonly Channel[]): Promise<void> {
    const now = clock.now();
    const times = { namedAt: now, nextReadAt: now, createdAt: now };
    const rows = channels.map((channel) => ({
      ...channel,
      title: storableText(channel.title),
      ...times,
    }));
    if (!(await repository.follow(rows, mostFollowed))) throw tooManyFollowed();
    events.changed('following', 'fresh');
  }

  async function importIds(ids: readonly string[]): Promise<ImportedChannels> {
    const asked = [...new Set(ids)];
    const known = await repository.followed(asked);
    const open = asked.filter((id) => !known.has(id));
    // Checked before any quota unit is spent.
    if ((await repository.count()) + open.length > mostFollowed) throw tooManyFollowed();
    const found =
      open.length === 0
        ? []
        : await listChannels({ ids: open }, Math.ceil(open.length / 50));
    await add(found);
    return {
      followed: found.length,
      already: known.size,
      unknown: open.length - found.length,
    };
  }

  return {
    /** Returns the channels sorted by name; channels without a known name come last. */
    async channels(): Promise<ShownChannel[]> {
      return (await presented(await repository.channels())).toSorted(byName);
    },

    async follow(address: string): Promise<{ channel: ShownChannel; isNew: boolean }> {
      const found = await lookUp(address);
      const isNew = !(await repository.followed([found.channelId])).has(found.channelId);
      if (isNew) await add([found]);
      return { channel: await channel(found.channelId), isNew };
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

    /** Returns the owner's subscriptions, newest first. */
    async subscriptions(): Promise<z.input<typeof subscriptionListSchema>> {
      const listed = await ownersReads.withinQuota({ shared: 1 }, (send) =>
        send(youtube.listSubscriptions),
      );
      // Entries may move to another page during the reads, so some may be listed twice.
      const distinct = [
        ...new Map(listed.map((each) => [each.channelId, each])).values(),
      ];
      const followed = await repository.followed(
        distinct.map(({ channelId }) => channelId),
      );
      return distinct
        .sort((a, b) => b.subscribedAt.localeCompare(a.subscribedAt))
        .map((each) => ({ ...each, followed: followed.has(each.channelId) }));
    },

    importIds,
    importFile: (file: string): Promise<ImportedChannels> =>
      importIds(channelIdsIn(file)),

    searches: async (): Promise<ShownSearch[]> =>
      (await standingSearches.searches()).map(shownSearch),

    async keepSearch({
      q,
      viewCount,
    }: KeepSearch): Promise<{ search: ShownSearch; isNew: boolean }> {
      const query = withoutInvisible(q.normalize('NFC')).replace(/\s+/g, ' ').trim();
      if (query === '') throw invalid('Enter the words to look for.');
      if (readYouTubeAddress(q) || /^https?:\/\/\S+$/i.test(query)) {
        throw invalid(
          'This is an address, and a standing search looks for words. Enter the words to look for.',
        );
      }
      const now = clock.now();
      const kept = await standingSearches.keepSearch(
        {
          query,
          viewCount: viewCount ?? null,
          nextRunAt: now,
          createdAt: now,
        },
        mostStandingSearches,
      );
      if (!kept)
        throw conflict(
          'too_many_followed',
          `At most ${mostStandingSearches} standing searches are possible. End one of them first.`,
        );
      if (kept.isNew) events.changed('following');
      return { search: shownSearch(kept.row), isNew: kept.isNew };
    },

    async endSearch(id: number): Promise<void> {
      if (!(await standingSearches.endSearch(id, clock.now())))
        throw notFound('This search');
      events.changed('following', 'fresh');
    },
  };
}

export type FollowingService = ReturnType<typeof createFollowingService>;

/** The database does not sort the names, since its locale may know only ASCII letters. */
const { compare: compareNames } = new Intl.Collator('en');

function byName(a: ShownChannel, b: ShownChannel): number {
  if (a.title === null || b.title === null)
    return Number(a.title === null) - Number(b.title === null);
  return compareNames(a.title, b.title);
}

/**
 * Reads a channel's address, handle or id, or a video's address or id; null for another
 * text.
 */
export function channelAddress(text: string): YouTubeAddress | null {
  const word = text.trim();
  const handle = handleOf(word);
  if (handle !== null) return { kind: 'handle', handle };
  if (isChannelId(word)) return { kind: 'channel', channelId: word };
  if (/^[\w-]{11}$/.test(word)) return { kind: 'video', youtubeId: word };
  return readYouTubeAddress(word);
}

const tooManyFollowed = () =>
  conflict(
    'too_many_followed',
    `You can follow at most ${mostFollowed} channels. Nothing was changed; unfollow some, or choose fewer.`,
  );

const notInSandbox =
  'The sandbox has no channel or video at this address, since it has only its own. Import its subscriptions, or connect YouTube as the README describes.';

const noChannel = (detail: string) => new AppError(404, 'channel_not_found', detail);

const shownSearch = (row: StandingSearchRow): ShownSearch => ({ ...row, q: row.query });
