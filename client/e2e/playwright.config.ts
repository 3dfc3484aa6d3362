import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * The same engine without the browser's own windows, which take ten times as long as a
 * small page.
 */
const shell = '/usr/bin/chromium-headless-shell';
const chromium =
  process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

const desktop = {
  viewport: { width: 1440, height: 900 },
  timezoneId: 'UTC',
  locale: 'en-US',
};

export default defineConfig({
  globalSetup: join(import.meta.dirname, '../../server/testing/embedded-template.ts'),
  testDir: import.meta.dirname,
  projects: [
    // Every-route runs only in Firefox, because the other specs visit every route in
    // Chromium.
    { name: 'e2e', testMatch: '*.spec.ts', testIgnore: 'every-route.spec.ts' },
    {
      name: 'firefox',
      grep: /main job|every route|slow typist|fresh video|by keys: thirty|a reply is answered|hands.spec|by mouse while the model is down|on the schedule by keys|stays in place when it is posted|a week planned by mouse|corrected and approved with two key presses|the queue on a phone/,
      use: {
        ...desktop,
        browserName: 'firefox',
        // Uses the browser that users have, controlled through WebDriver BiDi.
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
          args: [],
        },
      },
    },
    { name: 'screenshots', testMatch: '*.shots.ts' },
  ],
  outputDir: join(import.meta.dirname, 'results'),
  // One more than CI has cores, because a page spends half of its time waiting.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  // In CI, a retry tells a hiccup of the machine from a real failure. The last lines of
  // the run count the tests that needed one.
  retries: process.env['CI'] === 'true' ? 2 : 0,
  // Long enough that even on a busy machine a test fails only if something never happens.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...desktop,
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromium,
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
