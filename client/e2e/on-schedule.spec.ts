import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import {
  collectShifts,
  expectNoFindingsInBothThemes,
  expectNothingMoved,
} from './looks.ts';
import { approve, post, type SeededItem, schedule, seedQueue } from './seed.ts';
import { createHand, expectToast, settled, startSession } from './steps.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Schedules comments two days from now, an hour apart, and opens Scheduled. */
async function openSchedule(
  page: Page,
  origin: string,
  count: number,
): Promise<SeededItem[]> {
  await startSession(page, origin);
  const items = await seedQueue(page, origin, count);
  const first = Date.now() + 2 * DAY_MS;
  for (const [index, item] of items.entries()) {
    await approve(page, origin, item.comment.id);
    await schedule(page, origin, item.id, new Date(first + index * HOUR_MS));
  }
  await page.goto(`${origin}/scheduled`);
  await settled(page);
  return items;
}

interface Stored {
  scheduledFor: string | null;
  comment: { id: number; content: string; status: string };
}

async function stored(
  page: Page,
  origin: string,
  item: SeededItem | undefined,
): Promise<Stored | undefined> {
  const rows = (await (await page.request.get(`${origin}/api/queue`)).json()) as Stored[];
  return rows.find(({ comment }) => comment.id === item?.comment.id);
}

const cardOf = (page: Page, item: SeededItem | undefined): Locator =>
  page.getByRole('article', { name: item?.comment.video.title ?? '', exact: true });

const tomorrowAtNine = (): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 9);
};

const timeOf = async (
  page: Page,
  origin: string,
  item: SeededItem | undefined,
): Promise<number> => Date.parse((await stored(page, origin, item))?.scheduledFor ?? '');

test('on the schedule by keys: one press moves a comment to 9:00 tomorrow, and U moves it back (rule 2.15)', async ({
  page,
  app,
}) => {
  const [first, second, third] = await openSchedule(page, app.origin, 3);
  const before = await timeOf(page, app.origin, third);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(cardOf(page, third)).toBeFocused();
  const hand = createHand(page);
  await hand.key('t');
  await expectToast(page, 'Comment Scheduled', 'It goes out tomorrow 9:00 AM.');
  expect(hand.presses()).toBeLessThanOrEqual(2);
  expect(await timeOf(page, app.origin, third)).toBe(tomorrowAtNine());
  // The comment is now the first one, and stays the open one.
  await expect(page.getByRole('article').first()).toHaveAccessibleName(
    third?.comment.video.title ?? '',
  );
  await expect(cardOf(page, third)).toBeFocused();
  await expect(cardOf(page, third)).toBeInViewport();
  await page.keyboard.press('u');
  await expect.poll(() => timeOf(page, app.origin, third)).toBe(before);
  await expect(cardOf(page, third)).toBeFocused();
  await page.keyboard.press('k');
  await expect(cardOf(page, second)).toBeFocused();
  await page.keyboard.press('k');
  await expect(cardOf(page, first)).toBeFocused();
});

test('on the schedule by keys: the text is edited in its card with two presses and typing (rule 2.15)', async ({
  page,
  app,
}) => {
  const [first] = await openSchedule(page, app.origin, 2);
  const scheduledFor = await timeOf(page, app.origin, first);
  const hand = createHand(page);
  await hand.key('e');
  const editor = cardOf(page, first).getByRole('textbox', { name: 'Comment' });
  await expect(editor).toBeFocused();
  await page.keyboard.type(' Thanks for this.');
  await hand.key('Control+Enter');
  await expectToast(page, 'Comment Saved');
  expect(hand.presses()).toBeLessThanOrEqual(2);
  await expect(editor).toHaveCount(0);
  await expect(cardOf(page, first)).toBeFocused();
  const { comment, scheduledFor: kept } = (await stored(page, app.origin, first)) ?? {};
  expect(comment?.content).toMatch(/ Thanks for this\.$/);
  expect(comment?.status).toBe('approved');
  expect(Date.parse(kept ?? '')).toBe(scheduledFor);
});

test('the time is changed in the card, together with the text (rules 2.15, 12.6)', async ({
  page,
  app,
}) => {
  const [first] = await openSchedule(page, app.origin, 2);
  const card = cardOf(page, first);
  await page.keyboard.press('e');
  await page.keyboard.type(' See you there.');
  const at = new Date(Date.now() + 3 * DAY_MS);
  at.setUTCHours(14, 30, 0, 0);
  await card.getByLabel('Goes out').fill(at.toISOString().slice(0, 16));
  await expectNoFindingsInBothThemes(page, 'editing a scheduled comment');
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  await expectToast(page, 'Comment Scheduled');
  const { comment, scheduledFor } = (await stored(page, app.origin, first)) ?? {};
  expect(comment?.content).toMatch(/ See you there\.$/);
  expect(Date.parse(scheduledFor ?? '')).toBe(at.getTime());
});

test('an unsaved edit on the schedule survives a reload, and is shown beside a change made elsewhere (rule 2.20)', async ({
  page,
  app,
}) => {
  const [first] = await openSchedule(page, app.origin, 1);
  await page.keyboard.press('e');
  await page.keyboard.type(' Mine.');
  await page.keyboard.press('Escape');
  await page.reload();
  const card = cardOf(page, first);
  const editor = card.getByRole('textbox', { name: 'Comment' });
  await expect(editor).toHaveValue(/ Mine\.$/);
  const data = { content: 'A text from another device.' };
  await page.request.patch(`${app.origin}/api/comments/${first?.comment.id}`, { data });
  await expect(card.getByText('This comment was changed elsewhere.')).toBeVisible();
  await expect(card.getByRole('blockquote')).toHaveText(data.content);
  await card.getByRole('button', { name: 'Keep My Text' }).click();
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue(/ Mine\.$/);
});

