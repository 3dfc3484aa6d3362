import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { OwnCommentPage } from '#shared/contracts/voice.ts';
import { comments, ownComments, videos } from '#shared/schema.ts';
import { changedRows, type Db, isOnYouTube, pick } from '../../db/database.ts';
import { isRewritten, type OwnComment, type OwnText } from './own-comments.rules.ts';

export type OwnCommentRow = typeof ownComments.$inferSelect;
export type NewOwnComment = typeof ownComments.$inferInsert;

const defaultPage = 100;
const mostWrittenBefore = 1000;
const approved = ['approved', 'posted'] as const;
const textColumns = {
  ...pick(comments, 'id', 'content', 'style'),
  at: comments.createdAt,
};

/**
 * Matches comments that were drafted with this profile; null matches those drafted
 * without one.
 */
const isWrittenWith = (profileId: number | null): SQL =>
  profileId === null
    ? isNull(comments.voiceProfileId)
    : eq(comments.voiceProfileId, profileId);

export function createOwnCommentsRepository(db: Db) {
  const writtenAt =
    sql<Date>`coalesce(${ownComments.writtenAt}, ${ownComments.createdAt})`.mapWith(
      ownComments.createdAt,
    );

  return {
    async insert(rows: readonly NewOwnComment[]): Promise<number> {
      const target = [ownComments.profileId, ownComments.contentKey];
      const values = [...rows];
      return changedRows(
        await db.insert(ownComments).values(values).onConflictDoNothing({ target }),
      );
    },

    list(profileId: number, { limit, offset }: OwnCommentPage): Promise<OwnCommentRow[]> {
      return db
        .select()
        .from(ownComments)
        .where(eq(ownComments.profileId, profileId))
        .orderBy(desc(writtenAt), desc(ownComments.id))
        .limit(limit ?? defaultPage)
        .offset(offset ?? 0);
    },

    count: (profileId: number): Promise<number> =>
      db.$count(ownComments, eq(ownComments.profileId, profileId)),

    remove: async (id: number): Promise<boolean> =>
      changedRows(await db.delete(ownComments).where(eq(ownComments.id, id))) > 0,

    async removeAll(profileId: number): Promise<void> {
      await db.delete(ownComments).where(eq(ownComments.profileId, profileId));
    },

    async ownTexts(profileId: number, limit: number): Promise<OwnText[]> {
      const rows = await db
        .select({ id: ownComments.id, content: ownComments.content, at: writtenAt })
        .from(ownComments)
        .where(eq(ownComments.profileId, profileId))
        .orderBy(desc(writtenAt), desc(ownComments.id))
        .limit(limit);
      return rows.map((row) => ({ kind: 'own', style: null, ...row }));
    },

    /** Newest first. */
    async markedTexts(profileId: number | null, limit: number): Promise<OwnText[]> {
      const rows = await db
        .select(textColumns)
        .from(comments)
        .where(
          and(
            sql`${comments.isExample}`,
            inArray(comments.status, approved),
            isWrittenWith(profileId),
          ),
        )
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(limit);
      return rows.map((row) => ({ kind: 'marked', ...row }));
    },

    /**
     * Returns approved texts that the owner wrote or rewrote. The other drafts are the
     * model's words (rule 8.16).
     */
    async rewrittenTexts(profileId: number, limit: number): Promise<OwnText[]> {
      const rows = await db
        .select({ ...textColumns, generated: comments.generatedContent })
        .from(comments)
        .where(
          and(eq(comments.voiceProfileId, profileId), inArray(comments.status, approved)),
        )
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(limit);
      return rows.flatMap(({ generated, ...row }) =>
        isRewritten(generated, row.content)
          ? [{ kind: 'approved' as const, ...row }]
          : [],
      );
    },

    /**
     * Returns comments posted with a profile under other videos, then comments imported
     * into it, each newest first.
     */
    async writtenBefore(
      profileId: number | null,
      exceptVideoId: number,
    ): Promise<OwnComment[]> {
      const posted = await db
        .select({
          text: comments.content,
          at: comments.postedAt,
          videoTitle: videos.title,
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(
          and(isOnYouTube, ne(comments.videoId, exceptVideoId), isWrittenWith(profileId)),
        )
        .orderBy(desc(comments.postedAt), desc(comments.id))
        .limit(mostWrittenBefore);
      const imported = await db
        .select({ text: ownComments.content, at: writtenAt })
        .from(ownComments)
        .where(profileId === null ? sql`false` : eq(ownComments.profileId, profileId))
        .orderBy(desc(writtenAt), desc(ownComments.id))
        .limit(mostWrittenBefore);
      return [
        ...posted.flatMap((each) => (each.at === null ? [] : [{ ...each, at: each.at }])),
        ...imported.map((each) => ({ ...each, videoTitle: null })),
      ];
    },
  };
}

export type OwnCommentsRepository = ReturnType<typeof createOwnCommentsRepository>;
