import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { expectToast, settled, signIn, startSession } from './steps.ts';

const signedOut = { name: 'YouTube Authentication Required' };

test('sign-in can be denied, works in a popup, ends at logout and is refused to other accounts (rules 2.4, 6.2)', async ({
  page,
  app,
}) => {
  await page.goto(app.origin);
  await signIn(page, 'Deny');
  await expectToast(page, 'Authentication Failed', 'Please try again.');
  await expect(page.getByRole('heading', signedOut)).toBeVisible();

  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opening;
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
    500, 600,
  ]);
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expectToast(
    page,
    'Authentication Successful!',
    "You're now connected to YouTube",
  );
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  for (const text of ['Ada Example', 'ada@example.com', 'Authenticated'])
    await expect(
      page.getByRole('main').getByText(text, { exact: true }).first(),
    ).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged Out', 'You have been successfully logged out.');
  await page.reload();
  await expect(page.getByRole('heading', signedOut)).toBeVisible();
  const refused = await signIn(page, 'Allow', 'Noor Example');
  await expect(refused.getByText('belongs to another account')).toBeVisible();
  await expectToast(page, 'Authentication Failed');
  await expect(page.getByRole('heading', signedOut)).toBeVisible();
  expect((await page.request.get(`${app.origin}/api/queue`)).status()).toBe(401);
});

test('a popup separated from its opener signs the first window in without a reload (rule 6.4)', async ({
  page,
  app,
}) => {
  // A page with this header in the redirects separates the popup from the window that
  // opened it.
  await page.context().route('**/auth/google', async (route) => {
    const redirect = await route.fetch({ maxRedirects: 0 });
    const { location = '', 'set-cookie': cookie = '' } = redirect.headers();
    await route.fulfill({
      contentType: 'text/html',
      headers: { 'cross-origin-opener-policy': 'same-origin', 'set-cookie': cookie },
      body: `<meta http-equiv="refresh" content="0;url=${location.replaceAll('&', '&amp;')}">`,
    });
  });
  await page.goto(app.origin);
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opening;
  await popup.getByText('Ada Example', { exact: true }).click();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expectToast(
    page,
    'Authentication Successful!',
    "You're now connected to YouTube",
  );
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true);
});

test('a page from another port of this host gets only refusals (rule 6.6)', async ({
  page,
  app,
  browser,
}) => {
  await startSession(page, app.origin);
  const other = createServer((_req, res) => {
    const links = ['/api/comments', '/auth/google'].map(
      (path) => `<a href="${app.origin}${path}">${path}</a>`,
    );
    res
      .setHeader('Content-Type', 'text/html')
      .end(`<title>Another site</title>${links.join(' ')}`);
  }).listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  // A separate context, because what the browser blocks on the other site must not count
  // as an error of our page.
  const foreign = await browser.newContext({
    storageState: await page.context().storageState(),
  });
  const tab = await foreign.newPage();
  const answers = await statusesOf(tab);
  await tab.goto(`http://localhost:${port}`);
  await tab.evaluate(async (origin) => {
    const include = { mode: 'no-cors', credentials: 'include' } as const;
    await fetch(`${origin}/api/queue`, include).catch(() => {});
    await fetch(`${origin}/api/auth/logout`, { ...include, method: 'POST' }).catch(
      () => {},
    );
    await new Promise((resolve) => {
      Object.assign(new Image(), { onerror: resolve, src: `${origin}/auth/google` });
    });
    await new Promise((resolve) => {
      const stream = new EventSource(`${origin}/api/events`, { withCredentials: true });
      stream.onerror = resolve;
    });
  }, app.origin);
  await tab.getByRole('link', { name: '/api/comments' }).click();
  await tab.waitForURL(/api\/comments/);
  await expect.poll(answers).toMatchObject({
    '/auth/google': 403,
    '/api/auth/logout': 403,
    '/api/comments': 403,
    '/api/queue': 403,
    '/api/events': 403,
  });
  await tab.goto(`http://localhost:${port}`);
  await tab.getByRole('link', { name: '/auth/google' }).click();
  await tab.getByRole('link', { name: 'Back to Chime In' }).click();
  await expect(tab.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  await foreign.close();
  other.close();
});

test('sign-in works without popups and after a revoked grant, and Disconnect ends it (rules 2.4, 6.4)', async ({
  page,
  app,
}) => {
  await page.goto(app.origin);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText('Ada Example', { exact: true }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();

  await app.sandbox.revoke('ada');
  // This request to Google reveals that the grant has ended.
  await page.request.get(`${app.origin}/api/videos/search?q=terraform`);
  await page.reload();
  await expect(page.getByText('Auto-posting may not work')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'a grant that ended');
  await signIn(page);
  await expectToast(page, 'Authentication Successful!');
  await expect(page.getByText('Auto-posting may not work')).toBeHidden();

  await page.goto(`${app.origin}/settings`);
  await settled(page);
  await page.getByRole('tab', { name: 'General Settings' }).click();
  await page.getByRole('button', { name: 'Disconnect YouTube' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect YouTube?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoFindingsInBothThemes(page, 'disconnect');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expectToast(page, 'YouTube Disconnected');
  await expect(page.getByRole('heading', signedOut)).toBeVisible();
});

/**
 * Reads the statuses by path from the network log, because scripts cannot read a blocked
 * response.
 */
async function statusesOf(page: Page): Promise<() => Record<string, number>> {
  const network = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const statuses = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  await network.send('Network.enable');
  // Chromium may report a response before its request, so they are matched only when the
  // result is read.
  return () =>
    Object.fromEntries(
      [...statuses].map(([id, status]) => [paths.get(id) ?? id, status]),
    );
}
