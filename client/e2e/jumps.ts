import { expect, type Page } from '@playwright/test';

/** By Chromium's score of what moved in the window, where web.dev calls 0.1 good: a word may, a row may not. */
const LIMIT = 0.01;

/** Nothing moved out of its place since the page was opened: skeletons have the size of the real thing. */
export async function expectNothingJumped(page: Page, what: string): Promise<void> {
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Where nothing moved at all, nobody is told.
        setTimeout(() => resolve(0), 50);
      }),
  );
  expect(moved, `${what}: moved while it loaded`).toBeLessThan(LIMIT);
}
