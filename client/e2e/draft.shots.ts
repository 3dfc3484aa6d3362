import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { openSignedIn, search } from './steps.ts';

const folder = join(import.meta.dirname, 'screenshots');
const looks = (['light', 'dark'] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })));

const sentences = [
  [
    'A budget with minAvailable 70% hurts at the worst moment, because the drain that hangs is usually the one of an upgrade.',
    'description',
    'A PodDisruptionBudget with minAvailable 100% looks safe',
  ],
  [
    'Requests equal to limits only move the problem to whoever sets the number.',
    'description',
    'Setting memory requests equal to limits made our evictions predictable',
  ],
  ['Kubelet reserves memory on each node as well.', 'own_knowledge', ''],
  ['We lost two nodes to this.', 'none', ''],
  ['How do you find the first value for a service that has never seen real load?', 'none', ''],
].map(([sentence, kind, quote]) => ({ sentence, kind, quote }));
const reading = {
  wrong: [
    {
      sentence: sentences[0]?.sentence,
      passage:
        'A PodDisruptionBudget with minAvailable 100% looks safe until the first node drain hangs for an hour',
    },
    { sentence: sentences[3]?.sentence, passage: '' },
  ],
  alreadySaid: { author: '', words: '' },
  for: 'only move the problem to whoever sets the number',
  against: 'hurts at the worst moment',
  signs: 58,
  engagementPotential: 'Likely: it asks what the author can answer.',
  technicalAccuracy: 'One figure is not in what was given.',
  tone: 'Dry',
};

async function openDraft(page: Page, title: string) {
  await page
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button', { name: title, exact: true }).or(page.getByText(title, { exact: true })),
    })
    .first()
    .getByRole('button', { name: 'Generate Comment' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  await expect(
    dialog
      .getByRole('button', { name: 'Generate Again' })
      .or(dialog.getByText('Nothing to add here'))
      .first(),
  ).toBeVisible();
  return dialog;
}

/** The dialog with a draft that its reader found something in, other takes, a transcript, and nothing to add. */
for (const { theme, width } of looks) {
  test(`a draft, ${theme}, ${width} px`, async ({ page, app, context }) => {
    test.setTimeout(180_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
    await openSignedIn(page, app.origin, '/discover');
    await page.request.post(`${app.origin}/api/voice-profiles`, {
      data: { name: 'Platform engineer', expertiseAreas: ['Kubernetes'] },
    });
    const { baseUrl } = await (await page.request.get(`${app.origin}/api/model-settings`)).json();
    // Small enough for a talk to go in only in part.
    await page.request.put(`${app.origin}/api/model-settings`, {
      data: { kind: 'other', baseUrl, model: 'gpt-6-luna', contextWindow: 24_000 },
    });
    await search(page, 'kubernetes');
    await app.sandbox.fault({
      match: { method: 'POST', path: '/v1/chat/completions' },
      times: 2,
      fault: {
        kind: 'model',
        behaviour: 'text',
        text: JSON.stringify({
          comment: sentences.map(({ sentence }) => sentence).join(' '),
          sources: sentences,
          nothingToAdd: '',
          ...reading,
        }),
      },
    });
    const dialog = await openDraft(
      page,
      'Zero-downtime deploys in Kubernetes: probes, preStop and PodDisruptionBudgets',
    );
    await expect(dialog.getByText('Speaks for it')).toBeVisible();
    await shoot('draft');
    if (width < 600) {
      await dialog.getByRole('list', { name: 'Sources' }).scrollIntoViewIfNeeded();
      await shoot('draft-sources');
      await dialog.getByText('Speaks for it').scrollIntoViewIfNeeded();
      await shoot('draft-analysis');
    }
    await dialog.getByRole('button', { name: 'Two other takes' }).click();
    await expect(dialog.getByText(/^3 drafts to choose from/)).toBeVisible({ timeout: 60_000 });
    await dialog.getByText(/^3 drafts to choose from/).scrollIntoViewIfNeeded();
    await shoot('draft-takes');
    const talk = Array.from(
      { length: 2600 },
      (_, at) =>
        `${Math.floor((at * 4) / 60)}:${String((at * 4) % 60).padStart(2, '0')}\nso this is what we saw in week number ${at} of the rollout`,
    ).join('\n');
    await page.evaluate((text) => navigator.clipboard.writeText(text), talk);
    await dialog.getByRole('button', { name: 'Paste transcript' }).click();
    await dialog.getByRole('button', { name: 'Choose other parts' }).click();
    await dialog.getByRole('list', { name: 'Parts of the transcript' }).scrollIntoViewIfNeeded();
    await shoot('draft-transcript');
    await page.keyboard.press('Escape');
    await search(page, 'k8s');
    await openDraft(page, 'k8s');
    await shoot('draft-nothing');
  });
}
