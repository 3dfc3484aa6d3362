import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempDir } from '../testing/processes.ts';

let root = '';

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

const node = (build: string) =>
  `if [ "$1" = --version ]; then echo v24.0.0; else ${build}; fi`;
const program = (name: string, script: string) =>
  write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);

/** Creates a small project whose npm and Node only record that they were called. */
beforeEach(() => {
  root = tempDir();
  cpSync(import.meta.dirname, join(root, 'server/prepare'), { recursive: true });
  write(
    'package.json',
    JSON.stringify({ type: 'module', scripts: {}, dependencies: { a: '1' } }),
  );
  write('package-lock.json', '{}');
  write('client/src/main.tsx', 'one');
  write('server/main.ts', 'one');
  write('server/main.test.ts', 'one');
  program('node', node('echo vite >> calls'));
  program('npm', 'echo "npm $1" >> calls\nmkdir -p node_modules');
});

function prepare(...args: string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'server/prepare/prepare.js'), ...args],
    {
      encoding: 'utf8',
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
    },
  );
  const log = join(root, 'calls');
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  writeFileSync(log, '');
  return { status, stderr, calls: calls.filter((line) => line !== '') };
}

it('prepare installs and builds the first time, but not the second time', () => {
  expect(prepare('build')).toMatchObject({ status: 0, calls: ['npm ci', 'vite'] });
  expect(prepare('build')).toEqual({ status: 0, stderr: '', calls: [] });
});

it('prepare installs again when the lock file or a dependency changed, but not when a script did', () => {
  expect(prepare().calls).toEqual(['npm ci']);
  write(
    'package.json',
    JSON.stringify({ type: 'module', scripts: { x: 'y' }, dependencies: { a: '1' } }),
  );
  expect(prepare().calls).toEqual([]);
  write('package.json', JSON.stringify({ type: 'module', dependencies: { a: '2' } }));
  expect(prepare().calls).toEqual(['npm ci']);
  appendFileSync(join(root, 'package-lock.json'), ' ');
  expect(prepare().calls).toEqual(['npm ci']);
});

it('prepare builds again when a source file changed or was added, but not when a test changed', () => {
  prepare('build');
  write('server/main.test.ts', 'two');
  expect(prepare('build').calls).toEqual([]);
  write('client/src/main.tsx', 'two');
  expect(prepare('build').calls).toEqual(['vite']);
  write('shared/new.ts', '');
  expect(prepare('build').calls).toEqual(['vite']);
  expect(prepare('build', '--force').calls).toEqual(['vite']);
});

it('prepare builds again after a build that failed', () => {
  program('node', node('exit 3'));
  expect(prepare('build')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The build failed.'),
  });
  expect(prepare('build').status).toBe(1);
});

it('prepare reports an install that failed, and tries it again', () => {
  program('npm', 'exit 1');
  expect(prepare().stderr).toContain('npm ci failed.');
  expect(prepare().status).toBe(1);
});

it('prepare stops with an explanation when Node is too old', () => {
  program('node', 'echo v20.20.2');
  const { status, stderr } = prepare('build');
  expect(status).toBe(1);
  expect(stderr).toContain('Chime In needs Node 24 or newer; this machine has v20.20.2.');
});
