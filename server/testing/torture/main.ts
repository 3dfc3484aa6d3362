import { Console } from 'node:console';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unit } from '../../sandbox/random.ts';
import { findPostgres, startPostgres } from '../postgres.ts';
import { makeFolder } from '../start-app-process.ts';
import { killPosting, killThreads } from './kills.ts';
import { fullDisk, lostLock, query, race } from './outages.ts';
import { openStage, type Plan, type Stage } from './stage.ts';
import { playScene, scenes } from './systemic.ts';
import type { Verdict } from './verdict.ts';

/** npm run torture -- [--OPTION N]; 0 leaves an attack out. Uses loopback only. */
const { values: options } = parseArgs({
  options: {
    /** Number of kills on each database. */
    rounds: { type: 'string', default: '200' },
    /**
     * Number of kills on each database while answers are sent, and comments changed and
     * withdrawn.
     */
    'thread-rounds': { type: 'string', default: '100' },
    /**
     * Number of due comments on PostgreSQL while the connection that holds the app's lock
     * is cut twice.
     */
    'lost-lock': { type: 'string', default: '60' },
    /**
     * Number of comments on PostgreSQL that the loop and Post Now try to post at the same
     * time.
     */
    races: { type: 'string', default: '100' },
    /** Number of scenes on each database. */
    scenes: { type: 'string', default: String(Object.keys(scenes).length) },
    /** The folder of a file system of about 100 MB, which is filled up. */
    'small-disk': { type: 'string' },
    /** kills, threads, lost-lock, races, systemic or full-disk. */
    only: { type: 'string' },
    /** embedded or postgres. */
    database: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

const attacks = {
  kills: { option: 'rounds', play: killPosting, onEmbedded: true },
  threads: { option: 'thread-rounds', play: killThreads, onEmbedded: true },
  'lost-lock': { option: 'lost-lock', play: lostLock, onEmbedded: false },
  races: { option: 'races', play: race, onEmbedded: false },
} as const;

const names = [...Object.keys(attacks), 'systemic', 'full-disk'];
if (options.only !== undefined && !names.includes(options.only))
  throw new Error(`--only is one of ${names.join(', ')}.`);
if (
  options.database !== undefined &&
  !['embedded', 'postgres'].includes(options.database)
)
  throw new Error('--database is embedded or postgres.');

const isWanted = (attack: string) =>
  options.only === undefined || options.only === attack;
function count(
  option: 'rounds' | 'thread-rounds' | 'lost-lock' | 'races' | 'scenes',
): number {
  const number = Number(options[option]);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${option} is a whole number.`);
  return number;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const rows: Record<string, Record<string, number>> = {};
let failed = 0;

interface StagedAttack {
  /** The kind of database, as the report names it. */
  database: string;
  databaseUrl: string | null;
  name: string;
  play: (stage: Stage) => Promise<Verdict>;
  dataDir?: string;
  dailyUnits?: number | undefined;
}

async function onStage({
  database,
  databaseUrl,
  name,
  play,
  dataDir = makeFolder(),
  dailyUnits,
}: StagedAttack): Promise<void> {
  const attack = `${name}, ${database}`;
  say(`… ${attack}`);
  const stage = await openStage(dataDir, databaseUrl, dailyUnits);

  async function playAndClose(): Promise<Verdict> {
    try {
      return await play(stage);
    } finally {
      await stage.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  const began = Date.now();
  const { figures, violations, counts } = await playAndClose();
  const seconds = Math.round((Date.now() - began) / 1000);
  rows[attack] = { ...figures, violations: violations.length, seconds };
  for (const line of [counts.join(', '), ...violations]) say(`${attack}: ${line}`);
  if (violations.length > 0) failed += 1;
}

/** Returns a plan whose random numbers are the same for the same seed. */
function plan(count: number): Plan {
  let drawn = 0;
  return { count, random: () => unit(`${options.seed}/${drawn++}`) };
}

/**
 * `newDatabase` returns the address of an empty database, or null for the embedded one.
 */
async function attackOn(
  database: string,
  newDatabase: () => Promise<string | null>,
): Promise<void> {
  const isEmbedded = database === 'embedded';
  for (const [name, { option, play, onEmbedded }] of Object.entries(attacks)) {
    const wanted = isWanted(name) && (onEmbedded || !isEmbedded) ? count(option) : 0;
    if (wanted === 0) continue;
    await onStage({
      database,
      databaseUrl: await newDatabase(),
      name: `${name} ${wanted}`,
      play: (stage) => play(stage, plan(wanted)),
    });
  }
  // All scenes run at once, because a scene mostly waits for its posting loop.
  const wanted = isWanted('systemic')
    ? Object.entries(scenes).slice(0, count('scenes'))
    : [];
  await Promise.all(
    wanted.map(async ([name, scene]) =>
      onStage({
        database,
        databaseUrl: await newDatabase(),
        name,
        play: (stage) => playScene(scene, stage),
        dailyUnits: scene.dailyUnits,
      }),
    ),
  );
}

const mostMinutes = 75;
setTimeout(() => {
  say(`torture: given up after ${mostMinutes} minutes`);
  process.exit(1);
}, mostMinutes * 60_000).unref();

say(`torture with seed ${options.seed}`);
const smallDisk = options['small-disk'];
if (options.database !== 'postgres') {
  await attackOn('embedded', async () => null);
  if (smallDisk !== undefined && isWanted('full-disk')) {
    const dataDir = mkdtempSync(join(smallDisk, 'chime-in-'));
    await onStage({
      database: 'embedded',
      databaseUrl: null,
      name: 'full disk',
      play: (stage) => fullDisk(stage, smallDisk),
      dataDir,
    });
  }
}
if (options.database !== 'embedded' && options.only !== 'full-disk') {
  const programs = findPostgres();
  if (!programs)
    throw new Error('PostgreSQL is not installed; choose --database embedded.');
  const cluster = await startPostgres(programs);
  let databases = 0;
  await attackOn('PostgreSQL', async () => {
    const name = `torture_${++databases}`;
    await query(cluster.url('postgres'), `create database ${name}`);
    return cluster.url(name);
  }).finally(() => cluster.stop());
}

new Console(process.stdout).table(rows);
say(`torture: ${Object.keys(rows).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
