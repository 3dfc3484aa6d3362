import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { transcriptLimit } from '#shared/contracts/material.ts';
import { videoTime } from '#shared/rules/video-time.ts';
import { systemClock } from '../core/clock.ts';
import { parseTranscript } from '../features/drafting/material/transcript.rules.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { createBrowser } from '../testing/browser.ts';
import { type AppHome, appHomes } from './app-homes.ts';
import { onNewPage, openChromium, type Site } from './chromium.ts';
import { compare, median } from './compare.ts';
import type { BenchEnvironment } from './environment.ts';
import { type Finding, milliseconds, noMoreThan } from './finding.ts';
import { watchLongTasks } from './long-tasks.ts';
import { appCommand, startServer } from './processes.ts';

const SHORT = 2_000;
const ROUNDS = 7;
const LONGEST_MS = 50;
const WORDS_A_LINE = 10;
const SECONDS_A_LINE = 4;
const spoken = join(import.meta.dirname, '../eval/grounded/tuning');
const query = 'kubernetes';

/** As YouTube's panel is copied: a time, then what is said. */
function transcriptOf(characters: number): string {
  const words = readdirSync(spoken)
    .filter((name) => name.includes('.transcript.'))
    .flatMap((name) => parseTranscript(readFileSync(join(spoken, name), 'utf8')).lines)
    .flatMap(({ text }) => text.split(' '));
  let text = '';
  for (let line = 0; text.length < characters; line += 1) {
    const at = (line * WORDS_A_LINE) % words.length;
    const said = words.slice(at, at + WORDS_A_LINE).join(' ');
    text += `${videoTime(line * SECONDS_A_LINE)}\n${said}\n`;
  }
  return text.slice(0, characters);
}

/** How long /healthz took at most while the work was done. */
async function longestWait(origin: string, work: () => Promise<void>): Promise<number> {
  const worker = new Worker(new URL('./ping.ts', import.meta.url), { workerData: `${origin}/healthz` });
  await once(worker, 'message');
  await work();
  const longest = once(worker, 'message');
  worker.postMessage('end');
  return Number((await longest)[0]);
}

/** The longest task of the page while a transcript is pasted into the dialog. */
async function longestTaskOfPaste(site: Site, text: string): Promise<number> {
  const browser = await openChromium();
  try {
    return await onNewPage(browser, site, async (page) => {
      const longestTask = await watchLongTasks(page);
      await page.addInitScript(() => localStorage.setItem('chime-in.setup', 'closed'));
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${site.origin}/discover`);
      await page.getByRole('searchbox').fill(query);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Generate Comment' }).last().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Generate Again' }).waitFor();
      await page.evaluate((words) => navigator.clipboard.writeText(words), text);
      const pasted = dialog.getByRole('region', { name: 'Transcript', exact: true });
      const longest: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await dialog.getByRole('textbox', { name: 'Your notes' }).focus();
        await page.waitForTimeout(200);
        await longestTask();
        await page.keyboard.press('ControlOrMeta+v');
        await pasted.waitFor();
        await page.waitForTimeout(200);
        longest.push(await longestTask());
        await pasted.getByRole('button', { name: 'Remove' }).click();
      }
      return median(longest);
    });
  } finally {
    await browser.close();
  }
}

async function measure(site: Site, videoIds: number[], { name, hasTarget }: AppHome): Promise<Finding[]> {
  const owner = createBrowser(site.origin);
  owner.useCookie(site.cookie);
  const draftWith = (text: string) =>
    longestWait(site.origin, async () => {
      const body = { videoId: videoIds.shift(), style: 'insightful', transcript: text };
      const answer = await owner.post('/api/comments/generate', body);
      if (answer.status !== 201)
        throw new Error(`The draft was answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    });
  const [long, short] = [transcriptOf(transcriptLimit), transcriptOf(SHORT)];
  // The first draft of a process loads and compiles what it needs, with any transcript.
  await draftWith(short);
  await draftWith(long);
  const { ours, theirs } = await compare(
    () => draftWith(long),
    () => draftWith(short),
    ROUNDS,
  );
  const pasting = await longestTaskOfPaste(site, long);
  const target = hasTarget ? noMoreThan(LONGEST_MS) : null;
  return [
    {
      what: `transcript of ${transcriptLimit} characters: longest wait for /healthz, ms, ${name}`,
      ours: milliseconds(ours),
      against: `${milliseconds(theirs)} (of ${SHORT} characters)`,
      value: ours,
      target,
    },
    {
      what: `the same, pasted into the page: longest task, ms, ${name}`,
      ours: milliseconds(pasting),
      against: `${LONGEST_MS} ms`,
      value: pasting,
      target,
    },
  ];
}

/** The sandbox runs beside the app, as Google does: its own work must not hold the app up. */
export async function transcript(environment: BenchEnvironment): Promise<Finding[]> {
  const speed = { tokensPerSecond: 1_000_000 };
  const sandbox = await startSandbox({ dataDir: null, port: 0, clock: systemClock, ...speed });
  const findings: Finding[] = [];
  try {
    for (const home of await appHomes(environment, 'transcript')) {
      const app = await startServer(appCommand, {
        ...home.env,
        GOOGLE_BASE_URL: sandbox.googleOrigin,
        OPENAI_BASE_URL: sandbox.modelBaseUrl,
      });
      try {
        const owner = createBrowser(app.origin);
        await owner.signIn();
        const found = await (await owner.get(`/api/videos/search?q=${query}&maxResults=50`)).json();
        const videoIds = found.videos
          .filter(({ commentsOff }: { commentsOff: boolean }) => !commentsOff)
          .map(({ id }: { id: number }) => id);
        const site = { origin: app.origin, cookie: owner.cookie() ?? '' };
        findings.push(...(await measure(site, videoIds, home)));
      } finally {
        await app.stop();
      }
    }
    return findings;
  } finally {
    await sandbox.close();
  }
}
