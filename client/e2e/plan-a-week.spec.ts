import type { Page } from '@playwright/test';
import type { PostingSlot } from '../../shared/contracts/settings.ts';
import { expect, test, testWithQueue } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { approve } from './seed.ts';
import {
  createHand,
  expectToast,
  type HandKind,
  settled,
  startSession,
} from './steps.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const WORKING_DAYS = [1, 2, 3, 4, 5];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Queued {
  commentId: number;
  scheduledFor: string | null;
}

const queueOf = async (page: Page, origin: string) =>
  (await (await page.request.get(`${origin}/api/queue`)).json()) as Queued[];

/** Returns the times of the scheduled comments, soonest first. */
async function timesOf(page: Page, origin: string): Promise<number[]> {
  const times = (await queueOf(page, origin)).map(({ scheduledFor }) =>
    Date.parse(scheduledFor ?? ''),
  );
  return times.filter((at) => !Number.isNaN(at)).sort((a, b) => a - b);
}

async function approveQueue(page: Page, origin: string): Promise<void> {
  await startSession(page, origin);
  for (const { commentId } of await queueOf(page, origin))
    await approve(page, origin, commentId);
}

async function setDailyCap(page: Page, origin: string, dailyCap: number): Promise<void> {
  const data = { autoQueueEnabled: true, dailyCap };
  expect((await page.request.put(`${origin}/api/user-settings`, { data })).ok()).toBe(
    true,
  );
}

async function slotsOf(page: Page, origin: string): Promise<PostingSlot[]> {
  const settings = await page.request.get(`${origin}/api/user-settings`);
  return ((await settings.json()) as { postingSlots: PostingSlot[] }).postingSlots;
}

const onDays = (days: readonly number[], times: readonly string[]): PostingSlot[] =>
  days.flatMap((day) => times.map((time) => ({ day, time })));

/** Undoes the last step with its key or, on a phone, with the command for it. */
async function undoLast(page: Page, kind: HandKind): Promise<void> {
  if (kind === 'mouse') return page.keyboard.press('u');
  await page.getByRole('button', { name: 'Account' }).tap();
  await page.getByRole('button', { name: 'Search or jump' }).tap();
  await page.getByRole('option', { name: 'Undo the last step' }).tap();
}

const withFifteen = testWithQueue(15);
const withTwo = testWithQueue(2);

for (const kind of ['mouse', 'touch'] satisfies HandKind[]) {
  test.describe(`a week planned by ${kind}`, () => {
    if (kind === 'touch') test.use(PHONE);

    test(`slots are spread over the working days, and one day’s times are copied to another, by ${kind} (rule 7.18)`, async ({
      page,
      app,
      browserName,
    }) => {
      const hand = createHand(page, kind);
      await startSession(page, app.origin);
      await setDailyCap(page, app.origin, 3);
      await page.goto(`${app.origin}/scheduled?slots=edit`);
      const dialog = page.getByRole('dialog', { name: 'Posting slots' });
      // The proposal is the daily limit.
      await expect(dialog.getByRole('spinbutton', { name: 'Slots a day' })).toHaveValue(
        '3',
      );
      await expect(dialog.getByLabel('First time')).toHaveValue('09:00');
      await expect(dialog.getByLabel('Last time')).toHaveValue('18:00');
      await hand.press(dialog.getByRole('button', { name: 'Spread' }));
      const monday = dialog.getByRole('listitem', { name: 'Monday' });
      await expect(
        monday.getByRole('button', { name: 'Remove Monday 1:30 PM' }),
      ).toBeVisible();

      await hand.press(monday.getByText('Copy Monday’s times'));
      for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
        await hand.press(monday.getByRole('checkbox', { name: day }));
      // Firefox cannot switch the theme.
      if (browserName === 'chromium')
        await expectNoFindingsInBothThemes(page, 'copying slots');
      await hand.press(monday.getByRole('button', { name: 'Copy to 1 day' }));
      await hand.press(dialog.getByRole('button', { name: 'Save Slots' }));
      await expectToast(page, 'Success', 'Settings updated successfully');
      await expect(dialog).toBeHidden();
      expect(await slotsOf(page, app.origin)).toEqual(
        onDays([...WORKING_DAYS, 6], ['09:00', '13:30', '18:00']),
      );
    });
  });

  withFifteen.describe(`a week planned by ${kind}`, () => {
    if (kind === 'touch') withFifteen.use(PHONE);

    withFifteen(
      `fifteen comments are scheduled over a week with four presses, and all of them undone after a reload, by ${kind} (rules 7.18, 12.4)`,
      async ({ page, app }) => {
        await approveQueue(page, app.origin);
        await page.goto(`${app.origin}/queue`);
        await settled(page);
        const hand = createHand(page, kind);
        if (kind === 'touch')
          await hand.press(page.getByRole('button', { name: 'More actions' }));
        const all = page.getByRole(kind === 'touch' ? 'menuitem' : 'button', {
          name: 'Schedule Approved (15)',
        });
        await hand.press(all);
        const dialog = page.getByRole('dialog', { name: 'Schedule Approved Comments' });
        await expect(
          dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem'),
        ).toHaveCount(15);
        const pressedAt = Date.now();
        await hand.press(dialog.getByRole('button', { name: 'Schedule', exact: true }));
        await expectToast(
          page,
          'Comments Scheduled',
          /^15 comments scheduled with your posting slots\. The first goes out .+ [AP]M, the last .+ [AP]M\.$/,
        );
        expect(hand.presses()).toBeLessThanOrEqual(4);
        const times = await timesOf(page, app.origin);
        expect(new Set(times).size).toBe(15);
        expect(times.at(-1)).toBeLessThan(pressedAt + WEEK_MS);

        await page.reload();
        await settled(page);
        await undoLast(page, kind);
        await expectToast(page, 'Undid: scheduled 15 comments');
        expect(await timesOf(page, app.origin)).toEqual([]);
      },
    );
  });

  withTwo.describe(`a week planned by ${kind}`, () => {
    if (kind === 'touch') withTwo.use(PHONE);

    withTwo(
      `every notice of scheduling says when the comment goes out, by ${kind} (rules 2.13, 2.15)`,
      async ({ page, app }) => {
        await approveQueue(page, app.origin);
        const hand = createHand(page, kind);
        const goesOut =
          /It goes out (today|tonight|tomorrow|[A-Z][a-z]{2}) \d+:\d\d [AP]M\.$/;
        await page.goto(`${app.origin}/queue`);
        await settled(page);
        await hand.press(page.getByRole('button', { name: 'Schedule', exact: true }));
        const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
        await hand.press(dialog.getByRole('button', { name: 'Schedule', exact: true }));
        await expectToast(page, 'Comment Scheduled', goesOut);

        await page.goto(`${app.origin}/scheduled`);
        await settled(page);
        const tray = page.getByRole('region', {
          name: 'Approved comments without a time',
        });
        await hand.press(tray.getByRole('button', { name: /^Next free slot .+ [AP]M$/ }));
        await expectToast(page, 'Comment Scheduled', goesOut);
        await expect(page.getByRole('article')).toHaveCount(2);
      },
    );
  });
}
