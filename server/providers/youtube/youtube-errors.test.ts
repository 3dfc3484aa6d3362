import { describe, expect, it } from 'vitest';
import { classifyFailure, readTransportFailure } from './youtube-errors.ts';

const legacy = (code: number, reason: string, domain = 'youtube.commentThread') => ({
  error: { code, message: 'The <code>reason</code>', errors: [{ message: 'm', domain, reason }] },
});

const gateway = (code: number, reason: string, detail: Record<string, unknown>, message = 'm') => ({
  error: {
    code,
    message,
    errors: [{ message, domain: 'global', reason }],
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...detail }],
  },
});

const quota = (unit: string, metric = 'youtube.googleapis.com/default') => ({
  reason: 'RATE_LIMIT_EXCEEDED',
  domain: 'googleapis.com',
  metadata: { quota_metric: metric, quota_unit: unit, quota_limit: 'x' },
});

const classify = (status: number, body: unknown, bucket: 'shared' | 'search' = 'shared') =>
  classifyFailure({ answered: true, status, body, retryAfter: null }, bucket);

/** What each documented reason means is in publishing/settlement.rules.test.ts. */
describe('an answer with ErrorInfo details (rule 7.9)', () => {
  it.each([
    ['youtube.googleapis.com/search_list', 'search'],
    ['youtube.googleapis.com/default', 'shared'],
  ])('is a spent quota where the unit is a day, of the bucket that %s names', (metric, bucket) => {
    const body = gateway(429, 'rateLimitExceeded', quota('1/d/{project}', metric));
    expect(classify(429, body, 'search')).toMatchObject({ kind: 'quota', bucket });
  });

  it('is a spent quota where only the message says “per day”', () => {
    const body = gateway(429, 'rateLimitExceeded', {}, "limit 'Search Queries per day' of service");
    expect(classify(429, body, 'search').kind).toBe('quota');
  });

  it.each(['1/min/{project}', '1/min/{project}/{user}', '1/s/{project}'])('is a rate limit at %s', (unit) => {
    expect(classify(429, gateway(429, 'rateLimitExceeded', quota(unit))).kind).toBe('burst');
    expect(classify(403, gateway(403, 'quotaExceeded', quota(unit))).kind).toBe('burst');
  });

  it('gives its reasons their legacy names', () => {
    const about = (reason: string) => classify(403, gateway(403, 'forbidden', { reason }));
    expect(about('ACCESS_TOKEN_SCOPE_INSUFFICIENT')).toMatchObject({
      kind: 'scope',
      reason: 'insufficientPermissions',
    });
    expect(about('SERVICE_DISABLED')).toMatchObject({ kind: 'config', reason: 'accessNotConfigured' });
  });

  it('keeps a legacy reason that is as specific as the detail', () => {
    const body = gateway(403, 'commentsDisabled', { reason: 'SOMETHING_ELSE' });
    expect(classify(403, body)).toMatchObject({ kind: 'refused', reason: 'commentsDisabled' });
    expect(classify(401, gateway(401, 'authError', { reason: 'ACCESS_TOKEN_EXPIRED' })).kind).toBe('auth');
  });

  it('reads a body without the errors list', () => {
    const error = {
      code: 429,
      message: 'm',
      status: 'RESOURCE_EXHAUSTED',
      details: [quota('1/d/{project}')],
    };
    const body = { error };
    expect(classify(429, body)).toMatchObject({ kind: 'quota', reason: 'rateLimitExceeded' });
  });
});

describe('an answer without a reason we know (rule 7.4)', () => {
  const odd = [{ error: { errors: 'no list', details: [1, null] } }, { error: { errors: [{ reason: 5 }] } }];
  const bodies = [undefined, '', '<html>Sorry</html>', 42, [], { error: 'flat' }, { error: {} }, ...odd];

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
  ] as const)('%i is %s', (status, kind) => {
    for (const body of bodies)
      expect(classify(status, body)).toMatchObject({ kind, reason: `http_${status}` });
  });

  it('ignores a reason outside Google’s own envelope', () => {
    const errors = [{ reason: 'commentsDisabled' }];
    for (const error of [{ errors }, { errors, code: '403', message: 'm' }, { errors, code: 403 }])
      expect(classify(403, { error })).toMatchObject({ kind: 'unexplained', reason: 'http_403' });
    const ofAnotherAnswer = { error: { errors, code: 404, message: 'm' } };
    expect(classify(403, ofAnotherAnswer)).toMatchObject({ kind: 'unexplained' });
  });

  it('is unexplained where Google names an unknown reason', () => {
    const body = legacy(403, 'somethingNew');
    expect(classify(403, body)).toMatchObject({ kind: 'unexplained', reason: 'somethingNew' });
    expect(classify(401, legacy(401, 'somethingNew')).kind).toBe('auth');
  });

  it('carries no text of YouTube’s (rule 6.5)', () => {
    const error = classify(403, legacy(403, 'ya29.secret <b>x</b>'));
    expect(error.reason).toBe('http_403');
    expect(JSON.stringify(error) + error.stack).not.toContain('secret');
  });
});

it.each(['timeout', 'unreachable', 'connection_lost'] as const)(
  'is an unknown outcome without an answer (%s) (rule 7.5)',
  (reason) => {
    expect(classifyFailure({ answered: false, reason }, 'search')).toMatchObject({
      kind: 'unknown',
      reason,
      bucket: 'search',
    });
  },
);

const read = (error: unknown, deadline = new AbortController().signal) =>
  readTransportFailure(error, deadline);
const failed = (fields: object) => Object.assign(new Error('m'), fields);

describe('a request that was never sent (rule 7.14)', () => {
  it.each([
    ['refused', failed({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['an unknown host name', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['no name server', failed({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['a connection that timed out', failed({ code: 'ETIMEDOUT', syscall: 'connect' })],
    ['each address of a host', new AggregateError([failed({ code: 'ECONNREFUSED' })])],
    ['a certificate that is not Google’s', failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['a certificate for another name', failed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  ])('is recognised by its cause: %s', (_, cause) => {
    expect(read(failed({ cause }))).toEqual({ answered: false, reason: 'unreachable' });
    expect(read(failed({ cause }), AbortSignal.abort())).toEqual({ answered: false, reason: 'unreachable' });
  });
});

it.each([
  ['a reset', failed({ code: 'ECONNRESET', syscall: 'read' })],
  ['an idle connection', failed({ code: 'ETIMEDOUT', syscall: 'read' })],
  ['no details', 'odd'],
])('may have been sent: %s (rule 7.5)', (_, cause) => {
  expect(read(failed({ cause }))).toEqual({ answered: false, reason: 'connection_lost' });
});
