import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { playModelServer } from '../../server/testing/model-servers/model-servers.ts';
import { expect, test } from './app.ts';
import {
  approve,
  post,
  postHidden,
  type SeededItem,
  schedule,
  seedQueue,
  seedVoice,
} from './seed.ts';
import {
  actOnAll,
  free,
  generateFirst,
  openSignedIn,
  settled,
  startSession,
} from './steps.ts';

test.use({ hasWrittenVideos: true });

const folder = join(import.meta.dirname, 'screenshots');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits for two frames, so that no half-drawn page is shot after scrolling. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve)),
      ),
  );

type App = Parameters<Parameters<typeof test>[2]>[0]['app'];

interface Album {
  page: Page;
  app: App;
  shoot(name: string): Promise<unknown>;
  /** Opens a page and takes a screenshot. */
  open(path: string, name: string): Promise<void>;
}

/** Two laptops, a desktop and a phone. */
const sizes = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

function album(title: string, run: (album: Album) => Promise<void>): void {
  for (const theme of ['light', 'dark'] as const)
    for (const size of sizes)
      test(`${title}, ${theme}, ${size.width} px`, async ({ page, app }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.setViewportSize(size);
        const shoot = (name: string) =>
          page.screenshot({ path: join(folder, `${name}-${theme}-${size.width}.png`) });
        await run({
          page,
          app,
          shoot,
          async open(path, name) {
            await page.goto(`${app.origin}${path}`);
            await settled(page);
            await shoot(name);
          },
        });
      });
}

/** Seeds nine queued comments: posted, refused, scheduled, approved and pending ones. */
async function seedScreens({ page, app }: Album): Promise<SeededItem[]> {
  await page.request.post(`${app.origin}/api/voice-profiles`, {
    data: {
      name: 'Platform engineer',
      description: 'Plain words, one concrete point.',
      expertiseAreas: ['Kubernetes', 'Observability', 'Go', 'CI'],
    },
  });
  const items = await seedQueue(page, app.origin, 9);
  for (const { comment } of items.slice(0, 6))
    await approve(page, app.origin, comment.id);
  const [first, second, third, fourth, fifth] = items;
  if (!first || !second || !third || !fourth || !fifth)
    throw new Error('Too little was seeded.');
  await post(page, app.origin, first.comment.id);
  await app.sandbox.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    fault: { kind: 'status', reason: 'commentsDisabled' },
  });
  await post(page, app.origin, second.comment.id).catch(() => undefined);
  await schedule(page, app.origin, third.id, new Date(Date.now() + HOUR_MS));
  await schedule(page, app.origin, fourth.id, new Date(Date.now() + 26 * HOUR_MS));
  return items;
}

async function shootDiscover({ page, app, shoot }: Album): Promise<void> {
  await page.goto(app.origin);
  await page.getByRole('searchbox').fill('kubernetes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('videos for "kubernetes"')).toBeVisible();
  await shoot('discover');
  await page.getByRole('switch', { name: /Intelligent/ }).click();
  await page.getByRole('button', { name: 'Search Videos' }).click();
  await expect(page.getByText('(AI Enhanced)')).toBeVisible();
  await shoot('discover-intelligent');
  const draft = await generateFirst(page);
  await shoot('generate');
  await draft.getByRole('button', { name: 'Two other takes' }).click();
  await draft.getByText(/^3 drafts to choose from/).scrollIntoViewIfNeeded();
  await shoot('draft-takes');
  await page.goBack();
  await page.getByRole('button', { name: 'View Comment' }).first().click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  await shoot('detail');
  await page.keyboard.press('Escape');
  // Most videos about Kubernetes have a comment by now.
  await page.getByRole('searchbox').fill('mixing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('videos for "mixing"')).toBeVisible();
  const rows = page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: free(page) });
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').click();
  await shoot('discover-selected');
  await page.getByRole('button', { name: 'Generate 3 Comments' }).click();
  await page.getByRole('dialog').getByRole('list', { name: 'Selected videos' }).waitFor();
  await shoot('bulk');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Generate 3 Comments' })
    .click();
  await page.getByRole('button', { name: /^Go to Review Queue/ }).waitFor();
  await shoot('bulk-results');
  await page.keyboard.press('Escape');
}

