import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

export interface Site {
  origin: string;
  cookie: string;
}

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
}

/** Pages of one context share the browser's cache. */
export async function openContext(browser: Browser, { origin, cookie }: Site): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  return context;
}

export async function onNewPage<Result>(
  browser: Browser,
  site: Site,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(browser, site);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
