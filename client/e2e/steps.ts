import { expect, type Locator, type Page } from '@playwright/test';

export async function signIn(
  page: Page,
  decision: 'Allow' | 'Deny' = 'Allow',
  account = 'Ada Example',
): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^(Sign in with Google|Refresh Auth)$/ }).click(),
  ]);
  await popup.getByText(account, { exact: true }).click();
  await popup.getByRole('button', { name: decision }).click();
  return popup;
}

/** Signs in with requests alone, for tests that are not about the popup. */
export async function startSession(page: Page, origin: string): Promise<void> {
  const consent = await page.request.get(`${origin}/auth/google`);
  const request = /name="request" value="([^"]+)"/.exec(await consent.text())?.[1] ?? '';
  const decision = new URL('/o/oauth2/v2/auth/decision', consent.url());
  const answer = await page.request.post(decision.href, {
    form: { request, account: 'ada', youtube: 'yes', decision: 'allow' },
  });
  expect(answer.ok()).toBe(true);
}

export async function openSignedIn(
  page: Page,
  origin: string,
  path = '/',
): Promise<void> {
  await startSession(page, origin);
  await page.goto(`${origin}${path}`);
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
}

/** Waits until the page and its data are there: no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
}

/** Expects this toast and no other. */
export async function expectToast(
  page: Page,
  title: string | RegExp,
  description?: string | RegExp,
): Promise<void> {
  const toaster = page.locator('[data-toaster]');
  await expect(toaster.getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toaster.getByText(description)).toBeVisible();
  expect(
    await toaster.getByRole('button', { name: 'Dismiss', includeHidden: true }).count(),
  ).toBe(1);
}

export async function search(page: Page, query: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.clear();
  // Typed key by key, because through WebDriver BiDi React does not notice `fill`.
  await field.pressSequentially(query);
  await field.press('Enter');
  await expect(page.getByText(`videos for "${query}"`)).toBeVisible();
}

/** Answers the next such request with an error, without asking the server. */
export async function refuseOnce(
  page: Page,
  method: string,
  path: string,
  problem: { status: number; detail: string; code?: string },
): Promise<void> {
  let refused = false;
  await page.route(`**/api${path}`, (route) => {
    if (refused || route.request().method() !== method) return route.fallback();
    refused = true;
    return route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'Refused', code: 'internal', ...problem }),
    });
  });
}

export async function postNow(within: Page | Locator): Promise<void> {
  await within.getByRole('button', { name: 'Post Now', exact: true }).first().click();
  await within.getByRole('button', { name: /^Post as / }).click();
}

export async function openRow(page: Page, row: number): Promise<void> {
  const list = page.getByRole('list', { name: 'Comments to review' });
  await list.getByRole('listitem').nth(row).getByRole('button').click();
}

/**
 * Presses an action for many comments, which is in a menu if the title row has no room
 * for it.
 */
export async function actOnAll(page: Page, name: RegExp): Promise<void> {
  const more = page.getByRole('button', { name: 'More actions' });
  const action = page.getByRole('button', { name });
  // A dialog that is still closing hides both.
  await expect(more.or(action).first()).toBeVisible();
  if (await more.isVisible()) await more.click();
  await action.or(page.getByRole('menuitem', { name })).click();
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
}

/** Returns the buttons of videos that have no comment yet. */
export const free = (page: Page) =>
  page.getByRole('button', { name: 'Generate Comment' }).and(page.locator(':enabled'));

/**
 * Drafts for the first video without a comment; returns the dialog once the draft is
 * complete.
 */
export async function generateFirst(page: Page): Promise<Locator> {
  await free(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
  return dialog;
}

export type HandKind = 'mouse' | 'touch';

/**
 * Presses with the mouse or a finger, or presses keys, and counts the presses. Typing a
 * text counts as none.
 */
export function createHand(page: Page, kind: HandKind = 'mouse') {
  let presses = 0;
  return {
    key(key: string): Promise<void> {
      presses += 1;
      return page.keyboard.press(key);
    },
    press(target: Locator): Promise<void> {
      presses += 1;
      return kind === 'touch' ? target.tap() : target.click();
    },
    presses: () => presses,
  };
}