async function shootQueue({ page, app, shoot, open }: Album): Promise<void> {
  await open('/queue', 'queue');
  await page.keyboard.press('?');
  await shoot('keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await shoot('find-or-do');
  await page.keyboard.press('Escape');
  await page.goto(`${app.origin}/queue?filter=approved`);
  await page.getByRole('button', { name: 'Post Now' }).click();
  await page.getByRole('button', { name: 'Don’t Post', exact: true }).waitFor();
  await shoot('queue-armed');
  await page.getByRole('button', { name: 'Don’t Post', exact: true }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await shoot('schedule');
  await page.getByRole('radio', { name: 'Custom' }).click();
  await shoot('schedule-custom');
  await page.keyboard.press('Escape');
  await actOnAll(page, /^Schedule Approved/);
  await shoot('schedule-bulk');
  await page.keyboard.press('Escape');
  await actOnAll(page, /^Post Approved Now/);
  await shoot('post-bulk');
  await page.keyboard.press('Escape');
  await open('/scheduled', 'scheduled');
  await open('/scheduled?view=week', 'scheduled-week');
  await open('/scheduled?slots=edit', 'posting-slots');
}

async function shootReports({ page, shoot, open }: Album): Promise<void> {
  await open('/history', 'history');
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click();
  await shoot('history-expanded');
  await open('/analytics', 'analytics');
  await page.mouse.wheel(0, 900);
  await page.waitForFunction(() => window.scrollY > 0);
  await drawn(page);
  await shoot('analytics-below');
}

async function shootSettings({ page, shoot, open }: Album): Promise<void> {
  await open('/settings', 'settings');
  await page.getByRole('button', { name: 'Paste Comments' }).click();
  await shoot('paste-comments');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show Them' }).click();
  await shoot('own-comments');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Rules' }).scrollIntoViewIfNeeded();
  await page.getByRole('region', { name: 'Versions' }).scrollIntoViewIfNeeded();
  await drawn(page);
  await shoot('settings-rules');
  await page.getByRole('tab', { name: 'All Profiles' }).click();
  await shoot('settings-profiles');
  await page.getByRole('tab', { name: 'General Settings' }).click();
  await shoot('settings-general');
  await page.getByRole('button', { name: 'Connect Yours' }).click();
  await page.getByLabel('Server').selectOption('other');
  const model = await playModelServer({ kind: 'openai', window: 128_000 });
  await page.getByLabel('Address').fill(model.baseUrl);
  await page.getByLabel('Model', { exact: true }).fill('gpt-6-sol');
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Structured answers').waitFor();
  await shoot('settings-model');
  await model.close();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'All Profiles' }).click();
  await page.getByRole('button', { name: 'New Profile' }).first().click();
  await shoot('profile-dialog');
  await page.keyboard.press('Escape');
}

album('every screen', async (every) => {
  const { page, app, open } = every;
  await open('/', 'signed-out');
  await open('/privacy', 'privacy');
  await startSession(page, app.origin);
  for (const path of ['queue', 'scheduled', 'history', 'analytics', 'settings'])
    await open(`/${path}`, `${path}-empty`);
  await open('/', 'discover-empty');
  await open('/discover?setup=open', 'first-run');

  const items = await seedScreens(every);
  await shootDiscover(every);
  await shootQueue(every);
  await shootReports(every);
  await seedVoice(page, app.origin, items.slice(6, 8));
  await shootSettings(every);
  await open('/nowhere', 'not-found');
});

test.describe('outcomes', () => {
  album('outcomes of comments', async ({ page, app, shoot, open }) => {
    await startSession(page, app.origin);
    await open('/history?tab=replies', 'replies-empty');
    const items = await seedQueue(page, app.origin, 12);
    const ids = items.map(({ comment }) => comment.id);
    for (const item of items.slice(0, 2)) await postHidden(page, app.origin, item);
    for (const id of ids.slice(2, 7)) {
      await approve(page, app.origin, id);
      await post(page, app.origin, id);
    }
    const onYouTube = await app.sandbox.comments();
    for (const [at, { comment }] of items.slice(2, 5).entries()) {
      const thread = onYouTube.find(({ text }) => text === comment.content);
      await page.request.post(
        `${app.sandbox.origin}/sandbox/comments/${thread?.id}/replies`,
        {
          data: { count: [1, 4, 9][at], by: 'stranger', afterSeconds: 60 },
        },
      );
    }
    const checkAll = async () => {
      for (const id of ids.slice(0, 7))
        await page.request.post(`${app.origin}/api/comments/${id}/check`);
    };
    app.advance(26 * 60 * MINUTE_MS);
    await checkAll();
    app.advance(6 * MINUTE_MS);
    await checkAll();
    await page.request.post(`${app.origin}/api/replies/refresh`);

    await open('/history', 'history-fates');
    await open(`/history?comment=${ids[4]}`, 'history-thread');
    const row = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Withdraw' }) });
    await row.getByRole('button', { name: 'Change' }).click();
    await page
      .getByRole('textbox', { name: 'New text' })
      .fill('We changed our mind: measure first.');
    await shoot('change-posted');
    await page.keyboard.press('Escape');
    await open(`/history?comment=${ids[0]}`, 'history-hidden');
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await shoot('withdraw');
    await page.keyboard.press('Escape');
    await open('/history?tab=replies', 'replies');
    await page.getByRole('list', { name: 'Replies' }).getByRole('button').first().click();
    const reply = page.getByRole('article');
    await expect(reply.getByRole('button', { name: 'Draft Answer' })).toBeVisible();
    await shoot('reply');
    await reply.getByRole('button', { name: 'Draft Answer' }).click();
    await expect(reply.getByRole('button', { name: 'Redraft' })).toBeEnabled();
    await settled(page);
    await shoot('reply-answer');
    await open('/queue', 'queue-answer');
    app.advance(8 * 24 * 60 * MINUTE_MS);
    await checkAll();
    await open('/analytics', 'analytics-outcomes');
    await page
      .getByRole('heading', { name: /Public after 7 days/ })
      .scrollIntoViewIfNeeded();
    await shoot('analytics-fates');
  });
});

album('following and Fresh', async ({ page, app: { origin }, shoot, open }) => {
  await openSignedIn(page, origin, '/following');
  await page.getByRole('button', { name: 'Import Subscriptions' }).click();
  await page.getByRole('checkbox', { name: 'Choose all' }).click();
  await shoot('following-import');
  await page.getByRole('button', { name: /^Follow \d+/ }).click();
  await page.request.post(`${origin}/api/standing-searches`, {
    data: { q: 'kubernetes' },
  });
  await expect(page.getByText(/Runs every 6 hours, last/).first()).toBeVisible({
    timeout: 60_000,
  });
  await shoot('following');
  await open('/discover?view=fresh', 'fresh');
});
