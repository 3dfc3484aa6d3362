import { and, eq } from 'drizzle-orm';
import { modelProfiles, modelSettings } from '#shared/schema.ts';
import { type Db, firstRow } from '../../db/database.ts';

export type ModelSettingsRow = typeof modelSettings.$inferSelect;

type ModelProfileRow = typeof modelProfiles.$inferSelect;
type ModelKey = Pick<ModelProfileRow, 'baseUrl' | 'model'>;

export function createModelSettingsRepository(db: Db) {
  return {
    find: () => firstRow(db.select().from(modelSettings)),

    async save(row: Omit<ModelSettingsRow, 'id'>): Promise<void> {
      await db
        .insert(modelSettings)
        .values({ ...row, id: 1 })
        .onConflictDoUpdate({ target: modelSettings.id, set: row });
    },

    profile({ baseUrl, model }: ModelKey): Promise<ModelProfileRow | null> {
      const isIts = and(
        eq(modelProfiles.baseUrl, baseUrl),
        eq(modelProfiles.model, model),
      );
      return firstRow(db.select().from(modelProfiles).where(isIts));
    },

    async saveProfile(
      { baseUrl, model }: ModelKey,
      change: Partial<ModelProfileRow> & Pick<ModelProfileRow, 'seen'>,
    ): Promise<void> {
      await db
        .insert(modelProfiles)
        .values({ ...change, baseUrl, model })
        .onConflictDoUpdate({
          target: [modelProfiles.baseUrl, modelProfiles.model],
          set: change,
        });
    },

    async remove(): Promise<void> {
      await db.delete(modelSettings);
    },
  };
}

export type ModelSettingsRepository = ReturnType<typeof createModelSettingsRepository>;
