import { expect, it } from 'vitest';
import { createTokenVault } from './token-vault.ts';

const vault = createTokenVault('a secret of at least thirty-two characters');

it('opens what it sealed, for that purpose only', () => {
  const sealed = vault.seal('1//refresh-tökén', 'refresh token');
  expect(sealed).not.toContain('refresh');
  expect(vault.open(sealed, 'refresh token')).toBe('1//refresh-tökén');
  expect(vault.open(sealed, 'access token')).toBeNull();
});

it('never seals the same text alike', () => {
  expect(vault.seal('token', 'x')).not.toBe(vault.seal('token', 'x'));
});

it('opens nothing with another secret, nothing damaged and nothing else', () => {
  const sealed = vault.seal('token', 'x');
  const other = sealed.at(3) === 'A' ? 'B' : 'A';
  expect(createTokenVault('another secret of thirty-two characters').open(sealed, 'x')).toBeNull();
  for (const text of [
    null,
    '',
    'v1.',
    'v1',
    'v2.abc',
    'token',
    sealed.slice(0, -5),
    `v1.${other}${sealed.slice(4)}`,
  ]) {
    expect(vault.open(text, 'x')).toBeNull();
  }
});
