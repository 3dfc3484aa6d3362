import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  globalSetup: join(import.meta.dirname, '../../server/testing/embedded-template.ts'),
  testDir: import.meta.dirname,
  projects: [
    { name: 'e2e', testMatch: '*.spec.ts' },
    { name: 'screenshots', testMatch: '*.shots.ts' },
  ],
  outputDir: join(import.meta.dirname, 'results'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
