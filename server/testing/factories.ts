import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import type { Db, Tx } from '../db/database.ts';
import { testStart } from './clock.ts';

type Overrides<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const start = () => new Date(testStart);

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('Nothing was inserted.');
  return row;
}

export type VideoRow = typeof videos.$inferSelect;
export type CommentRow = typeof comments.$inferSelect;
export type QueueItemRow = typeof queueItems.$inferSelect;

/** A video about Kubernetes with comments on, found at `testStart`. */
/** Holds what the drafts of the tests speak about. */
export const usualDescription =
  'Rolling updates, probes and what to watch. Readiness probes that call the database, startup and liveness; a failure threshold for slow Java services; the default timeout of Helm on cold nodes; eBPF tracing of a syscall that blocks; Terraform state split by team and a shared VPC; Postgres connection pools per pod and a sidecar pooler; signed images and admission control.';

export async function makeVideo(db: Db | Tx, overrides: Overrides<typeof videos> = {}): Promise<VideoRow> {
  const number = next();
  const values = {
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
  return only(
    await db
      .insert(videos)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A pending comment, on a new video unless `videoId` names one. */
export async function makeComment(
  db: Db | Tx,
  overrides: Overrides<typeof comments> = {},
): Promise<CommentRow> {
  const content = overrides.content ?? `The part about readiness probes saved me an evening (${next()}).`;
  const values = {
    videoId: overrides.videoId ?? (await makeVideo(db)).id,
    content,
    generatedContent: content,
    style: 'insightful' as const,
    qualityScore: 82,
    status: 'pending' as const,
    createdAt: start(),
    updatedAt: start(),
  };
  return only(
    await db
      .insert(comments)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A stranger's reply, under a new posted comment unless `commentId` names one. */
export async function makeReply(db: Db | Tx, overrides: Overrides<typeof replies> = {}) {
  const number = next();
  const values = {
    commentId:
      overrides.commentId ??
      (
        await makeComment(db, {
          status: 'posted',
          postedAt: start(),
          youtubeCommentId: `Ugthread${number}`,
        })
      ).id,
    youtubeReplyId: `Ugthread.reply${number}`,
    authorChannelId: `UCstranger${number}`,
    authorName: `@stranger${number}`,
    text: `How do your probes tell a slow start from a hang? (${number})`,
    likeCount: 1,
    publishedAt: start(),
    fetchedAt: start(),
    createdAt: start(),
  };
  return only(
    await db
      .insert(replies)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A queue item, of a new pending comment unless `commentId` names one. */
export async function makeQueueItem(
  db: Db | Tx,
  overrides: Overrides<typeof queueItems> = {},
): Promise<QueueItemRow> {
  const values = { commentId: overrides.commentId ?? (await makeComment(db)).id, createdAt: start() };
  return only(
    await db
      .insert(queueItems)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A post attempt in state `sending`, of a new approved comment unless `commentId` names one. */
export async function makePostAttempt(db: Db | Tx, overrides: Overrides<typeof postAttempts> = {}) {
  const values = {
    commentId: overrides.commentId ?? (await makeComment(db, { status: 'approved' })).id,
    origin: 'manual' as const,
    state: 'sending' as const,
    content: 'The part about readiness probes saved me an evening.',
    youtubeVideoId: 'video000001',
    channelId: 'UCcloudkitchen0000000000',
    authorChannelId: 'UCowner00000000000000000',
    worker: 'worker-1',
    startedAt: start(),
  };
  return only(
    await db
      .insert(postAttempts)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

export async function makeVoiceProfile(db: Db | Tx, overrides: Overrides<typeof voiceProfiles> = {}) {
  const values = {
    name: `Platform engineer ${next()}`,
    description: 'Plain words, one concrete point, no praise for its own sake.',
    expertiseAreas: ['Kubernetes', 'DevOps'],
    createdAt: start(),
    updatedAt: start(),
  };
  return only(
    await db
      .insert(voiceProfiles)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** The owner's grant, row 1. Its sealed tokens are null: a test that needs them seals its own. */
export async function makeGoogleAccount(db: Db | Tx, overrides: Overrides<typeof googleAccount> = {}) {
  const values = {
    googleSub: '100000000000000000001',
    email: 'ada@example.com',
    name: 'Ada Example',
    channelId: 'UCowner00000000000000000',
    channelTitle: 'Ada Builds',
    scopes: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/youtube.force-ssl'],
    connectedAt: start(),
    updatedAt: start(),
  };
  return only(
    await db
      .insert(googleAccount)
      .values({ ...values, ...overrides })
      .returning(),
  );
}
