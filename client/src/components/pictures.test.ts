import { expect, it } from 'vitest';
import { initials } from './pictures.tsx';

it.each([
  ['Ada Example', 'AE'],
  [' ada  maria example ', 'AE'],
  ['Ada', 'A'],
  ['Ada ', 'A'],
  ['  ', ''],
])('takes the first letters of "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
