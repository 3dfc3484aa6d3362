import { expect, type Page } from '@playwright/test';

/** Chromium's layout shift score; web.dev calls 0.1 good. This allows a word to move, but no row. */
const LIMIT = 0.01;

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Expects that nothing has moved since the page was opened: skeletons have the size of the content. */
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
        // Without any shift the observer is never called.
        setTimeout(() => resolve({ moved: 0, names: [] }), 50);
      }),
  );
  expect(moved, `${what}: moved while it loaded: ${names.join(', ')}`).toBeLessThan(LIMIT);
}
