import { type Browser, chromium, type Page } from '@playwright/test';

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
}

export async function onNewPage<Result>(
  browser: Browser,
  { origin, cookie }: { origin: string; cookie: string },
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
