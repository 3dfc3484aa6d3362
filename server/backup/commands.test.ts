import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { openConfigured } from '../db/open-database.ts';
import { fakeClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { placeEmbedded } from '../testing/embedded-template.ts';
import { makeQueueItem } from '../testing/factories.ts';
import { bundledEntries } from '../testing/start-app-process.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { createCommands } from './commands.ts';

describe('commands', () => {
  const test = testDatabase();
  const replace = { replace: true, keepSchedule: false };

  function commands(
    stdin: Readable = Readable.from([]),
    open: typeof openConfigured = async () => test.database,
  ) {
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: tempDir(),
      DATABASE_URL: 'postgres://opened-by/the-test',
    });
    const folder = tempDir();
    const stdout = new PassThrough();
    return { ...createCommands({ config, open, clock: fakeClock(), folder, stdin, stdout }), folder, stdout };
  }

  beforeEach(() => makeQueueItem(test.db));

  it('backs up to a new file for this user alone, and restores it', async () => {
    const { backup, restore, folder } = commands();
    const { path, rows } = await backup(undefined);
    expect(path).toBe(join(folder, 'chime-in-2026-03-03T120000Z.jsonl.gz'));
    expect(rows).toMatchObject({ comments: 1, queueItems: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await restore(path, replace)).rows.comments).toBe(1);
  });

  it('takes - for standard output and input', async () => {
    const { backup, stdout } = commands();
    expect((await backup('-')).path).toBe('standard output');
    const { restore } = commands(Readable.from([await buffer(stdout.end())]));
    expect((await restore('-', replace)).rows.comments).toBe(1);
  });

  it('never overwrites a file, and leaves no half one', async () => {
    const { backup, restore, folder } = commands(undefined, () => Promise.reject(new Error('no database')));
    writeFileSync(join(folder, 'mine.gz'), 'mine');
    await expect(backup('mine.gz')).rejects.toThrow(`${join(folder, 'mine.gz')} exists already`);
    await expect(backup('other.gz')).rejects.toThrow('no database');
    await expect(restore('none.gz', replace)).rejects.toThrow(`There is no file ${join(folder, 'none.gz')}.`);
    expect(readdirSync(folder)).toEqual(['mine.gz']);
  });

  it('names the other ways while the app holds the embedded database', async () => {
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: tempDir() });
    const folder = tempDir();
    const [stdin, stdout] = [Readable.from([]), new PassThrough()];
    const { backup, restore } = createCommands({
      config,
      open: openConfigured,
      clock: fakeClock(),
      folder,
      stdin,
      stdout,
    });
    await expect(backup('a.gz')).rejects.toThrow(/^There is no database in .* yet, so nothing to back up\.$/);
    await placeEmbedded(config.databaseDir);
    const running = await openConfigured(config, createLog('silent'), { access: 'owner' });
    onTestFinished(() => running.close());
    await expect(backup('a.gz')).rejects.toThrow(
      'Chime In is running on this data: choose "Download a backup" in its Settings, or take a nightly file ' +
        `from ${config.backupDir}.`,
    );
    writeFileSync(join(folder, 'b.gz'), 'a backup');
    await expect(restore('b.gz', replace)).rejects.toThrow(
      'Chime In is running on this data. Stop it, restore, and start it again. Nothing was changed.',
    );
    expect(readdirSync(folder)).toEqual(['b.gz']);
  });
});

/** The commands as a person types them. */
async function run(env: Record<string, string>, ...args: string[]) {
  const { backup } = await bundledEntries();
  const child = spawn(process.execPath, ['--liftoff-only', backup, ...args], {
    cwd: tempDir(),
    env: { NODE_ENV: 'test', NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, code };
}

it('says how it is used, and what is wrong, in one sentence', async () => {
  const [usage, badSetting, missing] = await Promise.all([
    run({}, 'restore'),
    run({ PORT: 'x' }, 'backup'),
    run({}, 'restore', 'none.gz'),
  ]);
  expect(usage).toMatchObject({ code: 2, said: expect.stringContaining('restore FILE') });
  expect(badSetting).toMatchObject({ code: 1, said: expect.stringMatching(/^PORT: .*\n$/) });
  expect(missing).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^There is no file .*none\.gz\.\n$/),
  });
});
