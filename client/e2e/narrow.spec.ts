import type { Locator, Page } from '@playwright/test';
import type { WorkEntry } from '../../shared/contracts/work.ts';
import { expect, test } from './app.ts';
import { approve, post, seedQueue, seedReplies } from './seed.ts';
import {
  createHand,
  generateFirst,
  openSignedIn,
  search,
  settled,
  startSession,
} from './steps.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
}

/** Returns an approved comment as the index of the working set names it. */
const entryOf = (id: number, isScheduled: boolean): WorkEntry => {
  const at = '2030-01-01T09:00:00.000Z';
  return {
    id,
    status: 'approved',
    revision: 1,
    stamp: id,
    qualityScore: 80,
    reviewSeconds: 0,
    posting: null,
    place: {
      priority: 0,
      autoPost: isScheduled,
      scheduledFor: isScheduled ? at : null,
      dueAt: isScheduled ? at : null,
      queuedAt: '2026-01-01T09:00:00.000Z',
    },
  };
};

const editorOf = (page: Page) =>
  page.getByRole('article').getByRole('textbox', { name: 'Comment' });

test.describe('the queue on a phone', () => {
  const HEIGHT = 844;
  test.use({
    viewport: { width: 390, height: HEIGHT },
    hasTouch: true,
    // Playwright's Firefox cannot emulate a mobile device.
    isMobile: ({ browserName }, use) => use(browserName === 'chromium'),
  });

  test('shows each comment at the same height below a header of at most a quarter of the screen (rule 2.13)', async ({
    page,
    app,
    browserName,
  }) => {
    // Firefox does not turn the touches of a test into presses.
    const hand = createHand(page, browserName === 'firefox' ? 'mouse' : 'touch');
    await startSession(page, app.origin);
    const items = await seedQueue(page, app.origin, 6);
    const lengths = new Set(items.map(({ comment }) => comment.video.title.length));
    expect(lengths.size).toBeGreaterThan(2);
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    const tops = new Set<number>();
    for (const { comment } of items) {
      await expect(
        page.getByRole('article', { name: comment.video.title, exact: true }),
      ).toBeVisible();
      const { y } = await boxOf(editorOf(page));
      tops.add(Math.round(y));
      expect(y - (await boxOf(page.getByRole('article'))).y).toBeLessThanOrEqual(
        HEIGHT / 4,
      );
      const next = page.getByRole('button', { name: 'Next', exact: true });
      await expect(next).not.toHaveAttribute('aria-disabled', 'true');
      await hand.press(next);
    }
    expect([...tops]).toHaveLength(1);
  });

  test('shows a comment of 400 characters above the buttons without scrolling (rule 2.13)', async ({
    page,
    app,
  }) => {
    await startSession(page, app.origin);
    const [first] = await seedQueue(page, app.origin, 1);
    const content = 'We drain the node first and only then upgrade. '
      .repeat(9)
      .slice(0, 400);
    await page.request.patch(`${app.origin}/api/comments/${first?.comment.id}`, {
      data: { content },
    });
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    await expect(editorOf(page)).toHaveValue(content);
    const text = await boxOf(editorOf(page));
    const { y: buttons } = await boxOf(
      page.getByRole('button', { name: 'Approve', exact: true }),
    );
    expect(text.y + text.height).toBeLessThanOrEqual(buttons);
  });
});

