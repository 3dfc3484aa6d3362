import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../db/client.ts';
import { createPostgresDatabase, openTestDatabase } from '../testing/database.ts';
import { refuseCompany } from './company.repository.ts';

it('a restore on PostgreSQL goes on only once every other process has left', async () => {
  const url = await createPostgresDatabase();
  if (!url) {
    // The embedded database's lock has kept others out.
    const alone = await openTestDatabase();
    onTestFinished(() => alone.close());
    return expect(refuseCompany(alone, 100)).resolves.toBeUndefined();
  }
  const own = await openDatabase({ databaseUrl: url, dataDir: '' });
  onTestFinished(() => own.close());
  const other = await openDatabase({ databaseUrl: url, dataDir: '' });
  await other.ping();
  await expect(refuseCompany(own, 100)).rejects.toThrow(/^Another Chime In is connected to this database/);
  await other.close();
  await refuseCompany(own);
});
