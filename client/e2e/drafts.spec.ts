import type { Locator, Page } from '@playwright/test';
import { videoTime } from '#shared/rules/format.ts';
import { expect, type SandboxControl, test } from './app.ts';
import { expectNoFindingsInBothThemes, expectNothingJumped } from './looks.ts';
import { approve, post, seedQueue, seedReplies } from './seed.ts';
import {
  expectToast,
  free,
  generateFirst,
  openSignedIn,
  search,
  settled,
  startSession,
} from './steps.ts';

const STUCK =
  'A rollout that just sat there for 52 minutes until Odile scaled down an unrelated batch job should page somebody.';
const INVENTED =
  'Tracking parcels for about 4,700 carriers in Europe leaves no room for that.';
const KNOWN = 'The scheduler never moves a pod that already runs.';
const ASKED = 'What did you do about the sheet of paper on the monitor?';

interface Claim {
  sentence: string;
  kind: string;
  quote: string;
}
const fromTalk = (sentence: string, quote: string): Claim => ({
  sentence,
  kind: 'transcript',
  quote,
});
const stuck = fromTalk(
  STUCK,
  'It just sat there, for 52 minutes, until Odile scaled down a completely unrelated batch job in zone C',
);
const asked = fromTalk(ASKED, "there's a sheet of paper taped to it");
const known: Claim = { sentence: KNOWN, kind: 'own_knowledge', quote: '' };
const invented = fromTalk(
  INVENTED,
  'we do parcel tracking for about forty carriers in Europe',
);

/** Makes the model give this answer to every request from now on. */
async function script(
  { fault, clearFaults }: SandboxControl,
  ...sources: Claim[]
): Promise<void> {
  const answer = {
    comment: sources.map(({ sentence }) => sentence).join(' '),
    sources,
    nothingToAdd: '',
    // The same answer also has to serve for the second reading.
    wrong: [],
    alreadySaid: { author: '', words: '' },
    for: sources[0]?.sentence ?? '',
    against: '',
    signs: 84,
    engagementPotential: 'A question that can be answered.',
    technicalAccuracy: 'Fine.',
    tone: 'plain',
  };
  await clearFaults();
  await fault({
    match: { method: 'POST', path: '/v1/chat/completions' },
    times: 0,
    fault: { kind: 'model', behaviour: 'text', text: JSON.stringify(answer) },
  });
}

/** The lines of the talk that the drafts quote, by line number. */
const said: Record<number, string> = {
  5: 'we do parcel tracking for about forty carriers in Europe',
  18: 'It just sat there, for 52 minutes, until Odile scaled down a completely unrelated batch job in zone C',
  60: "and on the monitor there's a sheet of paper taped to it",
};

/**
 * Returns a talk of about 2,000 words, in the format that one copies from YouTube's
 * transcript panel.
 */
const panel = (): string =>
  Array.from({ length: 200 }, (_, line) => {
    const text = said[line] ?? `so this is what we saw in week number ${line} of it`;
    return `${videoTime(line * 5 + 5)}\n${text}`;
  }).join('\n');

async function openGenerate(page: Page, origin: string): Promise<Locator> {
  await openSignedIn(page, origin, '/discover');
  await search(page, 'kubernetes');
  return generateFirst(page);
}

const draftOf = (dialog: Locator) =>
  dialog.getByRole('textbox', { name: 'Generated comment' });
const notesOf = (within: Locator) =>
  within.getByRole('list', { name: 'Sources' }).getByRole('listitem');
const marked = (within: Locator, sentence: string) =>
  within.locator('[data-mark]').filter({ hasText: sentence });

async function draftAgain(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Draft again' }).click();
  await expect(dialog.getByRole('button', { name: 'Draft again' })).toBeHidden();
}

