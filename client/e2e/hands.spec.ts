import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import {
  approve,
  post,
  type SeededItem,
  schedule,
  seedQueue,
  seedReplies,
} from './seed.ts';
import { free, openSignedIn, search, settled, startSession } from './steps.ts';

const editorOf = (page: Page) => page.getByRole('article').getByRole('textbox').first();

interface Queued {
  id: number;
  comment: { id: number; status: string; content: string };
}

const queueOf = async (page: Page, origin: string): Promise<Queued[]> =>
  (await page.request.get(`${origin}/api/queue`)).json() as Promise<Queued[]>;

async function statuses(page: Page, origin: string): Promise<Map<number, string>> {
  const items = await queueOf(page, origin);
  return new Map(items.map(({ comment }) => [comment.id, comment.status]));
}

async function openSeeded(
  page: Page,
  origin: string,
  count: number,
  path: string,
): Promise<SeededItem[]> {
  await startSession(page, origin);
  const items = await seedQueue(page, origin, count);
  await page.goto(`${origin}${path}`);
  await expect(editorOf(page)).toBeVisible();
  return items;
}

test('typing in a comment that changes elsewhere triggers no command (rule 12.8)', async ({
  page,
  app,
}) => {
  const items = await openSeeded(page, app.origin, 3, '/queue?filter=pending');
  const [first] = items;
  if (!first) throw new Error('Nothing was seeded.');
  await editorOf(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' We');
  // Approves the comment from outside this page, as if on a phone.
  await approve(page, app.origin, first.comment.id);
  await expect(
    page.getByText(/^This comment was approved while you had it open/),
  ).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type(' map a rap');
  await expect(editorOf(page)).toHaveValue(/ We map a rap/);
  await post(page, app.origin, first.comment.id);
  await expect(
    page.getByText(/^This comment was posted while you had it open/),
  ).toBeVisible();
  await page.keyboard.type(' map');
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toHaveValue(/ We map a rap/);
  expect([...(await statuses(page, app.origin)).values()]).toEqual([
    'pending',
    'pending',
  ]);
  expect(await app.sandbox.comments()).toHaveLength(1);
});

test('typing while “Post Approved Now” runs triggers no command (rule 12.8)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 3);
  for (const { comment } of items) await approve(page, app.origin, comment.id);
  await page.goto(`${app.origin}/queue?filter=approved`);
  await expect(editorOf(page)).toBeVisible();
  const match = { method: 'POST', path: '/youtube/v3/commentThreads' };
  await app.sandbox.fault({ match, times: 0, fault: { kind: 'delay', ms: 1_500 } });
  await page.getByRole('button', { name: /^Post Approved Now/ }).click();
  await page.getByRole('button', { name: 'Post 3 Now' }).click();
  await editorOf(page).click();
  await page.keyboard.type('We map');
  await expect(
    page.getByText(/^This comment was posted while you had it open/),
  ).toBeVisible();
  await page.keyboard.type(' rap');
  await page.keyboard.press('Enter');
  await expect.poll(() => app.sandbox.comments().then(({ length }) => length)).toBe(3);
  await page.keyboard.type(' rap');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('typing an answer to a reply that is dismissed elsewhere triggers no command (rule 12.8)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await post(page, app.origin, item.comment.id);
  await seedReplies(page, app, 3);
  await page.goto(`${app.origin}/history?tab=replies`);
  await editorOf(page).click();
  await page.keyboard.type('We map');
  const replies = (await (
    await page.request.get(`${app.origin}/api/replies`)
  ).json()) as { id: number }[];
  const open = new URL(page.url()).searchParams.get('reply') ?? replies[0]?.id;
  await page.request.patch(`${app.origin}/api/replies/${open}`, {
    data: { state: 'dismissed' },
  });
  await expect(
    page.getByText(/^This reply was set aside while you had it open/),
  ).toBeVisible();
  await page.keyboard.type(' a rap');
  await expect(editorOf(page)).toHaveValue('We map a rap');
  expect(await queueOf(page, app.origin)).toEqual([]);
});

/**
 * Arms Post Now and disarms it again. Returns the names of the controls that are in the
 * place of its second step while it is not armed, or null if it could not be armed. Does
 * everything in one call, because on a busy machine several calls could take longer than
 * the five seconds after which it disarms itself.
 */
const coveredBySecondStep = (card: Locator): Promise<string[] | null> =>
  card.evaluate(async (element) => {
    const drawn = () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve)),
      );
    const postNow = [...element.querySelectorAll('button')].find(
      (each) => each.textContent === 'Post Now',
    );
    postNow?.click();
    await drawn();
    const place = element
      .querySelector('[aria-label^="Post as "]')
      ?.getBoundingClientRect();
    if (!place) return null;
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    await drawn();
    const names = new Set<string>();
    for (let x = place.left + 1; x < place.right; x += 4) {
      for (let y = place.top + 1; y < place.bottom; y += 4) {
        const hit = document
          .elementFromPoint(x, y)
          ?.closest('button, a, textarea, input');
        if (hit) names.add(hit.getAttribute('aria-label') ?? hit.textContent);
      }
    }
    return [...names];
  });

async function expectOwnPlace(page: Page): Promise<void> {
  const card = page.getByRole('article');
  await expect(card.getByRole('button', { name: 'Post Now', exact: true })).toBeEnabled();
  await settled(page);
  expect(await coveredBySecondStep(card)).toEqual([]);
}

const SIZES = [
  [1280, 720],
  [1440, 900],
  [390, 844],
] as const;

for (const [width, height] of SIZES) {
  test(`the second step of Post Now covers no other control in a window ${width} px wide (rule 7.13)`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height });
    await startSession(page, app.origin);
    const [first, second] = await seedQueue(page, app.origin, 2);
    if (!first || !second) throw new Error('Nothing was seeded.');
    for (const { comment } of [first, second])
      await approve(page, app.origin, comment.id);
    await schedule(page, app.origin, second.id, new Date(Date.now() + 3_600_000));
    await page.goto(`${app.origin}/queue?comment=${first.comment.id}`);
    await expectOwnPlace(page);
    for (const view of ['day', 'week']) {
      await page.goto(
        `${app.origin}/scheduled?view=${view}&comment=${second.comment.id}`,
      );
      await expectOwnPlace(page);
    }
  });
}

test('a double click opens only one dialog, which a single press closes (rule 12.9)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const dialog = page.getByRole('dialog');
  await free(page).first().dblclick();
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save Edits' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'View Comment' }).first().dblclick();
  await expect(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`videos for "kubernetes"`)).toBeVisible();
});

test('a double click on Generate in the bulk dialog sends one request (rule 12.9)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(row + 1)
      .click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/generate-bulk')) sent.push(request.method());
  });
  await page.getByRole('button', { name: /^Generate \d Comments$/ }).dblclick();
  // For a moment after the dialog opens, the page ignores clicks meant for what was there
  // before.
  const dialog = page.getByRole('dialog', { name: 'Bulk Comment Generation' });
  await expect(dialog).not.toHaveCSS('pointer-events', 'none');
  await dialog.getByRole('button', { name: /^Generate \d/ }).dblclick();
  await expect(dialog.getByText('Generating 2 comments...')).toBeVisible();
  expect(sent).toEqual(['POST']);
});
