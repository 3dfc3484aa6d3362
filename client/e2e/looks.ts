import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const ofBuilder = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * A theme changes only colours, so the second theme is checked with these rules alone.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const DIALOGS = '[role=dialog], [role=alertdialog]';

/**
 * Checks the current page, or only the open dialog, because the page behind it cannot be
 * used.
 */
async function expectNoFindings(
  page: Page,
  what: string,
  only?: string[],
): Promise<void> {
  // Colours are checked once transitions have ended; a skeleton's animation never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          (animation) =>
            animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
  // AxeBuilder would load a longer source by itself, twice before each run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // The default mode opens a second page for each run to collect the results of frames,
  // which we do not have.
  const axe = new AxeBuilder({ page, axeSource: 'undefined' })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode();
  if (only) axe.withRules(only);
  else axe.withTags(WCAG);
  if ((await page.locator(DIALOGS).count()) > 0) axe.include(DIALOGS);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) => {
    // An element that is half covered by the bar at the bottom can be scrolled out from
    // under it.
    const own = nodes.filter(
      ({ any }) => !any.some(({ data }) => data?.messageKey === 'partiallyObscured'),
    );
    return own.length > 0
      ? `${id}: ${own.map(({ target }) => target.join(' ')).join(', ')}`
      : [];
  });
  expect(found, what).toEqual([]);
}

export async function expectNoFindingsInBothThemes(
  page: Page,
  what: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoFindings(page, `${what}, dark`, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoFindings(page, `${what}, light`);
}

/**
 * Checks both themes on a phone and on a desktop, and that nothing is wider than the
 * window.
 */
export async function expectNoFindingsInAnyLook(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindingsInBothThemes(page, `${what}, ${width} px`);
    // Polled, because the page renders again at a new width.
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `${what}, ${width} px`).toBeLessThanOrEqual(0);
  }
}

/**
 * Chromium's layout shift score; web.dev calls 0.1 good. This allows a word to move, but
 * no row.
 */
const LIMIT = 0.01;

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/**
 * Returns the layout shifts since the page was opened, and whether each followed user
 * input. Returns nothing in a browser that does not report layout shifts.
 */
export const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ value: number; isAnswer: boolean; names: string[] }[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as LayoutShift[]).map(
              ({ value, hadRecentInput, sources }) => ({
                value,
                isAnswer: hadRecentInput,
                names: sources.map(
                  ({ node }) =>
                    `${value.toFixed(4)} ${node?.nodeName} "${node?.textContent}"`,
                ),
              }),
            ),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without any shift, the observer is never called.
        setTimeout(() => resolve([]), 50);
      }),
  );

export const sumOf = (shifts: readonly { value: number }[]) =>
  shifts.reduce((sum, { value }) => sum + value, 0);

/**
 * Expects that nothing has moved since the page was opened: skeletons have the size of
 * the content.
 */
export async function expectNothingJumped(page: Page, what: string): Promise<void> {
  const shifts = await shiftsOf(page);
  const names = shifts.flatMap((shift) => shift.names);
  expect(
    sumOf(shifts),
    `${what}: moved while it loaded: ${names.join(', ')}`,
  ).toBeLessThan(LIMIT);
}

/** The most cumulative layout shift of a session. A row that jumps costs more. */
const SESSION_LIMIT = 0.02;
const WINDOW_GAP_MS = 1_000;
const WINDOW_MS = 5_000;

interface Shift {
  value: number;
  /** Milliseconds since the page was opened. */
  at: number;
  /** The beginning of the text that moved. */
  text: string;
}

/**
 * Returns the cumulative layout shift as browsers measure it
 * (https://web.dev/articles/cls): the largest sum of shifts within five seconds, with
 * less than a second between them.
 */
function cumulativeShift(shifts: readonly Shift[]): number {
  let most = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, at } of shifts) {
    const isSameWindow = at - last < WINDOW_GAP_MS && at - first < WINDOW_MS;
    if (!isSameWindow) {
      sum = 0;
      first = at;
    }
    sum += value;
    last = at;
    most = Math.max(most, sum);
  }
  return most;
}

/**
 * Collects layout shifts without recent input from the next page on, for
 * `expectNothingMoved`.
 */
export async function collectShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
    new PerformanceObserver((list) => {
      for (const {
        value,
        startTime: at,
        hadRecentInput,
        sources,
      } of list.getEntries() as LayoutShift[]) {
        const text = sources[0]?.node?.textContent?.slice(0, 40) ?? '';
        if (!hadRecentInput) shifts.push({ value, at, text });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Expects that nothing moved without input since the page was opened. Needs
 * `collectShifts` before.
 */
export async function expectNothingMoved(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: Shift[] }).shifts,
  );
  expect(
    cumulativeShift(shifts),
    `${what}: ${JSON.stringify(shifts)}`,
  ).toBeLessThanOrEqual(SESSION_LIMIT);
}
