import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveSessionSecret } from './config.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'secret-')), 'data');
});
afterEach(() => {
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

it('prefers the configured secret and writes nothing', () => {
  expect(resolveSessionSecret({ dataDir, sessionSecret: 'configured' })).toBe('configured');
  expect(readdirSync(join(dataDir, '..'))).toEqual([]);
});

it('makes one once, readable by its owner alone', () => {
  const first = resolveSessionSecret({ dataDir, sessionSecret: null });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(resolveSessionSecret({ dataDir, sessionSecret: null })).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
});

it('takes the other process’s secret when both make one at the same time', () => {
  const other = 'b'.repeat(64);
  const random = () => {
    writeFileSync(join(dataDir, 'session-secret'), other);
    return Buffer.alloc(32);
  };
  expect(resolveSessionSecret({ dataDir, sessionSecret: null }, random)).toBe(other);
});

it('refuses a damaged file instead of replacing it', () => {
  resolveSessionSecret({ dataDir, sessionSecret: null });
  writeFileSync(join(dataDir, 'session-secret'), '');
  expect(() => resolveSessionSecret({ dataDir, sessionSecret: null })).toThrow(/damaged/);
  expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toBe('');
});
