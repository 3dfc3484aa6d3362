import { describe, expect, it } from 'vitest';
import { readTransportFailure } from './transport-failure.ts';

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
