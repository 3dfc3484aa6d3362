import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startTestApp } from '../testing/app.ts';
import { takeoutFile } from '../testing/takeout-file.ts';
import { type Finding, milliseconds } from './finding.ts';
import type { BenchDatabase, World } from './world.ts';

const ROWS = 5_000;

/** Milliseconds of the longest stretch of our own CPU time in which nobody else had a turn. */
function longestTurn(): () => number {
  let longest = 0;
  let last = process.threadCpuUsage();
  const tick = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 1);
  return () => {
    clearInterval(tick);
    return longest;
  };
}

/** How long others wait while a Takeout file is read and its style profile computed. */
async function measure({ name, database }: BenchDatabase): Promise<Finding[]> {
  const app = await startTestApp({ database });
  try {
    const owner = await app.signedIn();
    const profile = await owner.post('/api/voice-profiles', { name: 'Ada' });
    const { id } = (await profile.json()) as { id: number };
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const endTurns = longestTurn();
    delay.enable();
    await owner.send(`/api/voice-profiles/${id}/own-comments`, {
      method: 'POST',
      body: takeoutFile(ROWS),
      headers: { 'Content-Type': 'text/csv' },
    });
    await owner.get(`/api/voice-profiles/${id}/style-profile`);
    delay.disable();
    const longest = endTurns();
    return [
      {
        what: `Takeout of ${ROWS} rows and its style profile: longest turn, ms of CPU, ${name}`,
        ours: milliseconds(longest),
        against: `${milliseconds(delay.max / 1e6)} (by the wall clock)`,
        value: longest,
        target: null,
      },
    ];
  } finally {
    await app.close();
  }
}

export const takeoutImport = (world: World): Promise<Finding[]> => world.onEach(measure);
