import { isNotNull, lt, or, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommentAnalysis, SourceKind } from '#shared/contracts/comment-detail.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import {
  comments,
  draftRecords,
  googleAccount,
  libraryTotals,
  replies,
  searchCache,
  topComments,
  videos,
} from '#shared/schema.ts';
import { noChanges } from '../core/events.ts';
import { forgottenVideo } from '../features/videos/video.rules.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makeReply,
  makeVideo,
} from '../testing/factories.ts';

const test = testDatabase();
const dayMs = 86_400_000;
let app: TestApp;

beforeEach(async () => {
  app = await startTestApp({ database: test.database });
});
afterEach(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);

/** Counts rows of any table with data that YouTube sent more than 30 days ago. */
async function stale() {
  const old = daysAgo(30);
  const known = or(
    sql`${comments.likeCount} is not null`,
    sql`${comments.visibility} is not null`,
  );
  return {
    videos: await test.db.$count(videos, lt(videos.fetchedAt, old)),
    searches: await test.db.$count(searchCache, lt(searchCache.fetchedAt, old)),
    outcomes: await test.db.$count(
      comments,
      sql`${lt(comments.outcomesCheckedAt, old)} and ${known}`,
    ),
  };
}
const none = { videos: 0, searches: 0, outcomes: 0 };

describe('data from YouTube after 31 days (rules 3.6, 3.7)', () => {
  let found: { id: number; title: string; commentsOff: boolean }[];
  let commented: typeof found;

  /** Searches, drafts for three of the videos, and lets 31 days pass. */
  beforeEach(async () => {
    app.sandbox.admin.setGrantLifetime(90 * 86_400);
    const me = await app.signedIn();
    const answer = await me.get('/api/videos/search?q=kubernetes');
    found = ((await answer.json()) as { videos: typeof found }).videos;
    commented = found.filter(({ commentsOff }) => !commentsOff).slice(0, 3);
    for (const { id } of commented)
      await me.post('/api/comments/generate', { videoId: id, style: 'insightful' });
    await test.db.update(comments).set({
      likeCount: 3,
      replyCount: 1,
      visibility: 'public',
      outcomesCheckedAt: app.clock.now(),
    });
    await test.db.update(googleAccount).set({ channelTitle: 'As it was called then' });
    await test.db.update(videos).set({ title: 'As it was called then' });
    app.clock.advance(31 * dayMs);
  });

  it('is not kept', async () => {
    expect(await stale()).toEqual({ videos: found.length, searches: 1, outcomes: 3 });
    await app.context.services.retention.renew();
    expect(await stale()).toEqual(none);
  });

  it('is renewed for videos with a comment', async () => {
    await app.context.services.retention.renew();
    const kept = await test.db.select().from(videos);
    expect(kept.map(({ id }) => id).sort()).toEqual(commented.map(({ id }) => id).sort());
    for (const { title } of commented)
      expect(kept.map((video) => video.title)).toContain(title);
  });

  it('is deleted for the other videos, which are counted', async () => {
    await app.context.services.retention.renew();
    expect(await test.db.select().from(libraryTotals)).toEqual([
      { id: 1, forgottenVideos: found.length - commented.length },
    ]);
  });

  it('is renewed for the owner’s channel', async () => {
    await app.context.services.account.renewChannelName();
    expect(await test.db.select().from(googleAccount)).toMatchObject([
      { channelTitle: 'Ada Example' },
    ]);
  });

  it('is refreshed on open pages', async () => {
    const told = noChanges();
    app.context.events.subscribe((changes) => {
      for (const id of changes.comments) told.comments.add(id);
      for (const id of changes.videos) told.videos.add(id);
    });
    await app.context.services.retention.renew();
    const shown = await test.db.select().from(comments);
    expect(told.comments).toEqual(new Set(shown.map(({ id }) => id)));
    expect(told.videos).toEqual(new Set(commented.map(({ id }) => id)));
  });
});

it('a video counts once, however often it is deleted and found again (rule 3.6)', async () => {
  app.sandbox.admin.setGrantLifetime(365 * 86_400);
  const ever = new Set<string>();
  for (const _ of ['first', 'second', 'third']) {
    const me = await app.signedIn();
    const answer = await me.get('/api/videos/search?q=kubernetes');
    const { videos: found } = (await answer.json()) as {
      videos: { youtubeId: string }[];
    };
    const foundAgain = found.filter(({ youtubeId }) => ever.has(youtubeId)).length;
    expect(foundAgain > 10).toBe(ever.size > 0);
    for (const { youtubeId } of found) ever.add(youtubeId);
    expect(await (await me.get('/api/stats')).json()).toMatchObject({
      videosFound: ever.size,
    });
    app.clock.advance(31 * dayMs);
    await app.context.services.retention.renew();
    expect(await test.db.$count(videos)).toBe(0);
  }
});

