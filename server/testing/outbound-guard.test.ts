import { get } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { remoteHost, takeOutboundAttempts } from './outbound-guard.ts';
import { served } from './processes.ts';

describe('outbound guard', () => {
  test('makes fetch to another machine fail, and records the host', async () => {
    await expect(fetch('https://www.googleapis.com/youtube/v3/search')).rejects.toThrow(
      'fetch failed',
    );
    expect(takeOutboundAttempts()).toEqual(['www.googleapis.com']);
  });

  test('records the host of https requests and plain sockets to other machines', async () => {
    await new Promise((resolve) => get('https://example.com/').on('error', resolve));
    await new Promise((resolve) => connect(443, '192.0.2.1').on('error', resolve));
    expect(takeOutboundAttempts()).toEqual(['example.com', '192.0.2.1']);
  });

  test('allows requests to this machine', async () => {
    const origin = await served((_, res) => res.end('here'));
    expect(await (await fetch(origin)).text()).toBe('here');
    expect(takeOutboundAttempts()).toEqual([]);
  });

  test.each([
    [[{ host: 'localhost', port: 1 }], null],
    [[1, 'localhost'], null],
    [[1], null],
    [['/tmp/socket'], null],
    [[[{ path: '/tmp/socket' }, null]], null],
    [[{ host: '::1', port: 1 }], null],
    [[{ host: '::ffff:127.0.0.1', port: 1 }], null],
    [[{ host: '127.0.0.1.example.com', port: 1 }], '127.0.0.1.example.com'],
    [[{ host: '2001:db8::1', port: 1 }], '2001:db8::1'],
    [['443', 'example.com'], 'example.com'],
  ])('remoteHost(%j) returns %j', (args, host) => {
    expect(remoteHost(args)).toBe(host);
  });
});
