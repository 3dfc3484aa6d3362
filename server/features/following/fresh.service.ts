import type { z } from 'zod';
import type { FreshQuery, FreshSummary, freshListSchema } from '#shared/contracts/following.ts';
import { addDays, instantAt, wallTime } from '#shared/rules/calendar.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { matcher, noInterests } from '../videos/match.rules.ts';
import type { SearchService } from '../videos/search.service.ts';
import { presentFoundVideo } from '../videos/search.service.ts';
import type { SettingsService, VoiceService } from '../voice/profiles.service.ts';
import {
  freshMs,
  groupNamed,
  groupStarts,
  hourMs,
  interestsKey,
  readFreshCursor,
  writeFreshCursor,
} from './following.rules.ts';
import type { FreshFilter, FreshRepository, ShownFresh } from './fresh.repository.ts';

interface Deps {
  repository: FreshRepository;
  search: Pick<SearchService, 'shown'>;
  settings: Pick<SettingsService, 'settings'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  /** Puts a draft into the review queue, marked as the machine's own idea. Throws AppErrors. */
  draft: (videoId: number) => Promise<void>;
  events: Events;
  clock: Clock;
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
  const { repository, search, settings, voice, draft, events, clock, isStopping } = deps;
  let morningPausedUntil = 0;

  async function filterAt(now: Date): Promise<FreshFilter & { timeZone: string; settings: Settings }> {
    const all = await settings.settings();
    return {
      since: new Date(now.getTime() - freshMs),
      blockedChannels: all.blockedChannels,
      skipShorts: all.skipShorts,
      timeZone: all.timeZone ?? 'UTC',
      settings: all,
    };
  }

  /** Another profile, or another version of it, orders Fresh anew. */
  async function matchAnew(since: Date): Promise<void> {
    const interests = (await voice.activeProfile()) ?? noInterests;
    const key = interestsKey(interests);
    const unmatched = await repository.unmatched(key, since);
    if (unmatched.length === 0) return;
    const match = matcher(interests);
    await repository.match(new Map(unmatched.map((video) => [video.videoId, match(video).score])), key);
  }

  async function presented(rows: readonly ShownFresh[]): Promise<z.input<typeof freshListSchema>> {
    const views = await search.shown(rows.map(({ videoId }) => videoId));
    const byId = new Map(views.map((view) => [view.video.id, view]));
    return rows.flatMap((row) => {
      const view = byId.get(row.videoId);
      if (!view) return [];
      const from = row.followed
        ? { kind: 'channel' as const, name: row.channelTitle }
        : { kind: 'search' as const, name: row.query ?? '' };
      return [
        {
          video: presentFoundVideo(view),
          from,
          seen: row.seenAt !== null,
          foundAt: row.foundAt,
          appearedAt: row.appearedAt,
          group: groupNamed(row.group),
        },
      ];
    });
  }

  async function drafted(videoId: number): Promise<boolean> {
    try {
      await draft(videoId);
      return true;
    } catch (error) {
      if (error instanceof AppError && anotherVideo.has(error.code)) return false;
      throw error;
    }
  }

  async function writeMorningDrafts(day: string, begins: Date, wanted: number, filter: FreshFilter) {
    await matchAnew(filter.since);
    // Counted, so that a restart in between writes only the rest.
    let missing = wanted - (await repository.draftedSince(begins));
    for (const videoId of await repository.toDraft(filter, wanted * triesForDraft)) {
      if (missing <= 0) break;
      if (isStopping()) return;
      if (await drafted(videoId)) missing -= 1;
    }
    await repository.endMorning(day);
  }

  return {
    async page({ limit = usualPage, cursor }: FreshQuery) {
      const now = clock.now();
      const { asOf, after } = cursor === undefined ? { asOf: now, after: null } : readFreshCursor(cursor);
      const { timeZone, settings: _, ...filter } = await filterAt(asOf);
      if (after === null) await matchAnew(filter.since);
      const slice = { ...filter, asOf, after, groupStarts: groupStarts(asOf, timeZone), limit: limit + 1 };
      const [found, { total }] = await Promise.all([
        repository.freshPage(slice),
        repository.freshCounts(filter, asOf),
      ]);
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        total: { count: total, orMore: false },
        cursor: last && found.length > limit ? writeFreshCursor(asOf, last) : null,
        rows: await presented(rows),
      };
    },

    async summary(): Promise<FreshSummary> {
      const now = clock.now();
      const { timeZone: _, settings: __, ...filter } = await filterAt(now);
      const { total, unseen, shorts, commentsOff } = await repository.freshCounts(filter, now);
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
      const { timeZone, settings: set, ...filter } = await filterAt(now);
      if (set.morningDrafts === 0 || now.getTime() < morningPausedUntil) return;
      const { day } = wallTime(now, timeZone);
      const time = `${String(set.morningHour).padStart(2, '0')}:00`;
      const today = instantAt({ day, time }, timeZone);
      // An evening's hour lasts into the next day.
      const [begins, ofDay] =
        today <= now
          ? [today, day]
          : [instantAt({ day: addDays(day, -1), time }, timeZone), addDays(day, -1)];
      const isMorning = now.getTime() - begins.getTime() < morningHours * hourMs;
      if (!isMorning || set.morningDay === ofDay) return;
      try {
        await writeMorningDrafts(ofDay, begins, set.morningDrafts, filter);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        morningPausedUntil = now.getTime() + retryMorningMs;
      }
    },
  };
}

type Settings = Awaited<ReturnType<SettingsService['settings']>>;
export type FreshService = ReturnType<typeof createFreshService>;
