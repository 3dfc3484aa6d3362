import type { VideoSearchQuery } from '#shared/contracts/videos.ts';
import type { Clock } from '../../clock.ts';
import type { Events } from '../../events.ts';
import type { Writer } from '../../providers/writer/writer.ts';
import type { VoiceService } from '../voice/voice.service.ts';
import { assessVideos, withInsights, withoutInsights } from './assess-videos.ts';
import type { CommentStateService } from './comment-state.service.ts';
import { findVideos } from './find-videos.ts';
import type { FoundVideoView } from './found-video.ts';
import type { CachedSearch, SearchCacheRepository } from './search-cache.repository.ts';
import { assessmentKey, type Lookup, lookupKey, lookupOf, searchCacheMs } from './search-query.rules.ts';
import type { VideoRepository, VideoRow } from './video.repository.ts';
import { matchFor, storedVideo } from './video-row.rules.ts';
import type { YouTubeReads } from './youtube-reads.ts';

interface Deps {
  videos: VideoRepository;
  cache: SearchCacheRepository;
  commentStates: Pick<CommentStateService, 'ofVideos'>;
  reads: YouTubeReads;
  writer: Pick<Writer, 'assess'>;
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
}

/** Finding videos: at most one search of the day's hundred for the same request in half an hour (DESIGN §5). */
export function createSearchService(deps: Deps) {
  const { videos, cache, commentStates, reads, writer, voice, events, clock } = deps;
  /** Two tabs asking the same at once share one search. */
  const underWay = new Map<string, Promise<Found>>();

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
      enhanced: false,
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
    const running = underWay.get(key);
    if (running) return running;
    const started = fetchSearch(lookup).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  const fromCache = async (search: CachedSearch): Promise<Found> => ({
    search,
    rows: await videos.inOrder(search.videoIds),
  });

  /** Rows with their insights; `enhanced` says whether the model gave them, now or half an hour ago at most. */
  async function assess(
    rows: VideoRow[],
    lookup: Lookup,
    expertise: readonly string[],
    search: CachedSearch,
  ): Promise<{ rows: VideoRow[]; enhanced: boolean }> {
    const now = clock.now();
    const key = assessmentKey(lookup, expertise);
    if (await cache.find(key, expiry())) {
      return { rows: rows.map((row) => withInsights(row, now)), enhanced: true };
    }
    const assessments = await assessVideos(writer, rows, expertise);
    const assessed = rows.map((row) => {
      const assessment = assessments.get(row.id);
      if (!assessment) return withInsights(withoutInsights(row), now);
      const { engagementScore, insights } = assessment;
      return { ...row, engagementScore, contentInsights: insights };
    });
    const enhanced = assessments.size > 0;
    if (enhanced) {
      await videos.saveAssessments(assessments);
      await cache.save(key, { ...search, enhanced });
    }
    return { rows: assessed, enhanced };
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
      const { rows, enhanced } = request.intelligent
        ? await assess(stored, lookup, expertise, search)
        : { rows: stored.map(withoutInsights), enhanced: false };
      // Last, so that a comment drafted during the search or the model's call is already seen.
      const states = await commentStates.ofVideos(search.videoIds);
      const match = matchFor(expertise, lookup);
      return {
        videos: rows.map((row) => ({
          video: { ...row, matchScore: match(row) },
          comment: states.get(row.id) ?? null,
        })),
        totalResults: search.totalResults,
        cached: kept !== null,
        enhanced,
      };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
