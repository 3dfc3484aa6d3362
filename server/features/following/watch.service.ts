import pLimit from 'p-limit';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import {
  type Upload,
  type YouTube,
  YouTubeError,
  type YouTubeVideo,
} from '../../providers/youtube/youtube.ts';
import type { QuotaService, ReadsHold } from '../quota/quota.service.ts';
import { matcher, noInterests } from '../videos/match.rules.ts';
import { passesViewCount } from '../videos/search.rules.ts';
import { storableText, storedVideo } from '../videos/video.rules.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { createSender, Send } from '../videos/youtube-reads.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
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
  interestsKey,
  isShort,
  nextReading,
  nowKnown,
  publishedFigures,
  retryAfter,
  stretchFor,
  type Trouble,
  unitsAhead,
  unknownUploads,
} from './following.rules.ts';

interface Deps {
  repository: FollowingRepository;
  videos: Pick<VideoService, 'save'>;
  /** Spends from the budget for what is followed (rule 14.5). */
  youtube: Pick<YouTube, 'listChannels' | 'listUploads' | 'listVideos' | 'searchVideoIds'>;
  sender: ReturnType<typeof createSender>;
  quota: Pick<QuotaService, 'followingUnits' | 'block' | 'resetsAt'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  hold: ReadsHold;
  events: Events;
  clock: Clock;
  random: () => number;
  isStopping: () => boolean;
}

/** An import of 500 is read within five minutes. */
const channelsPerRound = 100;
const readsAtOnce = 5;
/** For the looks at what a round finds. */
const unitsKeptBack = 3;
/** So many refusals without one answer are not the channels' own. */
const refusalsOfYouTube = 3;
const searchEveryMs = 6 * hourMs;
/** What YouTube lists late is found by the next run. */
const searchOverlapMs = 6 * hourMs;
const renewNamesMs = 25 * 24 * hourMs;
const keptMs = 29 * 24 * hourMs;

interface Look {
  channel: ChannelRow;
  uploads: Upload[];
}
interface Refusal {
  channel: ChannelRow;
  trouble: Trouble;
}

