import { afterEach, beforeEach, expect, it } from 'vitest';
import { analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { googleAccount } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';
import { postedComments } from '../../testing/posted-comments.ts';

const test = testDatabase();
const minute = 60_000;
const day = 24 * 60 * minute;
let app: TestApp;
let me: Browser;

beforeEach(async () => {
  app = await startTestApp({ database: test.database });
  app.sandbox.admin.setGrantLifetime(60 * 86_400);
  me = await app.ownersBrowser();
  await test.db.update(googleAccount).set({ grantExpiresAt: null });
});
afterEach(() => app.close());

it('shows the fates, likes and replies that YouTube has, and no others (rule 13.19)', async () => {
  const posted = postedComments(app, test.db);
  const { admin } = app.sandbox;
  const all = [
    await posted.post(),
    await posted.post(),
    await posted.post({ state: 'heldForReview' }),
    await posted.post({ state: 'published', later: { state: 'deleted', afterSeconds: 3_600 } }),
  ];
  const [first, second] = all;
  admin.orderReplies(first?.youtubeCommentId ?? '', { count: 3 });
  admin.orderReplies(second?.youtubeCommentId ?? '', { count: 12, everySeconds: 60 });
  app.clock.advance(7 * day);
  const check = async () => {
    for (const { id } of all) expect((await me.post(`/api/comments/${id}/check`)).status).toBe(200);
  };
  await check();
  // A miss is told after another one.
  app.clock.advance(5 * minute);
  await check();

  const { outcomes } = analyticsResponseSchema.parse(await (await me.get('/api/analytics')).json());
  expect(outcomes.afterSevenDays).toMatchObject({ public: 2, onlyYou: 1, removed: 1, unknown: 0, notYet: 0 });
  const there = admin.comments().filter(({ state }) => state === 'published');
  expect(there).toHaveLength(2);
  const sum = (figure: 'likes' | 'replies') => there.reduce((total, one) => total + one[figure], 0);
  expect(sum('likes')).toBeGreaterThan(0);
  expect(outcomes.figures).toMatchObject({ count: 4, likes: sum('likes'), replies: 15 });
  expect(sum('replies')).toBe(15);
});
