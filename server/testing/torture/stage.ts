import { setTimeout as delay } from 'node:timers/promises';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import type { Reply } from '#shared/contracts/replies.ts';
import type { QuotaResponse } from '#shared/contracts/status.ts';
import { mostSteps } from '#shared/contracts/steps.ts';
import { accounts } from '../../sandbox/google-tokens.ts';
import { type Browser, createBrowser } from '../browser.ts';
import { type AppProcess, startAppProcess } from '../start-app-process.ts';
import { startTestSandbox } from '../start-test-sandbox.ts';

/**
 * How many steps an attack takes, and the random numbers in [0, 1) that decide what
 * happens in it.
 */
export interface Plan {
  count: number;
  random: () => number;
}

/**
 * Records what was requested and what the app acknowledged with 2xx. Nothing acknowledged
 * may ever be lost.
 */
const nothingYet = () => ({
  /** Comment id → its text. */
  texts: new Map<number, string>(),
  /**
   * Comment id → a text whose edit may have been saved although a kill prevented the
   * response.
   */
  editAsked: new Map<number, string>(),
  /** Id of a step that a response named → its comment. */
  steps: new Map<string, number>(),
  /** Comments that an undo approved although it did not know about an edit. */
  overUndone: new Set<number>(),
  approved: new Set<number>(),
  scheduled: new Set<number>(),
  posted: new Set<number>(),
  /** Requested approvals; a kill may have prevented the response. */
  approvalAsked: new Set<number>(),
  /** Comment id → the text that was requested for YouTube. */
  changeAsked: new Map<number, string>(),
  changed: new Set<number>(),
  withdrawalAsked: new Set<number>(),
  withdrawn: new Set<number>(),
});

export type Acknowledged = ReturnType<typeof nothingYet>;

/**
 * Makes requests as the owner, throws if they fail, and records what was acknowledged.
 */
