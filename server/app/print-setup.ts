import { type Environment, loadConfig } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { DatabaseInUseError } from '../db/errors.ts';
import { openConfigured } from '../db/open-configured.ts';
import { createContext } from './context.ts';

const onSandbox =
  'The sandbox plays Google here, so there is nothing to check yet. README, “Configure real credentials”, says how to set your own.';
const inUse =
  'Chime In is running on this data. Press “Check the setup” in its Settings, under General Settings, or stop it first.';

/** Throws sentences. Returns the exit code: 1 if something has failed. */
export async function printSetup(env: Environment, clock: Clock): Promise<number> {
  const config = loadConfig(env);
  if (config.google.mode === 'sandbox') throw new Error(onSandbox);
  const log = createLog('silent');
  // A reader of PostgreSQL takes no lock: Chime In may run meanwhile.
  const database = await openConfigured(config, log, { access: 'reader' }).catch((error: unknown) => {
    throw error instanceof DatabaseInUseError ? new Error(inUse) : error;
  });
  const context = createContext({ config, clock, sandbox: null, log, database });
  const lines = await context.services.checkSetup().finally(context.close);
  for (const { state, name, ...rest } of lines) {
    const details = [rest.tried, rest.found, rest.page, rest.command].filter((text) => text !== null);
    process.stdout.write([`${state.padEnd(9)}${name}`, ...details].join('\n         ').concat('\n'));
  }
  return lines.some(({ state }) => state === 'failed') ? 1 : 0;
}
