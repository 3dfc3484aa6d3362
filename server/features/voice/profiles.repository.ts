import { and, asc, desc, eq, getTableColumns, inArray, ne } from 'drizzle-orm';
import {
  comments,
  profileVersions,
  styleRules,
  userSettings,
  voiceProfiles,
} from '#shared/schema.ts';
import { type Db, firstRow, onlyRow, type Tx } from '../../db/database.ts';

export type ProfileVersionRow = typeof profileVersions.$inferSelect;
export type StyleRuleRow = typeof styleRules.$inferSelect;
export type NewStyleRule = typeof styleRules.$inferInsert;

/** Absent fields stay unchanged. */
type Change<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

export type VoiceProfileRow = typeof voiceProfiles.$inferSelect;
type NewVoiceProfile = typeof voiceProfiles.$inferInsert;
export type UserSettingsRow = typeof userSettings.$inferSelect;

export interface Edit {
  commentId: number;
  before: string;
  after: string;
}

export function createVoiceRepository(db: Db) {
  return {
    ...queries(db),
    /** Runs `work` in a transaction that locks the settings row. */
    exclusively: <T>(work: (held: VoiceQueries) => Promise<T>): Promise<T> =>
      db.transaction(async (tx) => {
        await tx.select({ id: userSettings.id }).from(userSettings).for('update');
        return work(queries(tx));
      }),
  };
}

export type VoiceRepository = ReturnType<typeof createVoiceRepository>;
export type VoiceQueries = ReturnType<typeof queries>;

function queries(db: Db | Tx) {
  const acceptedRules = (profileId: number) =>
    db
      .select({ id: styleRules.id, text: styleRules.text })
      .from(styleRules)
      .where(and(eq(styleRules.profileId, profileId), eq(styleRules.status, 'accepted')))
      .orderBy(asc(styleRules.id));

  return {
    /** Returns the fields and rules that a profile version stores. */
    async voiceState(profileId: number) {
      const profile = db
        .select()
        .from(voiceProfiles)
        .where(eq(voiceProfiles.id, profileId));
      const { id, createdAt, updatedAt, ...fields } = await onlyRow(profile);
      return { fields, rules: await acceptedRules(profileId) };
    },

    acceptedRules,

    versions: async (profileId: number): Promise<ProfileVersionRow[]> =>
      versionsOf(db, profileId),

    newestVersion: (profileId: number): Promise<ProfileVersionRow | null> =>
      firstRow(versionsOf(db, profileId).limit(1)),

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

    rule: (id: number) =>
      firstRow(db.select().from(styleRules).where(eq(styleRules.id, id))),

    insertRule: (rule: NewStyleRule): Promise<StyleRuleRow> =>
      onlyRow(db.insert(styleRules).values(rule).returning()),

    updateRule: (id: number, change: Change<NewStyleRule>) =>
      onlyRow(db.update(styleRules).set(change).where(eq(styleRules.id, id)).returning()),

    async deleteRule(id: number): Promise<void> {
      await db.delete(styleRules).where(eq(styleRules.id, id));
    },

    list: (): Promise<VoiceProfileRow[]> =>
      db.select().from(voiceProfiles).orderBy(asc(voiceProfiles.id)),

    profile: (id: number) =>
      firstRow(db.select().from(voiceProfiles).where(eq(voiceProfiles.id, id))),

    activeProfile: () =>
      firstRow(
        db
          .select(getTableColumns(voiceProfiles))
          .from(userSettings)
          .innerJoin(
            voiceProfiles,
            eq(voiceProfiles.id, userSettings.activeVoiceProfileId),
          ),
      ),

    mostRecentlyUpdated: () =>
      firstRow(
        db
          .select()
          .from(voiceProfiles)
          .orderBy(desc(voiceProfiles.updatedAt), desc(voiceProfiles.id))
          .limit(1),
      ),

    countProfiles: (): Promise<number> => db.$count(voiceProfiles),

    insertProfile: (profile: NewVoiceProfile): Promise<VoiceProfileRow> =>
      onlyRow(db.insert(voiceProfiles).values(profile).returning()),

    updateProfile: (id: number, change: Change<NewVoiceProfile>) =>
      onlyRow(
        db.update(voiceProfiles).set(change).where(eq(voiceProfiles.id, id)).returning(),
      ),

    async deleteProfile(id: number): Promise<void> {
      // Locks the comments in the order of their ids, as all code that locks several
      // comments does. Two transactions could otherwise deadlock.
      const ofProfile = db
        .select({ id: comments.id })
        .from(comments)
        .where(eq(comments.voiceProfileId, id));
      await ofProfile.orderBy(asc(comments.id)).for('update');
      await db.delete(voiceProfiles).where(eq(voiceProfiles.id, id));
    },

    settings: (): Promise<UserSettingsRow> => onlyRow(db.select().from(userSettings)),

    updateSettings: (
      change: Change<typeof userSettings.$inferInsert>,
    ): Promise<UserSettingsRow> =>
      onlyRow(db.update(userSettings).set(change).returning()),

    newestEdits(profileId: number, limit: number): Promise<Edit[]> {
      return db
        .select({
          commentId: comments.id,
          before: comments.generatedContent,
          after: comments.content,
        })
        .from(comments)
        .where(
          and(
            eq(comments.voiceProfileId, profileId),
            inArray(comments.status, ['approved', 'posted']),
            ne(comments.content, comments.generatedContent),
            // A comment that the owner typed without a draft is no edit.
            ne(comments.generatedContent, ''),
          ),
        )
        .orderBy(desc(comments.updatedAt), desc(comments.id))
        .limit(limit);
    },
  };
}

const versionsOf = (db: Db | Tx, profileId: number) =>
  db
    .select()
    .from(profileVersions)
    .where(eq(profileVersions.profileId, profileId))
    .orderBy(desc(profileVersions.number));
