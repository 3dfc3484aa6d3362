import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres } from '../postgres.ts';
import { makeFolder } from '../start-app-process.ts';
import { torture, type Verdict } from './kills.ts';
import { fullDisk, lostLock, race } from './outages.ts';
import { playScene, scenes } from './systemic.ts';
import { tortureThreads } from './threads.ts';

const allScenes = Object.keys(scenes).length;

/** What each attack is counted in, how many there usually are, and how many there may be; 0 leaves it out. */
const attacks = {
  /** Kills on each database. */
  kills: { option: 'rounds', usual: 200, most: 1_000 },
  /** Kills on each database while answers are sent, changed and withdrawn. */
  threads: { option: 'thread-rounds', usual: 100, most: 150 },
  /** Due comments on PostgreSQL, while the connection of the app's lock is cut twice. */
  'lost-lock': { option: 'lost-lock', usual: 60, most: 300 },
  /** Comments that the loop and Post Now want at once, on PostgreSQL. */
  races: { option: 'races', usual: 100, most: 300 },
  /** Scenes on each database. */
  systemic: { option: 'scenes', usual: allScenes, most: allScenes },
} as const;
type Attack = keyof typeof attacks;

const counts = Object.values(attacks).map(({ option, usual }) => `[--${option} ${usual}]`);
/** `small-disk`: a file system of about 100 MB, which is filled; `minutes`: gives up after them, with exit code 1. */
const usage = `npm run torture -- ${counts.join(' ')} [--only ${Object.keys(attacks).join('|')}|full-disk]
  [--small-disk FOLDER] [--database embedded|postgres|both] [--seed N] [--minutes 75]`;

/** Throws an Error with the usage. */
function readOptions(args: string[]) {
  const names = ['only', 'small-disk', 'database', 'seed', 'minutes'];
  for (const { option } of Object.values(attacks)) names.push(option);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const values: Record<string, string | undefined> = parseArgs({ args, options }).values;
  const { only, database = 'both', 'small-disk': smallDisk } = values;
  const whole = (name: string, usual: number, most: number) => {
    const number = Number(values[name] ?? usual);
    if (!Number.isSafeInteger(number) || number < 0 || number > most) throw new Error(usage);
    return number;
  };
  const isKnown = only === undefined || only === 'full-disk' || Object.hasOwn(attacks, only);
  if (!isKnown || !['embedded', 'postgres', 'both'].includes(database)) throw new Error(usage);
  if (only === 'full-disk' && smallDisk === undefined) throw new Error(usage);
  return {
    howMany(name: Attack): number {
      const { option, usual, most } = attacks[name];
      const number = whole(option, usual, most);
      return only === undefined || only === name ? number : 0;
    },
    smallDisk: only === undefined || only === 'full-disk' ? smallDisk : undefined,
    databases: { embedded: database !== 'postgres', postgres: database !== 'embedded' },
    seed: whole('seed', Math.floor(Math.random() * 2 ** 31), 2 ** 31),
    minutes: whole('minutes', 75, 24 * 60),
  };
}

interface Outcome {
  attack: string;
  kills: number;
  verdict: Verdict;
  seconds: number;
}

const columns: [title: string, cell: (outcome: Outcome) => string | number][] = [
  ['attack', ({ attack }) => attack],
  ['kills', ({ kills }) => kills],
  ['posted', ({ verdict }) => verdict.posted],
  ['not confirmed', ({ verdict }) => verdict.unconfirmed],
  ['not scheduled', ({ verdict }) => verdict.waiting],
  ['twice', ({ verdict }) => verdict.duplicates],
  ['lost', ({ verdict }) => verdict.lost],
  ['told absent', ({ verdict }) => verdict.toldAbsent],
  ['violations', ({ verdict }) => verdict.violations.length],
  ['seconds', ({ seconds }) => seconds],
];

/** Returns a table, with other counts and each violation beneath it. */
function report(outcomes: readonly Outcome[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...outcomes.map((outcome) => columns.map(([, cell]) => String(cell(outcome)))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  const counts = outcomes.flatMap(({ attack, verdict }) =>
    verdict.counts === undefined ? [] : [`${attack}: ${verdict.counts}`],
  );
  const violations = outcomes.flatMap(({ attack, verdict }) =>
    verdict.violations.map((violation) => `${attack}: ${violation}`),
  );
  return [...rows.map(line), ...counts, ...violations].join('\n');
}

/** npm run torture; the options are above. Uses loopback only. */
const { howMany, smallDisk, databases, seed, minutes } = readOptions(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);
const outcomes: Outcome[] = [];
const diskComments = 40;

async function attack(
  name: string,
  kills: number,
  run: (dataDir: string) => Promise<Verdict>,
): Promise<void> {
  say(`… ${name}`);
  const dataDir = makeFolder();
  const began = Date.now();
  try {
    const verdict = await run(dataDir);
    outcomes.push({ attack: name, kills, verdict, seconds: Math.round((Date.now() - began) / 1000) });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

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
for (const [name, count, play] of [
  ['kills', howMany('kills'), torture],
  ['kills in threads', howMany('threads'), tortureThreads],
] as const) {
  const on = (database: string, databaseUrl: string | null) =>
    attack(`${name}, ${database}`, count, (dataDir) =>
      play({ rounds: count, dataDir, databaseUrl, random: seededRandom(seed) }),
    );
  if (databases.embedded && count > 0) await on('embedded', null);
  if (databases.postgres && count > 0) await onPostgres((url) => on('PostgreSQL', url));
}
for (const [name, kills, comments, play] of [
  ['lost lock', 2, howMany('lost-lock'), lostLock],
  ['races', 0, howMany('races'), race],
] as const)
  if (databases.postgres && comments > 0)
    await onPostgres((databaseUrl) =>
      attack(`${name}, ${comments} comments`, kills, (dataDir) =>
        play({ comments, dataDir, databaseUrl, random: seededRandom(seed) }),
      ),
    );

const sceneCount = howMany('systemic');

/** Plays all scenes at once, since a scene mostly waits for its loop. */
async function systemic(on: string, databaseOf: (scene: string) => Promise<string | null>): Promise<void> {
  await Promise.all(
    Object.entries(scenes)
      .slice(0, sceneCount)
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

if (sceneCount > 0 && databases.embedded) await systemic('embedded', async () => null);
if (sceneCount > 0 && databases.postgres)
  await onPostgres((_, urlOf) => systemic('PostgreSQL', databasesOn(urlOf)));
if (databases.embedded && smallDisk !== undefined)
  await attack(`full disk, ${diskComments} comments`, 1, () =>
    fullDisk({ comments: diskComments, smallDisk }),
  );

const failed = outcomes.filter(({ verdict }) => verdict.violations.length > 0).length;
say(report(outcomes));
say(`torture: ${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
