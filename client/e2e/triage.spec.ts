import { expect, test } from './app.ts';
import { seedQueue } from './seed.ts';
import { openSignedIn } from './steps.ts';

test('thirty comments are triaged without the mouse, and nothing is posted by a stray key', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  await openSignedIn(page, app.origin);
  await seedQueue(page, app.origin, 30);
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText('30 left to review', { exact: false })).toBeVisible();

  for (let done = 0; done < 30; done += 1) {
    await page.keyboard.press(done % 3 === 2 ? 'r' : 'a');
    const left = 29 - done;
    await expect(
      page.getByText(left === 0 ? /Nothing left to review|0 left|all reviewed/i : `${left} left to review`),
    ).toBeVisible();
  }
  await page.keyboard.press('p');
  expect(await app.sandbox.comments()).toEqual([]);
});
