import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../testing/node-process.ts';
import { tempDir } from '../../testing/temp-dir.ts';
import { DatabaseOpenError } from '../errors.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { claimPidFile, readPidFile, releasePidFile } from './pid-file.ts';
import { isRunning, ownIdentity } from './process-identity.ts';

const moduleUrl = (name: string) => new URL(name, import.meta.url).href;

/** Takes the lock, says "mine", and keeps it. */
const holder = `
  const { lockDataDir } = await import('${moduleUrl('./data-dir-lock.ts')}');
  setInterval(() => {}, 1000);
  await lockDataDir(process.argv[1]).then(
    () => process.stdout.write('mine\\n'),
    () => process.stdout.write('taken\\n'),
  );`;

test('while another process has the folder, it is refused with that process named', async () => {
  const folder = tempDir();
  const other = runModule(holder, folder);
  await other.said(1);
  expect(other.lines).toEqual(['mine']);
  const attempt = lockDataDir(folder);
  await expect(attempt).rejects.toThrow(DatabaseOpenError);
  await expect(attempt).rejects.toThrow(
    `The data in ${folder} is in use by another Chime In (process ${other.child.pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
});

test('a process that was killed leaves the folder free', async () => {
  const folder = tempDir();
  const other = runModule(holder, folder);
  await other.said(1);
  await other.kill();
  const lock = await lockDataDir(folder);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('of four that start at once, one gets it', async () => {
  const folder = tempDir();
  const all = [1, 2, 3, 4].map(() => runModule(holder, folder));
  await Promise.all(all.map((each) => each.said(1)));
  expect(all.flatMap(({ lines }) => lines).sort()).toEqual(['mine', 'taken', 'taken', 'taken']);
});

test('a second one in the same process is refused too, by any path, until the first lets go', async () => {
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
])('a pid file %s is replaced', (_, identity) => {
  const file = join(tempDir(), 'lock');
  writeFileSync(file, JSON.stringify(identity));
  expect(claimPidFile(file)).toBe(true);
  expect(readPidFile(file)).toEqual(ownIdentity());
});

test.each(['', '{', '{"pid":"1"}', '[]', 'null'])('so is one with %j in it', (content) => {
  const file = join(tempDir(), 'lock');
  writeFileSync(file, content);
  expect(claimPidFile(file)).toBe(true);
});

test('a pid file of a running process stays, and only its owner removes it', () => {
  const file = join(tempDir(), 'lock');
  const init = { pid: 1, startedAt: null, bootId: ownIdentity().bootId };
  onTestFinished(() => expect(readdirSync(join(file, '..'))).toEqual(['lock']));
  expect(isRunning(init)).toBe(true);
  writeFileSync(file, JSON.stringify(init));
  expect(claimPidFile(file)).toBe(false);
  releasePidFile(file);
  expect(readPidFile(file)).toEqual(init);
});
