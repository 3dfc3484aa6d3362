import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, readEnvironment } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { DatabaseOpenError } from '../db/database.ts';
import { openConfigured } from '../db/open-database.ts';
import { createCommands, describeRestore, describeRows } from './commands.ts';
import { BackupError } from './format.ts';

const usage = `Backs up and restores the data of Chime In.

  backup [FILE]    writes everything but tokens and sessions to FILE (default: a name with the time)
  restore FILE     restores it into an empty database; stop Chime In first
    --replace        replaces the data that is there; what was posted since the backup stays recorded
    --keep-schedule  keeps scheduled times that are yet to come (else all approved comments go back to review);
                     use it only where nothing was posted or decided since the backup was made

While Chime In runs on its embedded database, use "Download a backup" in its Settings.
FILE may be - for standard output or input. Through npm, options come after another --, like
npm run restore -- FILE --keep-schedule
`;

const say = (text: string) => process.stderr.write(`${text}\n`);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      replace: { type: 'boolean', default: false },
      'keep-schedule': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [command, name, ...rest] = positionals;
  const isRestore = command === 'restore' && name !== undefined;
  if (values.help || rest.length > 0 || !(command === 'backup' || isRestore)) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const env = readEnvironment();
  const commands = createCommands({
    config: loadConfig(env),
    open: openConfigured,
    clock: systemClock,
    // npm changes into the project's folder; INIT_CWD is the folder the user was in.
    folder: env['INIT_CWD'] ?? process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
  });
  if (isRestore) {
    const choices = { replace: values.replace, keepSchedule: values['keep-schedule'] };
    for (const line of describeRestore(await commands.restore(name, choices))) say(line);
  } else {
    const { path, rows } = await commands.backup(name);
    say(`Backed up to ${path}: ${describeRows(rows)}.`);
  }
}

try {
  await run();
} catch (error) {
  const isSentence =
    error instanceof BackupError ||
    error instanceof DatabaseOpenError ||
    error instanceof ConfigError;
  say(isSentence ? error.message : `The command failed: ${messageOf(error)}`);
  process.exitCode = 1;
}
