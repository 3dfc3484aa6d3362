import { expect, test } from './app.ts';
import { approve, post, schedule, seedQueue } from './seed.ts';
import { settled, startSession } from './steps.ts';

const ROUTES = [
  '/',
  '/following',
  '/queue',
  '/scheduled',
  '/history',
  '/analytics',
  '/settings',
  '/nowhere',
];

/** Returns texts that overlap a heading, not counting parts that are cut off. */
function textOverHeadings(): string[] {
  const found: string[] = [];
  const shownBox = (text: Node) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    let { left, right, top, bottom } = range.getBoundingClientRect();
    const holder = text instanceof Element ? text : text.parentElement;
    for (let around = holder; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const box = around.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return { left, right, top, bottom };
  };
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3)')) {
    const box = shownBox(heading);
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? heading,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim() || heading.contains(text)) continue;
      if (text.parentElement?.closest('.sr-only, [aria-hidden]')) continue;
      const other = shownBox(text);
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (across > 2 && down > 4)
        found.push(`"${text.textContent}" over "${heading.textContent}"`);
    }
  }
  return found;
}

test('every route shows in both themes without overlapping text and without a browser error', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [posted, scheduled] = await seedQueue(page, app.origin, 3);
  if (!posted || !scheduled) throw new Error('Nothing was seeded.');
  for (const { comment } of [posted, scheduled])
    await approve(page, app.origin, comment.id);
  await post(page, app.origin, posted.comment.id);
  await schedule(page, app.origin, scheduled.id, new Date(Date.now() + 3 * 3_600_000));
  for (const theme of ['dark', 'light'] as const) {
    await page.goto(app.origin);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
    for (const route of ROUTES) {
      await page.goto(`${app.origin}${route}`);
      await settled(page);
      const scheme = () => getComputedStyle(document.documentElement).colorScheme;
      expect(await page.evaluate(scheme), `${route}, ${theme}`).toBe(theme);
      expect(await page.evaluate(textOverHeadings), `${route}, ${theme}`).toEqual([]);
    }
  }
});
