import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type {
  CommentAnalysis,
  SentenceSource,
  SourceKind,
} from '#shared/contracts/comment-detail.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { comments, draftRecords } from '#shared/schema.ts';
import { type Db, isOneOf, lockComments } from '../db/database.ts';

const kinds: ReadonlySet<SourceKind> = new Set(['description', 'chapter', 'comment']);
/**
 * Parts of a prompt that contain text from YouTube. A transcript stays, because the owner
 * pasted it. The owner's own comments are among them, because they name titles of videos.
 */
const parts: ReadonlySet<string> = new Set([
  'Video',
  'Thread',
  'Chapters',
  'Top comments',
  'What you wrote before',
]);

const removedText = 'Removed after 30 days (YouTube’s terms).';

/**
 * Removes quotes, but keeps each source's kind and place. Analyses of older versions may
 * have no sentences or reading.
 */
function withoutYouTubeQuotes<T extends Partial<CommentAnalysis>>(analysed: T): T {
  const { sentences, alreadySaid, reading } = analysed;
  return {
    ...analysed,
    ...(alreadySaid && { alreadySaid: null }),
    ...(sentences && {
      sentences: sentences.map((sentence) => ({
        ...sentence,
        source: ofOurs(sentence.source),
      })),
    }),
    ...(reading && {
      reading: {
        ...reading,
        wrong: reading.wrong.map((each) => ({ ...each, passage: ofOurs(each.passage) })),
      },
    }),
  };
}

function ofOurs(source: SentenceSource | null): SentenceSource | null {
  if (source?.comment)
    return { ...source, comment: { ...source.comment, videoTitle: null } };
  return source && kinds.has(source.kind) ? { ...source, quote: null } : source;
}

function withoutYouTubeParts(why: DraftWhy): DraftWhy {
  return {
    ...why,
    parts: why.parts.map((part) =>
      parts.has(part.name) ? { ...part, text: removedText } : part,
    ),
  };
}

export function createRetentionRepository(db: Db) {
  return {
    /**
     * Removes counts of likes and replies that are too old. Returns the ids of their
     * comments.
     */
    removeOutcomes(checkedBefore: Date): Promise<number[]> {
      const known = sql`num_nonnulls(${comments.likeCount}, ${comments.replyCount}) > 0`;
      return db.transaction(async (tx) => {
        const ids = await lockComments(
          tx,
          and(known, lt(comments.outcomesCheckedAt, checkedBefore)),
        );
        await tx
          .update(comments)
          .set({ likeCount: null, replyCount: null, outcomesCheckedAt: null })
          .where(isOneOf(comments.id, ids));
        return ids;
      });
    },

    /**
     * Removes text from YouTube from drafts. Returns the ids of their comments, whose
     * revision stays because their text does not change.
     */
    removeQuoted(before: Date, limit: number): Promise<number[]> {
      return db.transaction(async (tx) => {
        const isOld = lt(draftRecords.quotedAt, before);
        const ofComment = eq(comments.id, draftRecords.commentId);
        // Comments are always locked in the order of their ids and before their records;
        // otherwise two transactions could deadlock.
        const locked = await tx
          .select({ id: comments.id })
          .from(comments)
          .innerJoin(draftRecords, ofComment)
          .where(isOld)
          .orderBy(asc(comments.id))
          .limit(limit)
          .for('update', { of: comments });
        const ids = locked.map(({ id }) => id);
        const rows = await tx
          .select({ record: draftRecords, analysis: comments.analysis })
          .from(draftRecords)
          .innerJoin(comments, ofComment)
          .where(and(isOld, isOneOf(comments.id, ids)))
          .orderBy(asc(comments.id))
          .for('update', { of: draftRecords });
        for (const { record, analysis } of rows) {
          const { commentId, why, alternatives } = record;
          await tx
            .update(draftRecords)
            .set({
              why: why && withoutYouTubeParts(why),
              alternatives: alternatives.map(withoutYouTubeQuotes),
              quotedAt: null,
            })
            .where(eq(draftRecords.commentId, commentId));
          if (analysis)
            await tx
              .update(comments)
              .set({ analysis: withoutYouTubeQuotes(analysis) })
              .where(eq(comments.id, commentId));
        }
        return ids;
      });
    },
  };
}

export type RetentionRepository = ReturnType<typeof createRetentionRepository>;