test('on the schedule S opens the times, X removes a comment, U restores it and ? lists the keys (rules 2.15, 12.2)', async ({
  page,
  app,
}) => {
  const [first, second] = await openSchedule(page, app.origin, 2);
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Schedule Comment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Move to tomorrow 9:00')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'the keys of the schedule');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await expectToast(page, 'Removed from Schedule');
  await expect(cardOf(page, first)).toHaveCount(0);
  await expect(cardOf(page, second)).toBeFocused();
  await page.keyboard.press('u');
  await expect(cardOf(page, first)).toBeFocused();
  expect(await timeOf(page, app.origin, first)).toBeGreaterThan(Date.now());
});

test('a scheduled comment’s card links to the video on YouTube and to the comment in History (rule 2.15)', async ({
  page,
  app,
}) => {
  const [first] = await openSchedule(page, app.origin, 1);
  const card = cardOf(page, first);
  await expect(card.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
    'href',
    /watch/,
  );
  await card.getByRole('link', { name: 'Show in History' }).click();
  await expect(page).toHaveURL(new RegExp(`/history\\?comment=${first?.comment.id}`));
});

test('a scheduled comment’s card stays in place when it is posted, and nothing on the page moves (rule 2.15)', async ({
  page,
  app,
}) => {
  await collectShifts(page);
  const [first, second, third] = await openSchedule(page, app.origin, 3);
  const placeOf = async (item: SeededItem | undefined) =>
    (await cardOf(page, item).boundingBox())?.y;
  const places = [await placeOf(second), await placeOf(third)];
  await post(page, app.origin, first?.comment.id ?? 0);
  await expect(cardOf(page, first).getByText('Posted', { exact: true })).toBeVisible();
  await expect(page.getByText('2 scheduled').first()).toBeVisible();
  expect([await placeOf(second), await placeOf(third)]).toEqual(places);
  await expectNothingMoved(page, 'a post that goes out on Scheduled');
  await page.keyboard.press('j');
  await expect(cardOf(page, second)).toBeFocused();
  await page.reload();
  await settled(page);
  await expect(cardOf(page, first)).toHaveCount(0);
});

test('comments on one day are equally many days away, and wait while posting is paused (rule 2.15)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 2);
  const now = new Date();
  for (const [index, item] of items.entries()) {
    await approve(page, app.origin, item.comment.id);
    // The first and the last hour of the day after tomorrow.
    const at = Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth(),
      now.getUTCDate() + 2,
      index * 23,
    );
    await schedule(page, app.origin, item.id, new Date(at));
  }
  await page.goto(`${app.origin}/scheduled`);
  await settled(page);
  const cards = page.getByRole('article');
  await expect(cards.getByText('in 2d', { exact: true })).toHaveCount(2);

  const data = { autoQueueEnabled: true, postingPaused: true };
  await expect(
    await page.request.put(`${app.origin}/api/user-settings`, { data }),
  ).toBeOK();
  await page.reload();
  await expect(cards.getByText('Waits', { exact: true })).toHaveCount(2);
  await expect(cards.getByText('in 2d', { exact: true })).toHaveCount(0);
});

test.describe('on the schedule by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the list fits the screen, and two taps move a comment to 9:00 tomorrow (rule 2.15)', async ({
    page,
    app,
  }) => {
    const [first, second] = await openSchedule(page, app.origin, 6);
    for (const article of await page.getByRole('article').all()) {
      await expect(article).toBeInViewport({ ratio: 1 });
      expect((await article.boundingBox())?.height).toBeLessThanOrEqual(90);
    }
    await expectNoFindingsInBothThemes(page, 'the short list');
    const hand = createHand(page, 'touch');
    await hand.press(cardOf(page, first).getByRole('button').first());
    await hand.press(cardOf(page, first).getByRole('button', { name: /^Tomorrow/ }));
    await expectToast(page, 'Comment Scheduled', 'It goes out tomorrow 9:00 AM.');
    expect(hand.presses()).toBeLessThanOrEqual(2);
    expect(await timeOf(page, app.origin, first)).toBe(tomorrowAtNine());
    expect(await timeOf(page, app.origin, second)).toBeGreaterThan(tomorrowAtNine());
  });

  test('two taps and typing edit the text (rule 2.15)', async ({ page, app }) => {
    const [first] = await openSchedule(page, app.origin, 3);
    const hand = createHand(page, 'touch');
    await hand.press(
      cardOf(page, first).getByRole('button', { name: /^Edit the comment on / }),
    );
    const editor = cardOf(page, first).getByRole('textbox', { name: 'Comment' });
    await expect(editor).toBeFocused();
    await page.keyboard.type(' By thumb.');
    await hand.press(
      cardOf(page, first).getByRole('button', { name: 'Save', exact: true }),
    );
    await expectToast(page, 'Comment Saved');
    expect(hand.presses()).toBeLessThanOrEqual(2);
    expect((await stored(page, app.origin, first))?.comment.content).toMatch(
      / By thumb\.$/,
    );
  });
});
