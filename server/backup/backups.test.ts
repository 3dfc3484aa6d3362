import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backupsSchema } from '#shared/contracts/settings.ts';
import { backupFailures } from '#shared/schema.ts';
import { jobsOf } from '../app/context.ts';
import { loadConfig } from '../config/config.ts';
import type { Change } from '../core/events.ts';
import { createLog } from '../core/log.ts';
import { openConfigured } from '../db/open-database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { placeEmbedded } from '../testing/embedded-template.ts';
import { makeQueueItem } from '../testing/factories.ts';
import { tempDir } from '../testing/processes.ts';
import { bundledEntries } from '../testing/start-app-process.ts';
import { createBackupsService, failureReason, isBackupDue } from './backups.service.ts';
import { createCommands } from './commands.ts';
import { restoreBackup } from './restore-backup.ts';

const test = testDatabase();
const hour = 3_600_000;

function backups(folder = join(tempDir(), 'backups')) {
  const clock = fakeClock('2026-03-03T03:00:00.000Z');
  const logged: string[] = [];
  const changed: Change[] = [];
  const service = createBackupsService({
    db: test.db,
    origin: 'google',
    folder,
    clock,
    events: {
      changed: (...changes) => void changed.push(...changes),
      subscribe: () => () => {},
    },
    log: { error: (_: unknown, message?: string) => void logged.push(String(message)) },
  });
  const files = () => readdirSync(folder).sort();
  return { service, clock, folder, files, logged, changed };
}

