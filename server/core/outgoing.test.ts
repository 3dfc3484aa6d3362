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
  ])('%s is read as %s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(['', 'soon', '-5', '1.5', '1e3', '99999999999', '120 s'])(
    '%j is ignored',
    (value) => {
      expect(read(value)).toBeNull();
    },
  );

  it.each([undefined, null, 'retry-after: 5', {}, new Headers()])(
    'is null when the headers are %s',
    (headers) => {
      expect(readRetryAfter(headers)).toBeNull();
    },
  );

  it('is a wait from now, which is 0 for a date in the past', () => {
    const now = new Date('2026-11-22T20:00:00Z');
    expect(msUntil(5000, now)).toBe(5000);
    expect(msUntil(new Date(date), now)).toBe(7 * 60_000);
    expect(msUntil(new Date(0), now)).toBe(0);
  });
});

it('describeError leaves out extra fields, in which Google’s client keeps tokens (rule 6.5)', () => {
  const error = Object.assign(new Error('invalid_grant'), {
    code: 400,
    config: { data: 'refresh_token=1//secret' },
    response: { data: { access_token: 'ya29.secret' } },
  });
  const described = describeError(new Error('outer', { cause: error }));
  expect(JSON.stringify(described)).not.toContain('secret');
  expect(described.cause).toMatchObject({ message: 'invalid_grant', code: '400' });
});

it('describeError leaves out the parameters of a failed query', () => {
  const described = describeError(
    new Error('Failed query: update "comments" set x = $1\nparams: my secret'),
  );
  expect(described.message).toBe('Failed query: update "comments" set x = $1');
  expect(JSON.stringify(described)).not.toContain('secret');
});

it('describeError keeps an error code, but no other text in `code`', () => {
  const codeOf = (code: string) =>
    describeError(Object.assign(new Error('no'), { code })).code;
  expect([codeOf('invalid_grant'), codeOf('a secret of theirs')]).toEqual([
    'invalid_grant',
    undefined,
  ]);
});

it('describeError leaves out a thrown value that is not an Error', () => {
  expect(describeError({ token: 'secret' })).toEqual({
    name: 'NonError',
    message: 'object',
  });
});

it('events reach every listener once with all changes, and not at all without changes (rule 10.5)', () => {
  const events = createEvents();
  const first = vi.fn();
  const second = vi.fn();
  events.subscribe(first);
  events.subscribe(second);
  events.changed({ comment: 1 }, { comment: 2 }, { comment: 1 }, { video: 3 }, 'stats');
  events.changed();
  const all = {
    resources: new Set(['stats']),
    comments: new Set([1, 2]),
    videos: new Set([3]),
  };
  for (const { mock } of [first, second]) expect(mock.calls).toEqual([[all]]);
});

it('events no longer reach a listener that has unsubscribed', () => {
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
