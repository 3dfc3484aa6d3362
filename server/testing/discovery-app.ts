import request from 'supertest';
import { beforeEach } from 'vitest';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import type { Db } from '../db/database.ts';
import type { Assessment } from '../features/videos/video.rules.ts';
import type { Question } from '../providers/language-model/language-model.ts';
import type {
  VideoSearch,
  VideoSearchPage,
  YouTubeAuth,
  YouTubeError,
  YouTubeVideo,
} from '../providers/youtube/youtube.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { remoteProfile, servicesApp } from './drafting-app.ts';
import { makeVoiceProfile, setSettings } from './factories.ts';

type Pages = (search: VideoSearch) => VideoSearchPage;
type Assessments = Map<number, Assessment>;

export function youTubeVideo(
  youtubeId: string,
  overrides: Partial<YouTubeVideo> = {},
): YouTubeVideo {
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
  return () => ({
    youtubeIds: [...known.keys()],
    totalResults: 1_000,
    nextPageToken: null,
  });
}

/**
 * Reads from a question which videos it is about and which areas of expertise it states.
 */
export function askedToAssess({ prompt }: Question<unknown>): {
  ids: number[];
  expertise: string[];
} {
  const { system, user } = prompt(Number.POSITIVE_INFINITY);
  const areas = /areas of expertise: (.*)\.$/m.exec(system)?.[1] ?? 'not stated';
  return {
    ids: [...user.matchAll(/^Video (\d+)$/gm)].map(([, id]) => Number(id)),
    expertise: areas === 'not stated' ? [] : areas.split(', '),
  };
}

/**
 * Creates `servicesApp` with a scripted YouTube, grant and model. A null `apiKey` leaves
 * out the API key.
 */
export function discoveryApp(db: Db, clock: FakeClock, apiKey: string | null = 'a-key') {
  /** YouTube's videos, in the order in which it lists them. */
  const known = new Map<string, YouTubeVideo>();
  const searches: VideoSearch[] = [];
  const lists: { ids: readonly string[]; auth: YouTubeAuth }[] = [];
  const assessed: { ids: number[]; expertise: readonly string[] }[] = [];
  const refreshed: string[] = [];
  /** Tests may change these. */
  const behaviour = {
    pages: onePage(known),
    /** Each of the next calls to YouTube throws one of these. */
    failures: [] as YouTubeError[],
    assess: (_: readonly number[]): Assessments | Promise<Assessments> => new Map(),
  };
  const failNow = () => {
    const failure = behaviour.failures.shift();
    if (failure) throw failure;
  };
  const made = servicesApp(db, clock, {
    apiKey,
    youtube: {
      async searchVideoIds(search) {
        await made.quota.meter.spend('search', 1);
        searches.push(search);
        failNow();
        return behaviour.pages(search);
      },
      async listVideos(ids, auth) {
        lists.push({ ids, auth });
        failNow();
        // Reversed, because YouTube guarantees no order.
        return ids.flatMap((id) => known.get(id) ?? []).reverse();
      },
    },
    googleAuth: {
      async refresh(refreshToken) {
        refreshed.push(refreshToken);
        const expiresAt = new Date(clock.now().getTime() + 3_600_000);
        const kept = { refreshToken: null, scopes: null, grantExpiresAt: null };
        return { accessToken: 'token-2', expiresAt, ...kept };
      },
    },
    languageModel: {
      profile: async () => remoteProfile,
      async answer<T>(question: Question<T>): Promise<T> {
        const asked = askedToAssess(question);
        assessed.push(asked);
        return (await behaviour.assess(asked.ids)) as T;
      },
    },
  });
  return { ...made, searches, lists, assessed, known, refreshed, behaviour };
}

export type DiscoveryApp = ReturnType<typeof discoveryApp>;

/**
 * Provides a new discovery app for each test of a file, and requests to it. Call it at
 * the top of a file.
 */
export function testDiscovery() {
  const test = testDatabase();
  let clock: FakeClock;
  let discovery: DiscoveryApp;
  beforeEach(() => {
    clock = fakeClock();
    discovery = discoveryApp(test.db, clock);
  });
  const get = (query: Record<string, string>) =>
    request(discovery.app).get('/api/videos/search').query(query);
  return {
    get db() {
      return test.db;
    },
    get clock() {
      return clock;
    },
    get discovery() {
      return discovery;
    },
    /** Replaces the app by one without an API key, which uses the owner's grant. */
    useGrant() {
      discovery = discoveryApp(test.db, clock, null);
    },
    get,
    async search(query: Record<string, string> = { q: 'kubernetes' }) {
      const { body } = await get(query).expect(200);
      return videoSearchResponseSchema.parse(body);
    },
    /** Adds videos to the scripted YouTube. */
    know(...videos: YouTubeVideo[]) {
      for (const video of videos) discovery.known.set(video.youtubeId, video);
    },
    /** Makes a voice profile with these areas of expertise the active one. */
    async activate(expertiseAreas: string[]) {
      const profile = await makeVoiceProfile(test.db, { expertiseAreas });
      await setSettings(test.db, { activeVoiceProfileId: profile.id });
    },
  };
}
