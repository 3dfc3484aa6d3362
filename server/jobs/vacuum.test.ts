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

it('vacuums the embedded database once a night (rule 3.12)', async () => {
  const { clock, vacuum, service } = startedAt('2026-03-03T03:30:00.000Z');
  await service.nightly();
  clock.advance(5 * 60_000);
  await service.nightly();
  expect(vacuum).toHaveBeenCalledOnce();
  clock.advance(24 * hour);
  await service.nightly();
  expect(vacuum).toHaveBeenCalledTimes(2);
});

it('makes up for the vacuum of a night in which the machine was off (rule 3.12)', async () => {
  const evening = startedAt('2026-03-02T22:00:00.000Z');
  await evening.service.nightly();
  const morning = startedAt('2026-03-03T08:00:00.000Z');
  await morning.service.nightly();
  expect(morning.vacuum).toHaveBeenCalledOnce();
});

it('does not vacuum again at a start after the night was done (rule 3.12)', async () => {
  await startedAt('2026-03-03T03:30:00.000Z').service.nightly();
  const again = startedAt('2026-03-03T08:00:00.000Z');
  await again.service.nightly();
  expect(again.vacuum).not.toHaveBeenCalled();
});

it('tries again where a vacuum failed', async () => {
  const { vacuum, service } = startedAt('2026-03-03T03:30:00.000Z');
  vacuum.mockRejectedValueOnce(new Error('no room'));
  await expect(service.nightly()).rejects.toThrow('no room');
  await service.nightly();
  expect(vacuum).toHaveBeenCalledTimes(2);
});

it('does not wait for a clock that was ahead when it vacuumed', async () => {
  await setSettings(test.db, { vacuumedAt: new Date('2027-03-03T03:30:00.000Z') });
  const { vacuum, service } = startedAt('2026-03-03T12:00:00.000Z');
  await service.nightly();
  expect(vacuum).toHaveBeenCalledOnce();
});

it('is looked for every five minutes, on the embedded database alone', async () => {
  const app = await startTestApp({ database: test.database });
  const { services, database } = app.context;
  const job = jobsOf(services, database).find(({ name }) => name === 'vacuum');
  expect(job?.schedule).toBe(database.maintenance ? '30 */5 * * * *' : undefined);
  await app.close();
});
