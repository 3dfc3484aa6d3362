import type { VideoSearchQuery } from '#shared/contracts/videos.ts';
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { Assessment, LanguageModel } from '../../providers/language-model/language-model.ts';
import type { VideoService } from '../videos/video.service.ts';
import { storedVideo, type VideoRow } from '../videos/video-row.rules.ts';
import type { YouTubeReads } from '../videos/youtube-reads.service.ts';
import type { VoiceService } from '../voice/profiles/voice.service.ts';
import { assessVideos } from './assess-videos.ts';
import type {
  CachedSearch,
  CommentedChannel,
  CommentState,
  DiscoveryRepository,
} from './discovery.repository.ts';
import { createVideoFinder } from './find-videos.ts';
import { plainAssessment } from './insights.rules.ts';
import { matchFor } from './match.rules.ts';
import { assessmentKey, type Lookup, lookupKey, lookupOf, searchCacheMs } from './search-query.rules.ts';

interface Deps {
  repository: DiscoveryRepository;
  videos: Pick<VideoService, 'inOrder' | 'save' | 'saveAssessments'>;
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

type MatchedVideo = VideoRow & { matchScore: number };

export interface FoundVideoView {
  video: MatchedVideo;
  comment: CommentState | null;
}

export interface SearchOutcome {
  videos: FoundVideoView[];
  totalResults: number;
  cached: boolean;
  enhanced: boolean;
  missing: number;
}

const recentlyPostedMs = 7 * 86_400_000;

/** Spends at most one search on the same request in half an hour. */
export function createSearchService(deps: Deps) {
  const { repository, videos, reads, languageModel, voice, events, clock } = deps;
  const findVideos = createVideoFinder(reads, clock);
  const searching = sharedRun<Found>();
  const assessing = sharedRun<Map<number, Assessment>>();

  const expiry = () => new Date(clock.now().getTime() - searchCacheMs);

  const expertiseAreas = async () => (await voice.activeProfile())?.expertiseAreas ?? [];

  const fromYouTube = (lookup: Lookup): Promise<Found> =>
    searching(lookupKey(lookup), async () => {
      const now = clock.now();
      const found = await findVideos(lookup, now);
      const rows = await videos.save(
        found.videos.map((video) => ({ ...storedVideo(video, now), createdAt: now })),
      );
      const search = {
        videoIds: rows.map(({ id }) => id),
        totalResults: found.totalResults,
        assessedIds: [],
        fetchedAt: now,
      };
      await repository.saveSearch(lookupKey(lookup), search);
      if (rows.some(({ createdAt }) => createdAt.getTime() === now.getTime())) {
        events.changed('stats', 'analytics');
      }
      return { search, rows };
    });

  const fromCache = async (search: CachedSearch): Promise<Found> => ({
    search,
    rows: await videos.inOrder(search.videoIds),
  });

  /** Caches failures too; only `askMissing` asks again for what is missing. */
  async function assessed(
    rows: readonly VideoRow[],
    key: string,
    {
      search,
      expertise,
      askMissing,
    }: { search: CachedSearch; expertise: readonly string[]; askMissing: boolean },
  ): Promise<Map<number, Assessment>> {
    const outcome = await repository.findSearch(key, expiry());
    const known = storedAssessments(rows, outcome?.assessedIds ?? []);
    if (outcome && !askMissing) return known;
    return assessing(key, async () => {
      const open = rows.filter(({ id }) => !known.has(id));
      const arrived = await assessVideos(languageModel, open, expertise);
      await videos.saveAssessments(arrived);
      const all = new Map([...known, ...arrived]);
      await repository.saveSearch(key, { ...search, assessedIds: [...all.keys()] });
      return all;
    });
  }

  return {
    async search(request: VideoSearchQuery): Promise<SearchOutcome> {
      const lookup = lookupOf(request);
      // No await until fromYouTube: a search that ended in between would be made again.
      const cached = await repository.findSearch(lookupKey(lookup), expiry());
      const [{ search, rows: stored }, expertise] = await Promise.all([
        cached ? fromCache(cached) : fromYouTube(lookup),
        expertiseAreas(),
      ]);
      const match = matchFor(expertise, lookup);
      const rows = stored.map((row) => ({ ...row, matchScore: match(row) }));
      const askMissing = request.askMissing === true;
      const assessments = request.intelligent
        ? await assessed(rows, assessmentKey(lookup, expertise), { search, expertise, askMissing })
        : null;
      // Read last, to see comments drafted during the calls.
      const states = await repository.commentStates(search.videoIds);
      return {
        videos: rows.map((row) => ({
          video: assessments ? withInsights(row, assessments.get(row.id)) : withoutInsights(row),
          comment: states.get(row.id) ?? null,
        })),
        totalResults: search.totalResults,
        cached: cached !== null,
        enhanced: assessments !== null && assessments.size > 0,
        missing: assessments ? rows.filter(({ id }) => !assessments.has(id)).length : 0,
      };
    },

    commentStates: (videoIds: readonly number[]): Promise<Map<number, CommentState>> =>
      repository.commentStates(videoIds),

    commentedChannels: (): Promise<CommentedChannel[]> =>
      repository.channelsPostedOn(new Date(clock.now().getTime() - recentlyPostedMs)),
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Calls with the same key share one run. */
function sharedRun<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, start: () => Promise<Result>): Promise<Result> => {
    const running = underWay.get(key);
    if (running) return running;
    const started = start().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}

function storedAssessments(rows: readonly VideoRow[], ids: readonly number[]): Map<number, Assessment> {
  const assessed = new Set(ids);
  return new Map(
    rows.flatMap(({ id, engagementScore, contentInsights: insights }) =>
      assessed.has(id) && engagementScore !== null && insights !== null
        ? [[id, { engagementScore, insights }] as const]
        : [],
    ),
  );
}

function withInsights(video: MatchedVideo, assessment: Assessment = plainAssessment(video)): MatchedVideo {
  return { ...video, engagementScore: assessment.engagementScore, contentInsights: assessment.insights };
}

function withoutInsights(video: MatchedVideo): MatchedVideo {
  return { ...video, engagementScore: null, contentInsights: null };
}
