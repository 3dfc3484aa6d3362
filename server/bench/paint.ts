import { strictEqual } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { serveClient } from '../http/static.ts';
import { startTestApp } from '../testing/app.ts';
import { buildOneLine } from './build-one-line.ts';
import { builtClient } from './bundle.ts';
import { onNewPage, openChromium } from './chromium.ts';
import { type Comparison, compareAll } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';

const ROUNDS = 9;

interface Site {
  origin: string;
  cookie: string;
  path: string;
  selector: string;
}

async function visit(browser: Browser, site: Site): Promise<{ paint: number; interactive: number }> {
  return onNewPage(browser, site, async (page) => {
    // The first run, which is shown once, is not what is measured.
    await page.addInitScript(() => localStorage.setItem('chime-in.setup', 'closed'));
    await page.goto(`${site.origin}${site.path}`, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(
      (selector) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0];
        if (!first || !document.querySelector(selector)) return null;
        return { paint: first.startTime, interactive: performance.now() };
      },
      site.selector,
      { polling: 'raf' },
    );
    const seen = await handle.jsonValue();
    if (!seen) throw new Error(`${site.path} did not show.`);
    return seen;
  });
}

async function measure({ name, url, database }: BenchDatabase, folder: string): Promise<Finding[]> {
  const app = await startTestApp({ database, client: serveClient(builtClient) });
  const oneLine = await startTestApp({ database, client: serveClient(await buildOneLine(folder)) });
  const browser = await openChromium();
  try {
    const cookie = (await app.signedIn()).cookie() ?? '';
    const sites = {
      ours: { origin: app.origin, cookie, path: '/discover', selector: 'input[type=search]' },
      theirs: { origin: oneLine.origin, cookie, path: '/', selector: 'p' },
    };
    strictEqual((await fetch(`${app.origin}/discover`, { headers: { Accept: 'text/html' } })).status, 200);
    await visit(browser, sites.ours);
    const seen = await compareAll(
      () => visit(browser, sites.ours),
      () => visit(browser, sites.theirs),
      ROUNDS,
    );
    const row = (what: string, { ours, theirs, ratio }: Comparison): Finding => ({
      what: `${what} of /discover, ${name}`,
      ours: milliseconds(ours),
      against: `${milliseconds(theirs)} (a React page of one line)`,
      value: ratio,
      target: url === null ? null : atMost(1.5),
    });
    return [row('first paint', seen('paint')), row('interactive', seen('interactive'))];
  } finally {
    await browser.close();
    await app.close();
    await oneLine.close();
  }
}

export const paint = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onEach((database) => measure(database, environment.folder));
