import pLimit from 'p-limit';
import { AppError } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import {
  type Upload,
  type YouTube,
  YouTubeError,
  type YouTubeVideo,
} from '../../providers/youtube/youtube.ts';
import type { QuotaService, ReadsHold } from '../quota/quota.service.ts';
import { storableText } from '../videos/video.rules.ts';
import type { VideoService } from '../videos/videos.service.ts';
import {
  type createSender,
  hasTooFewViews,
  passesViewCount,
  type Send,
} from '../videos/youtube-reads.service.ts';
import type {
  ChannelChange,
  ChannelRow,
  FollowingRepository,
  FoundFresh,
  StandingSearchRow,
} from './following.repository.ts';
import {
  appearance,
  freshMs,
  hourMs,
  hoursOf,
  isShort,
  nextReading,
  nowKnown,
  publishedFigures,
  retryAfter,
  shareForReadings,
  stretchFor,
  type Trouble,
  unitsAhead,
  unknownUploads,
} from './following.rules.ts';

interface Deps extends ClockAndEvents {
  repository: FollowingRepository;
  videos: Pick<VideoService, 'save'>;
  /** Counts its requests against the quota share for following (rule 14.5). */
  youtube: Pick<YouTube, 'listChannels' | 'listUploads' | 'listVideos' | 'searchVideoIds'>;
  sender: ReturnType<typeof createSender>;
  quota: Pick<QuotaService, 'followingUnits' | 'prepayFollowing' | 'resetsAt'>;
  hold: ReadsHold;
  random: () => number;
  isStopping: () => boolean;
}

/** Enough to read an import of 500 channels within five minutes. */
const channelsPerRound = 100;
const readsAtOnce = 5;
/** Maximum number of ids in one call, which costs one unit. */
const idsPerCall = 50;
/** This many failures without a single success mean that YouTube is refusing us, not these channels. */
const refusalsOfYouTube = 3;
const searchEveryMs = 6 * hourMs;
/** How far a run looks back beyond the last one, to find videos that YouTube lists late. */
const searchOverlapMs = 6 * hourMs;
const refusedSearchMs = 2 * hourMs;
const renewNamesMs = 25 * 24 * hourMs;
const keptMs = 29 * 24 * hourMs;

/** The uploads in a channel's list, or why it could not be read. */
type Answer = Upload[] | Trouble;
type Answers = Map<ChannelRow, Answer>;

/** How long the lists of an unfinished round may be used. */
const keptListsMs = hourMs;

/** Lists of uploads that an unfinished round has read and paid for. The keys are YouTube's channel ids. */
interface KeptLists {
  readAt: Date;
  answers: ReadonlyMap<string, Answer>;
  /** Channels without a list that no longer exist, as YouTube confirmed. */
  goneChannelIds: ReadonlySet<string>;
}

/** Videos that a standing search found and paid for, kept until they can be read. */
interface KeptFinds {
  foundAt: Date;
  youtubeIds: readonly string[];
}