/** Finds what channels publish and what standing searches find. */
export function createWatchService(deps: Deps) {
  const { repository, videos, youtube, sender, quota, voice, hold, events, clock, random, isStopping } = deps;

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
      young.map(({ video }) => ({ ...storedVideo(video, now), createdAt: now })),
    );
    const interests = (await voice.activeProfile()) ?? noInterests;
    const [match, matchedWith] = [matcher(interests), interestsKey(interests)];
    const byId = new Map(rows.map((row) => [row.youtubeId, row]));
    return young.flatMap(({ video, appearedAt }) => {
      const row = byId.get(video.youtubeId);
      if (!row) return [];
      const matched = { match: match(row).score, matchedWith };
      return [{ videoId: row.id, searchId, isShort: isShort(video), appearedAt, foundAt: now, ...matched }];
    });
  }

  /** What concerns the account, the pace or the network ends the round; what was read until then is kept. */
  async function readLists(due: readonly ChannelRow[], send: Send) {
    const looks: Look[] = [];
    const refusals: Refusal[] = [];
    const missing: ChannelRow[] = [];
    let end: unknown = null;
    await pLimit(readsAtOnce).map(due, async (channel) => {
      if (end !== null || isStopping()) return;
      try {
        const uploads = await send((auth) => youtube.listUploads(channel.uploadsId, auth));
        looks.push({ channel, uploads });
      } catch (error) {
        const trouble = ownTrouble(error);
        if (trouble === null) end = error;
        else if (trouble === 'gone') missing.push(channel);
        else refusals.push({ channel, trouble });
      }
    });
    if (missing.length > 0 && end === null) {
      const ids = missing.map(({ channelId }) => channelId);
      const there = new Set(
        (await send((auth) => youtube.listChannels({ ids }, auth))).map(({ channelId }) => channelId),
      );
      for (const channel of missing)
        if (there.has(channel.channelId)) looks.push({ channel, uploads: [] });
        else refusals.push({ channel, trouble: 'gone' });
    }
    const isYouTubes = looks.length === 0 && refusals.length >= refusalsOfYouTube;
    if (isYouTubes && refusals.every(({ trouble }) => trouble === 'failing'))
      end ??= new YouTubeError('unknown', 'all_refused', 'shared');
    return { looks, refusals: end === null ? refusals : [], end };
  }

  async function readRound(now: Date): Promise<void> {
    const due = await repository.dueChannels(now, channelsPerRound);
    if (due.length === 0) return;
    const units = await quota.followingUnits();
    if (units.left <= unitsKeptBack) return;
    const send = await sender();
    const { looks, refusals, end } = await readLists(due.slice(0, units.left - unitsKeptBack), send);

    const after = new Date(now.getTime() - freshMs);
    const inFresh = await repository.freshIds(
      looks.map(({ channel }) => channel.channelId),
      after,
    );
    const asked = new Set(
      looks.flatMap(({ channel, uploads }) => [
        ...unknownUploads(uploads, channel.knownIds, now),
        ...channel.waitingIds,
        ...(inFresh.get(channel.channelId) ?? []),
      ]),
    );
    const listed = asked.size === 0 ? [] : await send((auth) => youtube.listVideos([...asked], auth));
    const awaited = new Set(listed.filter(({ isAwaited }) => isAwaited).map(({ youtubeId }) => youtubeId));
    const told = new Set(listed.map(({ youtubeId }) => youtubeId));

    const stretch = stretchFor(
      await repository.lastVideos(),
      unitsAhead({ ...units, resetsAt: quota.resetsAt() }, now),
      now,
    );
    const read = looks.map(({ channel, uploads }): ChannelChange => {
      const figures = publishedFigures(uploads, now);
      const mine = new Set([...uploads.map(({ youtubeId }) => youtubeId), ...channel.waitingIds]);
      return {
        id: channel.id,
        ...figures,
        knownIds: nowKnown(uploads, { asked, told }, now),
        waitingIds: [...mine].filter((id) => awaited.has(id)),
        readAt: now,
        nextReadAt: nextReading(channel, hoursOf(figures.lastVideoAt, stretch, now), now, random),
        failures: 0,
        trouble: null,
      };
    });
    const refused = refusals.map(({ channel, trouble }): ChannelChange => {
      const failures = channel.failures + 1;
      const hours = hoursOf(channel.lastVideoAt, stretch, now);
      return { id: channel.id, trouble, failures, nextReadAt: retryAfter(failures, hours, now) };
    });
    const found = await fresh(listed, null, now);
    const added = await repository.saveRound(found, [...read, ...refused]);
    events.changed('following');
    if (added > 0) events.changed('fresh', 'stats');
    if (end !== null) throw end;
  }

  async function run(search: StandingSearchRow, send: Send, now: Date): Promise<void> {
    const since = search.lastRunAt
      ? Math.max(search.lastRunAt.getTime() - searchOverlapMs, now.getTime() - freshMs)
      : now.getTime() - freshMs;
    const { youtubeIds } = await send((auth) =>
      youtube.searchVideoIds(
        { query: search.query, order: 'date', publishedAfter: new Date(since), pageToken: null },
        auth,
      ),
    );
    const ids = [...new Set([...youtubeIds, ...search.waitingIds])];
    const listed = ids.length === 0 ? [] : await send((auth) => youtube.listVideos(ids, auth));
    const passing = listed.filter(({ viewCount }) =>
      passesViewCount(viewCount, search.viewCount ?? undefined),
    );
    const added = await repository.saveSearch(search.id, await fresh(passing, search.id, now), {
      lastRunAt: now,
      nextRunAt: new Date(now.getTime() + searchEveryMs),
      waitingIds: listed.filter(({ isAwaited }) => isAwaited).map(({ youtubeId }) => youtubeId),
    });
    events.changed('following');
    if (added > 0) events.changed('fresh', 'stats');
  }

  async function runSearches(now: Date): Promise<void> {
    const due = await repository.dueSearches(now);
    if (due.length === 0 || (await quota.followingUnits()).left === 0) return;
    const send = await sender();
    for (const search of due) {
      if (isStopping()) return;
      try {
        await run(search, send, now);
      } catch (error) {
        if (!isShare(error)) throw error;
        // The day's searches do not come back before the reset.
        await repository.saveSearch(search.id, [], { nextRunAt: quota.resetsAt() });
      }
    }
  }

  /** Names are renewed with few units: fifty a call, every 25 days. */
  async function renewNames(now: Date): Promise<void> {
    const old = await repository.namedBefore(new Date(now.getTime() - renewNamesMs), 50);
    if (old.length === 0) return;
    const send = await sender();
    const found = await send((auth) =>
      youtube.listChannels({ ids: old.map(({ channelId }) => channelId) }, auth),
    );
    const byId = new Map(found.map((channel) => [channel.channelId, channel]));
    const changes = old.map(({ id, channelId }): ChannelChange => {
      const channel = byId.get(channelId);
      if (!channel) return { id, trouble: 'gone' };
      const { title, thumbnailUrl, uploadsId } = channel;
      return { id, title: storableText(title), thumbnailUrl, uploadsId, namedAt: now };
    });
    await repository.saveRound([], changes);
    events.changed('following');
  }

  return {
    /** Being out of units or signed out is no error: what is due waits. */
    async tick(): Promise<void> {
      if (hold.isOn()) return;
      const now = clock.now();
      try {
        await readRound(now);
        await runSearches(now);
        await renewNames(now);
        hold.lift();
      } catch (error) {
        if (isShare(error)) return;
        if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
        if (error instanceof YouTubeError && error.kind === 'quota') await quota.block(error.bucket);
        hold.begin();
      }
    },

    /** Deletes what YouTube did not tell anew within its 30 days (rule 14.12). */
    async forgetOld(): Promise<void> {
      if (await repository.forget(new Date(clock.now().getTime() - keptMs))) events.changed('following');
    },
  };
}

export type WatchService = ReturnType<typeof createWatchService>;

/** The share of following is used up: nothing that others would have to wait for. */
const isShare = (error: unknown) => error instanceof AppError && error.code === 'quota_spent';

const ofNetwork = new Set(['timeout', 'unreachable', 'connection_lost']);

/** Null where it would be alike for every channel. */
function ownTrouble(error: unknown): Trouble | null {
  if (!(error instanceof YouTubeError)) return null;
  const { kind, reason } = error;
  if (reason === 'playlistNotFound' || reason === 'http_404' || reason === 'notFound') return 'gone';
  if (kind === 'refused' || kind === 'forbidden' || kind === 'unexplained') return 'refused';
  return kind === 'unknown' && !ofNetwork.has(reason) ? 'failing' : null;
}
