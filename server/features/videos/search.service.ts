import {
  type KeptSearchQuery,
  mostPages,
  type VideoSearchQuery,
} from '#shared/contracts/videos.ts';
import { isScheduled } from '#shared/rules/comment-status.ts';
import { sharedRun } from '../../core/clock.ts';
import { conflict } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { LanguageModel } from '../../providers/language-model/language-model.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { assessVideos, plainAssessment } from './assessment.ts';
import {
  type Interests,
  type Match,
  type MatchableVideo,
  matcher,
  noInterests,
} from './match.rules.ts';
import type { Assessment, VideoRow } from './video.rules.ts';
import type { CachedSearch, VideoRepository } from './videos.repository.ts';
import {
  createVideoFinder,
  type Lookup,
  lookupKey,
  lookupOf,
  type YouTubeReads,
} from './youtube-reads.service.ts';

interface Deps extends ClockAndEvents {
  repository: VideoRepository;
  reads: YouTubeReads;
  languageModel: Pick<LanguageModel, 'answer' | 'profile'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
}

interface Found {
  search: CachedSearch;
  cached: boolean;
}

const searchCacheMs = 30 * 60_000;
const recentlyPostedMs = 7 * 86_400_000;

type Expiry = () => Date;

/** Loads the pages of search results, and caches them for half an hour. */
function createResults({ repository, reads, events, clock }: Deps, expiry: Expiry) {
  const find = createVideoFinder(reads, clock);
  const searching = sharedRun<Found, string>();

  /**
   * Requests at most one page more than is cached. All pages expire with the first one,
   * so that page tokens and results expire together.
   */
  async function load(lookup: Lookup, pages: number): Promise<Found> {
    const kept = await repository.findSearch(lookupKey(lookup), expiry());
    if (!kept && pages > 1) throw searchExpired();
    if (kept && (kept.pages >= pages || kept.nextPageToken === null))
      return { search: kept, cached: true };
    const now = clock.now();
    const page = await find(lookup, now, kept?.nextPageToken ?? null);
    const rows = await repository.save(page.videos, now);
    const isAnyNew = rows.some(({ createdAt }) => createdAt.getTime() === now.getTime());
    if (isAnyNew) events.changed('stats', 'analytics');
    const search = withPage(kept ?? noPages(page.totalResults, now), {
      ids: rows.map(({ id }) => id),
      nextPageToken: page.nextPageToken,
    });
    await repository.saveSearch(lookupKey(lookup), search);
    return { search, cached: false };
  }

  return (lookup: Lookup, pages: number): Promise<Found> =>
    searching(`${lookupKey(lookup)} ${pages}`, () => load(lookup, pages));
}

const searchExpired = () =>
  conflict(
    'search_expired',
    'These results are more than half an hour old. Search again, then load more.',
  );

const noPages = (totalResults: number, now: Date): CachedSearch => ({
  videoIds: [],
  assessedIds: [],
  totalResults,
  nextPageToken: null,
  pages: 0,
  fetchedAt: now,
});

function withPage(
  search: CachedSearch,
  { ids, nextPageToken }: { ids: readonly number[]; nextPageToken: string | null },
): CachedSearch {
  const videoIds = [...new Set([...search.videoIds, ...ids])];
  return {
    ...search,
    videoIds,
    totalResults: Math.max(search.totalResults, videoIds.length),
    nextPageToken,
    pages: search.pages + 1,
  };
}

