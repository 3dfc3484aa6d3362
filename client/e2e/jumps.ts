import { expect, type Page } from '@playwright/test';

/** By Chromium's score of what moved in the window, where web.dev calls 0.1 good: a word may, a row may not. */
const LIMIT = 0.01;

/** As Chromium tells it: https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Nothing moved out of its place since the page was opened: skeletons have the size of the real thing. */
export async function expectNothingJumped(page: Page, what: string): Promise<void> {
  const { moved, names } = await page.evaluate(
    () =>
      new Promise<{ moved: number; names: string[] }>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as LayoutShift[];
          resolve({
            moved: shifts.reduce((sum, { value }) => sum + value, 0),
            names: shifts.flatMap(({ value, sources }) =>
              sources.map(({ node }) => `${value.toFixed(4)} ${node?.nodeName} "${node?.textContent}"`),
            ),
          });
        }).observe({ type: 'layout-shift', buffered: true });
        // Where nothing moved at all, nobody is told.
        setTimeout(() => resolve({ moved: 0, names: [] }), 50);
      }),
  );
  expect(moved, `${what}: moved while it loaded: ${names.join(', ')}`).toBeLessThan(LIMIT);
}
