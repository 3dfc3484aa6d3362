import type { Page } from '@playwright/test';
import { expect, testWithQueue } from './app.ts';
import { expectNothingJumped, shiftsOf, sumOf } from './looks.ts';
import { expectToast, openSignedIn, settled, startSession } from './steps.ts';
import { watchTraffic } from './traffic.ts';

const test = testWithQueue(5_000);
const sitting = testWithQueue(33);

const article = (page: Page) => page.getByRole('article');
const title = (page: Page) => article(page).getByRole('heading', { level: 2 });
/** The queue shows the oldest comment first. */
const part = (number: number) => new RegExp(`^Part ${33 - number}: `);

/** Returns the layout shift that no user input caused. */
const shifts = async (page: Page) =>
  sumOf((await shiftsOf(page)).filter(({ isAnswer }) => !isAnswer));

test('a queue of 5,000 opens without a layout shift, renders few rows, keeps typed text and can be approved', async ({
  page,
  app,
}) => {
  const opened = () =>
    expect(
      page.getByText(/^(5,000 to review|0 of 5,000$)/).filter({ visible: true }),
    ).toBeVisible({
      timeout: 30_000,
    });
  await page.setViewportSize({ width: 360, height: 800 });
  await openSignedIn(page, app.origin, '/queue');
  await opened();
  await expectNothingJumped(page, 'the long queue at 360 px');
  await page.goto(`${app.origin}/history`);
  await expect(page.getByRole('link', { name: 'Comments 5,000' })).toBeVisible({
    timeout: 30_000,
  });
  await expectNothingJumped(page, 'the long history at 360 px');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${app.origin}/queue`);
  await opened();
  await expectNothingJumped(page, 'the long queue at 1440 px');
  const editor = page.getByRole('article').getByRole('textbox').first();
  await expect(editor).toBeVisible();

  await editor.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' typed while five thousand wait', { delay: 5 });
  await expect(editor).toHaveValue(/typed while five thousand wait/);
  const list = page.getByRole('list', { name: 'Comments to review' });
  const scroller = list.locator('..');
  await scroller.hover();
  // At the end of the loaded rows, the wheel has no effect until more are loaded.
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(5_000);
  }).toPass({ intervals: [100] });
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -900);
  await expect(editor).toHaveValue(/typed while five thousand wait/);

  await page.getByRole('button', { name: 'Approve All', exact: true }).click();
  await page.getByRole('button', { name: 'Approve 5,000' }).click();
  await expect(page.getByText(/^Approving (?!1 )[\d,]+ of 5,000…$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectToast(page, 'Stopped', /^[\d,]+ of 5,000 comments were approved\.$/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, /^Undid: approved \d+ comments?$/);
  await opened();
});

const pages = [
  '/discover',
  '/queue',
  '/scheduled',
  '/history',
  '/analytics',
  '/settings',
];

sitting(
  'each page, when it opens, requests nothing twice (rule 10.5)',
  async ({ page, app }) => {
    // The first visit stores the browser's time zone, and then loads what depends on it.
    const stored = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.ok(),
    );
    await openSignedIn(page, app.origin, '/queue');
    await stored;
    await page.close();
    const repeated: string[] = [];
    for (const path of pages) {
      const opened = await page.context().newPage();
      const traffic = await watchTraffic(opened);
      await opened.goto(`${app.origin}${path}`);
      await settled(opened);
      await traffic.settle('look');
      const requested = traffic.calls.map((call) => `${call.method} ${call.path}`);
      expect(requested).toContain('GET /api/queue/index');
      repeated.push(
        ...requested
          .filter((each, index) => requested.indexOf(each) !== index)
          // Each offer of the sample data asks for itself, because no event reports it.
          .filter((each) => each !== 'GET /api/sandbox')
          .map((each) => `${path}: ${each}`),
      );
      await opened.close();
    }
    expect(repeated).toEqual([]);
  },
);

sitting(
  'a change made before the event stream opens is shown as soon as it opens (rule 10.5)',
  async ({ page, app }) => {
    await startSession(page, app.origin);
    let open = () => {};
    const opening = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/api/events*', async (route) => {
      await opening;
      await route.fallback();
    });
    await page.goto(`${app.origin}/queue`);
    await expect(page.getByRole('link', { name: 'Review Queue 33' })).toBeVisible();
    const queue = await page.request.get(`${app.origin}/api/queue?limit=1`);
    const [first] = (await queue.json()) as { id: number }[];
    await page.request.delete(`${app.origin}/api/queue/${first?.id}`);
    open();
    await expect(page.getByRole('link', { name: 'Review Queue 32' })).toBeVisible();
  },
);

sitting(
  'by keys: thirty comments are decided with 30 presses, one is edited or scheduled with 2 more (rule 12.2)',
  async ({ page, app }) => {
    await openSignedIn(page, app.origin, '/queue');
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (let decided = 0; decided < 30; decided += 1) {
      await expect(title(page)).toHaveText(part(decided + 1));
      await press(decided % 2 === 0 ? 'a' : 'r');
    }
    await expect(title(page)).toHaveText(part(31));
    expect(keys).toBe(30);
    await expect(article(page)).toBeFocused();
    expect(await shifts(page)).toBeLessThanOrEqual(0.02);

    await press('e');
    await page.keyboard.type(' In my own words.');
    await press('Control+Shift+Enter');
    await expect(title(page)).toHaveText(part(32));
    expect(keys).toBe(32);

    await press('s');
    await expect(page.getByTestId('schedule-preview')).toHaveText(/^Will be posted on/);
    await press('Enter');
    // Not its toast: the one of the comment before may come late and replace it.
    await expect(page.getByRole('link', { name: 'Scheduled 1' })).toBeVisible();
    expect(keys).toBe(34);
    await expect(title(page)).toHaveText(part(33));
    await expect(article(page)).toBeFocused();
    await press('a');
    const end = page.getByRole('region', { name: 'That was the last one' });
    await expect(end).toBeFocused();
    await expect(end.getByText('33 decided')).toBeVisible();
    await end.getByRole('button', { name: 'Clear Rejected (15)' }).click();
    await expectToast(page, 'Removed from Queue', '15 rejected comments removed.');
  },
);

sitting.describe('on a phone by touch', () => {
  sitting.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  sitting(
    'thirty taps decide thirty comments, one skips, and each next comment is in the same place (rule 12.2)',
    async ({ page, app }) => {
      await openSignedIn(page, app.origin, '/queue');
      const landing = async (number: number) => {
        await expect(title(page)).toHaveText(part(number));
        await expect(article(page)).toBeInViewport();
        return (await title(page).boundingBox())?.y ?? 0;
      };
      const first = await landing(1);
      for (let decided = 1; decided <= 30; decided += 1) {
        await page.evaluate(() => window.scrollBy(0, 60));
        const button = page.getByRole('button', {
          name: decided % 2 ? 'Approve' : 'Reject',
          exact: true,
        });
        await expect(button).not.toHaveAttribute('aria-disabled', 'true');
        const box = await button.boundingBox();
        expect(box?.height).toBe(48);
        expect(box?.y).toBeGreaterThan(844 / 2);
        await button.tap();
        expect(Math.abs((await landing(decided + 1)) - first)).toBeLessThanOrEqual(2);
      }
      expect(await shifts(page)).toBeLessThanOrEqual(0.02);
      const next = page.getByRole('button', { name: 'Next', exact: true });
      await expect(next).not.toHaveAttribute('aria-disabled', 'true');
      await next.tap();
      expect(Math.abs((await landing(32)) - first)).toBeLessThanOrEqual(2);
      await expect(page.getByText('30 of 33', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'List and filters' }).tap();
      await expect(
        page.locator('[aria-current=true]', { hasText: part(32) }),
      ).toBeInViewport();
    },
  );
});
