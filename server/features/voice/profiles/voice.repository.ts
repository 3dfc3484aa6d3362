import { asc, count, desc, eq, getTableColumns } from 'drizzle-orm';
import { userSettings, voiceProfiles } from '#shared/schema.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { versionQueries } from '../versions/versions.repository.ts';

export type VoiceProfileRow = typeof voiceProfiles.$inferSelect;
export type NewVoiceProfile = typeof voiceProfiles.$inferInsert;
export type UserSettingsRow = typeof userSettings.$inferSelect;
export type UserSettingsChange = Partial<typeof userSettings.$inferInsert>;

const settingsId = 1;

export function createVoiceRepository(db: Db) {
  return {
    ...queries(db),
    /** Locks the settings row meanwhile. */
    exclusively<T>(now: Date, work: (held: VoiceQueries) => Promise<T>): Promise<T> {
      return db.transaction(async (tx) => {
        const held = queries(tx);
        await held.ensureSettings(now);
        await tx.select({ id: userSettings.id }).from(userSettings).for('update');
        return work(held);
      });
    },
  };
}

export type VoiceRepository = ReturnType<typeof createVoiceRepository>;
export type VoiceQueries = ReturnType<typeof queries>;

function queries(db: Db | Tx) {
  return {
    ...versionQueries(db),

    list: (): Promise<VoiceProfileRow[]> => db.select().from(voiceProfiles).orderBy(asc(voiceProfiles.id)),

    async profile(id: number): Promise<VoiceProfileRow | null> {
      const [row] = await db.select().from(voiceProfiles).where(eq(voiceProfiles.id, id));
      return row ?? null;
    },

    async activeProfile(): Promise<VoiceProfileRow | null> {
      const [row] = await db
        .select(getTableColumns(voiceProfiles))
        .from(userSettings)
        .innerJoin(voiceProfiles, eq(voiceProfiles.id, userSettings.activeVoiceProfileId));
      return row ?? null;
    },

    async mostRecentlyUpdated(): Promise<VoiceProfileRow | null> {
      const [row] = await db
        .select()
        .from(voiceProfiles)
        .orderBy(desc(voiceProfiles.updatedAt), desc(voiceProfiles.id))
        .limit(1);
      return row ?? null;
    },

    async countProfiles(): Promise<number> {
      const [row] = await db.select({ profiles: count() }).from(voiceProfiles);
      return row?.profiles ?? 0;
    },

    async insertProfile(profile: NewVoiceProfile): Promise<VoiceProfileRow> {
      const [row] = await db.insert(voiceProfiles).values(profile).returning();
      if (!row) throw new Error('The new voice profile was not returned');
      return row;
    },

    async updateProfile(id: number, change: Partial<NewVoiceProfile>): Promise<VoiceProfileRow | null> {
      const [row] = await db.update(voiceProfiles).set(change).where(eq(voiceProfiles.id, id)).returning();
      return row ?? null;
    },

    async deleteProfile(id: number): Promise<void> {
      await db.delete(voiceProfiles).where(eq(voiceProfiles.id, id));
    },

    async settings(): Promise<UserSettingsRow | null> {
      const [row] = await db.select().from(userSettings);
      return row ?? null;
    },

    async ensureSettings(now: Date): Promise<void> {
      await db
        .insert(userSettings)
        .values({ id: settingsId, createdAt: now, updatedAt: now })
        .onConflictDoNothing();
    },

    async updateSettings(change: UserSettingsChange): Promise<void> {
      await db.update(userSettings).set(change).where(eq(userSettings.id, settingsId));
    },
  };
}
