import pLimit from 'p-limit';
import {
  type Channel,
  type Upload,
  type YouTube,
  YouTubeError,
  type YouTubeVideo,
} from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { storableText } from '../videos/video.rules.ts';
import type { Send } from '../videos/youtube-reads.service.ts';
import type {
  ChannelChange,
  ChannelRow,
  FollowingRepository,
} from './following.repository.ts';
import {
  freshMs,
  hourMs,
  hoursOf,
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
import type { FoundVideos } from './found-videos.ts';
import { isShareSpent, troubleOf } from './youtube-trouble.rules.ts';

interface Deps {
  repository: Pick<FollowingRepository, 'freshIds' | 'lastVideos' | 'saveRound'>;
  youtube: Pick<YouTube, 'listChannels' | 'listUploads' | 'listVideos'>;
  quota: Pick<QuotaService, 'followingUnits' | 'prepayFollowing'>;
  found: FoundVideos;
  random: () => number;
  isStopping: () => boolean;
}

const readsAtOnce = 5;
/** Maximum number of ids in one call, which costs one unit. */
const idsPerCall = 50;
/**
 * This many failures without a single success mean that YouTube is refusing us, not these
 * channels.
 */
const refusalsOfYouTube = 3;

/** The uploads in a channel's list, or why it could not be read. */
type Answer = Upload[] | Trouble;
type Answers = Map<ChannelRow, Answer>;

/** How long the lists of an unfinished round may be used. */
const keptListsMs = hourMs;

/**
 * Lists of uploads that an unfinished round has read and paid for. The keys are YouTube's
 * channel ids.
 */
interface KeptLists {
  readAt: Date;
  answers: ReadonlyMap<string, Answer>;
  /** Channels without a list that no longer exist, as YouTube confirmed. */
  goneChannelIds: ReadonlySet<string>;
}

/** Returns the kept lists of these channels, if they are still good. */
function answersOfEarlierRound(
  kept: KeptLists | null,
  due: readonly ChannelRow[],
  now: Date,
): Answers {
  const answers: Answers = new Map();
  if (kept === null || now.getTime() - kept.readAt.getTime() >= keptListsMs)
    return answers;
  for (const channel of due) {
    const answer = kept.answers.get(channel.channelId);
    if (answer !== undefined) answers.set(channel, answer);
  }
  return answers;
}

/** Reads the uploads of followed channels and stores the new videos. */
export function createChannelWatch(deps: Deps) {
  const { repository, youtube, quota, found, random } = deps;
  let keptLists: KeptLists | null = null;

  /**
   * Keeps the lists that were read and paid for, for the next round if this one cannot be
   * finished.
   */
  function keepLists(
    readAt: Date,
    answers: Answers,
    goneChannelIds: ReadonlySet<string>,
  ): void {
    const byChannelId = [...answers].map(
      ([channel, answer]) => [channel.channelId, answer] as const,
    );
    keptLists = { readAt, answers: new Map(byChannelId), goneChannelIds };
  }

  /**
   * Reads the videos in these lists and stores the results. Without enough units for
   * that, the lists stay kept.
   */
  async function finishRound(
    answers: Answers,
    dailyUnits: number,
    send: Send,
    now: Date,
  ): Promise<void> {
    const asked = await videosToRead(answers, repository, now);
    // With too few units, some of the calls would be paid for but none of their responses
    // kept.
    const { left } = await quota.followingUnits();
    if (left < Math.ceil(asked.size / idsPerCall)) return;
    const listed = await send((auth) => youtube.listVideos([...asked], auth));
    const stretch = stretchFor(await repository.lastVideos(), dailyUnits, now);
    const reading = { asked, listed, stretch, now, random };
    const changes = [...answers].map(([channel, answer]) =>
      changeOf(channel, answer, reading),
    );
    found.announce(
      await repository.saveRound(await found.saveYoung(listed, null, now), changes),
    );
    keptLists = null;
  }

  return {
    /**
     * Reads the lists of channels, then the videos in them. Uses lists that an unfinished
     * round has paid for.
     */
    async readRound(due: readonly ChannelRow[], send: Send, now: Date): Promise<void> {
      const units = await quota.followingUnits();
      const earlier = answersOfEarlierRound(keptLists, due, now);
      const unread = due.filter((channel) => !earlier.has(channel));
      const lists = unread.slice(0, units.left * shareForReadings);
      if (lists.length + earlier.size === 0) return;
      const giveBack = await quota.prepayFollowing(lists.length);
      const { answers: read, end } = await readLists(deps, lists, send).finally(giveBack);
      const answers: Answers = new Map([...earlier, ...read]);
      const continued = earlier.size > 0 ? keptLists : null;
      const readAt = continued?.readAt ?? now;
      const knownGone: ReadonlySet<string> = continued?.goneChannelIds ?? new Set();
      // Keep the lists until the round is finished, because the next steps may fail.
      keepLists(readAt, answers, knownGone);
      try {
        keepLists(
          readAt,
          answers,
          await tellEmptyFromGone(youtube, answers, knownGone, send),
        );
        await finishRound(answers, unitsAhead(units, now), send, now);
      } catch (error) {
        // Running out of units must not hide that YouTube refused us: reading has to
        // pause.
        if (end !== null && isShareSpent(error)) throw end;
        throw error;
      }
      if (end !== null) throw end;
    },

    /**
     * Renews the names of channels with few units: fifty channels per call, every 25
     * days.
     */
    async renewNames(old: readonly ChannelRow[], send: Send, now: Date): Promise<void> {
      const ids = old.map(({ channelId }) => channelId);
      const listed = await send((auth) => youtube.listChannels({ ids }, auth));
      const changes = namesIn(listed, old, now);
      found.announce(await repository.saveRound([], changes));
    },
  };
}

/**
 * Returns the change of each channel's name and picture. A channel that YouTube does not
 * list is gone.
 */
function namesIn(
  listed: readonly Channel[],
  old: readonly ChannelRow[],
  now: Date,
): ChannelChange[] {
  const byId = new Map(listed.map((channel) => [channel.channelId, channel]));
  return old.map(({ id, channelId }) => {
    const channel = byId.get(channelId);
    if (!channel) return { id, trouble: 'gone' };
    const { title, thumbnailUrl, uploadsId } = channel;
    return { id, title: storableText(title), thumbnailUrl, uploadsId, namedAt: now };
  });
}

/**
 * Reads the lists of uploads. An error about the account, the request rate or the network
 * ends the round: it is returned as `end`, with the lists read so far.
 */
async function readLists(
  { youtube, isStopping }: Pick<Deps, 'youtube' | 'isStopping'>,
  due: readonly ChannelRow[],
  send: Send,
): Promise<{ answers: Answers; end: unknown }> {
  const answers: Answers = new Map();
  let end: unknown = null;
  await pLimit(readsAtOnce).map(due, async (channel) => {
    if (end !== null || isStopping()) return;
    try {
      answers.set(
        channel,
        await send((auth) => youtube.listUploads(channel.uploadsId, auth)),
      );
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) end = error;
      else answers.set(channel, trouble);
    }
  });
  const isRefusingUs =
    answers.size >= refusalsOfYouTube &&
    [...answers.values()].every((each) => each === 'failing');
  if (isRefusingUs) end ??= new YouTubeError('unknown', 'all_refused', 'shared');
  if (end !== null) {
    for (const [channel, answer] of answers)
      if (!Array.isArray(answer)) answers.delete(channel);
  }
  return { answers, end };
}

