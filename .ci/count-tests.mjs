// node .ci/count-tests.mjs FOLDER: adds up the results that Vitest and Playwright wrote to this folder. With
// CI=true, a skipped test is a failure.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function read(name) {
  const path = join(process.argv[2], name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

const vitest = read('vitest.json');
const stats = read('playwright.json')?.stats;
const passed =
  (vitest?.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (stats?.unexpected ?? 0);
const skipped =
  (vitest?.numPendingTests ?? 0) + (vitest?.numTodoTests ?? 0) + (stats?.skipped ?? 0);

const lines = [`${passed} passed, ${failed} failed`];
if (skipped > 0) lines.unshift(`${skipped} skipped`);
if (stats?.flaky > 0) lines.unshift(`${stats.flaky} passed only when tried again`);
process.stdout.write(`${lines.join('\n')}\n`);
if (process.env.CI === 'true' && skipped > 0) process.exit(1);
