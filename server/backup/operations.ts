import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/client.ts';
import { originOf } from '../db/database-origin.ts';
import type { ControlOperations } from './control-server.ts';
import { checkRestorable } from './restore-backup.ts';
import { restoreConfigured } from './restore-configured.ts';
import { writeBackup } from './write-backup.ts';

/** The server around its database: see life.ts. */
interface Life {
  use<T>(work: (context: { database: Database }) => Promise<T>): Promise<T>;
  setAside<T>(work: () => Promise<T>): Promise<T>;
}

interface Deps {
  config: Config;
  life: Life;
  clock: Clock;
  log: Log;
}

/** What the `backup` and `restore` commands ask of a server that runs. */
export function createControlOperations({ config, life, clock, log }: Deps): ControlOperations {
  const origin = originOf(config.google);
  return {
    backup: (path) => life.use(({ database: { db } }) => writeBackup({ db, origin, now: clock.now(), path })),

    async restore(path, choices) {
      // Nobody is interrupted for a restore that would be refused.
      await life.use(({ database }) => checkRestorable({ database, path, origin, choices }));
      return life.setAside(() => restoreConfigured({ config, log, path, now: clock.now(), choices }));
    },
  };
}
