import type { Page } from '@playwright/test';
import { comments } from '#shared/schema.ts';
import { onNewPage, openChromium } from './chromium.ts';
import type { BenchEnvironment, SeededPair } from './environment.ts';
import { type Finding, kilobytes, noMoreThan } from './finding.ts';
import { type SeededApp, withSeededApps } from './seeded-apps.ts';
import { watchWire } from './wire.ts';

const MOST_KILOBYTES = 8;
const query = 'kubernetes';

interface OpenPage {
  name: string;
  open: (page: Page, origin: string) => Promise<void>;
  /** A comment it shows. */
  comment: number;
}

/** A pending comment of a video that the search of the page finds. */
async function commentOnFoundVideo({ app, database, origin, cookie }: SeededApp): Promise<number> {
  const answer = await fetch(`${origin}/api/videos/search?q=${query}`, { headers: { Cookie: cookie } });
  const { videos } = (await answer.json()) as { videos: { id: number }[] };
  const now = app.clock.now();
  const content = 'The part about readiness probes saved me an evening; what would you alert on first?';
  const [row] = await database.db
    .insert(comments)
    .values({
      videoId: videos[0]?.id ?? 0,
      content,
      generatedContent: content,
      style: 'insightful',
      qualityScore: 82,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: comments.id });
  if (!row) throw new Error('No comment was inserted.');
  return row.id;
}

async function pagesOf(app: SeededApp): Promise<OpenPage[]> {
  const { database, home } = app;
  const { rows } = await database.sessionPool.query('select min(comment_id) as id from queue_items');
  const [firstInQueue] = rows as { id: number }[];
  const row = (page: Page) => page.locator('main article h2').first().waitFor();
  return [
    {
      name: 'History',
      comment: home.comments,
      open: async (page, origin) => {
        await page.goto(`${origin}/history`);
        await row(page);
      },
    },
    {
      name: `Queue of ${home.queued}`,
      comment: firstInQueue?.id ?? 0,
      open: async (page, origin) => {
        await page.goto(`${origin}/queue`);
        await row(page);
      },
    },
    {
      name: 'Discover',
      comment: await commentOnFoundVideo(app),
      open: async (page, origin) => {
        await page.goto(`${origin}/discover`);
        await page.getByRole('searchbox').fill(query);
        await page.keyboard.press('Enter');
        await page.getByText(`videos for "${query}"`).waitFor();
      },
    },
  ];
}

async function bytesOfChange(
  page: Page,
  { origin, cookie }: SeededApp,
  { open, comment }: OpenPage,
): Promise<number> {
  const wire = await watchWire(page);
  await open(page, origin);
  await wire.untilQuiet();
  const before = wire.bytes();
  const answer = await fetch(`${origin}/api/comments/${comment}`, {
    method: 'PATCH',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'approved' }),
  });
  if (!answer.ok) throw new Error(`The change was answered ${answer.status}: ${await answer.text()}`);
  await wire.untilQuiet();
  const bytes = wire.bytes() - before;
  if (bytes === 0) throw new Error('The page did not hear of the change.');
  return bytes;
}

async function measure(pair: SeededPair, environment: BenchEnvironment): Promise<Finding[]> {
  return withSeededApps(pair, environment, async ({ many }) => {
    const browser = await openChromium();
    try {
      const findings: Finding[] = [];
      for (const opened of await pagesOf(many)) {
        const bytes = await onNewPage(browser, many, (page) => bytesOfChange(page, many, opened));
        findings.push({
          what: `one comment changes, ${opened.name} open, kB on the wire, ${pair.name}`,
          ours: kilobytes(bytes),
          against: `${MOST_KILOBYTES} kB`,
          value: bytes / 1000,
          target: pair.hasTarget ? noMoreThan(MOST_KILOBYTES) : null,
        });
      }
      return findings;
    } finally {
      await browser.close();
      // The next benches expect what was seeded.
      await many.database.sessionPool.query(`delete from comments where id > ${many.home.comments}`);
      await many.database.sessionPool.query(
        `update comments set status = 'pending', reviewed_at = null where status = 'approved'`,
      );
    }
  });
}

export const oneChange = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onSeeded((pair) => measure(pair, environment));
