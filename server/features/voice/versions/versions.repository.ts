import { and, asc, desc, eq } from 'drizzle-orm';
import { type ProfileFields, profileVersions, voiceProfiles, voiceRules } from '#shared/schema.ts';
import type { Db, Tx } from '../../../db/client.ts';

export type ProfileVersionRow = typeof profileVersions.$inferSelect;
export type StyleRuleRow = typeof voiceRules.$inferSelect;
export type NewStyleRule = typeof voiceRules.$inferInsert;

export interface VoiceState {
  fields: ProfileFields;
  rules: { id: number; text: string }[];
}

export function versionQueries(db: Db | Tx) {
  return {
    async voiceState(profileId: number): Promise<VoiceState | null> {
      const [row] = await db.select().from(voiceProfiles).where(eq(voiceProfiles.id, profileId));
      if (!row) return null;
      const { id, createdAt, updatedAt, ...fields } = row;
      const rules = await db
        .select({ id: voiceRules.id, text: voiceRules.text })
        .from(voiceRules)
        .where(and(eq(voiceRules.profileId, profileId), eq(voiceRules.status, 'accepted')))
        .orderBy(asc(voiceRules.id));
      return { fields, rules };
    },

    versions(profileId: number): Promise<ProfileVersionRow[]> {
      return db
        .select()
        .from(profileVersions)
        .where(eq(profileVersions.profileId, profileId))
        .orderBy(desc(profileVersions.number));
    },

    async newestVersion(profileId: number): Promise<ProfileVersionRow | null> {
      const [row] = await db
        .select()
        .from(profileVersions)
        .where(eq(profileVersions.profileId, profileId))
        .orderBy(desc(profileVersions.number))
        .limit(1);
      return row ?? null;
    },

    async insertVersion(version: typeof profileVersions.$inferInsert): Promise<void> {
      await db.insert(profileVersions).values(version);
    },

    rules(profileId: number): Promise<StyleRuleRow[]> {
      return db
        .select()
        .from(voiceRules)
        .where(eq(voiceRules.profileId, profileId))
        .orderBy(asc(voiceRules.id));
    },

    async rule(id: number): Promise<StyleRuleRow | null> {
      const [row] = await db.select().from(voiceRules).where(eq(voiceRules.id, id));
      return row ?? null;
    },

    insertRules(rules: readonly NewStyleRule[]): Promise<StyleRuleRow[]> {
      return db
        .insert(voiceRules)
        .values([...rules])
        .returning();
    },

    async updateRule(id: number, change: Partial<NewStyleRule>): Promise<StyleRuleRow | null> {
      const [row] = await db.update(voiceRules).set(change).where(eq(voiceRules.id, id)).returning();
      return row ?? null;
    },

    async deleteRule(id: number): Promise<void> {
      await db.delete(voiceRules).where(eq(voiceRules.id, id));
    },
  };
}
