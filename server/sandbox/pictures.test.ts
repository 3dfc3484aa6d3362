import { expect, it } from 'vitest';
import { testSandbox } from '../testing/sandbox.ts';
import { createContentCatalogue } from './content/catalogue.ts';

it('sandbox serves a drawn thumbnail for a video, and 404 for an unknown one', async () => {
  const { ask, sandbox } = await testSandbox({ catalogue: createContentCatalogue });
  const [video] = sandbox.admin.videos();
  const { status, headers, body } = await ask(`/vi/${video?.id}/mqdefault.jpg`);
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
  ]);
  expect(body).toMatch(/^<svg [^>]*width="320" height="180"/);
  expect((await ask('/vi/unknown/mqdefault.jpg')).status).toBe(404);
});

it('sandbox shows initials as an account’s picture', async () => {
  const { ask } = await testSandbox();
  expect((await ask('/avatar/ada.svg')).body).toContain('>AE<');
});
