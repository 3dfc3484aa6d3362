import { describe, expect, it } from 'vitest';
import { describeSetup, type SetupFindings } from './setup-check.rules.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const silent = { failure: { sentence: 'Nobody asked.', kind: null, reason: '', project: null } };
const backups = { last: null, failure: null, folder: '/data/backups' };

function line(name: string, over: Partial<SetupFindings>) {
  const findings: SetupFindings = {
    now,
    account: null,
    channel: silent,
    key: null,
    publicUrl: 'http://localhost:3000',
    port: 3000,
    aheadMs: silent,
    model: silent,
    disk: { folder: '/data', freeBytes: 5e9 },
    backups,
    ...over,
  };
  return describeSetup(findings).find((each) => each.name === name);
}

describe('what the setup check says (rule 6.9)', () => {
  it.each([
    ['http://localhost:3000', 'ok', null],
    ['http://127.0.0.1:3000', 'ok', null],
    ['https://chime.example.org', 'ok', null],
    ['http://192.168.1.20:3000', 'failed', 'ssh -N -L 3000:localhost:3000 192.168.1.20'],
    ['https://10.0.0.4', 'failed', 'ssh -N -L 3000:localhost:3000 10.0.0.4'],
    ['https://[fd00::1]', 'failed', 'ssh -N -L 3000:localhost:3000 fd00::1'],
    ['http://chime.example.org', 'failed', 'ssh -N -L 3000:localhost:3000 chime.example.org'],
  ])('of the redirect address %s: %s', (publicUrl, state, command) => {
    const found = line('Redirect address', { publicUrl });
    expect(found).toMatchObject({ state, command });
    expect(found?.tried).toContain(`${publicUrl}/auth/google/callback`);
  });

  it('of disk space: little and enough', () => {
    const disk = (freeBytes: number) => line('Disk space', { disk: { folder: '/data', freeBytes } });
    expect(disk(400e6)).toMatchObject({ state: 'failed', command: 'df -h "/data"' });
    expect(disk(400e6)?.found).toContain('400 MB');
    expect(disk(5e9)).toMatchObject({ state: 'ok', command: null });
  });

  it('of the last backup: none, failed, old, fresh', () => {
    const last = (madeAt: string) => ({ madeAt, bytes: 1_234_567 });
    const failure = { at: '2026-11-22T03:00:00.000Z', reason: 'There is no room left.' };
    const backup = (over: object) => line('Backup', { backups: { ...backups, ...over } });
    expect(backup({})).toMatchObject({ state: 'warning', command: 'npm run backup' });
    expect(backup({ failure })?.found).toContain('There is no room left.');
    expect(backup({ failure })).toMatchObject({ state: 'failed' });
    expect(backup({ last: last('2026-11-19T03:00:00.000Z') })).toMatchObject({ state: 'warning' });
    expect(backup({ last: last('2026-11-22T03:00:00.000Z') })).toMatchObject({ state: 'ok', command: null });
  });

  it('of an API that the sign-in could not ask, but the key could', () => {
    expect(line('YouTube Data API', { key: { value: null } })).toMatchObject({ state: 'ok' });
    const refused = { sentence: 'No.', kind: 'config', reason: 'API_KEY_INVALID', project: null } as const;
    expect(line('YouTube Data API', { key: { failure: refused } })).toMatchObject({ state: 'unknown' });
    expect(line('API key', {})).toMatchObject({ state: 'warning' });
  });
});
