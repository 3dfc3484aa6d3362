import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureReason, isBackupDue, isExpired, madeAtOf, stampedName } from './backups.service.ts';

afterEach(() => vi.unstubAllEnvs());

const at = (iso: string) => new Date(iso);
const isDue = (now: string, last: string | null, failedAt: string | null = null) =>
  isBackupDue({ now: at(now), last: last ? at(last) : null, failedAt: failedAt ? at(failedAt) : null });

describe('a nightly backup is due (rule 3.9)', () => {
  it('at 3:00 and not before', () => {
    expect(isDue('2026-03-03T02:59:59.999Z', '2026-03-02T03:00:00Z')).toBe(false);
    expect(isDue('2026-03-03T03:00:00Z', '2026-03-02T03:00:00Z')).toBe(true);
    expect(isDue('2026-03-03T03:05:00Z', '2026-03-03T03:00:00Z')).toBe(false);
  });

  it('later that day where the night was missed, and where there was never one', () => {
    expect(isDue('2026-03-03T18:20:00Z', '2026-03-01T03:00:00Z')).toBe(true);
    expect(isDue('2026-03-03T01:00:00Z', null)).toBe(true);
  });

  it('about an hour after a failure', () => {
    expect(isDue('2026-03-03T03:50:00Z', null, '2026-03-03T03:00:00Z')).toBe(false);
    expect(isDue('2026-03-03T03:59:59.990Z', null, '2026-03-03T03:00:00Z')).toBe(true);
  });

  it('by the local time of the server, also when the clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(isDue('2026-03-07T07:59:00Z', '2026-03-06T08:00:00Z')).toBe(false);
    expect(isDue('2026-03-07T08:00:00Z', '2026-03-06T08:00:00Z')).toBe(true);
    expect(isDue('2026-03-08T06:59:00Z', '2026-03-07T08:00:00Z')).toBe(false);
    expect(isDue('2026-03-08T07:00:00Z', '2026-03-07T08:00:00Z')).toBe(true);
  });
});

it('a nightly backup is kept for 28 nights (rule 3.9)', () => {
  expect(isExpired(at('2026-02-03T03:00:00Z'), at('2026-03-03T02:59:59Z'))).toBe(false);
  expect(isExpired(at('2026-02-03T03:00:00Z'), at('2026-03-03T03:00:00Z'))).toBe(true);
});

it.each([
  ['ENOSPC', /^There is no room left for \/kept\. Free some, or set BACKUP_DIR/],
  ['EACCES', /^Chime In may not write to \/kept\. Give its user the right to, or set BACKUP_DIR/],
  ['ENOTDIR', /^\/kept is not a folder\. Set BACKUP_DIR to one\.$/],
  ['EIO', /^The log of the server says why\.$/],
])('says of %s why the backup failed and what to do, without the raw error', (code, sentence) => {
  expect(failureReason(Object.assign(new Error('secret'), { code }), '/kept')).toMatch(sentence);
});

it('finds the time in the names it gave, and in no others', () => {
  const name = stampedName('chime-in-nightly', at('2026-03-03T03:00:07.123Z'));
  expect(name).toBe('chime-in-nightly-2026-03-03T030007Z.jsonl.gz');
  expect(madeAtOf('chime-in-nightly', name)).toEqual(at('2026-03-03T03:00:07Z'));
  for (const other of [
    'chime-in-2026-03-03T030007Z.jsonl.gz',
    'chime-in-nightly.part',
    `copy-of-${name}`,
    `${name}.bak`,
    'chime-in-nightly-2026-13-41T996199Z.jsonl.gz',
    'chime-in-nightly-sandbox-2026-03-03T030007Z.jsonl.gz',
  ])
    expect(madeAtOf('chime-in-nightly', other), other).toBeNull();
});
