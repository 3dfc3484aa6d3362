import type { z } from 'zod';
import { freshGroups, type freshListSchema } from '#shared/contracts/following.ts';
import type { FreshSummary } from '#shared/contracts/fresh.ts';
import type { PageQuery } from '#shared/contracts/requests.ts';
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
  /**
   * Puts a draft into the review queue, marked as not requested by the owner. Returns
   * false if this video gets no draft. Throws AppErrors if the model cannot write now.
   */
  draft: (videoId: number) => Promise<boolean>;
  isStopping: () => boolean;
}

const usualPage = 50;
const morningHours = 6;
const retryMorningMs = 15 * 60_000;
/** How many videos are tried at most for each draft. */
const triesForDraft = 3;

const filterAt = (
  foundBy: Date,
  { blockedChannels, skipShorts }: Settings,
): FreshFilter => ({
  since: new Date(foundBy.getTime() - freshMs),
  foundBy,
  blockedChannels,
  skipShorts,
});

/**
 * Scores videos that have no match score, or one for another profile or another version
 * of it.
 */
async function matchUnmatched(
  { repository, voice }: Pick<Deps, 'repository' | 'voice'>,
  { since }: FreshFilter,
): Promise<void> {
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

/** Returns a function that writes the drafts that are missing this morning. */
function createMorningDrafts(deps: Deps) {
  const { repository, voice, draft, clock, isStopping } = deps;
  let morningPausedUntil = 0;

  /**
   * Returns the best video for the next draft, or null once there are enough drafts.
   * Called before each draft, because the owner may change the settings, dismiss videos
   * or unfollow channels while the model writes.
   */
  async function nextForMorning(
    { day, begins, now }: Morning,
    unanswered: readonly number[],
  ): Promise<number | null> {
    const set = await voice.settings();
    const filter = filterAt(now, set);
    // Counts the stored drafts, so that only the missing ones are written after a
    // restart.
    if ((await repository.draftedSince(begins)) >= set.morningDrafts) return null;
    await matchUnmatched(deps, filter);
    return repository.bestToDraft(filter, day, unanswered);
  }

  /**
   * Adds the video to `unanswered` if the model did not answer. Throws AppErrors if it
   * cannot write now.
   */
  async function draftOrPassOver(
    videoId: number,
    { day }: Morning,
    unanswered: number[],
  ): Promise<void> {
    try {
      if (!(await draft(videoId))) await repository.passOver(videoId, day);
    } catch (error) {
      // One failure may be due to the video; a second one means that the model is not
      // available.
      if (!isUnanswered(error) || unanswered.length > 0) throw error;
      unanswered.push(videoId);
    }
  }

  /** Throws AppErrors if the model cannot write now. */
  async function writeMorningDrafts(morning: Morning, wanted: number): Promise<void> {
    /**
     * Videos for which the model did not answer. They are not tried again in this round.
     */
    const unanswered: number[] = [];
    for (let tried = 0; tried < wanted * triesForDraft; tried += 1) {
      if (isStopping()) return;
      const videoId = await nextForMorning(morning, unanswered);
      if (videoId === null) break;
      await draftOrPassOver(videoId, morning, unanswered);
    }
    // If morning drafts were switched off meanwhile, this morning continues once they are
    // switched on again.
    if ((await voice.settings()).morningDrafts > 0)
      await repository.endMorning(morning.day);
  }

  return async function writeMissingDrafts(): Promise<void> {
    const now = clock.now();
    const set = await voice.settings();
    const pauseLeftMs = morningPausedUntil - now.getTime();
    // A longer pause can only come from a clock that was ahead.
    const isPaused = pauseLeftMs > 0 && pauseLeftMs <= retryMorningMs;
    if (set.morningDrafts === 0 || isPaused) return;
    for (const morning of openMornings(set, now)) {
      try {
        await writeMorningDrafts(morning, set.morningDrafts);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        morningPausedUntil = now.getTime() + retryMorningMs;
      }
    }
  };
}

/**
 * Shows the videos found in the last two days, and drafts comments on the best ones in
 * the morning.
 */
export function createFreshService(deps: Deps) {
  const { repository, search, voice, events, clock } = deps;
  const writeMissingDrafts = createMorningDrafts(deps);

  async function presented(
    rows: readonly ShownFresh[],
  ): Promise<z.input<typeof freshListSchema>> {
    const views = await search.shown(rows.map(({ videoId }) => videoId));
    const byId = new Map(views.map((view) => [view.id, view]));
    return rows.flatMap(
      ({ videoId, followed, query, seenAt, foundAt, appearedAt, group }) => {
        const video = byId.get(videoId);
        if (!video) return [];
        const from = followed
          ? { kind: 'channel' as const, name: video.channelTitle }
          : { kind: 'search' as const, name: query ?? '' };
        return [
          {
            video,
            from,
            seen: seenAt !== null,
            foundAt,
            appearedAt,
            group: freshGroups[group] ?? 'older',
          },
        ];
      },
    );
  }

  async function setDismissed(videoId: number, dismissedAt: Date | null): Promise<void> {
    if (!(await repository.dismiss(videoId, dismissedAt)))
      throw notFound('This video of Fresh');
    events.changed('fresh');
  }

  return {
    async page({ limit = usualPage, cursor }: PageQuery) {
      const position = cursor === undefined ? null : positionIn(cursor);
      const at = position?.at ?? clock.now();
      const set = await voice.settings();
      const filter = filterAt(at, set);
      if (position === null) await matchUnmatched(deps, filter);
      const [found, { total }] = await Promise.all([
        repository.freshPage({
          ...filter,
          groupStarts: groupStarts(at, set.timeZone ?? 'UTC'),
          after: position?.after ?? null,
          limit: limit + 1,
        }),
        repository.freshCounts(filter),
      ]);
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return {
        total,
        cursor: last
          ? writeCursor('fresh', [
              at.toISOString(),
              last.group,
              last.isOpen,
              last.match,
              last.videoId,
            ])
          : null,
        rows: await presented(rows),
      };
    },

    async summary(): Promise<FreshSummary> {
      const filter = filterAt(clock.now(), await voice.settings());
      const { total, unseen, shorts, commentsOff } = await repository.freshCounts(filter);
      return {
        total,
        unseen,
        leftOut: { shorts: filter.skipShorts ? shorts : 0, commentsOff },
      };
    },

    async see(videoIds: readonly number[]): Promise<void> {
      if (await repository.see(videoIds, clock.now())) events.changed('fresh');
    },

    dismiss: (videoId: number): Promise<void> => setDismissed(videoId, clock.now()),

    /** Shows a dismissed video again. */
    restore: (videoId: number): Promise<void> => setDismissed(videoId, null),

    /**
     * Drafts comments on the best videos, once a day from the hour that the owner set
     * (rule 14.11).
     */
    morning: writeMissingDrafts,
  };
}

/** The owner's day, the time at which its drafts begin, and the time of this round. */
interface Morning {
  day: string;
  begins: Date;
  now: Date;
}

/** Returns the mornings whose hours include `now` and whose drafts are not finished. */
function openMornings(
  { morningHour, morningDay, timeZone }: Settings,
  now: Date,
): Morning[] {
  const zone = timeZone ?? 'UTC';
  const time = `${String(morningHour).padStart(2, '0')}:00`;
  const { day: today } = wallTime(now, zone);
  // A round that begins in the evening continues after midnight.
  const mornings = [today, addDays(today, -1)].map((day) => ({
    day,
    begins: instantAt({ day, time }, zone),
    now,
  }));
  return mornings.filter(({ day, begins }) => {
    const ageMs = now.getTime() - begins.getTime();
    return ageMs >= 0 && ageMs < morningHours * hourMs && day !== morningDay;
  });
}

/**
 * Reads from a cursor when the first page was loaded and after which row the next page
 * begins.
 */
function positionIn(cursor: string) {
  const [asOf, ...after] = readCursor('fresh', cursor);
  return { at: new Date(String(asOf)), after };
}

const isUnanswered = (error: unknown) =>
  error instanceof AppError && error.code === 'model_unavailable';

type Settings = Awaited<ReturnType<VoiceService['settings']>>;
export type FreshService = ReturnType<typeof createFreshService>;
