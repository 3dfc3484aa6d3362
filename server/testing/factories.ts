import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
  userSettings,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { backedUpTables } from '../backup/format.ts';
import type { Db, Tx } from '../db/database.ts';
import { testStart } from './clock.ts';

let made = 0;
const next = () => ++made;

/**
 * Makes each file count from one, whatever its worker ran before, because the test
 * model's answers depend on the video's title.
 */
export const restartNumbers = () => {
  made = 0;
};

const start = () => new Date(testStart);

async function insert<Table extends PgTable>(
  db: Db | Tx,
  table: Table,
  values: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [row] = (await db
    .insert(table)
    .values(values)
    .returning()) as Table['$inferSelect'][];
  if (!row) throw new Error('Nothing was inserted.');
  return row;
}

/**
 * Returns a function that inserts a row with default values, which a test may override.
 */
const maker =
  <Table extends PgTable>(
    table: Table,
    usual: (
      db: Db | Tx,
      given: Partial<Table['$inferInsert']>,
    ) => Promise<Table['$inferInsert']>,
  ) =>
  async (db: Db | Tx, given: Partial<Table['$inferInsert']> = {}) =>
    insert(db, table, { ...(await usual(db, given)), ...given });

export type VideoRow = typeof videos.$inferSelect;
export type CommentRow = typeof comments.$inferSelect;

/** Mentions everything that the tests' drafts talk about. */
export const usualDescription =
  'Rolling updates, probes and what to watch. Readiness probes that call the database, startup and liveness; a failure threshold for slow Java services; the default timeout of Helm on cold nodes; eBPF tracing of a syscall that blocks; Terraform state split by team and a shared VPC; Postgres connection pools per pod and a sidecar pooler; signed images and admission control.';

/** A video about Kubernetes with comments on, found at `testStart`. */
export const makeVideo = maker(videos, async () => {
  const number = next();
  return {
    youtubeId: `video${String(number).padStart(6, '0')}`,
    title: `Kubernetes in practice, part ${number}`,
    description: usualDescription,
    channelTitle: 'Cloud Kitchen',
    channelId: 'UCcloudkitchen0000000000',
    thumbnailUrl: 'https://i.ytimg.com/vi/video/mqdefault.jpg',
    publishedAt: '2026-02-20T08:00:00Z',
    viewCount: 12_345,
    likeCount: 321,
    commentCount: 42,
    tags: ['Kubernetes'],
    fetchedAt: start(),
    createdAt: start(),
  };
});

/** A pending comment, on a new video unless `videoId` names one. */
export const makeComment = maker(comments, async (db, given) => {
  const content =
    given.content ?? `The part about readiness probes saved me an evening (${next()}).`;
  return {
    videoId: given.videoId ?? (await makeVideo(db)).id,
    content,
    generatedContent: content,
    style: 'insightful' as const,
    qualityScore: 82,
    status: 'pending' as const,
    createdAt: start(),
    updatedAt: start(),
  };
});

/** A stranger's reply, under a new posted comment unless `commentId` names one. */
export const makeReply = maker(replies, async (db, given) => {
  const number = next();
  const posted = {
    status: 'posted',
    postedAt: start(),
    youtubeCommentId: `Ugthread${number}`,
  } as const;
  return {
    commentId: given.commentId ?? (await makeComment(db, posted)).id,
    youtubeReplyId: `Ugthread.reply${number}`,
    authorChannelId: `UCstranger${number}`,
    authorName: `@stranger${number}`,
    text: `How do your probes tell a slow start from a hang? (${number})`,
    likeCount: 1,
    publishedAt: start(),
    fetchedAt: start(),
    createdAt: start(),
  };
});

/** A queue item, for a new pending comment unless `commentId` names one. */
export const makeQueueItem = maker(queueItems, async (db, given) => ({
  commentId: given.commentId ?? (await makeComment(db)).id,
  createdAt: start(),
}));

/**
 * A post attempt in state `sending`, for a new approved comment unless `commentId` names
 * one.
 */