/** Reads the uploads of followed channels, and runs the standing searches. */
export function createWatchService(deps: Deps) {
  const { repository, videos, youtube, sender, quota, hold, events, clock, random, isStopping } = deps;
  let keptLists: KeptLists | null = null;
  const keptFinds = new Map<number, KeptFinds>();

  async function fresh(
    listed: readonly YouTubeVideo[],
    searchId: number | null,
    now: Date,
  ): Promise<FoundFresh[]> {
    const young = listed.flatMap((video) => {
      const appearedAt = appearance(video, now);
      return appearedAt && now.getTime() - appearedAt.getTime() <= freshMs ? [{ video, appearedAt }] : [];
    });
    const rows = await videos.save(
      young.map(({ video }) => video),
      now,
    );
    const ids = new Map(rows.map(({ youtubeId, id }) => [youtubeId, id]));
    return young.flatMap(({ video, appearedAt }) => {
      const videoId = ids.get(video.youtubeId);
      return videoId ? [{ videoId, searchId, isShort: isShort(video), appearedAt, foundAt: now }] : [];
    });
  }

  /**
   * Reads the lists of uploads. An error about the account, the request rate or the network ends the round:
   * it is returned as `end`, with the lists read so far.
   */
  async function readLists(
    due: readonly ChannelRow[],
    send: Send,
  ): Promise<{ answers: Answers; end: unknown }> {
    const answers: Answers = new Map();
    let end: unknown = null;
    await pLimit(readsAtOnce).map(due, async (channel) => {
      if (end !== null || isStopping()) return;
      try {
        answers.set(channel, await send((auth) => youtube.listUploads(channel.uploadsId, auth)));
      } catch (error) {
        const trouble = ownTrouble(error);
        if (trouble === null) end = error;
        else answers.set(channel, trouble);
      }
    });
    const isYouTubes =
      answers.size >= refusalsOfYouTube && [...answers.values()].every((each) => each === 'failing');
    if (isYouTubes) end ??= new YouTubeError('unknown', 'all_refused', 'shared');
    if (end !== null)
      for (const [channel, answer] of answers) if (!Array.isArray(answer)) answers.delete(channel);
    return { answers, end };
  }

  /**
   * Asks YouTube whether channels without a list still exist, because a channel without uploads has no list
   * either. Returns the ids of all channels known to be gone.
   */
  async function tellEmptyFromGone(answers: Answers, knownGone: ReadonlySet<string>, send: Send) {
    const missing = [...answers.keys()].filter(
      (channel) => answers.get(channel) === 'gone' && !knownGone.has(channel.channelId),
    );
    if (missing.length === 0) return knownGone;
    const ids = missing.map(({ channelId }) => channelId);
    const found = await send((auth) => youtube.listChannels({ ids }, auth));
    const there = new Set(found.map(({ channelId }) => channelId));
    for (const channel of missing) if (there.has(channel.channelId)) answers.set(channel, []);
    return new Set([...knownGone, ...ids.filter((id) => !there.has(id))]);
  }

  /** Keeps the lists that were read and paid for, for the next round if this one cannot be finished. */
  function keepLists(readAt: Date, answers: Answers, goneChannelIds: ReadonlySet<string>): void {
    const byChannelId = [...answers].map(([channel, answer]) => [channel.channelId, answer] as const);
    keptLists = { readAt, answers: new Map(byChannelId), goneChannelIds };
  }

  function answersOfEarlierRound(due: readonly ChannelRow[], now: Date): Answers {
    const answers: Answers = new Map();
    const isStillGood = keptLists !== null && now.getTime() - keptLists.readAt.getTime() < keptListsMs;
    for (const channel of due) {
      const answer = isStillGood ? keptLists?.answers.get(channel.channelId) : undefined;
      if (answer !== undefined) answers.set(channel, answer);
    }
    return answers;
  }

  async function readRound(due: readonly ChannelRow[], send: Send, now: Date): Promise<void> {
    const units = await quota.followingUnits();
    const earlier = answersOfEarlierRound(due, now);
    const unread = due.filter((channel) => !earlier.has(channel));
    const lists = unread.slice(0, units.left * shareForReadings);
    if (lists.length + earlier.size === 0) return;
    const giveBack = await quota.prepayFollowing(lists.length);
    const { answers: read, end } = await readLists(lists, send).finally(giveBack);
    const answers: Answers = new Map([...earlier, ...read]);
    const continued = earlier.size > 0 ? keptLists : null;
    const readAt = continued?.readAt ?? now;
    const knownGone: ReadonlySet<string> = continued?.goneChannelIds ?? new Set();
    // Keep the lists until the round is finished, because the next steps may fail.
    keepLists(readAt, answers, knownGone);
    try {
      keepLists(readAt, answers, await tellEmptyFromGone(answers, knownGone, send));
      await finishRound(answers, unitsAhead(units, now), send, now);
    } catch (error) {
      // Running out of units must not hide that YouTube refused us: reading has to pause.
      if (end !== null && isShare(error)) throw end;
      throw error;
    }
    if (end !== null) throw end;
  }

  /**
   * Reads the videos in these lists and stores the results. Without enough units for that, the lists stay
   * kept.
   */
  async function finishRound(answers: Answers, dailyUnits: number, send: Send, now: Date): Promise<void> {
    const looks = [...answers].flatMap(([channel, uploads]) =>
      Array.isArray(uploads) ? [{ channel, uploads }] : [],
    );
    const asked = new Set([
      ...looks.flatMap(({ channel, uploads }) => [
        ...unknownUploads(uploads, channel.knownIds, now),
        ...channel.waitingIds,
      ]),
      ...(await repository.freshIds(
        looks.map(({ channel }) => channel.channelId),
        new Date(now.getTime() - freshMs),
      )),
    ]);
    // With too few units, some of the calls would be paid for but none of their responses kept.
    const { left } = await quota.followingUnits();
    if (left < Math.ceil(asked.size / idsPerCall)) return;
    const listed = await send((auth) => youtube.listVideos([...asked], auth));
    const told = new Set(listed.map(({ youtubeId }) => youtubeId));
    const awaited = new Set(listed.filter(({ isAwaited }) => isAwaited).map(({ youtubeId }) => youtubeId));

    const stretch = stretchFor(await repository.lastVideos(), dailyUnits, now);
    const changes = [...answers].map(([channel, answer]): ChannelChange => {
      if (!Array.isArray(answer)) {
        const failures = channel.failures + 1;
        const hours = hoursOf(channel.lastVideoAt, stretch, now);
        return { id: channel.id, trouble: answer, failures, nextReadAt: retryAfter(failures, hours, now) };
      }
      const figures = publishedFigures(answer, now);
      const ids = [...answer.map(({ youtubeId }) => youtubeId), ...channel.waitingIds];
      return {
        id: channel.id,
        ...figures,
        knownIds: nowKnown(answer, { asked, told }, now),
        waitingIds: [...new Set(ids)].filter((id) => awaited.has(id)),
        readAt: now,
        nextReadAt: nextReading(channel, hoursOf(figures.lastVideoAt, stretch, now), now, random),
        failures: 0,
        trouble: null,
      };
    });
    await save(repository.saveRound(await fresh(listed, null, now), changes));
    keptLists = null;
  }

  async function save(added: Promise<number>): Promise<void> {
    events.changed('following', ...((await added) > 0 ? (['fresh', 'stats'] as const) : []));
  }

  /**
   * Returns the result of a YouTube search, or an earlier result whose videos could not be read at that time.
   */
  async function find(
    { id, query, lastRunAt }: StandingSearchRow,
    send: Send,
    now: Date,
  ): Promise<KeptFinds> {
    const kept = keptFinds.get(id);
    const isFollowedUp = lastRunAt !== null && kept !== undefined && lastRunAt >= kept.foundAt;
    if (kept && !isFollowedUp && now.getTime() - kept.foundAt.getTime() < searchEveryMs) return kept;
    const since = Math.max(now.getTime() - freshMs, lastRunAt ? lastRunAt.getTime() - searchOverlapMs : 0);
    const { youtubeIds } = await send((auth) =>
      youtube.searchVideoIds(
        { query, order: 'date', publishedAfter: new Date(since), pageToken: null },
        auth,
      ),
    );
    const found = { foundAt: now, youtubeIds };
    keptFinds.set(id, found);
    return found;
  }

  async function run(search: StandingSearchRow, send: Send, now: Date): Promise<void> {
    const { id, viewCount, waitingIds } = search;
    const { foundAt, youtubeIds } = await find(search, send, now);
    const listed = await send((auth) =>
      youtube.listVideos([...new Set([...youtubeIds, ...waitingIds])], auth),
    );
    const wanted = viewCount ?? undefined;
    const passing = listed.filter((video) => passesViewCount(video.viewCount, wanted));
    const waiting = listed.filter((video) => video.isAwaited || mayPassLater(video, wanted, now));
    await save(
      repository.saveSearch(id, await fresh(passing, id, now), {
        lastRunAt: foundAt,
        nextRunAt: new Date(now.getTime() + searchEveryMs),
        waitingIds: waiting.map(({ youtubeId }) => youtubeId),
      }),
    );
    keptFinds.delete(id);
  }

  async function runSearches(due: readonly StandingSearchRow[], send: Send, now: Date): Promise<void> {
    if ((await quota.followingUnits()).left === 0) return;
    for (const search of due) {
      if (isStopping()) return;
      try {
        await run(search, send, now);
      } catch (error) {
        if (!isShare(error) && ownTrouble(error) === null) throw error;
        // If the day's searches are used up, wait until the reset. If YouTube refuses this search, only this
        // one waits.
        const nextRunAt = isShare(error) ? quota.resetsAt() : new Date(now.getTime() + refusedSearchMs);
        await repository.saveSearch(search.id, [], { nextRunAt });
      }
    }
  }

  /** Renews the names of channels with few units: fifty channels per call, every 25 days. */
  async function renewNames(old: readonly ChannelRow[], send: Send, now: Date): Promise<void> {
    const ids = old.map(({ channelId }) => channelId);
    const found = await send((auth) => youtube.listChannels({ ids }, auth));
    const byId = new Map(found.map((channel) => [channel.channelId, channel]));
    const changes = old.map(({ id, channelId }): ChannelChange => {
      const channel = byId.get(channelId);
      if (!channel) return { id, trouble: 'gone' };
      const { title, thumbnailUrl, uploadsId } = channel;
      return { id, title: storableText(title), thumbnailUrl, uploadsId, namedAt: now };
    });
    await save(repository.saveRound([], changes));
  }

  return {
    /** Missing units or a missing sign-in are no errors: what is due is read later. */
    async tick(): Promise<void> {
      if (hold.isOn()) return;
      const now = clock.now();
      const [channels, kept, old] = await Promise.all([
        repository.dueChannels(now, channelsPerRound),
        repository.searches(),
        repository.namedBefore(new Date(now.getTime() - renewNamesMs), 50),
      ]);
      const searches = kept.filter(({ nextRunAt }) => nextRunAt <= now);
      if (channels.length + searches.length + old.length === 0) return;
      try {
        const send = await sender();
        if (channels.length > 0) await readRound(channels, send, now);
        if (searches.length > 0) await runSearches(searches, send, now);
        if (old.length > 0) await renewNames(old, send, now);
        hold.lift();
      } catch (error) {
        if (isShare(error)) return;
        if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
        hold.begin();
      }
    },

    /** Deletes YouTube's data that was not renewed within its 30 days (rule 14.12). */
    async forgetOld(): Promise<void> {
      if (await repository.forget(new Date(clock.now().getTime() - keptMs))) events.changed('following');
    },
  };
}

/** Returns true for a video of the last two days that may still reach enough views for the filter. */
function mayPassLater(
  video: YouTubeVideo,
  filter: Parameters<typeof passesViewCount>[1],
  now: Date,
): boolean {
  const appearedAt = appearance(video, now);
  if (appearedAt === null || now.getTime() - appearedAt.getTime() > freshMs) return false;
  return hasTooFewViews(video.viewCount, filter);
}

/** Returns true if this feature's quota share is used up, which does not affect other features. */
const isShare = (error: unknown) => error instanceof AppError && error.code === 'quota_spent';

const ofNetwork = new Set(['timeout', 'unreachable', 'connection_lost']);

/** Returns null for errors that are the same for every channel. */
function ownTrouble(error: unknown): Trouble | null {
  if (!(error instanceof YouTubeError)) return null;
  const { kind, reason } = error;
  if (reason === 'playlistNotFound' || reason === 'http_404' || reason === 'notFound') return 'gone';
  if (kind === 'refused' || kind === 'forbidden' || kind === 'unexplained') return 'refused';
  return kind === 'unknown' && !ofNetwork.has(reason) ? 'failing' : null;
}
