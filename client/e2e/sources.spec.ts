import type { Locator, Page } from '@playwright/test';
import { videoTime } from '#shared/rules/format.ts';
import { expect, type SandboxControl, test } from './app.ts';
import { expectToast, openSignedIn, search } from './steps.ts';

const STUCK =
  'A rollout that just sat there for 52 minutes until Odile scaled down an unrelated batch job should page somebody.';
const INVENTED = 'Tracking parcels for about 4,700 carriers in Europe leaves no room for that.';
const KNOWN = 'The scheduler never moves a pod that already runs.';
const ASKED = 'What did you do about the sheet of paper on the monitor?';
const WITH_GAP = 'We page after ‹your figure› without progress.';

interface Claim {
  sentence: string;
  kind: string;
  quote: string;
}
const fromTalk = (sentence: string, quote: string): Claim => ({ sentence, kind: 'transcript', quote });
const stuck = fromTalk(
  STUCK,
  'It just sat there, for 52 minutes, until Odile scaled down a completely unrelated batch job in zone C',
);
const asked = fromTalk(ASKED, "there's a sheet of paper taped to it");
const known: Claim = { sentence: KNOWN, kind: 'own_knowledge', quote: '' };
const invented = fromTalk(INVENTED, 'we do parcel tracking for about forty carriers in Europe');
const gap: Claim = { sentence: WITH_GAP, kind: 'own_knowledge', quote: '' };

/** What the model answers from now on. */
async function script({ fault, clearFaults }: SandboxControl, ...sources: Claim[]): Promise<void> {
  const answer = {
    comment: sources.map(({ sentence }) => sentence).join(' '),
    sources,
    nothingToAdd: '',
    // The same answer for the reader.
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

/** What of the talk the drafts quote, by the number of its line. */
const said: Record<number, string> = {
  5: 'we do parcel tracking for about forty carriers in Europe',
  18: 'It just sat there, for 52 minutes, until Odile scaled down a completely unrelated batch job in zone C',
  60: "and on the monitor there's a sheet of paper taped to it",
};

/** A talk of some 2,000 words, as YouTube's panel is copied. */
const panel = (): string =>
  Array.from({ length: 200 }, (_, line) => {
    const text = said[line] ?? `so this is what we saw in week number ${line} of it`;
    return `${videoTime(line * 5 + 5)}\n${text}`;
  }).join('\n');

async function openGenerate(page: Page, origin: string): Promise<Locator> {
  await openSignedIn(page, origin, '/discover');
  await search(page, 'kubernetes');
  await page.getByRole('button', { name: 'Generate Comment' }).and(page.locator(':enabled')).first().click();
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
  return dialog;
}

const draftOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Generated comment' });
const notesOf = (within: Locator) => within.getByRole('list', { name: 'Sources' }).getByRole('listitem');
const marked = (within: Locator, sentence: string) =>
  within.locator('[data-mark]').filter({ hasText: sentence });

async function draftAgain(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Draft again' }).click();
  await expect(dialog.getByRole('button', { name: 'Draft again' })).toBeHidden();
}

test('each sentence shows its source; what is invented is marked and struck; a steered version is taken back (rules 8.9 to 8.14)', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openGenerate(page, app.origin);
  const draft = draftOf(dialog);
  await page.evaluate((text) => navigator.clipboard.writeText(text), panel());
  await dialog.getByRole('button', { name: 'Paste transcript' }).click();
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
  await expect(dialog.getByText(/^“.*for 52 minutes, until Odile scaled down.*”$/).last()).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Open at 1:3\d$/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]+&t=9\ds$/,
  );

  const note = notes.filter({ hasText: INVENTED });
  await expect(note).toContainText('“4,700” is in nothing you gave');
  await expect(marked(dialog, INVENTED)).toHaveCSS('text-decoration-line', 'underline');
  await expect(marked(dialog, STUCK)).not.toHaveCSS('text-decoration-line', 'underline');
  await note.getByRole('button', { name: 'Remove' }).click();
  await expect(draft).toHaveValue([STUCK, KNOWN, ASKED].join(' '));
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(draft).toHaveValue([STUCK, INVENTED, KNOWN, ASKED].join(' '));
  await note.getByRole('button', { name: 'Remove' }).click();

  const own = notes.filter({ hasText: KNOWN });
  await expect(own).toContainText('own knowledge: check this');
  await own.getByRole('button', { name: 'I know this' }).click();
  await expect(own).toContainText('Confirmed by you');

  const before = [STUCK, KNOWN, ASKED].join(' ');
  const shorter = [STUCK, ASKED].join(' ');
  const changed = dialog.getByRole('region', { name: 'What changed' });
  await script(app.sandbox, stuck, asked);
  await dialog.getByRole('button', { name: 'Shorter', exact: true }).click();
  await expect(changed.getByRole('deletion')).toHaveText([`${KNOWN} `]);
  await expect(draft).toHaveValue(shorter);
  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect(draft).toHaveValue(before);
  await expect(own).toContainText('Confirmed by you');
  await dialog.getByRole('button', { name: 'Shorter', exact: true }).click();
  await expect(changed).toBeVisible();
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

test('a gap keeps a comment from being approved until it is filled with one key or struck with another', async ({
  page,
  app,
}) => {
  await script(app.sandbox, { ...stuck, sentence: 'It took me a while to see why.' }, gap, {
    ...gap,
    sentence: 'It saved us ‹your time›.',
  });
  const dialog = await openGenerate(page, app.origin);
  await expect(dialog.getByText('2 gaps to fill before you post')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve & Schedule 2 gaps open' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');

  await page.getByRole('link', { name: /Review Queue/ }).click();
  const article = page.getByRole('article');
  const comment = article.getByRole('textbox', { name: 'Comment' });
  await expect(comment).toHaveValue(/‹your figure›/);
  await page.keyboard.press('a');
  await expect(article.getByRole('alert')).toHaveText(/Fill in ‹your figure› first/);
  await page.keyboard.press('F2');
  await page.keyboard.type('ten minutes');
  await page.keyboard.press('F2');
  await page.keyboard.press('Alt+Backspace');
  await expect(comment).toHaveValue(
    'It took me a while to see why. We page after ten minutes without progress.',
  );
  await page.keyboard.press('Escape');
  await expect(article.getByRole('button', { name: 'Approve', exact: true })).not.toHaveAttribute(
    'aria-disabled',
  );
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
});

test('a draft that had only the title to go by says that nothing could be checked', async ({ page, app }) => {
  const dialog = await openGenerate(page, app.origin);
  for (const part of ['description', 'chapters', 'top comments'])
    await dialog.getByRole('switch', { name: `Use ${part}` }).setChecked(false);
  await draftAgain(dialog);
  // The open analysis says it too.
  await expect(dialog.getByText('Cannot check: there was only the title to go by.').first()).toBeVisible();
  await expect(dialog.getByText('is in nothing you gave')).toHaveCount(0);
});
