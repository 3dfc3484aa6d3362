import { beforeAll } from 'vitest';
import {
  type CommentAnalysis,
  commentAnalysisSchema,
} from '#shared/contracts/comment-detail.ts';
import type { GenerateRequest, RegenerateRequest } from '#shared/contracts/drafts.ts';
import type { DraftView } from '../features/drafting/draft.view.ts';
import { createContentCatalogue, youtubeIdOf } from '../sandbox/content/catalogue.ts';
import type { Video } from '../sandbox/content/content.ts';
import { createPreparedModel } from '../sandbox/model.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { makeVoiceProfile, setSettings } from './factories.ts';

const DAY = 86_400_000;

export interface Draft {
  id: number;
  content: string;
  score: number;
  model: string | null;
  analysis: CommentAnalysis;
}

const draftOf = ({ view: { comment } }: DraftView): Draft => ({
  id: comment.id,
  content: comment.content,
  score: comment.qualityScore,
  model: comment.model,
  analysis: commentAnalysisSchema.parse(comment.analysis),
});

/**
 * Starts the whole app as new users get it: with the hand-written videos and their
 * prepared drafts.
 */
export function preparedApp() {
  const test = testDatabase('once');
  const { signal } = new AbortController();
  let app: TestApp;
  let me: Browser;

  beforeAll(async () => {
    const clock = fakeClock();
    app = await startTestApp({
      database: test.database,
      clock,
      catalogue: createContentCatalogue,
      model: createPreparedModel,
      hasAudience: true,
    });
    // By then, all videos are published.
    clock.advance(13 * DAY);
    me = await app.ownersBrowser();
    const profile = await makeVoiceProfile(test.db, {
      expertiseAreas: ['Kubernetes', 'Observability'],
    });
    // Without a profile, no draft scores above 79.
    await setSettings(test.db, { activeVoiceProfileId: profile.id });
    return () => app.close();
  });

  async function videoIdOf({ id }: Video): Promise<number> {
    const link = encodeURIComponent(`https://www.youtube.com/watch?v=${youtubeIdOf(id)}`);
    const found = (await (await me.get(`/api/videos/search?q=${link}`)).json()) as {
      videos: { id: number }[];
    };
    const [video] = found.videos;
    if (!video) throw new Error(`The search does not find ${id}.`);
    return video.id;
  }

  return {
    get app() {
      return app;
    },
    get me() {
      return me;
    },
    get db() {
      return test.db;
    },
    // These call the service, because the routes have a rate limit for drafts.
    async generate(video: Video, wish: Partial<GenerateRequest> = {}): Promise<Draft> {
      const request = {
        videoId: await videoIdOf(video),
        style: 'insightful' as const,
        ...wish,
      };
      return draftOf(await app.context.services.drafting.generate(request, signal));
    },
    async again(id: number, wish: Partial<RegenerateRequest> = {}): Promise<Draft> {
      const request = { style: 'insightful' as const, ...wish };
      return draftOf(await app.context.services.drafting.regenerate(id, request, signal));
    },
  };
}
