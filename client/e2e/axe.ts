import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA, as far as axe can see it, of what is shown now. */
async function expectNoFindings(page: Page, what: string): Promise<void> {
  // Colours are judged when nothing moves any more; what breathes while it loads never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // The other mode opens a second page for each look, to gather what frames say: ours have none.
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, what).toEqual([]);
}

/** The same in light and in dark, at the width it has, for what would not survive another. */
export async function expectNoFindingsInBothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoFindings(page, `${what}, ${colorScheme}`);
  }
}

/**
 * What is shown now by axe in both themes and both widths, without a new page load, and nothing in it wider
 * than the window. It leaves the page light and wide.
 */
export async function expectNoFindingsInAnyLook(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindingsInBothThemes(page, `${what}, ${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${what}, ${width} px`).toBeLessThanOrEqual(0);
  }
}