function createApi(
  browser: ReturnType<typeof createBrowser>,
  acknowledged: Acknowledged,
) {
  async function json<T>(answer: Promise<Response>): Promise<T> {
    const response = await answer;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  }
  /** Sends a change of a comment, and records the step that the answer names. */
  async function sendChange<T>(
    commentId: number,
    sent: Promise<Response>,
  ): Promise<{ changed: T; step: string }> {
    const response = await sent;
    const changed = await json<T>(Promise.resolve(response));
    const step = response.headers.get('X-Step') ?? '';
    if (step !== '') acknowledged.steps.set(step, commentId);
    return { changed, step };
  }
  return {
    signInAgain: () => browser.signIn(),
    async search(query: string): Promise<{ id: number; commentsOff: boolean }[]> {
      const found = await json<{ videos: { id: number; commentsOff: boolean }[] }>(
        browser.get(`/api/videos/search?q=${encodeURIComponent(query)}`),
      );
      return found.videos;
    },
    draft: (videoIds: number[]) =>
      json(
        browser.post('/api/comments/generate-bulk', {
          videoIds,
          style: 'insightful',
          addToQueue: true,
        }),
      ),
    comments: () => json<Comment[]>(browser.get('/api/comments')),
    queue: () => json<QueueItem[]>(browser.get('/api/queue')),
    async edit(id: number, content: string): Promise<void> {
      await sendChange(id, browser.patch(`/api/comments/${id}`, { content }));
      acknowledged.texts.set(id, content);
    },
    async approve(id: number): Promise<void> {
      acknowledged.approvalAsked.add(id);
      await sendChange(id, browser.patch(`/api/comments/${id}`, { status: 'approved' }));
      acknowledged.approved.add(id);
    },
    /**
     * Edits in one tab while another tab undoes a return to review: one of the two must
     * be refused.
     */
    async undoDuringEdit({ commentId: id, comment }: QueueItem): Promise<void> {
      const url = `/api/comments/${id}`;
      const decide = (status: string) =>
        sendChange<Comment>(id, browser.patch(url, { status }));
      acknowledged.approvalAsked.add(id);
      await decide('approved');
      const { changed, step } = await decide('pending');
      const { revision } = changed;
      const content = `${acknowledged.texts.get(id) ?? comment.content} Edited.`;
      acknowledged.editAsked.set(id, content);
      const [edited, undone] = await Promise.all([
        browser.patch(url, { content, revision }),
        browser.post('/api/steps/undo', { ids: [step] }),
      ]);
      if (edited.ok) acknowledged.texts.set(id, content);
      if (edited.ok && undone.ok) acknowledged.overUndone.add(id);
    },
    /**
     * Returns the comments whose acknowledged steps are lost. It undoes what can be
     * undone, so ask at the very end.
     */
    async lostSteps(): Promise<number[]> {
      const ids = [...acknowledged.steps.keys()];
      const lost: number[] = [];
      while (ids.length > 0) {
        const answer = await browser.post('/api/steps/undo', {
          ids: ids.splice(0, mostSteps),
        });
        const { refused = [] } = (await answer.json()) as {
          refused?: { id: string; code: string }[];
        };
        for (const { id, code } of refused)
          if (code === 'not_found') lost.push(acknowledged.steps.get(id) ?? 0);
      }
      return lost;
    },
    /** Returns the message of Retry, or null if Retry succeeds. */
    async retry(id: number): Promise<string | null> {
      const answer = await browser.patch(`/api/comments/${id}`, { status: 'approved' });
      return answer.ok ? null : ((await answer.json()) as { detail: string }).detail;
    },
    async schedule({ id, commentId }: QueueItem, at: Date): Promise<void> {
      const body = { scheduledFor: at.toISOString(), autoPost: true };
      await sendChange(commentId, browser.patch(`/api/queue/${id}`, body));
      acknowledged.scheduled.add(commentId);
    },
    /** Calls Post Now and returns the status, whatever it is. */
    async post(id: number): Promise<number> {
      const { status } = await browser.post(`/api/comments/${id}/post`);
      if (status === 200) acknowledged.posted.add(id);
      return status;
    },
    async change(id: number, content: string, revision: number): Promise<void> {
      acknowledged.changeAsked.set(id, content);
      const { status } = await browser.post(`/api/comments/${id}/change`, {
        content,
        revision,
      });
      if (status === 200) acknowledged.changed.add(id);
    },
    async withdraw(id: number, revision: number): Promise<void> {
      acknowledged.withdrawalAsked.add(id);
      const { status } = await browser.post(`/api/comments/${id}/withdraw`, { revision });
      if (status === 200) acknowledged.withdrawn.add(id);
    },
    refreshReplies: () => json(browser.post('/api/replies/refresh')),
    replies: () => json<Reply[]>(browser.get('/api/replies?limit=200')),
    draftAnswer: (replyId: number) =>
      json<Comment>(browser.post(`/api/replies/${replyId}/draft`)),
    postingStatus: () => json<PostingStatus>(browser.get('/api/posting-status')),
    /** Units of the shared bucket counted today. */
    async unitsUsed(): Promise<number> {
      const { buckets } = await json<QuotaResponse>(browser.get('/api/quota'));
      return buckets.find(({ bucket }) => bucket === 'shared')?.used ?? 0;
    },
    setBrakes: (brakes: { minGapSeconds: number; dailyCap: number }) =>
      json(browser.put('/api/user-settings', { autoQueueEnabled: true, ...brakes })),
  };
}

export type Api = ReturnType<typeof createApi>;

export const noBrakes = { minGapSeconds: 0, dailyCap: 200 };

/** More units than most attacks spend. */
const plentyOfUnits = 10_000_000;

/**
 * A sandbox, a database, and app processes that are started and killed on the same clock.
 */
export async function openStage(
  dataDir: string,
  databaseUrl: string | null,
  dailyUnits = plentyOfUnits,
) {
  let ahead = 0;
  let hurried = { since: 0, speed: 1 };
  let cookie: string | null = null;
  let account: 'ada' | 'brand' = 'ada';
  const acknowledged = nothingYet();
  const started: AppProcess[] = [];
  const clock = {
    now: () => {
      const gained =
        hurried.speed === 1 ? 0 : (Date.now() - hurried.since) * (hurried.speed - 1);
      return new Date(Date.now() + gained + ahead);
    },
  };
  const atOnce = Number.POSITIVE_INFINITY;
  const sandbox = await startTestSandbox({
    dataDir: null,
    port: 0,
    clock,
    tokensPerSecond: atOnce,
  });
  sandbox.admin.setQuota('shared', { limit: dailyUnits });
  sandbox.admin.setQuota('search', { limit: 10_000 });
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SESSION_SECRET: 'a secret for torture, of thirty-two characters and more',
    OWNER_EMAIL: accounts.map(({ email }) => email).join(),
    GOOGLE_CLIENT_ID: 'torture',
    GOOGLE_CLIENT_SECRET: 'torture',
    GOOGLE_BASE_URL: sandbox.googleOrigin,
    OPENAI_BASE_URL: sandbox.modelBaseUrl,
    YOUTUBE_DAILY_UNITS: String(dailyUnits),
    YOUTUBE_DAILY_SEARCHES: '10000',
    LOG_LEVEL: 'silent',
  };

  return {
    sandbox,
    clock,
    acknowledged,
    databaseUrl,
    inMs: (ms: number) => new Date(clock.now().getTime() + ms),
    /** Moves the clock of the sandbox and of all processes. */
    letPass(ms: number) {
      ahead += ms;
      for (const { child, advance } of started) if (child.connected) advance(ms);
    },
    /** Makes time pass faster for the sandbox and the running processes. */
    hurry(speed: number) {
      hurried = { since: Date.now(), speed };
      for (const process of started) process.hurry(speed);
    },
    /** Makes the owner sign in with the other channel at the next start. */
    switchChannel() {
      account = account === 'ada' ? 'brand' : 'ada';
      cookie = null;
    },
    /** Starts a process, with the owner signed in. */
    async start(): Promise<{ process: AppProcess; api: Api }> {
      const process = await startAppProcess({ ...env, CLOCK_AHEAD_MS: String(ahead) });
      started.push(process);
      const browser = createBrowser(process.origin);
      if (cookie === null) await signInAs(browser, account);
      else browser.useCookie(cookie);
      cookie = browser.cookie();
      return { process, api: createApi(browser, acknowledged) };
    },
    async close(): Promise<void> {
      await Promise.all(started.map((process) => process.kill()));
      await sandbox.close();
    },
  };
}

