import type { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#shared/schema.ts';
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
import type { Db, Tx } from '../db/database.ts';
import { createVoiceRepository } from '../features/voice/profiles.repository.ts';
import { testStart } from './clock.ts';

type Overrides<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

let made = 0;
const next = () => ++made;

/** Each file counts from one, whatever its worker ran before: the model's stand-in answers by the title. */
export const restartNumbers = () => {
  made = 0;
};

const start = () => new Date(testStart);

async function insert<Table extends PgTable>(
  db: Db | Tx,
  table: Table,
  values: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [row] = (await db.insert(table).values(values).returning()) as Table['$inferSelect'][];
  if (!row) throw new Error('Nothing was inserted.');
  return row;
}

export type VideoRow = typeof videos.$inferSelect;
export type CommentRow = typeof comments.$inferSelect;

/** Holds what the drafts of the tests speak about. */
export const usualDescription =
  'Rolling updates, probes and what to watch. Readiness probes that call the database, startup and liveness; a failure threshold for slow Java services; the default timeout of Helm on cold nodes; eBPF tracing of a syscall that blocks; Terraform state split by team and a shared VPC; Postgres connection pools per pod and a sidecar pooler; signed images and admission control.';

/** A video about Kubernetes with comments on, found at `testStart`. */
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
  return insert(db, videos, { ...values, ...overrides });
}

/** A pending comment, on a new video unless `videoId` names one. */
export async function makeComment(db: Db | Tx, overrides: Overrides<typeof comments> = {}) {
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
  return insert(db, comments, { ...values, ...overrides });
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
  return insert(db, replies, { ...values, ...overrides });
}

/** A queue item, of a new pending comment unless `commentId` names one. */
export async function makeQueueItem(db: Db | Tx, overrides: Overrides<typeof queueItems> = {}) {
  const values = { commentId: overrides.commentId ?? (await makeComment(db)).id, createdAt: start() };
  return insert(db, queueItems, { ...values, ...overrides });
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
  return insert(db, postAttempts, { ...values, ...overrides });
}

export async function makeVoiceProfile(db: Db | Tx, overrides: Overrides<typeof voiceProfiles> = {}) {
  const values = {
    name: `Platform engineer ${next()}`,
    description: 'Plain words, one concrete point, no praise for its own sake.',
    expertiseAreas: ['Kubernetes', 'DevOps'],
    createdAt: start(),
    updatedAt: start(),
  };
  return insert(db, voiceProfiles, { ...values, ...overrides });
}

export async function makeSettings(db: Db | Tx, values: Overrides<typeof userSettings>): Promise<void> {
  await db.insert(userSettings).values({ createdAt: start(), updatedAt: start(), ...values });
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
  return insert(db, googleAccount, { ...values, ...overrides });
}

const hoursAfter = (now: Date, count: number) => new Date(now.getTime() + count * 3_600_000);

async function fillVoice(db: Db, createdAt: Date, profileId: number, commentId: number) {
  const [rule] = await db
    .insert(schema.styleRules)
    .values([
      {
        profileId,
        text: 'No “quotes” \\ 🦊',
        status: 'accepted',
        evidence: [{ commentId, before: 'A!', after: 'A.' }],
        createdAt,
        decidedAt: createdAt,
      },
      { profileId, text: 'Be loud.', status: 'rejected', evidence: [], createdAt },
    ])
    .returning();
  if (!rule) throw new Error('No rule was inserted.');
  const state = await createVoiceRepository(db).voiceState(profileId);
  if (!state) throw new Error('There is no such profile.');
  await db
    .insert(schema.profileVersions)
    .values({ profileId, number: 1, reason: 'Accepted a rule', ...state, createdAt });
  await db.insert(schema.ownComments).values({
    profileId,
    content: 'Mine.\nAnd “this” 💬',
    contentKey: 'key',
    source: 'takeout',
    writtenAt: hoursAfter(createdAt, -900),
    createdAt,
  });
  await db.insert(schema.draftRecords).values({
    commentId,
    why: {
      promptVersion: '3',
      parts: [{ name: 'Task', text: 'Write.\u2028' }],
      profile: { id: profileId, name: 'Größe', version: 1 },
      examples: [{ kind: 'own', id: 1, text: 'Mine.' }],
      rules: [{ id: rule.id, text: rule.text }],
      model: 'm',
      tokens: { input: 1, output: 2 },
      costUsd: 0.000_012_3,
    },
    alternatives: [
      {
        content: 'Another.',
        engagementPotential: '',
        technicalAccuracy: '',
        tone: '',
        reading: null,
        sentences: [],
        cannotCheck: false,
        alreadySaid: null,
        angle: 'the other side',
        qualityScore: 70,
        platformCompliance: true,
        checks: [{ name: 'links', passed: true, detail: 'None.' }],
      },
    ],
    material: { point: 'What “I” want to say 💬', transcript: '0:00\nHello.', use: { comments: false } },
    quotedAt: createdAt,
    createdAt,
  });
}