test('sentences show their sources, an invented one is marked and removed, a draft is steered (rules 8.9 to 8.14)', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openGenerate(page, app.origin);
  const draft = draftOf(dialog);
  await page.evaluate((text) => navigator.clipboard.writeText(text), panel());
  await dialog.getByRole('textbox', { name: 'Your notes' }).press('ControlOrMeta+V');
  await expect(dialog.getByText(/^Transcript [12],\d{3} words$/)).toBeVisible();
  await expect(dialog.getByText('The draft knows all of it')).toBeVisible();
  await dialog
    .getByRole('textbox', { name: /^What do you want to say/ })
    .fill('a stalled rollout should page somebody');
  await script(app.sandbox, stuck, invented, known, asked);
  await draftAgain(dialog);
  await expect(draft).toHaveValue([STUCK, INVENTED, KNOWN, ASKED].join(' '));

  const notes = notesOf(dialog);
  await expect(notes.first()).toContainText('Transcript 1:3');
  await marked(dialog, STUCK).first().hover({ force: true });
  await expect(notes.first()).toHaveAttribute('data-lit', 'true');
  await expect(
    dialog.getByText(/^“.*for 52 minutes, until Odile scaled down.*”$/).last(),
  ).toBeVisible();
  await expect(
    dialog.getByRole('link', { name: /^Open at 1:3\d$/ }).first(),
  ).toHaveAttribute(
    'href',
    new RegExp(String.raw`^${app.sandbox.origin}/watch\?v=[\w-]+&t=9\ds$`),
  );

  const note = notes.filter({ hasText: INVENTED });
  await expect(note).toContainText('“4,700” not found in your material');
  await expect(marked(dialog, INVENTED)).toHaveCSS('text-decoration-line', 'underline');
  await expect(marked(dialog, STUCK)).not.toHaveCSS('text-decoration-line', 'underline');
  await note.getByRole('button', { name: 'Remove' }).click();
  await notes
    .filter({ hasText: KNOWN })
    .getByRole('button', { name: 'I know this' })
    .click();
  await expect(draft).toHaveValue([STUCK, KNOWN, ASKED].join(' '));

  const shorter = [STUCK, ASKED].join(' ');
  await script(app.sandbox, stuck, asked);
  await dialog.getByRole('button', { name: 'Shorter', exact: true }).click();
  const changed = dialog.getByRole('region', { name: 'What changed' });
  await expect(changed.getByRole('deletion')).toHaveText([`${KNOWN} `]);
  await expect(draft).toHaveValue(shorter);
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');

  await page.getByRole('link', { name: /Review Queue/ }).click();
  const article = page.getByRole('article');
  await expect(article.getByRole('textbox', { name: 'Comment' })).toHaveValue(shorter);
  await expect(notesOf(article).first()).toContainText('Transcript');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Comment Approved');
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Generate Comment' });

/** Counts real input: pressed keys, and clicks or taps anywhere. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number };
    counter.presses = 0;
    for (const name of ['pointerdown', 'keydown'])
      window.addEventListener(name, () => (counter.presses += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

test('a comment on a found video is scheduled with two presses, or posted with three (rules 2.11, 7.13)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const presses = await countPresses(page);
  await free(page).first().click();
  const schedule = dialog(page).getByRole('button', { name: /^Approve & Schedule/ });
  await expect(schedule).toBeEnabled();
  const text = await dialog(page)
    .getByRole('textbox', { name: 'Generated comment' })
    .inputValue();
  const at = await schedule.locator('time').getAttribute('datetime');
  await schedule.click();
  await expectToast(
    page,
    'Comment Scheduled',
    /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
  );
  expect(await presses()).toBe(2);
  await expect(dialog(page)).toBeHidden();
  const queue = await (
    await page.request.get(`${app.origin}/api/queue?scheduled=true`)
  ).json();
  expect(queue).toEqual([
    expect.objectContaining({
      scheduledFor: at,
      autoPost: true,
      comment: expect.objectContaining({ content: text, status: 'approved' }),
    }),
  ]);
  expect(await app.sandbox.comments()).toEqual([]);

  await free(page).first().click();
  const postNow = dialog(page).getByRole('button', { name: 'Post Now' });
  await expect(postNow).toBeEnabled();
  const second = await dialog(page)
    .getByRole('textbox', { name: 'Generated comment' })
    .inputValue();
  await postNow.click();
  expect(await app.sandbox.comments()).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: /^Post as / })
    .click();
  await expectToast(page, 'Comment Posted to YouTube!');
  expect(await presses()).toBe(2 + 3);
  expect((await app.sandbox.comments()).map((comment) => comment.text)).toEqual([second]);
});

test('a reply is answered and scheduled with three presses (rule 13.22)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await post(page, app.origin, item.comment.id);
  await seedReplies(page, app, 5);
  await page.goto(`${app.origin}/history?tab=replies`);
  const reply = page.getByRole('article');
  await settled(page);
  await expectNothingJumped(page, 'a thread of six');
  const presses = await countPresses(page);
  await page.keyboard.press('g');
  await expect(reply.getByRole('button', { name: 'Redraft' })).toBeEnabled();
  const text = await reply.getByRole('textbox').inputValue();
  // For a moment after the content changes, the page ignores key presses meant for the
  // previous content.
  await expect(page.getByRole('button', { name: 'Schedule', exact: true })).toBeEnabled();
  await page.keyboard.press('s');
  await expect(page.getByText('Will be posted on')).toBeVisible();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Comment Scheduled');
  expect(await presses()).toBe(3);
  const queue = await (
    await page.request.get(`${app.origin}/api/queue?scheduled=true`)
  ).json();
  expect(queue).toMatchObject([
    { autoPost: true, comment: { content: text, status: 'approved' } },
  ]);
  await expect(reply.getByRole('textbox')).toHaveValue('');
  await expect(reply).toBeFocused();
});

test('bulk drafting goes on after its dialog closes and after a reload, and can be stopped (rules 2.12, 8.5)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await page.getByRole('checkbox', { name: 'Select All' }).click();
  const match = { method: 'POST', path: '/v1/chat/completions' };
  await app.sandbox.fault({ match, times: 0, fault: { kind: 'delay', ms: 1_500 } });
  await page.getByRole('button', { name: /^Generate \d+ Comments$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Generate \d+/ })
    .click();
  const line = page.getByRole('region', { name: 'Bulk drafting' });
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Stop' }),
  ).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'bulk progress');
  await page.keyboard.press('Escape');
  await expect(line).toContainText(/[1-9]\d* of \d+ drafted/);
  await expect(
    page.getByRole('button', { name: /^Generate \d+ Comments$/ }),
  ).toBeHidden();
  await page.reload();
  await expect(line).toContainText(/[1-9]\d* of \d+ drafted/);
  await line.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await line.getByRole('button', { name: 'Stop' }).click();
  await expect(line).toContainText(/You stopped it: \d+ videos got no draft\./);
  await page.goBack();
  await expect(
    page.getByRole('button', { name: /^Generate \d+ Comments?$/ }),
  ).toBeVisible();
});

test('opening an address, reloading, Back and Forward change nothing and spend no search', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await generateFirst(page);
  const opened = new URL(page.url());
  expect(opened.searchParams.get('generate')).toMatch(/^\d+$/);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  expect(new URL(page.url()).searchParams.has('generate')).toBe(false);
  await expect(page.getByText('videos for "kubernetes"')).toBeVisible();

  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      changes.push(`${request.method()} ${pathname}`);
  });
  const searches = async () => {
    const { buckets } = await (await page.request.get(`${app.origin}/api/quota`)).json();
    return (buckets as { bucket: string; used: number }[]).find(
      ({ bucket }) => bucket === 'search',
    )?.used;
  };
  const spent = await searches();
  // "Back" had left the draft; its address shows it again without drafting another one.
  await page.goForward();
  await expect(
    page.getByRole('dialog').getByRole('textbox', { name: 'Comment' }),
  ).not.toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  // The address of a video without a comment drafts nothing until a button is pressed.
  await page.goto(`${app.origin}/`);
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  for (const id of [1, 2]) {
    await page.goto(`${app.origin}/discover?generate=${id}`);
    await expect(page.getByText('Connected to YouTube')).toBeVisible();
    await settled(page);
  }
  expect(changes).toEqual([]);
  expect(await searches()).toBe(spent);
});
