import express, { type Express } from 'express';
import type { Change } from '../core/events.ts';
import type { Db } from '../db/database.ts';
import { postedSince } from '../features/publishing/claim.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService, type QuotaService } from '../features/quota/quota.service.ts';
import { createSearchService } from '../features/videos/search.service.ts';
import type { Assessment } from '../features/videos/video.rules.ts';
import { createDiscoveryRepository, createVideoRepository } from '../features/videos/videos.repository.ts';
import { discoveryRoutes } from '../features/videos/videos.routes.ts';
import { createVideoService, type VideoService } from '../features/videos/videos.service.ts';
import { createYouTubeReads } from '../features/videos/youtube-reads.service.ts';
import { createVoiceRepository } from '../features/voice/profiles.repository.ts';
import { createVoiceService } from '../features/voice/profiles.service.ts';
import { errorHandler } from '../http/handle.ts';
import type { Question } from '../providers/language-model/language-model.ts';
import type {
  VideoSearch,
  VideoSearchPage,
  YouTube,
  YouTubeAuth,
  YouTubeError,
  YouTubeVideo,
} from '../providers/youtube/youtube.ts';
import type { FakeClock } from './clock.ts';
import { remoteProfile } from './drafting-app.ts';

type Pages = (search: VideoSearch) => VideoSearchPage;
type Assessments = Map<number, Assessment>;

export function youTubeVideo(youtubeId: string, overrides: Partial<YouTubeVideo> = {}): YouTubeVideo {
  return {
    youtubeId,
    title: `Kubernetes probes, ${youtubeId}`,
    description: 'Readiness and liveness in practice.',
    channelId: 'UCcloudkitchen0000000000',
    channelTitle: 'Cloud Kitchen',
    thumbnailUrl: `https://i.ytimg.com/vi/${youtubeId}/mqdefault.jpg`,
    publishedAt: '2026-02-20T08:00:00Z',
    viewCount: 5_000,
    likeCount: 200,
    commentCount: 40,
    commentsOff: false,
    language: 'en',
    hasCaptions: null,
    durationSeconds: 900,
    isAwaited: false,
    endedAt: null,
    keywords: [],
    ...overrides,
  };
}

function onePage(known: ReadonlyMap<string, YouTubeVideo>): Pages {
  return () => ({ youtubeIds: [...known.keys()], totalResults: 1_000, nextPageToken: null });
}

export interface DiscoveryApp {
  readonly app: Express;
  readonly quota: QuotaService;
  readonly videos: VideoService;
  readonly searches: VideoSearch[];
  readonly lists: { ids: readonly string[]; auth: YouTubeAuth }[];
  readonly assessed: { ids: number[]; expertise: readonly string[] }[];
  readonly changed: Change[];
  readonly reported: unknown[];
  /** YouTube's videos, in its order. */
  readonly known: Map<string, YouTubeVideo>;
  readonly refreshed: string[];
  /** Tests change it. */
  behaviour: {
    pages: Pages;
    /** The next calls of YouTube throw one each. */
    failures: YouTubeError[];
    assess: (ids: readonly number[]) => Assessments | Promise<Assessments>;
    token: string;
  };
}

/** The videos and areas of expertise that a question is about. */
export function askedToAssess({ prompt }: Question<unknown>): { ids: number[]; expertise: string[] } {
  const { system, user } = prompt(Number.POSITIVE_INFINITY);
  const areas = /areas of expertise: (.*)\.$/m.exec(system)?.[1] ?? 'not stated';
  return {
    ids: [...user.matchAll(/^Video (\d+)$/gm)].map(([, id]) => Number(id)),
    expertise: areas === 'not stated' ? [] : areas.split(', '),
  };
}

/** The discovery routes, with scripted YouTube, account and model. */
export function discoveryApp(db: Db, clock: FakeClock, apiKey: string | null = null): DiscoveryApp {
  const known = new Map<string, YouTubeVideo>();
  const searches: VideoSearch[] = [];
  const lists: DiscoveryApp['lists'] = [];
  const assessed: DiscoveryApp['assessed'] = [];
  const changed: Change[] = [];
  const reported: unknown[] = [];
  const refreshed: string[] = [];
  const behaviour: DiscoveryApp['behaviour'] = {
    pages: onePage(known),
    failures: [],
    assess: () => new Map(),
    token: 'token-1',
  };
  const events = {
    changed: (...changes: Change[]) => void changed.push(...changes),
    subscribe: () => () => {},
  };
  const quota = createQuotaService({
    repository: createQuotaRepository(db),
    postedSince: (since) => postedSince(db, since),
    limits: { shared: 10_000, search: 100 },
    events,
    clock,
  });
  const failNow = () => {
    const failure = behaviour.failures.shift();
    if (failure) throw failure;
  };
  const youtube: Pick<YouTube, 'searchVideoIds' | 'listVideos' | 'listTopComments'> = {
    async searchVideoIds(search) {
      await quota.meter.spend('search', 1);
      searches.push(search);
      failNow();
      return behaviour.pages(search);
    },
    async listVideos(ids, auth) {
      lists.push({ ids, auth });
      failNow();
      // Reversed: YouTube promises no order.
      return ids.flatMap((id) => known.get(id) ?? []).reverse();
    },
    listTopComments: () => Promise.reject(new Error('not part of discovery')),
  };
  const account = {
    accessToken: async () => behaviour.token,
    async refreshAccessToken(rejected: string) {
      refreshed.push(rejected);
      behaviour.token = 'token-2';
      return behaviour.token;
    },
  };
  const languageModel = {
    profile: async () => remoteProfile,
    async answer<T>(question: Question<T>): Promise<T> {
      const asked = askedToAssess(question);
      assessed.push(asked);
      return (await behaviour.assess(asked.ids)) as T;
    },
  };
  const reads = createYouTubeReads({ youtube, account, quota, apiKey });
  const videos = createVideoService({ repository: createVideoRepository(db), reads, events, clock });
  const search = createSearchService({
    repository: createDiscoveryRepository(db),
    videos,
    reads,
    languageModel,
    voice: createVoiceService({ repository: createVoiceRepository(db), events, clock }),
    events,
    clock,
    log: { error: (error: unknown) => void reported.push(error) },
    isStopping: () => false,
  });
  const app = express();
  app.set('query parser', 'simple');
  app.use('/api', discoveryRoutes({ search }));
  app.use(errorHandler((error) => reported.push(error)));
  return {
    app,
    quota,
    videos,
    searches,
    lists,
    assessed,
    changed,
    reported,
    known,
    refreshed,
    behaviour,
  };
}
