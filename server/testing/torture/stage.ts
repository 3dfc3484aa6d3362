import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { createBrowser } from '../browser.ts';
import { type AppProcess, startAppProcess } from '../start-app-process.ts';

/** One sandbox that lives on, one database, and app processes that come and go on the same moving clock. */
export async function openStage(dataDir: string, databaseUrl: string | null) {
  let aheadMs = 0;
  let cookie: string | null = null;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const sandbox: Sandbox = await startSandbox({ dataDir: null, port: 0, clock });
  sandbox.admin.setQuota('shared', { limit: 10_000_000 });
  sandbox.admin.setQuota('search', { limit: 10_000 });
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SESSION_SECRET: 'a secret for torture, of thirty-two characters and more',
    GOOGLE_CLIENT_ID: 'torture',
    GOOGLE_CLIENT_SECRET: 'torture',
    GOOGLE_BASE_URL: sandbox.googleOrigin,
    OPENAI_BASE_URL: sandbox.modelBaseUrl,
    YOUTUBE_DAILY_UNITS: '10000000',
    YOUTUBE_DAILY_SEARCHES: '10000',
    LOG_LEVEL: 'silent',
  };

  return {
    sandbox,
    clock,
    /** While no app runs: time goes on for the next one, and for the sandbox. */
    letPass(ms: number) {
      aheadMs += ms;
    },
    /** A new process with the owner's browser at it. */
    async start(): Promise<{ process: AppProcess; api: Api }> {
      const process = await startAppProcess({ ...env, CLOCK_AHEAD_MS: String(aheadMs) });
      const browser = createBrowser(process.origin);
      if (cookie === null) await browser.signIn();
      else browser.useCookie(cookie);
      cookie = browser.cookie();
      return { process, api: createApi(browser) };
    },
    close: () => sandbox.close(),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The calls torture makes, each answered or thrown. */
function createApi(browser: ReturnType<typeof createBrowser>) {
  async function json<T>(answer: Promise<Response>): Promise<T> {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  }
  return {
    async search(query: string): Promise<{ id: number; commentsOff: boolean }[]> {
      const found = await json<{ videos: { id: number; commentsOff: boolean }[] }>(
        browser.get(`/api/videos/search?q=${encodeURIComponent(query)}`),
      );
      return found.videos;
    },
    draft: (videoIds: number[]) =>
      json(browser.post('/api/comments/generate-bulk', { videoIds, style: 'insightful', addToQueue: true })),
    comments: () => json<Comment[]>(browser.get('/api/comments')),
    queue: () => json<QueueItem[]>(browser.get('/api/queue')),
    edit: (id: number, content: string) => json<Comment>(browser.patch(`/api/comments/${id}`, { content })),
    approve: (id: number) => json<Comment>(browser.patch(`/api/comments/${id}`, { status: 'approved' })),
    schedule: (queueId: number, at: Date) =>
      json<QueueItem>(
        browser.patch(`/api/queue/${queueId}`, { scheduledFor: at.toISOString(), autoPost: true }),
      ),
    /** Post Now; whatever it answers is fine. */
    post: (id: number) => browser.post(`/api/comments/${id}/post`),
    noBrakes: () =>
      json(browser.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0, dailyCap: 200 })),
  };
}

export type Api = ReturnType<typeof createApi>;
