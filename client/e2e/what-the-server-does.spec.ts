import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, post, schedule, seedQueue } from './seed.ts';
import { expectToast, postNow, search, startSession } from './steps.ts';

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };

test.use({ hasMovableClock: true });

test('a refused comment says why; an unconfirmed one is looked for, and posted again only after a question (rules 7.4, 7.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [refused, unconfirmed] = await seedQueue(page, app.origin, 2);
  if (!refused || !unconfirmed) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, refused.comment.id);
  await page.goto(`${app.origin}/queue?comment=${refused.comment.id}`);
  await app.sandbox.fault({ match: insert, fault: { kind: 'status', reason: 'invalidCommentMetadata' } });
  await postNow(page);
  await expectToast(page, 'Posting Failed');
  const main = page.getByRole('main');
  await expect(main.getByText('YouTube refused this comment', { exact: false }).first()).toBeVisible();
  await main.getByRole('button', { name: 'Remove from queue' }).first().click();
  await expectToast(page, 'Removed from Queue');

  await approve(page, app.origin, unconfirmed.comment.id);
  await app.sandbox.fault({ match: insert, fault: { kind: 'reset' } });
  await postNow(page);
  await expect(page.getByText(/Waiting for YouTube to confirm it/).first()).toBeVisible();
  const lookUps = async () => {
    const requests = (await (await page.request.get(`${app.sandbox.origin}/sandbox/requests`)).json()) as {
      method: string;
      path: string;
    }[];
    return requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/commentThreads')).length;
  };
  // Each draft has read the comments under its video.
  const drafts = 2;
  app.advance(2 * 60_000);
  await expect.poll(lookUps).toBe(drafts + 1);
  app.advance(12 * 60_000);
  await expect.poll(lookUps).toBe(drafts + 2);
  await main.getByRole('button', { name: 'Retry' }).click();
  const question = page.getByRole('alertdialog', { name: 'It may be held for review' });
  await expectNoFindingsInBothThemes(page, 'trying again');
  await question.getByRole('button', { name: 'Approve It Again' }).click();
  await expectToast(page, 'Comment Approved');
  expect(await app.sandbox.comments()).toEqual([]);
  await postNow(page);
  await expectToast(page, 'Comment Posted to YouTube!');
});

test('open pages show what the loop and other tabs post (rules 4.3, 10.5)', async ({
  page,
  app,
  context,
}) => {
  await startSession(page, app.origin);
  const [due, elsewhere] = await seedQueue(page, app.origin, 2);
  if (!due || !elsewhere) throw new Error('Nothing was seeded.');
  await page.goto(app.origin);
  await search(page, 'kubernetes');
  const row = page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: due.comment.video.title, exact: true }) });
  await expect(row.getByText('In Queue')).toBeVisible();
  const queueLink = page.getByRole('link', { name: /Review Queue/ });
  await expect(queueLink).toContainText('2');
  await approve(page, app.origin, elsewhere.comment.id);
  await post(page, app.origin, elsewhere.comment.id);
  await expect(queueLink).toContainText('1');

  await approve(page, app.origin, due.comment.id);
  await schedule(page, app.origin, due.id, new Date(Date.now() + 600_000));
  await expect(row.getByText(/^Scheduled for/)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(`${app.origin}/scheduled`);
  await expect(tab.getByText(due.comment.content)).toBeVisible();
  app.advance(600_000);
  await expect(tab.getByText('No Scheduled Comments')).toBeVisible({ timeout: 20_000 });
  await expect(row.getByText(/^Already commented on/)).toBeVisible();
  await expect(row.getByText('Already Posted')).toBeVisible();
  expect(await app.sandbox.comments()).toHaveLength(2);
});
