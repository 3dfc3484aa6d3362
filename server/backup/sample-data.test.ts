import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workIndexSchema } from '#shared/contracts/work.ts';
import {
  comments,
  googleAccount,
  notices,
  queueItems,
  replies,
  sessions,
  videos,
} from '#shared/schema.ts';
import { createContentCatalogue } from '../sandbox/content/catalogue.ts';
import { expectProblem, startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const timeZone = 'Europe/Berlin';
const press = (browser: Browser) => browser.post('/api/sandbox/sample', { timeZone });
const startOver = (browser: Browser) => browser.post('/api/sandbox/start-over', {});
const hour = 3_600_000;

describe('a month of sample data', () => {
  const test = testDatabase('once');
  let app: TestApp;
  let me: Browser;
  let requestsBefore: number;
  beforeAll(async () => {
    app = await startTestApp({
      database: test.database,
      catalogue: createContentCatalogue,
    });
    me = app.browser();
    requestsBefore = app.sandbox.admin.requests().length;
    expect((await press(me)).status).toBe(204);
  });
  afterAll(() => app.close());
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const read = async (path: string): Promise<any> => (await me.get(path)).json();

  it('signs the visitor in as the owner of the month', async () => {
    const { authenticated, user } = await read('/api/auth/user');
    expect([authenticated, user.name, user.channel.title]).toEqual([
      true,
      'Ada Example',
      'Ada Example',
    ]);
  });

  it('has sixty comments in every state', async () => {
    const all: { status: string }[] = await read('/api/comments');
    const counts = Object.fromEntries(
      Map.groupBy(all, ({ status }) => status)
        .entries()
        .map(([key, of]) => [key, of.length]),
    );
    expect(all).toHaveLength(60);
    expect(counts).toEqual({
      posted: 36,
      pending: 7,
      approved: 10,
      rejected: 4,
      failed: 3,
    });
  });

  it('gives the same numbers on every page', async () => {
    const stats = await read('/api/stats');
    const index = workIndexSchema.parse(await read('/api/queue/index'));
    const statuses = Map.groupBy(index, ({ status }) => status);
    const counts = Object.fromEntries(
      [...statuses].map(([status, { length }]) => [status, length]),
    );
    expect(stats).toMatchObject({ commentsPosted: 26, inQueue: 24 });
    expect(counts).toEqual({ pending: 7, approved: 10, rejected: 4, failed: 3 });
    expect(await test.db.$count(videos)).toBe(stats.videosFound);
  });

  it('has its next comment due hours from now, and one on each day of a week', async () => {
    const queued = await test.db.select().from(queueItems);
    const due = queued
      .flatMap(({ dueAt }) => dueAt ?? [])
      .sort((one, other) => one.getTime() - other.getTime());
    expect(due).toHaveLength(7);
    expect((due[0]?.getTime() ?? 0) - app.clock.now().getTime()).toBeGreaterThan(
      8 * hour,
    );
    expect(new Set(due.map((at) => at.toISOString().slice(0, 10))).size).toBe(7);
  });

  it('posts nothing when it is loaded', async () => {
    await app.publishDue();
    const sent = app.sandbox.admin.requests().slice(requestsBefore);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('has three replies that wait, one of them by a creator, and others that were answered', async () => {
    const counts = await read('/api/replies/counts');
    expect(counts).toMatchObject({
      new: 1,
      read: 2,
      answered: 10,
      dismissed: 4,
      byCreator: 1,
    });
  });

  it('fills Fresh with videos of followed channels', async () => {
    const { total, unseen } = await read('/api/fresh/summary');
    expect([total, unseen]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(total).toBeGreaterThanOrEqual(5);
    expect(unseen).toBeGreaterThanOrEqual(3);
    expect(await read('/api/channels')).toHaveLength(6);
  });

  it('has one notice for each matter that needs the owner', async () => {
    await app.context.services.notices.tick();
    const told = await read('/api/notices');
    const types = told.map(({ type }: { type: string }) => type).sort();
    expect(types).toEqual([
      'comment.removed',
      'comment.removed',
      'comment.unconfirmed',
      'replies.new',
    ]);
    expect(told.every(({ text }: { text: string }) => text.includes('“'))).toBe(true);
  });

  it('agrees with YouTube about who can see its comments', async () => {
    const rows = await test.db.select().from(comments);
    const withOutcome = (visibility: string) =>
      rows.find(
        (row) => row.visibility === visibility && !row.withdrawnAt && !row.replyId,
      );
    for (const visibility of ['public', 'only_you', 'removed']) {
      const { id = 0 } = withOutcome(visibility) ?? {};
      await me.post(`/api/comments/${id}/check`, {});
      // A comment that only strangers do not see counts as hidden after a second check.
      app.clock.advance(6 * 60_000);
      const checked = await (await me.post(`/api/comments/${id}/check`, {})).json();
      expect(checked.visibility).toBe(visibility);
    }
  });

  it('has the likes and replies that YouTube shows', async () => {
    const { youtubeCommentId, likeCount, replyCount } =
      (await test.db.select().from(comments)).find(({ isExample }) => isExample) ?? {};
    const shown = app.sandbox.admin.comments().find(({ id }) => id === youtubeCommentId);
    expect([likeCount, replyCount]).toEqual([shown?.likes, shown?.replies]);
  });

  it('is not loaded over an existing month', async () => {
    await expectProblem(await press(me), 409, 'not_empty');
    expect(await read('/api/sandbox')).toEqual({ canLoadSample: false });
  });

  it('cannot be loaded or ended by a stranger', async () => {
    await expectProblem(await press(app.browser()), 401, 'unauthenticated');
    await expectProblem(await startOver(app.browser()), 401, 'unauthenticated');
  });
});

describe('starting over', () => {
  const test = testDatabase('each');
  let app: TestApp;
  let me: Browser;
  beforeEach(async () => {
    app = await startTestApp({
      database: test.database,
      catalogue: createContentCatalogue,
    });
    me = app.browser();
  });
  afterEach(() => app.close());

  it('leaves an empty installation, into which a month can be loaded again', async () => {
    await press(me);
    const [first] = await test.db.select().from(comments).limit(1);
    expect((await startOver(me)).status).toBe(204);

    for (const table of [
      comments,
      videos,
      replies,
      queueItems,
      notices,
      googleAccount,
      sessions,
    ])
      expect(await test.db.$count(table)).toBe(0);
    expect(app.sandbox.admin.comments()).toEqual([]);
    expect((await (await me.get('/api/auth/user')).json()).authenticated).toBe(false);
    expect((await press(me)).status).toBe(204);
    expect(await test.db.$count(comments)).toBe(60);
    // An open page must not mistake a new comment for one that it shows.
    const again = await test.db.select().from(comments);
    expect(again.some(({ id }) => id === first?.id)).toBe(false);
  });

  it('can be followed by one new month, even for two presses at once', async () => {
    const answers = await Promise.all([press(me), press(app.browser())]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await test.db.$count(comments)).toBe(60);
  });

  it('cannot give the month to somebody whom OWNER_EMAIL does not list', async () => {
    const strict = await startTestApp({
      database: test.database,
      catalogue: createContentCatalogue,
      env: { OWNER_EMAIL: 'someone@example.com' },
    });
    const stranger = strict.browser();
    expect(await (await stranger.get('/api/sandbox')).json()).toEqual({
      canLoadSample: false,
    });
    await expectProblem(await press(stranger), 409, 'not_the_owner');
    expect(await test.db.$count(comments)).toBe(0);
    await strict.context.jobs.stop();
  });

  it('waits for a comment that is being posted', async () => {
    await press(me);
    const rows = await test.db.select().from(comments);
    const approved = rows.find(
      ({ status, replyId }) => status === 'approved' && !replyId,
    );
    const posted = me.post(`/api/comments/${approved?.id}/post`, {});
    const [answer, over] = await Promise.all([posted, startOver(me)]);
    expect(over.status).toBe(204);
    expect([200, 401, 404]).toContain(answer.status);
    expect(await test.db.$count(comments)).toBe(0);
    expect(app.sandbox.admin.comments()).toEqual([]);
  });
});

describe('with the real Google', () => {
  const test = testDatabase('each');

  it('there is neither a sample month nor starting over', async () => {
    const env = {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: 'http://localhost:1',
      OPENAI_API_KEY: 'key',
    };
    // Signs in through the sandbox, because no Google server answers in this test.
    const before = await startTestApp({ database: test.database });
    await startOver(await before.ownersBrowser());
    const app = await startTestApp({ database: test.database, env });
    const me = await app.ownersBrowser();
    await expectProblem(await press(me), 404, 'not_found');
    await expectProblem(await startOver(me), 404, 'not_found');
    await expectProblem(await me.get('/api/sandbox'), 404, 'not_found');
    await before.close();
    await app.close();
  });
});