export const makePostAttempt = maker(postAttempts, async (db, given) => ({
  commentId: given.commentId ?? (await makeComment(db, { status: 'approved' })).id,
  origin: 'manual' as const,
  state: 'sending' as const,
  content: 'The part about readiness probes saved me an evening.',
  youtubeVideoId: 'video000001',
  channelId: 'UCcloudkitchen0000000000',
  authorChannelId: 'UCowner00000000000000000',
  worker: 'worker-1',
  startedAt: start(),
}));

export const makeVoiceProfile = maker(voiceProfiles, async () => ({
  name: `Platform engineer ${next()}`,
  description: 'Plain words, one concrete point, no praise for its own sake.',
  expertiseAreas: ['Kubernetes', 'DevOps'],
  createdAt: start(),
  updatedAt: start(),
}));

export async function setSettings(
  db: Db | Tx,
  values: Partial<typeof userSettings.$inferInsert>,
): Promise<void> {
  await db.update(userSettings).set(values);
}

/**
 * The owner's grant, in row 1. Its sealed tokens are null: a test that needs them seals
 * its own.
 */
export const makeGoogleAccount = maker(googleAccount, async () => ({
  googleSub: '100000000000000000001',
  email: 'ada@example.com',
  name: 'Ada Example',
  channelId: 'UCowner00000000000000000',
  channelTitle: 'Ada Builds',
  scopes: [
    'openid',
    'email',
    'profile',
    'https://www.googleapis.com/auth/youtube.force-ssl',
  ],
  connectedAt: start(),
  updatedAt: start(),
}));

/** Characters that files and databases often get wrong. */
const awkward = ' Größe “quoted” "\\ \u2028\n🦊';
/**
 * Columns that a restore leaves empty: secrets, and a count that is read again (rules
 * 6.5, 7.17).
 */
const notRestored = /^sealed|^(accessToken|grant)ExpiresAt$|^readUpTo$|^readReplyCount$/;
/** Columns that a restore fills in if they are empty, as older versions left them. */
const alwaysSet = /^(quotedAt|nextFiguresAt)$/;

/** Every row refers to the rows with its own number. */
function awkwardValue(
  { name, dataType, ...column }: PgColumn,
  number: number,
  now: Date,
) {
  const text = number + name + awkward;
  if (dataType === 'json')
    return { [awkward]: [text, null, 0.000_012_3, { isDeep: true }] };
  if (dataType === 'date') return new Date(now.getTime() + 3_600_000 + name.length);
  if (dataType === 'boolean') return !column.default;
  if (dataType === 'number')
    return column.columnType === 'PgBigInt53' ? Number.MAX_SAFE_INTEGER : number;
  return 'length' in column ? text.slice(0, Number(column.length ?? text.length)) : text;
}

/**
 * Values that a restore depends on: one comment is approved and scheduled, the other is
 * posted.
 */
const settled = {
  comments: [{ status: 'approved' }, { status: 'posted', youtubeCommentId: 'Ugz2' }],
  postAttempts: [
    { kind: 'insert', state: 'failed' },
    { state: 'posted', closedAt: start() },
  ],
};

/**
 * Inserts two rows into each table of a backup, the first with every column and the
 * second with as few as possible. A table that allows only one row gets the first.
 */
export async function fillDatabase(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set constraints all deferred`);
    for (const [name, table] of Object.entries(backedUpTables)) {
      const columns: Record<string, PgColumn> = getTableColumns(table);
      const isSingle =
        columns['id'] !== undefined && columns['id'].columnType !== 'PgSerial';
      if (isSingle) await tx.delete(table);
      for (const number of isSingle ? [1] : [1, 2]) {
        const filled = Object.entries(columns).filter(
          ([key, { columnType, notNull, hasDefault }]) =>
            columnType !== 'PgSerial' &&
            !notRestored.test(key) &&
            (number === 1 || alwaysSet.test(key) || (notNull && !hasDefault)),
        );
        const row = Object.fromEntries(
          filled.map(([key, column]) => [key, awkwardValue(column, number, now)]),
        );
        const own = Object.entries(settled).find(
          ([settledName]) => settledName === name,
        )?.[1][number - 1];
        await insert(tx, table, { ...row, ...own } as typeof table.$inferInsert);
      }
    }
  });
}
