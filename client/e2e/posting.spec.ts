import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInAnyLook, expectNoFindingsInBothThemes } from './looks.ts';
import {
  approve,
  post,
  postHidden,
  type SeededItem,
  schedule,
  seedQueue,
} from './seed.ts';
import { expectToast, postNow, search, startSession } from './steps.ts';

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };

test('a refused comment says why, and an unconfirmed one is posted again only after a question (rules 7.4, 7.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [refused, unconfirmed] = await seedQueue(page, app.origin, 2);
  if (!refused || !unconfirmed) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, refused.comment.id);
  await page.goto(`${app.origin}/queue?comment=${refused.comment.id}`);
  await app.sandbox.fault({
    match: insert,
    fault: { kind: 'status', reason: 'invalidCommentMetadata' },
  });
  await postNow(page);
  await expectToast(page, 'Posting Failed');
  const main = page.getByRole('main');
  await expect(
    main.getByText('YouTube refused this comment', { exact: false }).first(),
  ).toBeVisible();
  await main.getByRole('button', { name: 'Remove from queue' }).first().click();
  await expectToast(page, 'Removed from Queue');

  await approve(page, app.origin, unconfirmed.comment.id);
  await app.sandbox.fault({ match: insert, fault: { kind: 'reset' } });
  await postNow(page);
  await expect(page.getByText(/Waiting for YouTube to confirm it/).first()).toBeVisible();
  const lookUps = async () => {
    const requests = (await (
      await page.request.get(`${app.sandbox.origin}/sandbox/requests`)
    ).json()) as {
      method: string;
      path: string;
    }[];
    return requests.filter(
      ({ method, path }) => method === 'GET' && path.endsWith('/commentThreads'),
    ).length;
  };
  // Each draft has also read the comments on its video.
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

test('open pages show what the posting loop and other tabs post (rules 4.3, 10.5)', async ({
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
    .filter({
      has: page.getByRole('heading', { name: due.comment.video.title, exact: true }),
    });
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
  await expect(
    tab.getByRole('article').getByText('Posted', { exact: true }),
  ).toBeVisible();
  await expect(tab.getByText('0 scheduled')).toBeVisible();
  await expect(row.getByText(/^Already commented on/)).toBeVisible();
  await expect(row.getByText('Already Posted')).toBeVisible();
  await expect(row.getByText('In Queue')).toBeHidden();
  expect(await app.sandbox.comments()).toHaveLength(2);
  const quota = await (await page.request.get(`${app.origin}/api/quota`)).json();
  expect(quota.buckets).toContainEqual(
    expect.objectContaining({ bucket: 'search', used: 1 }),
  );
});

const minute = 60_000;
const answer = 'Forty seconds, once we asked only the process.';

const row = (page: Page, { comment }: SeededItem): Locator =>
  page.getByRole('article', { name: comment.video.title, exact: true });

test('a hidden comment is reported and withdrawn, and a new reply gets an answer (rules 13.2, 13.7, 13.12)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [hidden, answered] = await seedQueue(page, app.origin, 2);
  if (!hidden || !answered) throw new Error('Nothing was seeded.');
  const hiddenText = await postHidden(page, app.origin, hidden);
  await approve(page, app.origin, answered.comment.id);
  await post(page, app.origin, answered.comment.id);
  const thread = (await app.sandbox.comments()).find(
    ({ text }) => text === answered.comment.content,
  );
  const replies = `${app.sandbox.origin}/sandbox/comments/${thread?.id}/replies`;
  await page.request.post(replies, {
    data: {
      count: 1,
      by: 'stranger',
      afterSeconds: 60,
      text: 'How long did the drain take?',
    },
  });

  await page.goto(`${app.origin}/history?comment=${hidden.comment.id}`);
  app.advance(11 * minute);
  await row(page, hidden).getByRole('button', { name: 'Check Now' }).click();
  await expect(row(page, hidden).getByText(/checks a second time/)).toBeVisible();
  await expect(row(page, hidden).getByText('Only you see it')).toHaveCount(0);
  // The second check runs by itself, within a minute.
  app.hurry(20);
  app.advance(30 * minute);
  // A check that is already scheduled for this minute still takes its time.
  await expect(row(page, hidden).getByText('Only you see it').first()).toBeVisible({
    timeout: 90_000,
  });
  const history = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Comment History/ });
  await expect(history).toContainText('1');
  await expectNoFindingsInBothThemes(page, 'a hidden comment');

  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText(/1 new reply/)).toBeVisible();
  await page.goto(`${app.origin}/history?tab=replies`);
  await page.getByRole('list', { name: 'Replies' }).getByRole('button').first().click();
  const reply = page.getByRole('article');
  await expect(reply.getByText('How long did the drain take?').first()).toBeVisible();
  await reply.getByRole('button', { name: 'Draft Answer' }).click();
  await expect(reply.getByRole('button', { name: 'Redraft' })).toBeVisible();
  await expectNoFindingsInAnyLook(page, 'a drafted answer');
  await reply.getByRole('textbox').fill(answer);
  await postNow(reply);
  await expectToast(page, 'Comment Posted to YouTube!');
  expect((await app.sandbox.comments()).map(({ text }) => text)).toContain(answer);

  await page.goto(`${app.origin}/history?comment=${hidden.comment.id}`);
  await row(page, hidden).getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw Comment' });
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expectNoFindingsInBothThemes(page, 'withdrawing');
  await dialog.getByRole('button', { name: 'Withdraw as Ada Example' }).click();
  await expect(row(page, hidden).getByText('Withdrawn').first()).toBeVisible();
  expect(
    (await app.sandbox.comments()).find(({ text }) => text === hiddenText)?.state,
  ).toBe('deleted');
});
