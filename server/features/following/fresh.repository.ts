import {
  and,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import {
  comments,
  followedChannels,
  freshVideos,
  standingSearches,
  userSettings,
  videos,
} from '#shared/schema.ts';
import {
  changedRows,
  countOf,
  type Db,
  firstRow,
  isOneOf,
  onlyRow,
  pick,
} from '../../db/database.ts';
import type { SortKey } from '../comments/list-cursor.rules.ts';

export interface FreshFilter {
  since: Date;
  /** Leaves out videos found after this time. */
  foundBy: Date;
  blockedChannels: readonly string[];
  skipShorts: boolean;
}

interface FreshSlice extends FreshFilter {
  /** Start times of the groups, oldest first. */
  groupStarts: readonly Date[];
  after: SortKey | null;
  limit: number;
}

export type ShownFresh = Awaited<ReturnType<FreshRepository['freshPage']>>[number];

export function createFreshRepository(db: Db) {
  return {
    /**
     * Returns the newest group first. Within a group, videos without a comment of the
     * owner's come first, and then the best match.
     */
    freshPage({ groupStarts, after, limit, ...filter }: FreshSlice) {
      const fresh = youngVideos(db, filter, groupStarts);
      const isAfter =
        after &&
        sql`(${fresh.group}, ${fresh.isOpen}, ${fresh.match}, ${fresh.videoId}) < (${sql.join([...after], sql`, `)})`;
      return db
        .select()
        .from(fresh)
        .where(and(isShown(fresh, filter), isAfter ?? undefined))
        .orderBy(
          desc(fresh.group),
          desc(fresh.isOpen),
          desc(fresh.match),
          desc(fresh.videoId),
        )
        .limit(limit);
    },

    freshCounts(filter: FreshFilter) {
      const fresh = youngVideos(db, filter);
      const isThere = isShown(fresh, filter);
      const counts = {
        total: countOf(isThere),
        unseen: countOf(and(isThere, isNull(fresh.seenAt))),
        shorts: countOf(eq(fresh.isShort, true)),
        commentsOff: countOf(eq(fresh.commentsOff, true)),
      };
      return onlyRow(db.select(counts).from(fresh));
    },

    /**
     * Returns videos whose match score was made for another profile than `matchedWith`.
     */
    unmatched: (matchedWith: string, after: Date) =>
      db
        .select({
          videoId: freshVideos.videoId,
          ...pick(videos, 'title', 'description', 'keywords'),
        })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .where(
          and(
            gt(freshVideos.appearedAt, after),
            ne(freshVideos.matchedWith, matchedWith),
          ),
        ),

    async match(
      videoIds: readonly number[],
      scores: readonly number[],
      matchedWith: string,
    ): Promise<void> {
      await db.execute(sql`update ${freshVideos} set match = matched.score, matched_with = ${matchedWith}
        from unnest(${sql.param([...videoIds])}::int[], ${sql.param([...scores])}::int[]) as matched (id, score)
        where video_id = matched.id`);
    },

    async see(videoIds: readonly number[], seenAt: Date): Promise<boolean> {
      const isUnseen = and(
        isOneOf(freshVideos.videoId, videoIds),
        isNull(freshVideos.seenAt),
      );
      return (
        changedRows(await db.update(freshVideos).set({ seenAt }).where(isUnseen)) > 0
      );
    },

    async dismiss(videoId: number, dismissedAt: Date | null): Promise<boolean> {
      const isIt = eq(freshVideos.videoId, videoId);
      return (
        changedRows(await db.update(freshVideos).set({ dismissedAt }).where(isIt)) > 0
      );
    },

    bestToDraft: (
      filter: FreshFilter,
      day: string,
      except: readonly number[],
    ): Promise<number | null> => findBest(db, filter, day, except),

    /** Leaves a video out of the morning drafts of this day. */
    async passOver(videoId: number, day: string): Promise<void> {
      await db
        .update(freshVideos)
        .set({ passedOverOn: day })
        .where(eq(freshVideos.videoId, videoId));
    },

    draftedSince: (since: Date): Promise<number> =>
      db.$count(
        comments,
        and(eq(comments.draftedForYou, true), gte(comments.createdAt, since)),
      ),

    async endMorning(day: string): Promise<void> {
      await db.update(userSettings).set({ morningDay: day });
    },
  };
}

export type FreshRepository = ReturnType<typeof createFreshRepository>;

/**
 * Selects recent videos from followed channels that are not muted, and from searches that
 * still exist.
 */
function youngVideos(
  db: Db,
  { since, foundBy, blockedChannels }: FreshFilter,
  groupStarts: readonly Date[] = [],
) {
  const starts = sql.param(groupStarts.map((start) => start.toISOString()));
  const group =
    sql`width_bucket(${freshVideos.appearedAt}, ${starts}::timestamptz[])`.mapWith(
      Number,
    );
  return db
    .select({
      ...pick(
        freshVideos,
        'videoId',
        'isShort',
        'appearedAt',
        'foundAt',
        'seenAt',
        'match',
      ),
      passedOverOn: freshVideos.passedOverOn,
      group: group.as('group'),
      channelId: videos.channelId,
      commentsOff: videos.commentsOff,
      // Counts comments as of the first page, so that a draft written since moves no row
      // to a later page.
      isOpen: sql<number>`(not exists (
        select from ${comments} own where own.video_id = ${videos.id} and own.reply_id is null
        and own.withdrawn_at is null and own.created_at <= ${foundBy.toISOString()}::timestamptz
      ))::int`
        .mapWith(Number)
        .as('is_open'),
      followed: sql<boolean>`${followedChannels.id} is not null`.as('followed'),
      query: standingSearches.query,
    })
    .from(freshVideos)
    .innerJoin(videos, eq(videos.id, freshVideos.videoId))
    .leftJoin(followedChannels, eq(followedChannels.channelId, videos.channelId))
    .leftJoin(standingSearches, eq(standingSearches.id, freshVideos.searchId))
    .where(
      and(
        gt(freshVideos.appearedAt, since),
        lte(freshVideos.foundAt, foundBy),
        isNull(freshVideos.dismissedAt),
        eq(videos.available, true),
        sql`not ${isOneOf(videos.channelId, blockedChannels)}`,
        or(
          eq(followedChannels.muted, false),
          and(isNull(followedChannels.id), sql`${standingSearches.id} is not null`),
        ),
      ),
    )
    .as('young');
}

type YoungVideos = ReturnType<typeof youngVideos>;

const isShown = ({ commentsOff, isShort }: YoungVideos, { skipShorts }: FreshFilter) =>
  and(eq(commentsOff, false), skipShorts ? eq(isShort, false) : undefined);

/**
 * Returns the best video that has no comment and was not passed over on this day (in the
 * owner's time zone). Leaves out channels where two morning drafts were rejected (rule
 * 14.11). Returns null if there is none.
 */
async function findBest(
  db: Db,
  filter: FreshFilter,
  day: string,
  except: readonly number[],
): Promise<number | null> {
  const fresh = youngVideos(db, filter);
  const ofVideo = db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.videoId, fresh.videoId));
  const unwanted = sql`(
    select rejected.channel_id from ${comments} join ${videos} as rejected on rejected.id = ${comments.videoId}
    where ${comments.draftedForYou} and ${comments.status} = 'rejected'
    group by rejected.channel_id having count(*) >= 2)`;
  const best = await firstRow(
    db
      .select({ videoId: fresh.videoId })
      .from(fresh)
      .where(
        and(
          isShown(fresh, filter),
          notExists(ofVideo),
          sql`${fresh.channelId} not in ${unwanted}`,
          sql`${fresh.passedOverOn} is distinct from ${day}`,
          except.length > 0 ? notInArray(fresh.videoId, [...except]) : undefined,
        ),
      )
      .orderBy(desc(fresh.match), desc(fresh.appearedAt))
      .limit(1),
  );
  return best?.videoId ?? null;
}
