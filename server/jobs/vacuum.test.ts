import { expect, it, vi } from 'vitest';
import { jobsOf } from '../app/context.ts';
import { startTestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { setSettings } from '../testing/factories.ts';
import { createVacuumRepository } from './vacuum.repository.ts';
import { createVacuumService } from './vacuum.service.ts';

const test = testDatabase();
const hour = 3_600_000;

function startedAt(now: string) {
  const clock = fakeClock(now);
  const vacuum = vi.fn(async () => undefined);
  const repository = createVacuumRepository(test.db);
  const service = createVacuumService({ maintenance: { vacuum }, repository, clock });
  return { clock, vacuum, service };
}

it('the embedded database is vacuumed once a night (rule 3.12)', async () => {
  const { clock, vacuum, service } = startedAt('2026-03-03T03:30:00.000Z');
  await service.nightly();
  clock.advance(5 * 60_000);
  await service.nightly();
  expect(vacuum).toHaveBeenCalledOnce();
  clock.advance(24 * hour);
  await service.nightly();
  expect(vacuum).toHaveBeenCalledTimes(2);
});

it('a vacuum is made up for when the machine was off at night (rule 3.12)', async () => {
  const evening = startedAt('2026-03-02T22:00:00.000Z');
  await evening.service.nightly();
  const morning = startedAt('2026-03-03T08:00:00.000Z');
  await morning.service.nightly();
  expect(morning.vacuum).toHaveBeenCalledOnce();
});

it('a start after the night’s vacuum does not vacuum again (rule 3.12)', async () => {
  await startedAt('2026-03-03T03:30:00.000Z').service.nightly();
  const again = startedAt('2026-03-03T08:00:00.000Z');
  await again.service.nightly();
  expect(again.vacuum).not.toHaveBeenCalled();
});

it('a failed vacuum is tried again', async () => {
  const { vacuum, service } = startedAt('2026-03-03T03:30:00.000Z');
  vacuum.mockRejectedValueOnce(new Error('no room'));
  await expect(service.nightly()).rejects.toThrow('no room');
  await service.nightly();
  expect(vacuum).toHaveBeenCalledTimes(2);
});

it('a vacuum dated by a clock that was ahead does not delay the next one', async () => {
  await setSettings(test.db, { vacuumedAt: new Date('2027-03-03T03:30:00.000Z') });
  const { vacuum, service } = startedAt('2026-03-03T12:00:00.000Z');
  await service.nightly();
  expect(vacuum).toHaveBeenCalledOnce();
});

it('the vacuum job runs every five minutes, with the embedded database only', async () => {
  const app = await startTestApp({ database: test.database });
  const { services, database } = app.context;
  const job = jobsOf(services, database).find(({ name }) => name === 'vacuum');
  expect(job?.schedule).toBe(database.maintenance ? '30 */5 * * * *' : undefined);
  await app.close();
});