describe('the nightly backup (rule 3.9)', () => {
  it('is one complete file a night, only for this user, and can be restored', async () => {
    await makeQueueItem(test.db);
    const { service, clock, folder, files, changed } = backups();
    await service.nightly();
    clock.advance(5 * 60_000);
    await service.nightly();
    expect(files()).toEqual(['chime-in-nightly-2026-03-03T030000Z.jsonl.gz']);
    const path = join(folder, files()[0] ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(changed).toEqual(['backups']);
    expect(await service.status()).toEqual({
      last: { madeAt: '2026-03-03T03:00:00.000Z', bytes: statSync(path).size },
      failure: null,
      folder,
    });
    clock.advance(24 * hour);
    await service.nightly();
    expect(files()).toHaveLength(2);
    const choices = { replace: true, keepSchedule: false };
    const restored = {
      database: test,
      path,
      origin: 'google',
      now: clock.now(),
      choices,
    };
    expect((await restoreBackup(restored)).rows).toMatchObject({
      comments: 1,
      queueItems: 1,
    });
  });

  it('is not made of an empty database, and leaves earlier files alone', async () => {
    const { service, folder, files } = backups();
    const old = 'chime-in-nightly-2026-01-01T030000Z.jsonl.gz';
    mkdirSync(folder);
    writeFileSync(join(folder, old), 'x');
    await service.nightly();
    expect(files()).toEqual([old]);
  });

  it('deletes its own files after 28 nights, and no others', async () => {
    await makeQueueItem(test.db);
    const { service, folder, files } = backups();
    mkdirSync(folder);
    const others = [
      'chime-in-2026-01-01T030000Z.jsonl.gz',
      'chime-in-sandbox-nightly-2026-01-01T030000Z.jsonl.gz',
      'copy-of-chime-in-nightly-2026-01-01T030000Z.jsonl.gz',
      'chime-in-nightly-2026-01-01T030000Z.jsonl.gz.bak',
      'chime-in-nightly-2026-13-41T996199Z.jsonl.gz',
    ];
    const kept = 'chime-in-nightly-2026-02-04T030000Z.jsonl.gz';
    for (const name of [
      ...others,
      kept,
      'chime-in-nightly-2026-02-03T030000Z.jsonl.gz',
      'chime-in-nightly.part',
    ])
      writeFileSync(join(folder, name), 'x');
    await service.nightly();
    expect(files()).toEqual(
      [...others, kept, 'chime-in-nightly-2026-03-03T030000Z.jsonl.gz'].sort(),
    );
  });

  it('does not count as the latest when a clock that was ahead dated it', async () => {
    await makeQueueItem(test.db);
    const { service, folder, files } = backups();
    mkdirSync(folder);
    writeFileSync(join(folder, 'chime-in-nightly-2027-01-01T030000Z.jsonl.gz'), 'x');
    expect((await service.status()).last).toBeNull();
    await service.nightly();
    expect(files()).toHaveLength(2);
  });

  describe('that failed because a file is in the way', () => {
    async function failed() {
      await makeQueueItem(test.db);
      const inTheWay = join(tempDir(), 'backups');
      writeFileSync(inTheWay, 'a file');
      const made = backups(inTheWay);
      await made.service.nightly();
      return { inTheWay, ...made };
    }

    it('is logged, and shown with what to do', async () => {
      const { service, inTheWay, logged, changed } = await failed();
      expect(logged).toEqual(['the nightly backup failed']);
      expect(changed).toEqual(['backups']);
      expect((await service.status()).failure).toEqual({
        at: '2026-03-03T03:00:00.000Z',
        reason: `${inTheWay} is not a folder. Set BACKUP_DIR to one.`,
      });
    });

    it('is tried again an hour later, and not before', async () => {
      const { service, clock, logged } = await failed();
      clock.advance(5 * 60_000);
      await service.nightly();
      expect(logged).toHaveLength(1);
      clock.advance(55 * 60_000);
      await service.nightly();
      expect(logged).toHaveLength(2);
    });

    it('is no longer shown once a later one succeeds', async () => {
      const { service, clock, files, inTheWay } = await failed();
      rmSync(inTheWay);
      clock.advance(hour);
      await service.nightly();
      expect(files()).toHaveLength(1);
      expect((await service.status()).failure).toBeNull();
    });
  });

  it('whose process died is reported, and tried again an hour later', async () => {
    await makeQueueItem(test.db);
    const { service, clock, folder, files, logged } = backups();
    mkdirSync(folder);
    writeFileSync(join(folder, 'chime-in-nightly.part'), 'half');
    utimesSync(join(folder, 'chime-in-nightly.part'), clock.now(), clock.now());
    clock.advance(5 * 60_000);
    await service.nightly();
    expect(files()).toEqual(['chime-in-nightly.part']);
    expect(logged).toEqual(['the nightly backup failed']);
    expect((await service.status()).failure).toEqual({
      at: '2026-03-03T03:00:00.000Z',
      reason:
        'Chime In ended before it was whole. The log of the server, or of what ended it, says why: ' +
        'often there was too little memory.',
    });
    clock.advance(55 * 60_000);
    await service.nightly();
    expect(files()).toEqual(['chime-in-nightly-2026-03-03T040000Z.jsonl.gz']);
    expect((await service.status()).failure).toBeNull();
  });

  it('that failed is still reported after a restart, and tried again an hour after it failed', async () => {
    await makeQueueItem(test.db);
    const inTheWay = join(tempDir(), 'backups');
    writeFileSync(inTheWay, 'a file');
    await backups(inTheWay).service.nightly();
    rmSync(inTheWay);
    const restarted = backups(inTheWay);
    expect((await restarted.service.status()).failure).toEqual({
      at: '2026-03-03T03:00:00.000Z',
      reason: `${inTheWay} is not a folder. Set BACKUP_DIR to one.`,
    });
    restarted.clock.advance(5 * 60_000);
    await restarted.service.nightly();
    expect(existsSync(inTheWay)).toBe(false);
    restarted.clock.advance(55 * 60_000);
    await restarted.service.nightly();
    expect(restarted.files()).toHaveLength(1);
    expect((await restarted.service.status()).failure).toBeNull();
  });

  it('whose process dies again and again is tried once an hour, not at every start', async () => {
    await makeQueueItem(test.db);
    const folder = join(tempDir(), 'backups');
    mkdirSync(folder);
    const dieAt = (at: Date) => {
      writeFileSync(join(folder, 'chime-in-nightly.part'), 'half');
      utimesSync(join(folder, 'chime-in-nightly.part'), at, at);
    };
    const first = backups(folder);
    dieAt(first.clock.now());
    await first.service.nightly();
    const second = backups(folder);
    second.clock.advance(hour);
    dieAt(second.clock.now());
    const third = backups(folder);
    third.clock.advance(hour + 5 * 60_000);
    await third.service.nightly();
    expect(third.files()).toEqual(['chime-in-nightly.part']);
    expect((await third.service.status()).failure?.at).toBe('2026-03-03T04:00:00.000Z');
  });

  it('that failed under a clock that was ahead does not delay the next one', async () => {
    await makeQueueItem(test.db);
    await test.db
      .insert(backupFailures)
      .values({ reason: 'Ahead.', failedAt: new Date('2027-03-03T03:00:00Z') });
    const { service, files } = backups();
    await service.nightly();
    expect(files()).toHaveLength(1);
  });

  it('leaves no partial file when the database fails', async () => {
    const folder = tempDir();
    const { service, files } = backups(folder);
    await makeQueueItem(test.db);
    const { transaction } = test.db;
    onTestFinished(() => void Object.assign(test.db, { transaction }));
    Object.assign(test.db, { transaction: () => Promise.reject(new Error('gone')) });
    await service.nightly();
    expect(files()).toEqual([]);
    expect((await service.status()).failure?.reason).toBe(
      'The log of the server says why.',
    );
  });
});

describe('backups over HTTP', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({
      database: test.database,
      env: { BACKUP_DIR: join(tempDir(), 'kept here') },
    });
  });
  afterEach(() => app.close());

  it('are made by a job that runs every five minutes', () => {
    const { services, database } = app.context;
    const job = { schedule: '0 */5 * * * *', run: services.backups.nightly };
    expect(jobsOf(services, database)).toContainEqual({ name: 'nightly backup', ...job });
  });

  it('are shown with the time of the last one, and can be downloaded fresh', async () => {
    const me = await app.signedIn();
    await makeQueueItem(test.db);
    await app.context.services.backups.nightly();
    const status = backupsSchema.parse(await (await me.get('/api/backups')).json());
    expect(status).toMatchObject({
      last: { madeAt: app.clock.now().toISOString() },
      folder: expect.stringMatching(/kept here$/),
    });

    const response = await me.get('/api/backups/download');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename=chime-in-2026-03-03T120000Z.jsonl.gz',
      'cache-control': 'no-store',
    });
    const file = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(file).toMatch(/^\{"format":"chime-in backup".*"end":\{[^\n]*\n$/s);
  });
});

