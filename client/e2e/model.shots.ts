import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '../../server/core/clock.ts';
import { type PlayedKind, playedKinds, playModelServer } from '../../server/sandbox/model-servers.ts';
import { expect, test } from './app.ts';
import { openSignedIn, search } from './steps.ts';

const folder = join(import.meta.dirname, 'screenshots');
const settingsKind: Partial<Record<PlayedKind, string>> = { ollama: 'ollama', 'lm-studio': 'lm_studio' };
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const;

const play = (kind: PlayedKind) =>
  playModelServer({
    kind,
    clock: systemClock,
    window: 6000,
    possibleWindow: 40_960,
    thinks: kind !== 'openai',
    obeysSwitch: kind !== 'vllm',
    loadMs: 4000,
    firstTokenMs: 4000,
    tokensPerSecond: 15,
  });

async function fillModel(page: Page, kind: PlayedKind, baseUrl: string): Promise<void> {
  await page.getByRole('button', { name: /Connect Yours|Change Model/ }).click();
  await page.getByLabel('Server', { exact: true }).selectOption(settingsKind[kind] ?? 'other');
  await page.getByLabel('Address').fill(baseUrl);
  await page.getByLabel('Model', { exact: true }).fill(kind === 'ollama' ? 'qwen3:8b' : 'qwen3-8b');
}

/** What Settings tell of each server after one press, and what a draft shows that is waited for. */
for (const { theme, width } of looks) {
  for (const kind of playedKinds) {
    test(`${kind} in Settings, ${theme}, ${width} px`, async ({ page, app }) => {
      test.setTimeout(180_000);
      const server = await play(kind);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await openSignedIn(page, app.origin, '/settings?tab=general');
      await fillModel(page, kind, server.baseUrl);
      if (kind === 'ollama') await page.getByText('Window and thinking').click();
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await expect(page.getByText(/It is not kept\./)).toBeVisible({ timeout: 120_000 });
      await page.getByText(/It is not kept\./).scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(folder, `model-${kind}-${theme}-${width}.png`) });
      await page.getByText('Words a second').scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(folder, `model-${kind}-figures-${theme}-${width}.png`) });
      await server.close();
    });
  }

  test(`a draft that is waited for, ${theme}, ${width} px`, async ({ page, app }) => {
    test.setTimeout(180_000);
    const server = await play('ollama');
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, app.origin, '/settings?tab=general');
    await fillModel(page, 'ollama', server.baseUrl);
    await page.getByRole('button', { name: 'Save Model' }).click();
    await expect(page.getByText('qwen3:8b at Ollama writes your drafts.')).toBeVisible();
    await page.goto(`${app.origin}/discover`);
    await search(page, 'kubernetes');
    await page.getByRole('button', { name: 'Generate Comment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
    for (const [name, words] of [
      ['loading', 'Loading the model…'],
      ['reading', /^Reading [\d,]+ tokens…$/],
    ] as const) {
      await expect(dialog.getByText(words)).toBeVisible({ timeout: 30_000 });
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(folder, `model-waiting-${name}-${theme}-${width}.png`) });
    }
    await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible({ timeout: 120_000 });
    await page.screenshot({ path: join(folder, `model-drafted-${theme}-${width}.png`) });
    await server.close();
  });
}