/** Gets search results assessed by the model, and caches which of them are assessed. */
function createAssessments(deps: Deps, expiry: Expiry) {
  const { repository, languageModel, events, log, isStopping } = deps;
  const assessing = sharedRun<Map<number, Assessment>, string>();
  /** Assessments that continue in the background after their response. */
  const inBackground = new Map<string, Promise<void>>();

  function continueInBackground(key: string, rest: Promise<void>): void {
    const ended = rest
      .catch((error: unknown) =>
        log.error({ err: error }, 'videos could not be assessed'),
      )
      .finally(() => {
        inBackground.delete(key);
        events.changed('assessments');
      });
    inBackground.set(key, ended);
  }

  return {
    isInProgress: (key: string): boolean => inBackground.has(key),

    /**
     * Caches the result even if the model failed; only `askMissing` requests the missing
     * assessments again. Assessments for other areas of expertise do not count.
     */
    async assess(
      rows: readonly VideoRow[],
      key: string,
      {
        search,
        expertise,
        askMissing,
      }: { search: CachedSearch; expertise: readonly string[]; askMissing: boolean },
    ): Promise<Map<number, Assessment>> {
      return assessing(key, async () => {
        const outcome = await repository.findSearch(key, expiry());
        // Read after the outcome, because rows read earlier may lack what another request
        // has just assessed.
        const scored = await repository.inOrder(outcome?.assessedIds ?? []);
        const known = storedAssessments(scored, expertise);
        const isReplaced = known.size < scored.length;
        if (outcome && ((!askMissing && !isReplaced) || inBackground.has(key)))
          return known;
        const open = rows.filter(({ id }) => !known.has(id));
        const all = new Map(known);
        async function keep(more: Map<number, Assessment>): Promise<void> {
          for (const [id, assessment] of more) all.set(id, assessment);
          await repository.saveAssessments(more, fitOf(expertise));
          await repository.saveSearch(key, { ...search, assessedIds: [...all.keys()] });
        }
        async function onLate(more: Map<number, Assessment>): Promise<void> {
          await keep(more);
          events.changed('assessments');
        }
        const { arrived, rest } = await assessVideos(languageModel, open, expertise, {
          onLate,
          isStopping,
        });
        await keep(arrived);
        if (rest !== null) continueInBackground(key, rest);
        return new Map(all);
      });
    },
  };
}

/**
 * Returns a function that adds to videos how well they match and whether they have a
 * comment.
 */
function createPresenter({ repository, clock }: Pick<Deps, 'repository' | 'clock'>) {
  return async function present(
    rows: readonly VideoRow[],
    profile: Interests | null,
    lookup: Lookup | null = null,
    assessments: Map<number, Assessment> | null = null,
  ) {
    const match = matchFor(profile, lookup);
    const hasMatch = hasAreas(profile);
    // Read last, to include comments drafted during the calls.
    const states = await repository.commentStates(
      rows.map(({ id }) => id),
      clock.now(),
    );
    return rows.map((row) => {
      const { score: matchScore, topics: matchedTopics } = match(row);
      const assessed =
        assessments && (assessments.get(row.id) ?? plainAssessment(row, matchScore));
      return {
        ...row,
        matchScore,
        hasMatch,
        matchedTopics,
        engagementScore: assessed?.engagementScore ?? null,
        contentInsights: assessed?.insights ?? null,
        ...presentCommentState(states.get(row.id)),
      };
    });
  };
}

interface Outcome {
  found: Found;
  rows: readonly VideoRow[];
  lookup: Lookup;
  profile: Interests | null;
  /** Null for a search without assessments. */
  assessments: Map<number, Assessment> | null;
}

