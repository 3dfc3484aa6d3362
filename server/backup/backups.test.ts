import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backupsSchema } from '#shared/contracts/settings.ts';
import type { Change } from '../core/events.ts';
import { jobRegistry } from '../jobs/jobs.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { makeQueueItem } from '../testing/factories.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { createBackupsService } from './backups.service.ts';
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
    events: { changed: (...changes) => void changed.push(...changes), subscribe: () => () => {} },
    log: { error: (_: unknown, message?: string) => void logged.push(String(message)) },
  });
  const files = () => readdirSync(folder).sort();
  return { service, clock, folder, files, logged, changed };
}

describe('the nightly backup (rule 3.9)', () => {
  it('is one whole file a night, for this user alone, and can be restored', async () => {
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
    const restored = { database: test, path, origin: 'google', now: clock.now(), choices };
    expect((await restoreBackup(restored)).rows).toMatchObject({ comments: 1, queueItems: 1 });
  });

  it('leaves an empty database and the files of a fuller one alone', async () => {
    const { service, folder, files } = backups();
    const old = 'chime-in-nightly-2026-01-01T030000Z.jsonl.gz';
    mkdirSync(folder);
    writeFileSync(join(folder, old), 'x');
    await service.nightly();
    expect(files()).toEqual([old]);
  });

  it('deletes its own files after 28 nights, and nothing else', async () => {
    await makeQueueItem(test.db);
    const { service, folder, files } = backups();
    mkdirSync(folder);
    const others = [
      'chime-in-2026-01-01T030000Z.jsonl.gz',
      'chime-in-sandbox-nightly-2026-01-01T030000Z.jsonl.gz',
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
    expect(files()).toEqual([...others, kept, 'chime-in-nightly-2026-03-03T030000Z.jsonl.gz'].sort());
  });

  it('made under a clock that was ahead is not taken for the latest', async () => {
    await makeQueueItem(test.db);
    const { service, folder, files } = backups();
    mkdirSync(folder);
    writeFileSync(join(folder, 'chime-in-nightly-2027-01-01T030000Z.jsonl.gz'), 'x');
    expect((await service.status()).last).toBeNull();
    await service.nightly();
    expect(files()).toHaveLength(2);
  });

  it('that failed is logged, shown with what to do, and tried again an hour later', async () => {
    await makeQueueItem(test.db);
    const inTheWay = join(tempDir(), 'backups');
    writeFileSync(inTheWay, 'a file');
    const { service, clock, files, logged, changed } = backups(inTheWay);
    await service.nightly();
    clock.advance(5 * 60_000);
    await service.nightly();
    expect(logged).toEqual(['the nightly backup failed']);
    expect(changed).toEqual(['backups']);
    expect((await service.status()).failure).toEqual({
      at: '2026-03-03T03:00:00.000Z',
      reason: `${inTheWay} is not a folder. Set BACKUP_DIR to one.`,
    });
    clock.advance(55 * 60_000);
    await service.nightly();
    expect(logged).toHaveLength(2);

    rmSync(inTheWay);
    clock.advance(hour);
    await service.nightly();
    expect(files()).toHaveLength(1);
    expect((await service.status()).failure).toBeNull();
  });

  it('that its process did not survive is told, and tried again an hour later', async () => {
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

  it('leaves no half file where the database breaks off', async () => {
    const folder = tempDir();
    const { service, files } = backups(folder);
    await makeQueueItem(test.db);
    const { transaction } = test.db;
    onTestFinished(() => void Object.assign(test.db, { transaction }));
    Object.assign(test.db, { transaction: () => Promise.reject(new Error('gone')) });
    await service.nightly();
    expect(files()).toEqual([]);
    expect((await service.status()).failure?.reason).toBe('The log of the server says why.');
  });
});

it('the scheduler looks every five minutes whether a backup is due', async () => {
  const nightly = async () => {};
  const nothing = async () => {};
  const idle = { tick: nothing, renew: nothing, forgetOld: nothing, morning: nothing };
  const jobs = jobRegistry({
    loop: idle,
    outcomes: idle,
    watch: idle,
    fresh: idle,
    retention: idle,
    channelName: idle,
    backups: { nightly },
    notices: { watch: nightly, send: nightly },
    maintenance: null,
  });
  expect(jobs.find(({ name }) => name === 'nightly backup')).toMatchObject({
    schedule: '0 */5 * * * *',
    run: nightly,
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ database: test.database, env: { BACKUP_DIR: join(tempDir(), 'kept here') } });
  });
  afterEach(() => app.close());

  it('tells the owner of the last backup, and downloads a fresh one', async () => {
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
    const path = join(tempDir(), 'downloaded');
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    expect(gunzipSync(readFileSync(path)).toString()).toMatch(
      /^\{"format":"chime-in backup".*"end":\{[^\n]*\n$/s,
    );
    const choices = { replace: true, keepSchedule: false };
    const restored = { database: test, path, origin: 'sandbox', now: app.clock.now(), choices };
    expect((await restoreBackup(restored)).rows.comments).toBe(1);
  });
});