async function fillFollowing(db: Db, now: Date) {
  await db.insert(schema.followedChannels).values({
    channelId: 'UCfollowed00000000000000',
    uploadsId: 'UUfollowed00000000000000',
    title: 'Größe “quoted” 🦊',
    namedAt: now,
    knownIds: ['known000001', 'known000002'],
    waitingIds: ['waiting0001'],
    lastVideoAt: hoursAfter(now, -2),
    readAt: now,
    nextReadAt: hoursAfter(now, 1),
    failures: 2,
    trouble: 'failing',
    createdAt: now,
  });
  const [search] = await db
    .insert(schema.standingSearches)
    .values({ query: 'eBPF “tracing”', viewCount: '1k-10k', nextRunAt: hoursAfter(now, 6), createdAt: now })
    .returning();
  const video = await makeVideo(db, { channelId: 'UCfollowed00000000000000' });
  await db.insert(schema.freshVideos).values({
    videoId: video.id,
    searchId: search?.id ?? null,
    isShort: true,
    appearedAt: hoursAfter(now, -2),
    foundAt: now,
    seenAt: now,
    match: 40,
  });
}

/** Inserts rows into every table, with characters that files and databases often get wrong. */
export async function fillDatabase(db: Db, now: Date): Promise<void> {
  const hours = (count: number) => hoursAfter(now, count);
  const profile = await makeVoiceProfile(db, { name: 'Größe \u2028 "quoted" \\ 🦊\nsecond line' });
  const posted = await makeComment(db, {
    status: 'posted',
    postedAt: hours(-5),
    youtubeCommentId: 'Ugz1',
    nextFiguresAt: hours(1),
    voiceProfileId: profile.id,
    previousTexts: [{ content: 'An older text.', style: 'supportive', replacedAt: hours(-9).toISOString() }],
  });
  await makePostAttempt(db, {
    commentId: posted.id,
    state: 'posted',
    outcomeCode: 'posted',
    closedAt: hours(-5),
    startedAt: hours(-5),
  });
  await fillVoice(db, now, profile.id, posted.id);
  const reply = await makeReply(db, { commentId: posted.id, text: 'Really? 💬', state: 'answered' });
  const answer = await makeComment(db, { videoId: posted.videoId, replyId: reply.id, status: 'posted' });
  await makePostAttempt(db, { commentId: answer.id, state: 'posted', closedAt: hours(-2) });
  await makeReply(db, { commentId: posted.id, authorName: null, text: null, likeCount: null });
  const approved = await makeComment(db, { status: 'approved' });
  await makeQueueItem(db, {
    commentId: approved.id,
    scheduledFor: hours(3),
    dueAt: hours(3),
    autoPost: true,
    priority: 2,
  });
  const failed = await makeComment(db, { status: 'failed', failureCode: 'unconfirmed' });
  await makePostAttempt(db, {
    commentId: failed.id,
    state: 'failed',
    outcomeCode: 'unconfirmed',
    closedAt: hours(-1),
  });
  await makeQueueItem(db);
  await makeVideo(db, {
    viewCount: 9_007_199_254_740_991,
    commentCount: null,
    commentsOff: true,
    hasCaptions: false,
    keywords: ['probes'],
  });
  await fillFollowing(db, now);
  await makeGoogleAccount(db, { picture: 'https://example.com/ada.png' });
  await db.insert(schema.userSettings).values({
    id: 1,
    activeVoiceProfileId: profile.id,
    minGapSeconds: 90,
    blockedChannels: ['UCblocked'],
    loopSeenAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(schema.quotaUsage).values([
    { pacificDay: '2026-03-03', bucket: 'shared', used: 250, blockedUntil: hours(4) },
    { pacificDay: '2026-03-03', bucket: 'search', used: 12 },
  ]);
  await db
    .insert(schema.noticeSettings)
    .values({ id: 1, quietFrom: 21, routes: { 'disk.low': ['ntfy'] }, ntfyTopic: 'größe' });
  await db.insert(schema.libraryTotals).values({ id: 1, forgottenVideos: 7 });
  await db.insert(schema.forgottenVideos).values({ youtubeIdHash: 'k'.repeat(43) });
}
