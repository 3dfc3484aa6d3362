import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runModule } from '../testing/processes.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { DatabaseOpenError } from './database.ts';
import {
  claimPidFile,
  isRunning,
  lockDataDir,
  ownIdentity,
  readPidFile,
  releasePidFile,
} from './folder-lock.ts';

const moduleUrl = (name: string) => new URL(name, import.meta.url).href;

const withoutWaiting = { sleep: async () => {} };

/** Says "mine" and keeps the lock, or says "taken". */
const lockHolder = `
  const { lockDataDir } = await import('${moduleUrl('./folder-lock.ts')}');
  setInterval(() => {}, 1000);
  await lockDataDir(process.argv[1], { sleep: async () => {} }).then(
    () => process.stdout.write('mine\\n'),
    () => process.stdout.write('taken\\n'),
  );`;

test('refuses a folder that another process has, and names that process (rule 3.10)', async () => {
  const folder = tempDir();
  const other = runModule(lockHolder, folder);
  await other.said(1);
  expect(other.lines).toEqual(['mine']);
  const attempt = lockDataDir(folder, withoutWaiting);
  await expect(attempt).rejects.toThrow(DatabaseOpenError);
  await expect(attempt).rejects.toThrow(
    `The data in ${folder} is in use by another Chime In (process ${other.child.pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
});

test('waits ten seconds for another process to end, and no longer (rule 3.10)', async () => {
  const folder = tempDir();
  const other = runModule(lockHolder, folder);
  await other.said(1);
  let waitedMs = 0;
  const sleep = async (ms: number) => {
    waitedMs += ms;
  };
  await expect(lockDataDir(folder, { sleep })).rejects.toThrow('is in use by another Chime In');
  expect(waitedMs).toBe(10_000);

  let pauses = 0;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const lock = await lockDataDir(folder, {
    log,
    sleep: async () => {
      pauses += 1;
      if (pauses === 3) await other.kill();
    },
  });
  expect(pauses).toBe(3);
  expect(log.info.mock.calls).toEqual([
    [{ dataDir: folder, pid: other.child.pid }, 'waiting for another Chime In to end'],
  ]);
  await lock.release();
});

test('takes the folder of a process that was killed', async () => {
  const folder = tempDir();
  const other = runModule(lockHolder, folder);
  await other.said(1);
  await other.kill();
  const lock = await lockDataDir(folder);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('gives the folder to one of four processes that start at once (rule 3.10)', async () => {
  const folder = tempDir();
  const all = [1, 2, 3, 4].map(() => runModule(lockHolder, folder));
  await Promise.all(all.map((each) => each.said(1)));
  expect(all.flatMap(({ lines }) => lines).sort()).toEqual(['mine', 'taken', 'taken', 'taken']);
});

test('refuses a second lock in the same process, by any path, until the first is released', async () => {
  const folder = join(tempDir(), 'data');
  mkdirSync(folder);
  symlinkSync(folder, `${folder}-link`);
  const lock = await lockDataDir(folder);
  await expect(lockDataDir(`${folder}-link`)).rejects.toThrow('is in use by another Chime In');
  await lock.release();
  const again = await lockDataDir(`${folder}-link`);
  await again.release();
});

test.each([
  ['of a dead process', { ...ownIdentity(), pid: 2 ** 22 + 1 }],
  ['of an earlier process with our number', { ...ownIdentity(), startedAt: '1' }],
  ['from before the machine restarted', { ...ownIdentity(), bootId: 'another' }],
])('replaces a pid file %s', (_, identity) => {
  const file = join(tempDir(), 'lock');
  writeFileSync(file, JSON.stringify(identity));
  expect(claimPidFile(file)).toBe(true);
  expect(readPidFile(file)).toEqual(ownIdentity());
});

test.runIf(process.platform === 'linux')('replaces the pid file of a zombie', async () => {
  // Its parent turns into a program that never asks for the exit code.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [said] = await once(parent.stdout, 'data');
  const pid = Number(said);
  const statOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  await expect.poll(() => statOf()[0]).toBe('Z');
  const file = join(tempDir(), 'lock');
  writeFileSync(file, JSON.stringify({ ...ownIdentity(), pid, startedAt: statOf()[19] }));
  expect(claimPidFile(file)).toBe(true);
});

test.each(['', '{', '{"pid":"1"}', '[]', 'null'])('replaces a pid file that contains %j', (content) => {
  const file = join(tempDir(), 'lock');
  writeFileSync(file, content);
  expect(claimPidFile(file)).toBe(true);
});

test('keeps the pid file of a running process, which only its owner removes', () => {
  const file = join(tempDir(), 'lock');
  const init = { pid: 1, startedAt: null, bootId: ownIdentity().bootId };
  onTestFinished(() => expect(readdirSync(join(file, '..'))).toEqual(['lock']));
  expect(isRunning(init)).toBe(true);
  writeFileSync(file, JSON.stringify(init));
  expect(claimPidFile(file)).toBe(false);
  releasePidFile(file);
  expect(readPidFile(file)).toEqual(init);
});
