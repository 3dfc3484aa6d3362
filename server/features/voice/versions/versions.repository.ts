import { and, asc, desc, eq } from 'drizzle-orm';
import { type ProfileFields, profileVersions, styleRules, voiceProfiles } from '#shared/schema.ts';
import type { Db, Tx } from '../../../db/database.ts';

export type ProfileVersionRow = typeof profileVersions.$inferSelect;
export type StyleRuleRow = typeof styleRules.$inferSelect;
export type NewStyleRule = typeof styleRules.$inferInsert;

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
        .select({ id: styleRules.id, text: styleRules.text })
        .from(styleRules)
        .where(and(eq(styleRules.profileId, profileId), eq(styleRules.status, 'accepted')))
        .orderBy(asc(styleRules.id));
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
        .from(styleRules)
        .where(eq(styleRules.profileId, profileId))
        .orderBy(asc(styleRules.id));
    },

    async rule(id: number): Promise<StyleRuleRow | null> {
      const [row] = await db.select().from(styleRules).where(eq(styleRules.id, id));
      return row ?? null;
    },

    insertRules(rules: readonly NewStyleRule[]): Promise<StyleRuleRow[]> {
      return db
        .insert(styleRules)
        .values([...rules])
        .returning();
    },

    async updateRule(id: number, change: Partial<NewStyleRule>): Promise<StyleRuleRow | null> {
      const [row] = await db.update(styleRules).set(change).where(eq(styleRules.id, id)).returning();
      return row ?? null;
    },

    async deleteRule(id: number): Promise<void> {
      await db.delete(styleRules).where(eq(styleRules.id, id));
    },
  };
}
