import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { comments, ownComments, videos } from '#shared/schema.ts';
import type { Db } from '../../../db/client.ts';
import type { OwnComment } from '../../../providers/language-model/language-model.ts';

const mostRead = 1000;

export function createWrittenBeforeRepository(db: Db) {
  const at = sql<Date>`coalesce(${ownComments.writtenAt}, ${ownComments.createdAt})`.mapWith(
    ownComments.createdAt,
  );
  return {
    /** What the person posted under other videos, and what they imported, each newest first. */
    async writtenBefore(exceptVideoId: number): Promise<OwnComment[]> {
      const posted = await db
        .select({ text: comments.content, at: comments.postedAt, videoTitle: videos.title })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(
          and(
            eq(comments.status, 'posted'),
            isNull(comments.withdrawnAt),
            ne(comments.videoId, exceptVideoId),
          ),
        )
        .orderBy(desc(comments.postedAt), desc(comments.id))
        .limit(mostRead);
      const imported = await db
        .select({ text: ownComments.content, at })
        .from(ownComments)
        .orderBy(desc(at), desc(ownComments.id))
        .limit(mostRead);
      return [
        ...posted.flatMap((each) => (each.at === null ? [] : [{ ...each, at: each.at }])),
        ...imported.map((each) => ({ ...each, videoTitle: null })),
      ];
    },
  };
}

export type WrittenBeforeRepository = ReturnType<typeof createWrittenBeforeRepository>;
