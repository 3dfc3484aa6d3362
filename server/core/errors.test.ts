import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { describeError } from './errors.ts';
import { createLog } from './log.ts';

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

it('leaves out the provider’s text, but not its code (rule 6.5)', () => {
  const error = Object.assign(new Error('Bad code: 4/0Asecret'), {
    name: 'TokenError',
    code: 'invalid_grant',
  });
  expect(describeError(error)).toMatchObject({ name: 'TokenError', code: 'invalid_grant' });
  expect(JSON.stringify(describeError(error))).not.toContain('secret');
  expect(describeError(Object.assign(new Error('no'), { code: 'a secret of theirs' })).code).toBeUndefined();
});

it('does not repeat what was thrown if it is no error', () => {
  expect(describeError({ token: 'secret' })).toEqual({ name: 'NonError', message: 'object' });
});

it('describes every error that the log writes', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  createLog('info', sink).warn({ err: Object.assign(new Error('no'), { token: 'secret' }) }, 'failed');
  expect(lines.join('')).toContain('"message":"no"');
  expect(lines.join('')).not.toContain('secret');
});
