import * as schema from '#shared/schema.ts';
import type { Db } from '../db/database.ts';
import { createVoiceRepository } from '../features/voice/profiles.repository.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeQueueItem,
  makeReply,
  makeVideo,
  makeVoiceProfile,
} from './factories.ts';

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
        scoreParts: [{ name: 'Length', points: 1.5, outOf: 10, detail: 'x' }],
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