/**
 * Asks YouTube whether channels without a list still exist, because a channel without
 * uploads has no list either. Returns the ids of all channels known to be gone.
 */
async function tellEmptyFromGone(
  youtube: Pick<YouTube, 'listChannels'>,
  answers: Answers,
  knownGone: ReadonlySet<string>,
  send: Send,
): Promise<ReadonlySet<string>> {
  const missing = [...answers.keys()].filter(
    (channel) => answers.get(channel) === 'gone' && !knownGone.has(channel.channelId),
  );
  if (missing.length === 0) return knownGone;
  const ids = missing.map(({ channelId }) => channelId);
  const listed = await send((auth) => youtube.listChannels({ ids }, auth));
  const existing = new Set(listed.map(({ channelId }) => channelId));
  for (const channel of missing)
    if (existing.has(channel.channelId)) answers.set(channel, []);
  return new Set([...knownGone, ...ids.filter((id) => !existing.has(id))]);
}

/**
 * Returns the ids of new uploads, of announced videos that may have begun, and of the
 * videos of Fresh.
 */
async function videosToRead(
  answers: Answers,
  repository: Pick<FollowingRepository, 'freshIds'>,
  now: Date,
): Promise<Set<string>> {
  const readable = [...answers].flatMap(([channel, uploads]) =>
    Array.isArray(uploads) ? [{ channel, uploads }] : [],
  );
  const freshIds = await repository.freshIds(
    readable.map(({ channel }) => channel.channelId),
    new Date(now.getTime() - freshMs),
  );
  const newIds = readable.flatMap(({ channel, uploads }) => [
    ...unknownUploads(uploads, channel.knownIds, now),
    ...channel.waitingIds,
  ]);
  return new Set([...newIds, ...freshIds]);
}

/** The videos that a round asked for and received. */
interface VideoReading {
  asked: ReadonlySet<string>;
  listed: readonly YouTubeVideo[];
  /** Factor by which readings are spread out, so that the units last the day. */
  stretch: number;
  now: Date;
  random: () => number;
}

/**
 * Returns what to store about a channel after its list was read, or could not be read.
 */
function changeOf(
  channel: ChannelRow,
  answer: Answer,
  reading: VideoReading,
): ChannelChange {
  const { asked, listed, stretch, now, random } = reading;
  if (!Array.isArray(answer)) {
    const failures = channel.failures + 1;
    const hours = hoursOf(channel.lastVideoAt, stretch, now);
    return {
      id: channel.id,
      trouble: answer,
      failures,
      nextReadAt: retryAfter(failures, hours, now),
    };
  }
  const told = new Set(listed.map(({ youtubeId }) => youtubeId));
  const awaited = new Set(
    listed.filter(({ isAwaited }) => isAwaited).map(({ youtubeId }) => youtubeId),
  );
  const figures = publishedFigures(answer, now);
  const ids = [...answer.map(({ youtubeId }) => youtubeId), ...channel.waitingIds];
  return {
    id: channel.id,
    ...figures,
    knownIds: nowKnown(answer, { asked, told }, now),
    waitingIds: [...new Set(ids)].filter((id) => awaited.has(id)),
    readAt: now,
    nextReadAt: nextReading(
      channel,
      hoursOf(figures.lastVideoAt, stretch, now),
      now,
      random,
    ),
    failures: 0,
    trouble: null,
  };
}