describe('the backup commands', () => {
  const test = testDatabase();
  const replace = { replace: true, keepSchedule: false };

  function commands(
    stdin: Readable = Readable.from([]),
    open: typeof openConfigured = async () => test.database,
    config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: tempDir(),
      DATABASE_URL: 'postgres://opened-by/the-test',
    }),
  ) {
    const folder = tempDir();
    const stdout = new PassThrough();
    const clock = fakeClock();
    const { backup, restore } = createCommands({
      config,
      open,
      clock,
      folder,
      stdin,
      stdout,
    });
    return { backup, restore, folder, stdout };
  }

  beforeEach(() => makeQueueItem(test.db));

  it('back up to a new file only for this user, and restore it', async () => {
    const { backup, restore, folder } = commands();
    const { path, rows } = await backup(undefined);
    expect(path).toBe(join(folder, 'chime-in-2026-03-03T120000Z.jsonl.gz'));
    expect(rows).toMatchObject({ comments: 1, queueItems: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await restore(path, replace)).rows.comments).toBe(1);
  });

  it('accept - for standard output and input', async () => {
    const { backup, stdout } = commands();
    expect((await backup('-')).path).toBe('standard output');
    const { restore } = commands(Readable.from([await buffer(stdout.end())]));
    expect((await restore('-', replace)).rows.comments).toBe(1);
  });

  it('never overwrite a file, and leave no partial one', async () => {
    const { backup, restore, folder } = commands(undefined, () =>
      Promise.reject(new Error('no database')),
    );
    writeFileSync(join(folder, 'mine.gz'), 'mine');
    await expect(backup('mine.gz')).rejects.toThrow(
      `${join(folder, 'mine.gz')} exists already`,
    );
    await expect(backup('other.gz')).rejects.toThrow('no database');
    await expect(restore('none.gz', replace)).rejects.toThrow(
      `There is no file ${join(folder, 'none.gz')}.`,
    );
    expect(readdirSync(folder)).toEqual(['mine.gz']);
  });

  it('explain the alternatives while the app holds the embedded database', async () => {
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: tempDir() });
    const { backup, restore, folder } = commands(undefined, openConfigured, config);
    await expect(backup('a.gz')).rejects.toThrow(
      /^There is no database in .* yet, so nothing to back up\.$/,
    );
    await placeEmbedded(config.databaseDir);
    const running = await openConfigured(config, createLog('silent'), {
      access: 'owner',
    });
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

