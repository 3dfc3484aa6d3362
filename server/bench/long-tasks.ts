import type { Page } from '@playwright/test';

/** Call it before the page opens. Returns the longest task since the last call; 0 if none took 50 ms. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(globalThis, { longTasks: long });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () =>
    page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks.splice(0)),
    );
}