/** Spends at most one YouTube search per half hour on the same request. */
export function createSearchService(deps: Deps) {
  const { repository, voice, clock } = deps;
  const expiry = () => new Date(clock.now().getTime() - searchCacheMs);
  const find = createResults(deps, expiry);
  const assessments = createAssessments(deps, expiry);
  const present = createPresenter(deps);

  async function presentOutcome({
    found,
    rows,
    lookup,
    profile,
    assessments: assessed,
  }: Outcome) {
    const { search, cached } = found;
    const key = assessmentKey(lookup, profile?.expertiseAreas ?? []);
    return {
      videos: await present(rows, profile, lookup, assessed),
      totalResults: search.totalResults,
      cached,
      enhanced: assessed !== null && assessed.size > 0,
      assessing: assessed !== null && assessments.isInProgress(key),
      missing: assessed ? rows.filter(({ id }) => !assessed.has(id)).length : 0,
      pages: search.pages,
      more: search.nextPageToken !== null && search.pages < mostPages,
    };
  }

  return {
    async search(request: VideoSearchQuery) {
      const lookup = lookupOf(request);
      const [found, profile] = await Promise.all([
        find(lookup, request.pages ?? 1),
        voice.activeProfile(),
      ]);
      const expertise = profile?.expertiseAreas ?? [];
      const { search } = found;
      const rows = await repository.inOrder(search.videoIds);
      const askMissing =
        request.askMissing === true || (search.pages > 1 && !found.cached);
      const key = assessmentKey(lookup, expertise);
      const assessed = request.intelligent
        ? await assessments.assess(rows, key, { search, expertise, askMissing })
        : null;
      return presentOutcome({ found, rows, lookup, profile, assessments: assessed });
    },

    /**
     * Answers from the cache only. Returns null if YouTube or the model would have to be
     * called.
     */
    async keptSearch(request: KeptSearchQuery) {
      const lookup = lookupOf(request);
      const profile = await voice.activeProfile();
      const kept = await repository.findSearch(lookupKey(lookup), expiry());
      const expertise = profile?.expertiseAreas ?? [];
      const assessment = request.intelligent
        ? await repository.findSearch(assessmentKey(lookup, expertise), expiry())
        : null;
      if (!kept || (request.intelligent && !assessment)) return null;
      const assessed = assessment
        ? storedAssessments(await repository.inOrder(assessment.assessedIds), expertise)
        : null;
      const rows = await repository.inOrder(kept.videoIds);
      const found = { search: kept, cached: true };
      return presentOutcome({ found, rows, lookup, profile, assessments: assessed });
    },

    forgetOld: (): Promise<void> => repository.dropSearchesUpTo(expiry()),

    /** Returns the videos in the given order, matched with the active profile. */
    async shown(videoIds: readonly number[]) {
      const [rows, profile] = await Promise.all([
        repository.inOrder(videoIds),
        voice.activeProfile(),
      ]);
      return present(rows, profile);
    },

    async commentStates(videoIds: readonly number[]) {
      const states = await repository.commentStates(videoIds, clock.now());
      return videoIds.map((videoId) => ({
        videoId,
        ...presentCommentState(states.get(videoId)),
      }));
    },

    /** Returns the channels with a recent comment or a scheduled one. */
    async commentedChannels() {
      const since = new Date(clock.now().getTime() - recentlyPostedMs);
      const [posted, planned] = await Promise.all([
        repository.channelsPostedOn(since),
        repository.channelsScheduledOn(),
      ]);
      const postedAt = new Map(
        posted.map((channel) => [channel.channelId, channel.postedAt]),
      );
      const plannedOn = Map.groupBy(planned, ({ channelId }) => channelId);
      return [...new Set([...postedAt.keys(), ...plannedOn.keys()])].map((channelId) => ({
        channelId,
        postedAt: postedAt.get(channelId) ?? null,
        scheduledFor: (plannedOn.get(channelId) ?? []).flatMap(
          ({ scheduledFor }) => scheduledFor ?? [],
        ),
      }));
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

export function assessmentKey(lookup: Lookup, expertise: readonly string[]): string {
  return JSON.stringify(['fit', lookupKey(lookup), fitOf(expertise)]);
}

/** Returns a key for areas of expertise, because an assessment depends on them. */
const fitOf = (expertise: readonly string[]) =>
  JSON.stringify(expertise.map((area) => area.toLowerCase()).sort());

/**
 * Matches videos with the profile. Without areas of expertise it matches them with the
 * query instead, which is not listed as a topic; a video found by its link is then a full
 * match.
 */
function matchFor(
  profile: Interests | null,
  lookup: Lookup | null,
): (video: MatchableVideo) => Match {
  if (!lookup || (profile && hasAreas(profile))) return matcher(profile ?? noInterests);
  if (lookup.kind === 'video') return () => ({ score: 100, topics: [] });
  const match = matcher({
    expertiseAreas: [lookup.query],
    industryFocus: null,
    description: null,
  });
  return (video) => ({ ...match(video), topics: [] });
}

const hasAreas = (profile: Interests | null) =>
  profile !== null && profile.expertiseAreas.length > 0;

function storedAssessments(
  rows: readonly VideoRow[],
  expertise: readonly string[],
): Map<number, Assessment> {
  const fit = fitOf(expertise);
  return new Map(
    rows.flatMap(({ id, engagementScore, contentInsights }) => {
      if (engagementScore === null || contentInsights?.fit !== fit) return [];
      const { fit: _, ...insights } = contentInsights;
      return [[id, { engagementScore, insights }] as const];
    }),
  );
}

type CommentStates = Awaited<ReturnType<VideoRepository['commentStates']>>;

function presentCommentState(comment: ReturnType<CommentStates['get']>) {
  const { withdrawnAt = null } = comment ?? {};
  if (!comment || withdrawnAt !== null)
    return { generatedComment: null, inQueue: false, commentStatus: null, withdrawnAt };
  const { commentId, status, queueItemId, scheduledFor } = comment;
  return {
    withdrawnAt,
    generatedComment: { id: commentId },
    inQueue: queueItemId !== null && status !== 'posted',
    commentStatus: { ...comment, isScheduled: isScheduled({ scheduledFor, comment }) },
  };
}
