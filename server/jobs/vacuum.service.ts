import type { Clock } from '../core/clock.ts';
import { lastNight } from '../core/night.ts';
import type { Database } from '../db/database.ts';
import type { VacuumRepository } from './vacuum.repository.ts';

interface Deps {
  maintenance: Pick<NonNullable<Database['maintenance']>, 'vacuum'>;
  repository: VacuumRepository;
  clock: Clock;
}

/** Follows the nightly backup. Local time of this machine. */
const vacuumTime = { hour: 3, minute: 30 };

/**
 * Vacuums the embedded database each night, or soon after the next start if the machine
 * was off by then.
 */
export function createVacuumService({ maintenance, repository, clock }: Deps) {
  return {
    async nightly(): Promise<void> {
      const now = clock.now();
      if (!isVacuumDue(now, await repository.vacuumedAt())) return;
      await maintenance.vacuum();
      await repository.recordVacuum(now);
    },
  };
}

export type VacuumService = ReturnType<typeof createVacuumService>;

/** A time in the future was recorded by a clock that was ahead, and is ignored. */
const isVacuumDue = (now: Date, vacuumedAt: Date | null): boolean =>
  vacuumedAt === null || vacuumedAt > now || vacuumedAt < lastNight(now, vacuumTime);
