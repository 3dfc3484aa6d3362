import { afterEach, beforeEach, expect } from 'vitest';
import {
  type Comment,
  commentSchema,
  type QueueItem,
  queueItemSchema,
} from '#shared/contracts/comment-detail.ts';
import { problemSchema } from '#shared/contracts/primitives.ts';
import { comments } from '#shared/schema.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { testDatabase } from './database.ts';
import { makeComment, makeQueueItem, makeVideo } from './factories.ts';

type CommentValues = Partial<typeof comments.$inferInsert>;

/** The whole app with its owner signed in, new for each test. Call it at the top of a file. */
export function reviewApp() {
  const test = testDatabase();
  let app: TestApp;
  let me: Browser;
  beforeEach(async () => {
    app = await startTestApp({ database: test.database });
    me = await app.ownersBrowser();
  });
  afterEach(() => app.close());

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
    now: () => app.clock.now(),
    later: (ms: number) => new Date(app.clock.now().getTime() + ms),

    /** On a video of the sandbox that takes comments. */
    async comment(values: CommentValues = {}) {
      const known = await test.db.$count(comments);
      const open = app.sandbox.admin.videos().filter((video) => app.sandbox.admin.acceptsComments(video));
      const found = open[known];
      if (!found) throw new Error('The sandbox has too few videos.');
      const video = await makeVideo(test.db, {
        youtubeId: found.id,
        channelId: found.channelId,
        channelTitle: found.channelTitle,
        title: found.title,
      });
      return makeComment(test.db, { videoId: video.id, ...values });
    },
    async queued(values: CommentValues = {}) {
      const comment = await this.comment(values);
      const item = await makeQueueItem(test.db, { commentId: comment.id, createdAt: app.clock.now() });
      return { comment, item };
    },

    async stored(id: number): Promise<Comment> {
      return commentSchema.parse(await (await me.get(`/api/comments/${id}`)).json());
    },
    async queuedItem(commentId: number): Promise<QueueItem | null> {
      const all = (await (await me.get('/api/queue')).json()) as QueueItem[];
      const item = all.find((each) => each.commentId === commentId);
      return item ? queueItemSchema.parse(item) : null;
    },
    inserts: () =>
      app.sandbox.admin
        .requests()
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/commentThreads')),
  };
}

export async function expectProblem(response: Response, status: number, code: string) {
  const problem = problemSchema.parse(await response.json());
  expect({ status: response.status, code: problem.code }).toEqual({ status, code });
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(problem.detail).toMatch(/^[A-Z].*\.$/s);
  return problem;
}
