import { parseArgs } from 'node:util';
import { scenes } from './scenes.ts';

export interface Options {
  rounds: number;
  threadRounds: number;
  lostLock: number;
  races: number;
  /** How many scenes to play on each database. */
  scenes: number;
  smallDisk: string | null;
  databases: { embedded: boolean; postgres: boolean };
  seed: number;
  minutes: number;
}

const allScenes = Object.keys(scenes).length;
const usage = `npm run torture -- [--rounds 200] [--thread-rounds 100] [--lost-lock 60] [--races 100] [--scenes 5] [--only kills|threads|lost-lock|races|systemic|full-disk]
  [--small-disk FOLDER] [--database embedded|postgres|both] [--seed N] [--minutes 75]`;

/** Throws an Error with the usage. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      /** Kills on each database. */
      rounds: { type: 'string', default: '200' },
      /** Kills on each database while answers are sent, changed and withdrawn. */
      'thread-rounds': { type: 'string', default: '100' },
      /** Due comments on PostgreSQL, while the connection of the app's lock is cut twice. */
      'lost-lock': { type: 'string', default: '60' },
      /** Comments that the loop and Post Now want at once, on PostgreSQL. */
      races: { type: 'string', default: '100' },
      /** How many of scenes.ts are played on each database; default all. */
      scenes: { type: 'string', default: String(allScenes) },
      only: { type: 'string' },
      /** A file system of about 100 MB, which is filled; without it that attack is left out. */
      'small-disk': { type: 'string' },
      database: { type: 'string', default: 'both' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      /** Gives up after this time, with exit code 1. */
      minutes: { type: 'string', default: '75' },
    },
  });
  const whole = (text: string, most: number) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0 || number > most) throw new Error(usage);
    return number;
  };
  const { only, database } = values;
  if (
    only !== undefined &&
    !['kills', 'threads', 'lost-lock', 'races', 'systemic', 'full-disk'].includes(only)
  )
    throw new Error(usage);
  if (!['embedded', 'postgres', 'both'].includes(database)) throw new Error(usage);
  if (only === 'full-disk' && values['small-disk'] === undefined) throw new Error(usage);
  const unless = (name: string, number: number) => (only === undefined || only === name ? number : 0);
  return {
    rounds: unless('kills', whole(values.rounds, 1_000)),
    threadRounds: unless('threads', whole(values['thread-rounds'], 150)),
    lostLock: unless('lost-lock', whole(values['lost-lock'], 300)),
    races: unless('races', whole(values.races, 300)),
    scenes: unless('systemic', whole(values.scenes, allScenes)),
    smallDisk: only === undefined || only === 'full-disk' ? (values['small-disk'] ?? null) : null,
    databases: { embedded: database !== 'postgres', postgres: database !== 'embedded' },
    seed: whole(values.seed, 2 ** 31),
    minutes: whole(values.minutes, 24 * 60),
  };
}