/** Runs the bundled command as a user would. */
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

it('the backup command prints its usage, or one sentence about what is wrong', async () => {
  const [usage, badSetting] = await Promise.all([
    run({}, 'restore'),
    run({ PORT: 'x' }, 'backup'),
  ]);
  expect(usage).toMatchObject({ code: 2, said: expect.stringContaining('restore FILE') });
  expect(badSetting).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^PORT: .*\n$/),
  });
});

describe('nightly', () => {
  afterEach(() => vi.unstubAllEnvs());

  const isDue = (now: string, last: string | null) =>
    isBackupDue(new Date(now), last ? new Date(last) : null, null);

  describe('a nightly backup is due (rule 3.9)', () => {
    it.each([
      ['not before 3:00', '2026-03-03T02:59:59.999Z', '2026-03-02T03:00:00Z', false],
      ['at 3:00', '2026-03-03T03:00:00Z', '2026-03-02T03:00:00Z', true],
      ['only once a night', '2026-03-03T03:05:00Z', '2026-03-03T03:00:00Z', false],
      [
        'later that day when the night was missed',
        '2026-03-03T18:20:00Z',
        '2026-03-01T03:00:00Z',
        true,
      ],
      ['when there was never one', '2026-03-03T01:00:00Z', null, true],
    ])('%s', (_when, now, last, due) => {
      expect(isDue(now, last)).toBe(due);
    });

    it('by the local time of the server, also when the clocks change', () => {
      vi.stubEnv('TZ', 'America/New_York');
      expect(isDue('2026-03-07T07:59:00Z', '2026-03-06T08:00:00Z')).toBe(false);
      expect(isDue('2026-03-07T08:00:00Z', '2026-03-06T08:00:00Z')).toBe(true);
      expect(isDue('2026-03-08T06:59:00Z', '2026-03-07T08:00:00Z')).toBe(false);
      expect(isDue('2026-03-08T07:00:00Z', '2026-03-07T08:00:00Z')).toBe(true);
    });
  });

  it.each([
    ['ENOSPC', /^There is no room left for \/kept\. Free some, or set BACKUP_DIR/],
    [
      'EACCES',
      /^Chime In may not write to \/kept\. Give its user the right to, or set BACKUP_DIR/,
    ],
    ['ENOTDIR', /^\/kept is not a folder\. Set BACKUP_DIR to one\.$/],
    ['EIO', /^The log of the server says why\.$/],
  ])(
    'failureReason explains %s and what to do, without the raw error',
    (code, sentence) => {
      expect(
        failureReason(Object.assign(new Error('secret'), { code }), '/kept'),
      ).toMatch(sentence);
    },
  );
});
