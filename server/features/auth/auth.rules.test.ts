import { expect, it } from 'vitest';
import { changesChannel, isListed } from './auth.rules.ts';

it('lists everyone without a list, else only those on it, in any case (rule 6.2)', () => {
  expect(isListed('ada@example.com', [])).toBe(true);
  expect(isListed('Ada@Example.com', ['ada@example.com'])).toBe(true);
  expect(isListed('ada@example.com.evil.example', ['ada@example.com'])).toBe(false);
});

const stored = { googleSub: 'me', channelId: 'UC1' };

it.each([
  ['the same channel', 'me', { id: 'UC1', title: '' }, false],
  ['the same channel through another account', 'other', { id: 'UC1', title: '' }, false],
  ['another channel', 'me', { id: 'UC2', title: '' }, true],
  ['no channel at all', 'me', null, true],
  ['no answer, same account', 'me', 'unknown', false],
  ['no answer, another account', 'other', 'unknown', true],
] as const)('%s', (_what, sub, channel, asks) => {
  expect(changesChannel(stored, sub, channel)).toBe(asks);
  expect(changesChannel({ googleSub: 'me', channelId: null }, sub, channel)).toBe(false);
});
