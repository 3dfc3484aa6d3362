import { modelSettings } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

export type ModelSettingsRow = typeof modelSettings.$inferSelect;

export function createModelSettingsRepository(db: Db) {
  return {
    async find(): Promise<ModelSettingsRow | null> {
      const [row] = await db.select().from(modelSettings);
      return row ?? null;
    },

    async save(row: Omit<ModelSettingsRow, 'id'>): Promise<void> {
      await db
        .insert(modelSettings)
        .values({ ...row, id: 1 })
        .onConflictDoUpdate({ target: modelSettings.id, set: row });
    },

    async remove(): Promise<void> {
      await db.delete(modelSettings);
    },
  };
}

export type ModelSettingsRepository = ReturnType<typeof createModelSettingsRepository>;
