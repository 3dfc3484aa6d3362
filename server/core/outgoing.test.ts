import { describe, expect, it, vi } from 'vitest';
import { describeError } from './errors.ts';
import { createEvents } from './events.ts';
import { msUntil, readRetryAfter } from './outgoing.ts';

const read = (value: string) => readRetryAfter(new Headers({ 'Retry-After': value }));
const date = 'Sun, 22 Nov 2026 20:07:00 GMT';

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [date, new Date('2026-11-22T20:07:00Z')],
  ])('%s is read', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(['', 'soon', '-5', '1.5', '1e3', '99999999999', '120 s'])('%j is ignored', (value) => {
    expect(read(value)).toBeNull();
  });

  it.each([undefined, null, 'retry-after: 5', {}, new Headers()])(
    'is missing where there are no such headers',
    (headers) => {
      expect(readRetryAfter(headers)).toBeNull();
    },
  );

  it('counts from now, and a date in the past as none', () => {
    const now = new Date('2026-11-22T20:00:00Z');
    expect(msUntil(5000, now)).toBe(5000);
    expect(msUntil(new Date(date), now)).toBe(7 * 60_000);
    expect(msUntil(new Date(0), now)).toBe(0);
  });
});

it('leaves out further fields, where the Google client puts tokens (rule 6.5)', () => {
  const error = Object.assign(new Error('invalid_grant'), {
    code: 400,
    config: { data: 'refresh_token=1//secret' },
    response: { data: { access_token: 'ya29.secret' } },
  });
  const described = describeError(new Error('outer', { cause: error }));
  expect(JSON.stringify(described)).not.toContain('secret');
  expect(described.cause).toMatchObject({ message: 'invalid_grant', code: '400' });
});

it('leaves out the parameters of a failed query', () => {
  const described = describeError(new Error('Failed query: update "comments" set x = $1\nparams: my secret'));
  expect(described.message).toBe('Failed query: update "comments" set x = $1');
  expect(JSON.stringify(described)).not.toContain('secret');
});

it('keeps a code, and nothing else that is called so', () => {
  const codeOf = (code: string) => describeError(Object.assign(new Error('no'), { code })).code;
  expect([codeOf('invalid_grant'), codeOf('a secret of theirs')]).toEqual(['invalid_grant', undefined]);
});

it('does not repeat what was thrown if it is no error', () => {
  expect(describeError({ token: 'secret' })).toEqual({ name: 'NonError', message: 'object' });
});

it('tells every listener once of each change, and of none where nothing changed (rule 10.5)', () => {
  const events = createEvents();
  const first = vi.fn();
  const second = vi.fn();
  events.subscribe(first);
  events.subscribe(second);
  events.changed({ comment: 1 }, { comment: 2 }, { comment: 1 }, { video: 3 }, 'stats');
  events.changed();
  const all = { resources: new Set(['stats']), comments: new Set([1, 2]), videos: new Set([3]) };
  for (const { mock } of [first, second]) expect(mock.calls).toEqual([[all]]);
});

it('no longer tells a listener that has stopped', () => {
  const events = createEvents();
  const stopped = vi.fn();
  const stays = vi.fn();
  const stop = events.subscribe(stopped);
  events.subscribe(stays);
  stop();
  events.changed('comments');
  expect(stays).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
});