it('data from YouTube are deleted even while nobody is signed in, and answers stay (rule 3.7)', async () => {
  await makeVideo(test.db);
  const reply = await makeReply(test.db);
  const { videoId, content } = await makeComment(test.db, {
    replyId: reply.id,
    status: 'posted',
  });
  app.clock.advance(28 * dayMs);
  await app.context.services.retention.renew();
  expect(await test.db.select().from(replies)).toMatchObject([{ text: reply.text }]);
  app.clock.advance(3 * dayMs);
  await app.context.services.retention.renew();
  await app.context.services.account.renewChannelName();
  expect(await stale()).toEqual(none);
  const kept = await test.db.select().from(videos);
  expect(kept).toContainEqual(
    expect.objectContaining({ ...forgottenVideo, id: videoId }),
  );
  expect(kept).toHaveLength(2);
  expect(await test.db.select().from(replies)).toMatchObject([
    { text: null, authorName: null },
  ]);
  expect(await test.db.select().from(comments)).toContainEqual(
    expect.objectContaining({ content }),
  );
});

const quoted = (
  kind: SourceKind,
  quote: string | null = 'as said',
  at: number | null = null,
) => ({
  text: `A sentence about ${kind}.`,
  source: { kind, quote, at },
  unsupported: ['two'],
});
const groundedOn = (theirs: string | null) => ({
  sentences: [
    quoted('description', theirs),
    quoted('comment', theirs),
    quoted('chapter', theirs, 65),
    ...(['point', 'notes', 'transcript', 'profile'] as const).map((kind) => quoted(kind)),
    { text: 'From nowhere.', source: null, unsupported: [] },
  ],
  cannotCheck: false,
  alreadySaid: theirs === null ? null : { author: '@who', text: theirs },
  reading: {
    text: 'As it was read.',
    for: 'read',
    against: null,
    wrong: [
      { sentence: 'A', passage: { kind: 'comment' as const, quote: theirs, at: null } },
      {
        sentence: 'B',
        passage: { kind: 'transcript' as const, quote: 'As it was', at: 65 },
      },
    ],
  },
});
const grounded = groundedOn('As they said');
const withoutYouTubes = groundedOn(null);
const analysed = {
  platformCompliance: true,
  checks: [],
  scoreParts: [],
  engagementPotential: '',
  technicalAccuracy: '',
  tone: '',
};

it('YouTube’s quotes and parts of the prompt are removed from an old draft, and nothing else (rule 3.7)', async () => {
  const why = {
    promptVersion: '2',
    parts: [
      'Task',
      'Video',
      'Thread',
      'Chapters',
      'Top comments',
      'Transcript',
      'Notes',
    ].map((name) => ({
      name,
      text: `${name}: as it was`,
    })),
    profile: null,
    examples: [],
    rules: [],
    model: 'some-model',
    tokens: null,
    costUsd: null,
  };
  const alternative = { ...analysed, content: 'Another.', angle: '', qualityScore: 70 };
  const { id, revision } = await makeComment(test.db, {
    analysis: { ...analysed, ...grounded },
  });
  await test.db.insert(draftRecords).values({
    commentId: id,
    why,
    alternatives: [{ ...alternative, ...grounded }],
    material: { point: 'mine' },
    quotedAt: app.clock.now(),
    createdAt: app.clock.now(),
  });
  const [before] = await test.db.select().from(draftRecords);
  app.clock.advance(27 * dayMs);
  await app.context.services.retention.renew();
  expect(await test.db.select().from(draftRecords)).toEqual([before]);
  expect(await test.db.select().from(comments)).toMatchObject([{ analysis: grounded }]);

  app.clock.advance(2 * dayMs);
  const told = noChanges();
  app.context.events.subscribe((changes) => {
    for (const comment of changes.comments) told.comments.add(comment);
  });
  await app.context.services.retention.renew();
  const parts = why.parts.map((part) =>
    /^(Video|Thread|Chapters|Top comments)$/.test(part.name)
      ? { ...part, text: 'Removed after 30 days (YouTube’s terms).' }
      : part,
  );
  expect(await test.db.select().from(draftRecords)).toEqual([
    {
      ...before,
      why: { ...why, parts },
      alternatives: [{ ...alternative, ...withoutYouTubes }],
      quotedAt: null,
    },
  ]);
  expect(await test.db.select().from(comments)).toMatchObject([
    { revision, analysis: { ...analysed, ...withoutYouTubes } },
  ]);
  expect(told.comments).toContain(id);
});

