import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../postgres-binaries.ts';
import { startPostgres } from '../postgres-cluster.ts';
import { fullDisk } from './full-disk.ts';
import { lostLock } from './lost-lock.ts';
import { readOptions } from './options.ts';
import { race } from './race.ts';
import { type Outcome, report } from './report.ts';
import { torture } from './run.ts';
import { scenes } from './scenes.ts';
import { playScene } from './systemic.ts';
import { tortureThreads } from './threads.ts';
import type { Verdict } from './verdict.ts';

/** npm run torture; the options are in options.ts. Uses loopback only. */
const {
  rounds,
  threadRounds,
  lostLock: lostLockComments,
  races,
  scenes: scenesWanted,
  smallDisk,
  databases,
  seed,
  minutes,
} = readOptions(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);
const outcomes: Outcome[] = [];
const diskComments = 40;

async function attack(
  name: string,
  kills: number,
  run: (dataDir: string) => Promise<Verdict>,
): Promise<void> {
  say(`… ${name}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'chime-in-torture-'));
  const began = Date.now();
  try {
    const verdict = await run(dataDir);
    outcomes.push({ attack: name, kills, verdict, seconds: Math.round((Date.now() - began) / 1000) });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const kill = (databaseUrl: string | null) => (dataDir: string) =>
  torture({ rounds, dataDir, databaseUrl, random: seededRandom(seed) });

const killInThreads = (databaseUrl: string | null) => (dataDir: string) =>
  tortureThreads({ rounds: threadRounds, dataDir, databaseUrl, random: seededRandom(seed) });

async function onPostgres(
  attackIt: (url: string, urlOf: (database: string) => string) => Promise<void>,
): Promise<void> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed; choose --database embedded.');
  const cluster = await startPostgres(programs);
  await attackIt(cluster.url('postgres'), cluster.url).finally(() => cluster.stop());
}

/** Returns numbers in [0, 1) that are the same for the same seed (mulberry32). */
function seededRandom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

setTimeout(() => {
  say(`Gave up after ${minutes} minutes.\n${report(outcomes)}`);
  process.exit(1);
}, minutes * 60_000).unref();

say(`torture with seed ${seed}`);
if (databases.embedded && rounds > 0) await attack('kills, embedded', rounds, kill(null));
if (databases.postgres && rounds > 0)
  await onPostgres((url) => attack('kills, PostgreSQL', rounds, kill(url)));
if (databases.embedded && threadRounds > 0)
  await attack('kills in threads, embedded', threadRounds, killInThreads(null));
if (databases.postgres && threadRounds > 0)
  await onPostgres((url) => attack('kills in threads, PostgreSQL', threadRounds, killInThreads(url)));
if (databases.postgres && lostLockComments > 0)
  await onPostgres((databaseUrl) =>
    attack(`lost lock, ${lostLockComments} comments`, 2, (dataDir) =>
      lostLock({ comments: lostLockComments, dataDir, databaseUrl }),
    ),
  );
if (databases.postgres && races > 0)
  await onPostgres((databaseUrl) =>
    attack(`races, ${races} comments`, 0, (dataDir) =>
      race({ comments: races, dataDir, databaseUrl, random: seededRandom(seed) }),
    ),
  );
/** Plays all scenes at once, since a scene mostly waits for its loop. */
async function systemic(on: string, databaseOf: (scene: string) => Promise<string | null>): Promise<void> {
  await Promise.all(
    Object.entries(scenes)
      .slice(0, scenesWanted)
      .map(([name, scene]) =>
        attack(`systemic, ${on}: ${name}`, 0, async (dataDir) =>
          playScene(scene, dataDir, await databaseOf(name)),
        ),
      ),
  );
}

const databasesOn = (url: (database: string) => string) => async (scene: string) => {
  const name = scene.replaceAll(/\W/g, '_');
  const client = new pg.Client(url('postgres'));
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  return url(name);
};

if (scenesWanted > 0 && databases.embedded) await systemic('embedded', async () => null);
if (scenesWanted > 0 && databases.postgres)
  await onPostgres((_, urlOf) => systemic('PostgreSQL', databasesOn(urlOf)));
if (databases.embedded && smallDisk !== null)
  await attack(`full disk, ${diskComments} comments`, 1, () =>
    fullDisk({ comments: diskComments, smallDisk }),
  );

const failed = outcomes.filter(({ verdict }) => verdict.violations.length > 0).length;
say(report(outcomes));
say(`torture: ${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
