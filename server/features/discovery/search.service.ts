import type { VideoSearchQuery } from '#shared/contracts/videos.ts';
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { Assessment, LanguageModel } from '../../providers/language-model/language-model.ts';
import type { VideoService } from '../videos/video.service.ts';
import { storedVideo, type VideoRow } from '../videos/video-row.rules.ts';
import type { YouTubeReads } from '../videos/youtube-reads.service.ts';
import type { VoiceService } from '../voice/profiles/voice.service.ts';
import { assessVideos } from './assess-videos.ts';
import type { CommentStateService } from './comment-state.service.ts';
import { createFailedLookups } from './failed-lookups.ts';
import { findVideos } from './find-videos.ts';
import type { FoundVideoView } from './found-video.ts';
import { plainAssessment } from './insights.rules.ts';
import { matchFor } from './match.rules.ts';
import type { CachedSearch, SearchCacheRepository } from './search-cache.repository.ts';
import { assessmentKey, type Lookup, lookupKey, lookupOf, searchCacheMs } from './search-query.rules.ts';
import { sharedRun } from './shared-run.ts';

interface Deps {
  videos: Pick<VideoService, 'inOrder' | 'save' | 'saveAssessments'>;
  cache: SearchCacheRepository;
  commentStates: Pick<CommentStateService, 'ofVideos'>;
  reads: YouTubeReads;
  languageModel: Pick<LanguageModel, 'assess'>;
  voice: Pick<VoiceService, 'activeProfile'>;
  events: Events;
  clock: Clock;
}

interface Found {
  search: CachedSearch;
  rows: VideoRow[];
}

export interface SearchOutcome {
  videos: FoundVideoView[];
  totalResults: number;
  cached: boolean;
  enhanced: boolean;
  missing: number;
}

/** A video as it is shown: with the match with the person's present expertise. */
type MatchedRow = VideoRow & { matchScore: number };

/** Finding videos: at most one search of the day's hundred for the same request in half an hour (DESIGN §5). */
export function createSearchService(deps: Deps) {
  const { videos, cache, commentStates, reads, languageModel, voice, events, clock } = deps;
  const failures = createFailedLookups(clock);
  const searching = sharedRun<Found>();
  const assessing = sharedRun<Map<number, Assessment>>();

  const expiry = () => new Date(clock.now().getTime() - searchCacheMs);

  const expertiseAreas = async () => (await voice.activeProfile())?.expertiseAreas ?? [];

  async function fetchSearch(lookup: Lookup): Promise<Found> {
    const now = clock.now();
    const [found, expertise] = await Promise.all([findVideos(reads, lookup, now), expertiseAreas()]);
    const match = matchFor(expertise, lookup);
    const rows = await videos.save(
      found.videos.map((video) => {
        const stored = storedVideo(video, now);
        return { ...stored, matchScore: match(stored), createdAt: now };
      }),
    );
    const search = {
      videoIds: rows.map(({ id }) => id),
      totalResults: found.totalResults,
      assessedIds: [],
      fetchedAt: now,
    };
    await cache.save(lookupKey(lookup), search);
    if (rows.some(({ createdAt }) => createdAt.getTime() === now.getTime())) {
      events.changed('stats', 'analytics');
    }
    return { search, rows };
  }

  function fetchOnce(lookup: Lookup): Promise<Found> {
    const key = lookupKey(lookup);
    return searching(key, async () => {
      const failure = failures.find(key);
      if (failure) throw failure;
      try {
        return await fetchSearch(lookup);
      } catch (error) {
        throw failures.keep(key, error);
      }
    });
  }

  const fromCache = async (search: CachedSearch): Promise<Found> => ({
    search,
    rows: await videos.inOrder(search.videoIds),
  });

  /**
   * What the model says of the videos. Its outcome is kept with the search, a failure too: a reload asks nothing,
   * and only `isAgain` asks about what is missing.
   */
  async function assessed(
    rows: readonly VideoRow[],
    key: string,
    { search, expertise, isAgain }: { search: CachedSearch; expertise: readonly string[]; isAgain: boolean },
  ): Promise<Map<number, Assessment>> {
    const outcome = await cache.find(key, expiry());
    const known = storedAssessments(rows, outcome?.assessedIds ?? []);
    if (outcome && !isAgain) return known;
    return assessing(key, async () => {
      const open = rows.filter(({ id }) => !known.has(id));
      const arrived = await assessVideos(languageModel, open, expertise);
      await videos.saveAssessments(arrived);
      const all = new Map([...known, ...arrived]);
      await cache.save(key, { ...search, assessedIds: [...all.keys()] });
      return all;
    });
  }

  return {
    /** Throws what reading YouTube throws: 409, 429 or 503 with a sentence. */
    async search(request: VideoSearchQuery): Promise<SearchOutcome> {
      const lookup = lookupOf(request);
      // Nothing may come between this and fetchOnce: a search that ended meanwhile would be made again.
      const kept = await cache.find(lookupKey(lookup), expiry());
      const [{ search, rows: stored }, expertise] = await Promise.all([
        kept ? fromCache(kept) : fetchOnce(lookup),
        expertiseAreas(),
      ]);
      const match = matchFor(expertise, lookup);
      const rows = stored.map((row) => ({ ...row, matchScore: match(row) }));
      const isAgain = request.askMissing === true;
      const assessments = request.intelligent
        ? await assessed(rows, assessmentKey(lookup, expertise), { search, expertise, isAgain })
        : null;
      // Last, so that a comment drafted during the search or the model's calls is already seen.
      const states = await commentStates.ofVideos(search.videoIds);
      return {
        videos: rows.map((row) => ({
          video: assessments ? withInsights(row, assessments.get(row.id)) : withoutInsights(row),
          comment: states.get(row.id) ?? null,
        })),
        totalResults: search.totalResults,
        cached: kept !== null,
        enhanced: assessments !== null && assessments.size > 0,
        missing: assessments ? rows.filter(({ id }) => !assessments.has(id)).length : 0,
      };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

/** What the rows hold of the model's earlier answers, of those that `ids` name. */
function storedAssessments(rows: readonly VideoRow[], ids: readonly number[]): Map<number, Assessment> {
  const named = new Set(ids);
  return new Map(
    rows.flatMap(({ id, engagementScore, contentInsights: insights }) =>
      named.has(id) && engagementScore !== null && insights !== null
        ? [[id, { engagementScore, insights }] as const]
        : [],
    ),
  );
}

/** Plain rules stand in where the model said nothing. */
function withInsights(row: MatchedRow, assessment: Assessment = plainAssessment(row)): VideoRow {
  return { ...row, engagementScore: assessment.engagementScore, contentInsights: assessment.insights };
}

function withoutInsights(row: VideoRow): VideoRow {
  return { ...row, engagementScore: null, contentInsights: null };
}