it('quotes are removed in more than one batch, and from analyses of older versions', async () => {
  const why = { promptVersion: '1', parts: [{ name: 'Video', text: 'Title: As said' }] };
  const at = app.clock.now();
  const analysis = analysed as unknown as CommentAnalysis;
  const made: { id: number }[] = [];
  for (let count = 0; count < 130; count++)
    made.push(await makeComment(test.db, { analysis }));
  await test.db.insert(draftRecords).values(
    made.map(({ id }) => ({
      commentId: id,
      why: why as unknown as DraftWhy,
      quotedAt: at,
      createdAt: at,
    })),
  );
  app.clock.advance(29 * dayMs);
  await app.context.services.retention.renew();
  expect(await test.db.$count(draftRecords, isNotNull(draftRecords.quotedAt))).toBe(0);
  expect(await test.db.select().from(comments)).toContainEqual(
    expect.objectContaining({ analysis: analysed }),
  );
});

it('quotes of a draft have a date, and top comments are deleted after a day (rule 3.7)', async () => {
  const me = await app.signedIn();
  const { videos: found } = (await (
    await me.get('/api/videos/search?q=kubernetes')
  ).json()) as {
    videos: { id: number; commentsOff: boolean }[];
  };
  const videoId = found.find(({ commentsOff }) => !commentsOff)?.id;
  await me.post('/api/comments/generate', { videoId, style: 'insightful' });
  expect(await test.db.select().from(draftRecords)).toMatchObject([
    { quotedAt: app.clock.now() },
  ]);
  app.clock.advance(dayMs - 1);
  await app.context.services.retention.renew();
  expect(await test.db.select().from(topComments)).toMatchObject([{ videoId }]);
  app.clock.advance(1);
  await app.context.services.retention.renew();
  expect(await test.db.$count(topComments)).toBe(0);
});

it('more than one batch of videos is deleted in a run', async () => {
  await test.db.execute(sql`
    insert into videos (youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
    select 'many' || n, 'A video', 'A channel', 'UC1', '2026-01-01T00:00:00Z', at, at
    from generate_series(1, 1100) n, (select ${app.clock.now().toISOString()}::timestamptz as at) t`);
  app.clock.advance(28 * dayMs);
  await app.context.services.retention.renew();
  expect(await test.db.$count(videos)).toBe(1_100);
  app.clock.advance(dayMs / 2);
  await app.context.services.retention.renew();
  expect(await test.db.$count(videos)).toBe(0);
});

it('channel name and picture of an account are removed when not renewed in 30 days (rule 3.7)', async () => {
  await makeGoogleAccount(test.db, {
    picture: 'https://example.com/ada.png',
    blockedCode: 'needs_reauth',
    updatedAt: app.clock.now(),
  });
  app.clock.advance(30 * dayMs);
  await app.context.services.account.renewChannelName();
  expect(await test.db.select().from(googleAccount)).toMatchObject([
    { channelTitle: 'Ada Builds' },
  ]);
  app.clock.advance(dayMs);
  await app.context.services.account.renewChannelName();
  expect(await test.db.select().from(googleAccount)).toMatchObject([
    { channelTitle: null, picture: null, email: 'ada@example.com' },
  ]);
});

it('Disconnect revokes the grant and deletes the account (rule 6.4)', async () => {
  const me = await app.signedIn();
  const grants = () =>
    app.sandbox.admin.state().accounts.find(({ id }) => id === 'ada')?.grants;
  expect(grants()).toBe(1);
  expect((await me.post('/api/auth/disconnect')).status).toBe(204);
  expect(grants()).toBe(0);
  expect(await test.db.$count(googleAccount)).toBe(0);
  await app.context.services.account.renewChannelName();
  expect(await (await me.get('/api/auth/user')).json()).toMatchObject({
    authenticated: false,
  });
});
