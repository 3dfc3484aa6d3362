import { describe, expect, it } from 'vitest';
import { googleError, rateLimited } from '../../sandbox/youtube-errors.ts';
import { classifyFailure, readTransportFailure } from './youtube-errors.ts';

const classify = (status: number, body: unknown) =>
  classifyFailure({ answered: true, status, body, retryAfter: null }, 'search');

/**
 * publishing/settlement.rules.test.ts covers what each documented reason means, in both
 * formats of error.
 */
describe('YouTube error with ErrorInfo details (rule 7.9)', () => {
  const limited = (
    status: number,
    reason: string,
    of: { message?: string; quota_unit?: string },
  ) => {
    const { message, ...metadata } = of;
    return classify(
      status,
      googleError(reason, { status, dialect: 'gateway', message, metadata }).body,
    );
  };

  it.each(['search', 'shared'] as const)(
    'is a spent quota of the bucket that it names: %s',
    (bucket) => {
      const { status, body } = rateLimited(bucket, 'day', 1, new Date(0));
      expect(classify(status, body)).toMatchObject({ kind: 'quota', bucket });
    },
  );

  it('is a spent quota when only the message says “per day”', () => {
    const message = "limit 'Search Queries per day' of service";
    expect(limited(429, 'rateLimitExceeded', { message }).kind).toBe('quota');
  });

  it.each(['1/min/{project}', '1/min/{project}/{user}', '1/s/{project}'])(
    'is a rate limit when the quota’s unit is %s',
    (quota_unit) => {
      expect(limited(429, 'rateLimitExceeded', { quota_unit }).kind).toBe('burst');
      expect(limited(403, 'quotaExceeded', { quota_unit }).kind).toBe('burst');
    },
  );

  it.each([
    ['ACCESS_TOKEN_EXPIRED', 'auth', 'authError'],
    ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'scope', 'insufficientPermissions'],
    ['CREDENTIALS_MISSING', 'auth', 'required'],
    ['RATE_LIMIT_EXCEEDED', 'burst', 'rateLimitExceeded'],
    ['SERVICE_DISABLED', 'config', 'accessNotConfigured'],
  ])(
    'of the reason $0 gets the legacy name $2, even without a list of errors',
    (reason, kind, name) => {
      const error = { code: 403, message: 'm', details: [{ reason }] };
      expect(classify(403, { error })).toMatchObject({ kind, reason: name });
    },
  );
});

describe('YouTube error without a known reason (rule 7.4)', () => {
  const odd = [
    { error: { errors: 'no list', details: [1, null] } },
    { error: { errors: [{ reason: 5 }] } },
  ];
  const bodies = [
    undefined,
    '',
    '<html>Sorry</html>',
    42,
    [],
    { error: 'flat' },
    { error: {} },
    ...odd,
  ];

  it.each([
    [400, 'unexplained'],
    [401, 'unexplained'],
    [403, 'unexplained'],
    [404, 'unexplained'],
    [408, 'unknown'],
    [429, 'burst'],
    [500, 'unknown'],
    [503, 'unknown'],
    [200, 'unknown'],
    [307, 'unknown'],
  ] as const)('with status %i is of kind %s', (status, kind) => {
    for (const body of bodies)
      expect(classify(status, body)).toMatchObject({ kind, reason: `http_${status}` });
  });

  it('ignores a reason outside Google’s own envelope', () => {
    const errors = [{ reason: 'commentsDisabled' }];
    for (const error of [
      { errors },
      { errors, code: '403', message: 'm' },
      { errors, code: 403 },
    ])
      expect(classify(403, { error })).toMatchObject({
        kind: 'unexplained',
        reason: 'http_403',
      });
    const ofAnotherAnswer = { error: { errors, code: 404, message: 'm' } };
    expect(classify(403, ofAnotherAnswer)).toMatchObject({ kind: 'unexplained' });
  });

  it('contains no text from YouTube’s response (rule 6.5)', () => {
    const { body } = googleError('ya29.secret <b>x</b>', { status: 403 });
    const error = classify(403, body);
    expect(error.reason).toBe('http_403');
    expect(JSON.stringify(error) + error.stack).not.toContain('secret');
  });
});

const read = (error: unknown, deadline = new AbortController().signal) =>
  readTransportFailure(error, deadline);
const failed = (fields: object) => Object.assign(new Error('m'), fields);

describe('YouTube request that was never sent (rule 7.14)', () => {
  it.each([
    ['a refused connection', failed({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['an unknown host name', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['no name server', failed({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['a connection that timed out', failed({ code: 'ETIMEDOUT', syscall: 'connect' })],
    [
      'a refused connection at each address of a host',
      new AggregateError([failed({ code: 'ECONNREFUSED' })]),
    ],
    [
      'a certificate that is not Google’s',
      failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    ],
    ['a certificate for another name', failed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  ])('is recognised by its cause: %s', (_, cause) => {
    expect(read(failed({ cause }))).toEqual({ answered: false, reason: 'unreachable' });
    expect(read(failed({ cause }), AbortSignal.abort())).toEqual({
      answered: false,
      reason: 'unreachable',
    });
  });
});

it.each([
  ['a connection reset', failed({ code: 'ECONNRESET', syscall: 'read' })],
  ['a read timeout', failed({ code: 'ETIMEDOUT', syscall: 'read' })],
  ['an error without details', 'odd'],
])('YouTube request may have been sent after %s (rule 7.5)', (_, cause) => {
  expect(read(failed({ cause }))).toEqual({ answered: false, reason: 'connection_lost' });
});