test.describe('the generate dialog on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('its footer takes at most 160 px, and each button in it is large enough for a finger (rule 2.24)', async ({
    page,
    app,
  }) => {
    await openSignedIn(page, app.origin);
    await search(page, 'kubernetes');
    const footer = (await generateFirst(page)).locator('footer');
    expect((await boxOf(footer)).height).toBeLessThanOrEqual(160);
    for (const button of await footer.getByRole('button').all()) {
      const { width, height } = await boxOf(button);
      expect(
        Math.min(width, height),
        (await button.textContent()) ?? '',
      ).toBeGreaterThanOrEqual(44);
      // No text is cut off.
      expect(
        await button.evaluate(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ).toBe(0);
    }
    // Pressing Post Now moves no other button.
    const cancel = footer.getByRole('button', { name: 'Cancel', exact: true });
    const before = await boxOf(cancel);
    await footer.getByRole('button', { name: 'Post Now', exact: true }).tap();
    await expect(footer.getByRole('button', { name: /^Post as / })).toBeVisible();
    expect(await boxOf(cancel)).toEqual(before);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('the list of replies reaches to the bottom of the screen (rule 13.20)', async ({
    page,
    app,
  }) => {
    await startSession(page, app.origin);
    const [first] = await seedQueue(page, app.origin, 1);
    if (!first) throw new Error('Nothing was seeded.');
    await approve(page, app.origin, first.comment.id);
    await post(page, app.origin, first.comment.id);
    await seedReplies(page, app, 3);
    await page.goto(`${app.origin}/history?tab=replies`);
    await settled(page);
    const { y, height } = await boxOf(
      page.getByRole('list', { name: 'Replies' }).locator('..'),
    );
    expect(Math.round(y + height)).toBe(1180);
  });

  test('a navigation badge of three digits is not cut off (rule 2.2)', async ({
    page,
    app,
  }) => {
    await startSession(page, app.origin);
    await page.route('**/api/queue/index', (route) => {
      const entries = Array.from({ length: 128 + 256 }, (_, index) =>
        entryOf(index + 1, index >= 128),
      );
      return route.fulfill({ json: entries });
    });
    for (const width of [820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${app.origin}/history`);
      await settled(page);
      for (const count of ['128', '256']) {
        const badge = page.getByRole('navigation').getByText(count, { exact: true });
        const { x, y, width: wide } = await boxOf(badge);
        expect(
          await badge.evaluate((node) => node.scrollWidth <= node.clientWidth + 1),
        ).toBe(true);
        const top = await page.evaluate(
          ([left, middle]) =>
            document.elementFromPoint(left ?? 0, middle ?? 0)?.textContent,
          [x + wide - 2, y + 5],
        );
        expect(top, `the end of ${count} at ${width}`).toContain(count);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
    }
  });
});

test('a navigation badge on a phone hides no part of its icon (rule 2.2)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.origin}/history`);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Review Queue' });
  const badge = await boxOf(link.getByText('1', { exact: true }));
  const icon = await boxOf(link.locator('svg'));
  // A Lucide icon leaves a twelfth of its box empty at each edge.
  const edge = icon.x + icon.width * (11 / 12);
  expect(badge.x).toBeGreaterThanOrEqual(edge - 1);
});

test('the chosen filter of the replies is on the screen of a phone (rule 13.20)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.origin}/history?tab=replies&filter=dismissed`);
  const chosen = page.getByRole('button', { name: /^No answer/, pressed: true });
  await expect(chosen).toBeInViewport({ ratio: 1 });
});

test('no dot begins or ends a line about the video in the generate dialog', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin, '/discover');
  await search(page, 'kubernetes');
  const dialog = await generateFirst(page);
  const head = dialog.getByRole('region', { name: 'Video' });
  // Too narrow for the channel and the views in one line.
  await head.evaluate((node) => {
    node.style.width = '15.5rem';
  });
  const views = head.getByText(/views$/);
  await expect(views).toHaveText(/^\d[^·]+$/);
  const { x, y, height } = await boxOf(views);
  const channel = await boxOf(head.getByText('Container Kitchen'));
  expect(y).toBeGreaterThan(channel.y);
  // The dot before the views is outside of what is drawn.
  const isDotDrawn = await views.evaluate(
    (node, [left, middle]) =>
      node.contains(document.elementFromPoint(left ?? 0, middle ?? 0)),
    [x + 6, y + height / 2],
  );
  expect(isDotDrawn).toBe(false);
});

test('the buttons for an approved comment without a time are wide enough for their texts (rule 2.15)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [first] = await seedQueue(page, app.origin, 1);
  await approve(page, app.origin, first?.comment.id ?? 0);
  for (const width of [1440, 1280, 820, 640, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${app.origin}/scheduled?view=week`);
    await settled(page);
    const tray = page.getByRole('region', { name: 'Approved comments without a time' });
    for (const button of await tray.getByRole('button').all())
      expect(
        await button.evaluate((node) => node.scrollWidth <= node.clientWidth),
        `at ${width}`,
      ).toBe(true);
  }
});

test('the status stays beside the title at 200 % zoom, and the header does not end with a dot (rules 2.13, 13.23)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 3);
  await approve(page, app.origin, items[0]?.comment.id ?? 0);
  for (const size of [
    { width: 640, height: 360 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    const article = await boxOf(page.getByRole('article'));
    const status = await boxOf(
      page.getByRole('article').getByText(/^(Pending|Approved)$/),
    );
    const title = await boxOf(
      page.getByRole('article').getByRole('heading', { level: 2 }),
    );
    expect(status.y - article.y).toBeLessThan(60);
    expect(status.x + status.width).toBeLessThanOrEqual(article.x + article.width);
    expect(Math.abs(status.y - title.y)).toBeLessThan(60);
    const header = await page
      .getByRole('list', { name: 'Open work' })
      .evaluateAll((lists) =>
        lists.flatMap((list) =>
          [...list.children]
            .filter((item) => (item as HTMLElement).offsetParent !== null)
            .map((item) => getComputedStyle(item, '::after').content),
        ),
      );
    expect(header.at(-1) ?? 'none').toMatch(/none|normal/);
  }
});
