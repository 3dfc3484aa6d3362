import { asc, isNotNull, min } from 'drizzle-orm';
import { comments } from '#shared/schema.ts';
import { createContext } from '../app/context.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/database.ts';
import { createOutcomeReads } from '../features/outcomes/outcome-reads.service.ts';
import type { PostedCommentsRepository } from '../features/outcomes/posted-comments.repository.ts';
import { posted } from '../features/publishing/settlement.rules.ts';
import { createYouTube } from '../providers/youtube/create-youtube.ts';
import type { YouTube } from '../providers/youtube/youtube.ts';
import type { FaultOrder } from '../sandbox/faults.ts';
import type { TestApp } from './app.ts';
import { makeComment, makeVideo } from './factories.ts';

type Fate = Omit<Extract<FaultOrder['fault'], { kind: 'moderate' }>, 'kind'>;

const minute = 60_000;

/**
 * Posts comments to the sandbox and lets the app find out what became of them. The owner
 * must be signed in.
 */
export function postedComments(app: TestApp, db: Db) {
  const { admin } = app.sandbox;
  const open = admin.videos().filter((video) => admin.acceptsComments(video));
  const youtube = createYouTube({
    rootUrl: app.sandbox.googleOrigin,
    meter: { spend: async () => async () => undefined },
    random: () => 0.5,
  });

  const now = () => app.clock.now();

  /** Returns a newly started app on the same database. Its jobs run only when called. */
  const { config, clock, sandbox, context } = app;
  const restarted = () =>
    createContext({
      config,
      clock,
      sandbox,
      log: context.log,
      database: context.database,
    });

  return {
    restarted,

    /** Replies on YouTube directly, as the owner could, without the app. */
    async answerByHand(parentId: string): Promise<void> {
      const accessToken = await app.context.services.account.accessToken();
      await youtube.insertReply(
        { parentId, text: `Ours, ${parentId}.` },
        { kind: 'grant', accessToken },
      );
    },

    /**
     * Posts directly on one of the sandbox's videos, without the app and its post
     * attempts.
     */
    async post(fate?: Fate) {
      const video = open.shift();
      if (!video) throw new Error('The sandbox has too few videos.');
      const accessToken = await app.context.services.account.accessToken();
      const { id: videoId } = await makeVideo(db, {
        youtubeId: video.id,
        channelId: video.channelId,
      });
      const text = `The part about probes saved me an evening (${video.id}).`;
      if (fate)
        admin.fault({
          match: { method: 'POST', path: '/youtube/v3/commentThreads' },
          fault: { kind: 'moderate', ...fate },
        });
      const { youtubeCommentId } = await youtube.insertComment(
        { youtubeVideoId: video.id, channelId: video.channelId, text },
        { kind: 'grant', accessToken },
      );
      const settled = posted(youtubeCommentId, now(), now()).comment;
      const comment = await makeComment(db, { videoId, content: text, ...settled });
      return { ...comment, youtubeCommentId, youtubeVideoId: video.id };
    },

    stored: () =>
      db
        .select()
        .from(comments)
        .where(isNotNull(comments.postedAt))
        .orderBy(asc(comments.id)),

    /**
     * Lets time pass from one due check to the next. Each tick runs in a newly started
     * app, and also reads the likes and replies that are due.
     */
    async pass(ms: number): Promise<void> {
      const end = now().getTime() + ms;
      for (;;) {
        const [due] = await db.select({ look: min(comments.nextLookAt) }).from(comments);
        const next = Math.max(due?.look?.getTime() ?? end + 1, now().getTime() + minute);
        if (next > end) break;
        app.clock.set(new Date(next).toISOString());
        await restarted().services.outcomes.tick();
      }
      app.clock.set(new Date(end).toISOString());
    },
  };
}

export const readsBy = (
  youtube: Pick<YouTube, 'listThreads'> & Partial<YouTube>,
  repository: Pick<PostedCommentsRepository, 'recordRefused'>,
  clock: Clock,
) =>
  createOutcomeReads({
    youtube: youtube as YouTube,
    account: {
      accessToken: async () => 'token',
      refreshAccessToken: async () => 'token',
    },
    quota: { block: async () => undefined, ensure: async () => undefined },
    apiKey: null,
    repository,
    events: { changed: () => undefined },
    clock,
  });
