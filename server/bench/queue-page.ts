import type { Browser, Page } from '@playwright/test';
import { onNewPage, openChromium, type Site } from './chromium.ts';
import { compareAll } from './compare.ts';
import type { BenchEnvironment, SeededPair } from './environment.ts';
import { atMost, type Finding, kilobytes, milliseconds, noMoreThan } from './finding.ts';
import { watchLongTasks } from './long-tasks.ts';
import { withSeededApps } from './seeded-apps.ts';
import { watchWire } from './wire.ts';

const ROUNDS = { measured: 5, informed: 1 };
const typed = 'typed while the others wait';
const LONGEST_FRAME_MS = 50;
const MOST_KILOBYTES = 150;

const frames = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now();
  });

async function visit(browser: Browser, site: Site) {
  return onNewPage(browser, site, async (page) => {
    const longestTask = await watchLongTasks(page);
    const wire = await watchWire(page);
    await page.goto(`${site.origin}/queue`);
    const editor = page.getByRole('article').getByRole('textbox').first();
    await editor.waitFor();
    const open = await frames(page);
    await wire.untilQuiet();
    const bytes = wire.bytes();

    const beforeScroll = await frames(page);
    for (let turn = 0; turn < 10; turn += 1) {
      // Over the list, which scrolls by itself.
      await page.mouse.move(400, 500);
      await page.mouse.wheel(0, 600);
      await frames(page);
    }
    const scroll = (await frames(page)) - beforeScroll;
    await editor.click();
    await page.waitForTimeout(100);
    await longestTask();
    const beforeTyping = await frames(page);
    for (const key of typed) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await frames(page);
    }
    const type = (await frames(page)) - beforeTyping;
    if (!(await editor.inputValue()).includes(typed)) throw new Error('The editor lost what was typed.');
    return { open, bytes, scroll, type, longestTyping: await longestTask() };
  });
}

async function measure(pair: SeededPair, environment: BenchEnvironment): Promise<Finding[]> {
  return withSeededApps(pair, environment, async ({ few, many }) => {
    const browser = await openChromium();
    try {
      await visit(browser, few);
      const visits = await compareAll(
        () => visit(browser, many),
        () => visit(browser, few),
        pair.hasTarget ? ROUNDS.measured : ROUNDS.informed,
      );
      const page = `queue page, ${many.home.queued} items`;
      const row = (what: 'open' | 'scroll' | 'type', limit: number): Finding => {
        const { ours, theirs, ratio } = visits(what);
        return {
          what: `${page}: ${what}, ${pair.name}`,
          ours: milliseconds(ours),
          against: `${milliseconds(theirs)} (${few.home.queued} items)`,
          value: ratio,
          target: pair.hasTarget ? atMost(limit) : null,
        };
      };
      const bytes = visits('bytes').ours;
      const typing = visits('longestTyping').ours;
      return [
        row('open', 1.2),
        row('scroll', 1.5),
        row('type', 1.5),
        {
          what: `${page}: longest task while typing, ms, ${pair.name}`,
          ours: milliseconds(typing),
          against: `${LONGEST_FRAME_MS} ms`,
          value: typing,
          target: pair.hasTarget ? noMoreThan(LONGEST_FRAME_MS) : null,
        },
        {
          what: `${page}: data, kB on the wire, ${pair.name}`,
          ours: kilobytes(bytes),
          against: `${MOST_KILOBYTES} kB`,
          value: bytes / 1000,
          target: pair.hasTarget ? noMoreThan(MOST_KILOBYTES) : null,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}

export const queuePage = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onSeeded((pair) => measure(pair, environment));
