import type { Browser } from '@playwright/test';
import { serveClient } from '../http/static.ts';
import { startTestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { seedComments } from '../testing/seed-comments.ts';
import { builtClient } from './bundle.ts';
import { onNewPage, openChromium, type Site } from './chromium.ts';
import { compare, median } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds, noMoreThan } from './finding.ts';
import { watchWire } from './wire.ts';

const PENDING = 1_000;
const SIDE_BY_SIDE = 6;
const ROUNDS = { measured: 3, informed: 1 };
const MOST_MEGABYTES = 1.5;

/** From the click to the toast. */
async function byPage(browser: Browser, site: Site): Promise<{ ms: number; bodies: number }> {
  return onNewPage(browser, site, async (page) => {
    const wire = await watchWire(page);
    await page.goto(`${site.origin}/queue`);
    await page.getByRole('button', { name: 'Approve All' }).click();
    const confirm = page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Approve ${PENDING.toLocaleString('en-US')}` });
    await confirm.waitFor();
    await wire.untilQuiet();
    const before = wire.bodies();
    const begun = performance.now();
    await confirm.click();
    await page.locator('[data-toaster]').getByText('All Comments Approved').waitFor({ timeout: 120_000 });
    const ms = performance.now() - begun;
    await wire.untilQuiet();
    return { ms, bodies: wire.bodies() - before };
  });
}

/** In the same browser: its own work for a thousand requests takes longer than a script in Node takes for all. */
async function byScript(browser: Browser, site: Site): Promise<number> {
  return onNewPage(browser, site, async (page) => {
    await page.goto(`${site.origin}/privacy`);
    return page.evaluate(async (sideBySide) => {
      const found = await fetch('/api/queue?status=pending&fields=ids');
      const left = (await found.json()) as { commentId: number; revision: number }[];
      const client = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const answer = await fetch(`/api/comments/${next.commentId}?fields=row`, {
            method: 'PATCH',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ status: 'approved', revision: next.revision }),
          });
          await answer.json();
        }
      };
      const begun = performance.now();
      await Promise.all(Array.from({ length: sideBySide }, client));
      return performance.now() - begun;
    }, SIDE_BY_SIDE);
  });
}

async function measure(
  { name, url, database }: BenchDatabase,
  { seededUntil }: BenchEnvironment,
): Promise<Finding[]> {
  const clock = fakeClock(seededUntil.toISOString());
  const app = await startTestApp({ database, clock, client: serveClient(builtClient) });
  const browser = await openChromium();
  try {
    const { origin } = app;
    const site = { origin, cookie: (await app.signedIn()).cookie() ?? '' };
    await seedComments(database.sessionPool, { count: PENDING, queued: PENDING, until: seededUntil });
    const again = async <Result>(approve: () => Promise<Result>): Promise<Result> => {
      await database.sessionPool.query(`update comments set status = 'pending', reviewed_at = null`);
      const result = await approve();
      const { rows } = await database.sessionPool.query(`select from comments where status <> 'approved'`);
      if (rows.length > 0) throw new Error(`${rows.length} were not approved.`);
      return result;
    };
    const bodies: number[] = [];
    const times = await compare(
      async () => {
        const visit = await again(() => byPage(browser, site));
        bodies.push(visit.bodies);
        return visit.ms;
      },
      () => again(() => byScript(browser, site)),
      url === null ? ROUNDS.informed : ROUNDS.measured,
    );
    const megabytes = median(bodies) / 1_000_000;
    return [
      {
        what: `approve all of ${PENDING}, ${name}`,
        ours: milliseconds(times.ours),
        against: `${milliseconds(times.theirs)} (a bare page, ${SIDE_BY_SIDE} side by side)`,
        value: times.ratio,
        target: url === null ? null : atMost(1.3),
      },
      {
        what: `approve all of ${PENDING}: bodies, MB, ${name}`,
        ours: `${megabytes.toFixed(2)} MB`,
        against: `${MOST_MEGABYTES} MB`,
        value: megabytes,
        target: url === null ? null : noMoreThan(MOST_MEGABYTES),
      },
    ];
  } finally {
    await browser.close();
    await app.close();
  }
}

export const approveAll = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onEach((database) => measure(database, environment));
