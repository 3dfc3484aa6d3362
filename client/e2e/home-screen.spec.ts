import { expect, test } from './app.ts';
import { startSession } from './steps.ts';

interface Manifest {
  icons: { src: string; sizes: string; type: string }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}

test('the app can be installed, and a video shared with it is one press from being found', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(app.origin);
  const browser = await page.context().newCDPSession(page);
  const { errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(`${app.origin}${href}`);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, share_target: share } = (await answer.json()) as Manifest;
  for (const { src, sizes, type } of icons.filter((icon) => icon.sizes !== 'any')) {
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(drawn).toBe(sizes);
    expect((await page.request.get(`${app.origin}${src}`)).headers()['content-type']).toBe(type);
  }

  const searches: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/videos\/search$/.test(new URL(request.url()).pathname)) searches.push(request.url());
  });
  const video = 'https://youtu.be/dQw4w9WgXcQ?si=shared';
  // As the YouTube app shares: the address is in the text.
  const { title = '', text = '' } = share.params;
  const shared = new URLSearchParams({ [title]: 'A video', [text]: video });
  expect(share.method).toBe('GET');
  await page.goto(`${app.origin}${share.action}?${shared}`);
  await expect(page.getByRole('searchbox')).toHaveValue(video);
  await expect(page.getByRole('button', { name: 'Search Videos' })).toBeEnabled();
  expect(searches).toEqual([]);
});
