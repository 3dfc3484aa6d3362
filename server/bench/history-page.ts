import type { BrowserContext } from '@playwright/test';
import { openChromium, openContext } from './chromium.ts';
import { compareAll } from './compare.ts';
import type { BenchEnvironment, SeededPair } from './environment.ts';
import { atMost, type Finding, kilobytes, milliseconds, noMoreThan } from './finding.ts';
import { withSeededApps } from './seeded-apps.ts';
import { watchWire } from './wire.ts';

const ROUNDS = { measured: 5, informed: 1 };
const MOST_KILOBYTES = 120;

/** With the scripts in the browser's cache. */
async function visit(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  const wire = await watchWire(page);
  await page.goto(`${origin}/history`, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(
    () => document.querySelector('main article h2') && performance.now(),
    undefined,
    { polling: 'raf' },
  );
  const ms = Number(await shown.jsonValue());
  await wire.untilQuiet();
  const bytes = wire.bytes();
  await page.close();
  return { ms, bytes };
}

async function measure(pair: SeededPair, environment: BenchEnvironment): Promise<Finding[]> {
  return withSeededApps(pair, environment, async ({ few, many }) => {
    const browser = await openChromium();
    try {
      const [manyPages, fewPages] = [await openContext(browser, many), await openContext(browser, few)];
      await visit(manyPages, many.origin);
      await visit(fewPages, few.origin);
      const visits = await compareAll(
        () => visit(manyPages, many.origin),
        () => visit(fewPages, few.origin),
        pair.hasTarget ? ROUNDS.measured : ROUNDS.informed,
      );
      const [ms, bytes] = [visits('ms'), visits('bytes')];
      const what = `history of ${many.home.comments} comments`;
      const fewer = `(${few.home.comments} comments)`;
      return [
        {
          what: `${what}: first row, ${pair.name}`,
          ours: milliseconds(ms.ours),
          against: `${milliseconds(ms.theirs)} ${fewer}`,
          value: ms.ratio,
          target: pair.hasTarget ? atMost(1.3) : null,
        },
        {
          what: `${what}: data, ${pair.name}`,
          ours: kilobytes(bytes.ours),
          against: `${kilobytes(bytes.theirs)} ${fewer}`,
          value: bytes.ratio,
          target: pair.hasTarget ? atMost(1.2) : null,
        },
        {
          what: `${what}: data, kB on the wire, ${pair.name}`,
          ours: kilobytes(bytes.ours),
          against: `${MOST_KILOBYTES} kB`,
          value: bytes.ours / 1000,
          target: pair.hasTarget ? noMoreThan(MOST_KILOBYTES) : null,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}

export const historyPage = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onSeeded((pair) => measure(pair, environment));
