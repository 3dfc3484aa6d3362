import type { z } from 'zod';
import { type FreshSummary, freshGroups, type freshListSchema } from '#shared/contracts/following.ts';
import type { PageQuery } from '#shared/contracts/lists.ts';
import { addDays, instantAt, wallTime } from '#shared/rules/calendar.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import { readCursor, writeCursor } from '../comments/list-cursor.rules.ts';
import { matcher, noInterests } from '../videos/match.rules.ts';
import type { SearchService } from '../videos/search.service.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { freshMs, groupStarts, hourMs, interestsKey } from './following.rules.ts';
import type { FreshFilter, FreshRepository, ShownFresh } from './fresh.repository.ts';

interface Deps extends ClockAndEvents {
  repository: FreshRepository;
  search: Pick<SearchService, 'shown'>;
  voice: Pick<VoiceService, 'activeProfile' | 'settings'>;
  /** Puts a draft into the review queue, marked as the machine's own idea. Throws AppErrors. */
  draft: (videoId: number) => Promise<void>;
  isStopping: () => boolean;
}

const usualPage = 50;
const morningHours = 6;
const retryMorningMs = 15 * 60_000;
/** So many videos are tried for each draft that is wanted. */
const triesForDraft = 3;

const anotherVideo = new Set([
  'comment_exists',
  'comments_off',
  'video_unavailable',
  'channel_blocked',
  'nothing_to_add',
]);

/** What was found for the person in the last two days. */
export function createFreshService(deps: Deps) {
  const { repository, search, voice, draft, events, clock, isStopping } = deps;
  let morningPausedUntil = 0;

  /** Fresh as it was at a moment. */
  const filterAt = (foundBy: Date, { blockedChannels, skipShorts }: Settings): FreshFilter => ({
    since: new Date(foundBy.getTime() - freshMs),
    foundBy,
    blockedChannels,
    skipShorts,
  });

  /** What is new has no match yet; another profile, or another version of it, matches all anew. */
  async function matchUnmatched({ since }: FreshFilter): Promise<void> {
    const interests = (await voice.activeProfile()) ?? noInterests;
    const key = interestsKey(interests);
    const unmatched = await repository.unmatched(key, since);
    if (unmatched.length === 0) return;
    const match = matcher(interests);
    const scores = unmatched.map((video) => match(video).score);
    await repository.match(
      unmatched.map(({ videoId }) => videoId),
      scores,
      key,
    );
  }

  async function presented(rows: readonly ShownFresh[]): Promise<z.input<typeof freshListSchema>> {
    const views = await search.shown(rows.map(({ videoId }) => videoId));
    const byId = new Map(views.map((view) => [view.id, view]));
    return rows.flatMap(({ videoId, followed, query, seenAt, foundAt, appearedAt, group }) => {
      const video = byId.get(videoId);
      if (!video) return [];
      const from = followed
        ? { kind: 'channel' as const, name: video.channelTitle }
        : { kind: 'search' as const, name: query ?? '' };
      return [
        { video, from, seen: seenAt !== null, foundAt, appearedAt, group: freshGroups[group] ?? 'older' },
      ];
    });
  }

  async function isDrafted(videoId: number): Promise<boolean> {
    try {
      await draft(videoId);
      return true;
    } catch (error) {
      if (error instanceof AppError && anotherVideo.has(error.code)) return false;
      throw error;
    }
  }

  async function writeMorningDrafts(day: string, begins: Date, wanted: number, filter: FreshFilter) {
    await matchUnmatched(filter);
    // Counted, so that a restart in between writes only the rest.
    let missing = wanted - (await repository.draftedSince(begins));
    for (const videoId of await repository.toDraft(filter, wanted * triesForDraft)) {
      if (missing <= 0) break;
      if (isStopping()) return;
      if (await isDrafted(videoId)) missing -= 1;
    }
    await repository.endMorning(day);
  }

  return {
    async page({ limit = usualPage, cursor }: PageQuery) {
      const [asOf, ...after] = cursor === undefined ? [] : readCursor('fresh', cursor);
      const at = asOf === undefined ? clock.now() : new Date(asOf);
      const set = await voice.settings();
      const filter = filterAt(at, set);
      if (asOf === undefined) await matchUnmatched(filter);
      const [found, { total }] = await Promise.all([
        repository.freshPage({
          ...filter,
          groupStarts: groupStarts(at, set.timeZone ?? 'UTC'),
          after: asOf === undefined ? null : after,
          limit: limit + 1,
        }),
        repository.freshCounts(filter),
      ]);
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return {
        total,
        cursor: last ? writeCursor('fresh', [at.toISOString(), last.group, last.match, last.videoId]) : null,
        rows: await presented(rows),
      };
    },

    async summary(): Promise<FreshSummary> {
      const filter = filterAt(clock.now(), await voice.settings());
      const { total, unseen, shorts, commentsOff } = await repository.freshCounts(filter);
      return { total, unseen, leftOut: { shorts: filter.skipShorts ? shorts : 0, commentsOff } };
    },

    async see(videoIds: readonly number[]): Promise<void> {
      if (await repository.see(videoIds, clock.now())) events.changed('fresh');
    },

    async dismiss(videoId: number, isDismissed: boolean): Promise<void> {
      if (!(await repository.dismiss(videoId, isDismissed ? clock.now() : null)))
        throw notFound('This video of Fresh');
      events.changed('fresh');
    },

    /** Drafts of the best, once a day from the hour that the person set (rule 14.11). */
    async morning(): Promise<void> {
      const now = clock.now();
      const set = await voice.settings();
      if (set.morningDrafts === 0 || now.getTime() < morningPausedUntil) return;
      const timeZone = set.timeZone ?? 'UTC';
      const time = `${String(set.morningHour).padStart(2, '0')}:00`;
      const { day: today } = wallTime(now, timeZone);
      // An evening's hour lasts into the next day.
      for (const day of [today, addDays(today, -1)]) {
        const begins = instantAt({ day, time }, timeZone);
        const age = now.getTime() - begins.getTime();
        if (age < 0 || age >= morningHours * hourMs || day === set.morningDay) continue;
        try {
          await writeMorningDrafts(day, begins, set.morningDrafts, filterAt(now, set));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          morningPausedUntil = now.getTime() + retryMorningMs;
        }
      }
    },
  };
}

type Settings = Awaited<ReturnType<VoiceService['settings']>>;
export type FreshService = ReturnType<typeof createFreshService>;
