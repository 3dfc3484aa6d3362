import { expect, it } from 'vitest';
import { fakeClock } from '../testing/clock.ts';
import { tempDir } from '../testing/processes.ts';
import { testSandbox } from '../testing/sandbox.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';

it('sandbox keeps videos and grants over a restart, and starts the quota again on a new day', async () => {
  const dataDir = tempDir();
  const clock = fakeClock();
  const first = await startTestSandbox({ dataDir, port: 0, clock });
  const tokens = first.admin.grant('ada', 'client');
  const [video] = first.admin.videos();
  first.admin.setQuota('search', { used: 17 });
  await first.close();
  clock.advance(90_000_000);

  const setup = await testSandbox({ dataDir, clock });
  expect(
    setup.sandbox.admin.videos().find(({ id }) => id === video?.id)?.publishedAt,
  ).toEqual(video?.publishedAt);
  const renewed = await setup.ask('/token', {
    form: {
      grant_type: 'refresh_token',
      client_id: 'client',
      client_secret: 'any',
      refresh_token: tokens.refreshToken,
    },
  });
  expect(renewed.status).toBe(200);
  // More than a Pacific day has passed, so the daily quota starts again at 0.
  expect(setup.sandbox.admin.state().quota.search.used).toBe(0);
});

it('sandbox refuses to start in a folder that another sandbox uses', async () => {
  const dataDir = tempDir();
  const { sandbox } = await testSandbox({ dataDir });
  await expect(
    startTestSandbox({ dataDir, port: 0, clock: fakeClock() }),
  ).rejects.toThrow('is in use by another Chime In');
  await sandbox.close();
  await testSandbox({ dataDir });
});

it('sandbox fails to start with EADDRINUSE when its port is taken', async () => {
  const { sandbox, clock } = await testSandbox();
  const port = Number(new URL(sandbox.googleOrigin).port);
  await expect(startTestSandbox({ dataDir: null, port, clock })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