async function signInAs(browser: Browser, account: 'ada' | 'brand'): Promise<void> {
  const page = await (await browser.signIn({ account })).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1];
  if (token === undefined) return;
  await browser.send('/auth/google/switch', {
    method: 'POST',
    body: new URLSearchParams({ token, answer: 'switch' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

const queries =
  'kubernetes docker react typescript python devops database security ai rust go linux networking api cloud javascript node architecture testing data observability embedded git deutsch español 日本語'.split(
    ' ',
  );

/**
 * Adds the comment's id to its text, so that the comment can be recognized on YouTube.
 */
export const signed = (text: string, id: number): string => `${text} (comment ${id})`;
/** Returns NaN for a text without an id. */
export const signedId = (text: string): number =>
  Number(/\(comment (\d+)\)/.exec(text)?.[1]);

/** Queues `count` comments on different videos, with different texts. */
export async function writeBacklog(api: Api, count: number): Promise<void> {
  await api.setBrakes(noBrakes);
  const tried = new Set<number>();
  let queued = 0;
  for (const query of queries) {
    const found = await api.search(query);
    const untried = found.flatMap(({ id, commentsOff }) =>
      commentsOff || tried.has(id) ? [] : [id],
    );
    // A video with nothing to add gets no draft, so the loop continues with the next
    // ones.
    while (queued < count && untried.length > 0) {
      const videoIds = untried.splice(0, count - queued);
      for (const id of videoIds) tried.add(id);
      await api.draft(videoIds);
      queued = (await api.queue()).length;
    }
  }
  if (queued < count)
    throw new Error(`There are videos for ${queued} of ${count} comments only.`);
  for (const { comment } of await api.queue())
    await api.edit(comment.id, signed(comment.content, comment.id));
}

const minute = 60_000;
const patienceMs = 240_000;

/**
 * Waits until nothing is due or unconfirmed, and returns all comments. Every real second
 * passes a minute, or the time to the next check.
 */
export async function settle(stage: Stage, api: Api): Promise<Comment[]> {
  const until = Date.now() + patienceMs;
  let sent = -1;
  while (Date.now() < until) {
    // The queue is read before the comments: a comment whose posting begins in between is
    // then still due in the queue, and open in the comments.
    const isAnyDue = (await api.queue()).some(
      ({ comment, dueAt }) =>
        comment.posting === null && dueAt !== null && comment.status === 'approved',
    );
    const open = (await api.comments()).flatMap(({ posting }) => posting ?? []);
    const areChecked = open.every(({ state }) => state === 'confirming');
    if (open.length === 0 && !isAnyDue) break;
    const before = sent;
    sent = stage.sandbox.admin.comments().length;
    // Time is moved only when nothing new was posted, because only unconfirmed comments
    // need a later time.
    if (sent === before) {
      const nextCheck = Math.min(
        ...open.map(({ nextTryAt }) => Date.parse(nextTryAt ?? '')),
      );
      const wait =
        isAnyDue || !areChecked ? minute : nextCheck - stage.clock.now().getTime();
      stage.letPass(Math.max(minute, wait));
    }
    await delay(1_000);
  }
  return api.comments();
}
