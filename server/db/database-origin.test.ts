import { expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { originOf, recordOrigin } from './database-origin.ts';
import { DatabaseOpenError } from './errors.ts';

const t = testDatabase();

test.each([
  [{ mode: 'sandbox', baseUrl: null }, 'sandbox'],
  [{ mode: 'sandbox', baseUrl: 'http://localhost:3001' }, 'sandbox'],
  [{ mode: 'real', baseUrl: null }, 'google'],
  [{ mode: 'real', baseUrl: 'https://stand-in.example' }, 'https://stand-in.example'],
] as const)('%j is %s', (google, origin) => {
  expect(originOf(google)).toBe(origin);
});

test('keeps the first origin of a database and refuses others', async () => {
  await recordOrigin(t.db, 'sandbox');
  await recordOrigin(t.db, 'sandbox');
  await expect(recordOrigin(t.db, 'google')).rejects.toThrow(DatabaseOpenError);
  await expect(recordOrigin(t.db, 'google')).rejects.toThrow(
    'This database belongs to the sandbox, but Chime In is now set up for the real Google. ' +
      'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
  );
});

test('tells one GOOGLE_BASE_URL from another', async () => {
  await recordOrigin(t.db, 'https://a.example');
  await expect(recordOrigin(t.db, 'https://b.example')).rejects.toThrow(
    'belongs to https://a.example, but Chime In is now set up for https://b.example',
  );
});
