import { expect, test } from './app.ts';
import { approve, type SeededItem, schedule } from './seed.ts';
import { generateFirst, openSignedIn, search, settled } from './steps.ts';

test('markup in titles and comments is shown as text (rule 6.8)', async ({
  page,
  app,
}) => {
  page.on('dialog', () => {
    throw new Error('A script in untrusted text ran.');
  });
  await openSignedIn(page, app.origin);
  await page.getByRole('searchbox').fill('XSS in a video title');
  await page.keyboard.press('Enter');
  const title = '<script>alert("XSS")</script> in a video title: a live test';
  await expect(page.getByText(title).first()).toBeVisible();
  const dialog = await generateFirst(page);
  const markup = '<img src=x onerror=alert(1)> & <b>bold</b>';
  await dialog.getByRole('textbox', { name: 'Generated comment' }).fill(markup);
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('article').getByRole('textbox').first()).toHaveValue(
    markup,
  );
  await page.goto(`${app.origin}/history`);
  await expect(page.getByText(markup).first()).toBeVisible();
  expect(await page.locator('main b, main script, main img[src="x"]').count()).toBe(0);
});

test('text without spaces does not overflow its row, dialog or card (rule 12.5)', async ({
  page,
  app,
}) => {
  const endless = 'x'.repeat(400);
  await page.route('**/api/videos/search?*', async (route) => {
    const response = await route.fetch();
    const found = (await response.json()) as { videos: object[] };
    const videos = found.videos.map((video) => ({
      ...video,
      title: endless,
      channelTitle: endless,
    }));
    await route.fulfill({ response, json: { ...found, videos } });
  });
  const expectNothingWider = async (where: string) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // A dialog scrolls separately from the page, so it is measured too.
      const wider = await page
        .locator('html, [role="dialog"] > div, [role="dialog"] > div > div')
        .evaluateAll(
          (places) =>
            places.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .length,
        );
      expect(wider, `${where}, ${width} px`).toBe(0);
    }
  };
  await openSignedIn(page, app.origin);
  await page.request.post(`${app.origin}/api/voice-profiles`, {
    data: { name: endless.slice(0, 100), expertiseAreas: [endless.slice(0, 100)] },
  });
  await search(page, 'docker');
  await expectNothingWider('results');
  const dialog = await generateFirst(page);
  await dialog.getByRole('textbox', { name: 'Generated comment' }).fill(endless);
  await expectNothingWider('generate dialog');
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expect(dialog).toBeHidden();
  const [item] = (await (
    await page.request.get(`${app.origin}/api/queue`)
  ).json()) as SeededItem[];
  if (!item) throw new Error('Nothing was queued.');
  for (const path of ['/queue', '/history', '/settings', '/scheduled']) {
    if (path === '/scheduled') {
      await approve(page, app.origin, item.comment.id);
      await schedule(page, app.origin, item.id, new Date(Date.now() + 3_600_000));
    }
    await page.goto(`${app.origin}${path}`);
    await settled(page);
    await expectNothingWider(path);
  }
});
