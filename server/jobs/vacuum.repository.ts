import { userSettings } from '#shared/schema.ts';
import { type Db, onlyRow } from '../db/database.ts';

export function createVacuumRepository(db: Db) {
  return {
    async vacuumedAt(): Promise<Date | null> {
      const row = await onlyRow(
        db.select({ at: userSettings.vacuumedAt }).from(userSettings),
      );
      return row.at;
    },

    async recordVacuum(at: Date): Promise<void> {
      await db.update(userSettings).set({ vacuumedAt: at });
    },
  };
}

export type VacuumRepository = ReturnType<typeof createVacuumRepository>;
