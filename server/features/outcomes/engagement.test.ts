import { asc, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments } from '#shared/schema.ts';
import type { Change } from '../../core/events.ts';
import { queryRows } from '../../db/database.ts';
import {
  type Thread,
  YouTubeError,
  type YouTubeFailure,
} from '../../providers/youtube/youtube.ts';
import { type FakeClock, fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeComment, makeReply, makeVideo } from '../../testing/factories.ts';
import { readsBy } from '../../testing/posted-comments.ts';
import { createReadsHold } from '../quota/quota.service.ts';
import { createOutcomesService } from './outcomes.service.ts';
import { createPostedCommentsRepository } from './posted-comments.repository.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const test = testDatabase();
let clock: FakeClock;
let told: Change[];
let calls: string[][];
let left: number;
let refused: Map<string, YouTubeError>;
let shown: (id: string) => { likeCount: number | null; replyCount: number | null } | null;
beforeEach(() => {
  clock = fakeClock();
  told = [];
  calls = [];
  left = 1;
  refused = new Map();
  shown = () => ({ likeCount: 0, replyCount: 0 });
});

const passedOn: string[] = [];
/** Runs one pass as a freshly started server would. */
const tick = () =>
  createOutcomesService({
    repository: createPostedCommentsRepository(test.db),
    reads: readsBy(
      {
        async listThreads(ids): Promise<Thread[]> {
          calls.push([...ids]);
          for (const id of ids) {
            const error = refused.get(id);
            if (error) throw error;
          }
          return ids.flatMap((youtubeCommentId) => {
            const read = shown(youtubeCommentId);
            return read ? [{ youtubeCommentId, ...read, replies: [] }] : [];
          });
        },
      },
      createPostedCommentsRepository(test.db),
      clock,
    ),
    quota: { outcomesLeft: async () => left },
    onThreads: async (threads) =>
      void passedOn.push(...threads.map(({ youtubeCommentId }) => youtubeCommentId)),
    events: { changed: (...changes) => void told.push(...changes) },
    look: async () => ({ kind: 'missed' }),
    review: { comment: () => Promise.reject(new Error('Nobody asked.')) },
    hold: createReadsHold({ clock }),
    isStopping: () => false,
    clock,
  }).tick();

let made = 0;
async function posted(ageMs: number, values: Partial<typeof comments.$inferInsert> = {}) {
  made += 1;
  const { id: videoId } = await makeVideo(test.db);
  const postedAt = new Date(clock.now().getTime() - ageMs);
  return makeComment(test.db, {
    videoId,
    status: 'posted',
    youtubeCommentId: `Ugz${made}`,
    postedAt,
    nextFiguresAt: new Date(
      Math.min(postedAt.getTime() + 30 * minute, clock.now().getTime()),
    ),
    ...values,
  });
}
const rows = () =>
  test.db
    .select()
    .from(comments)
    .where(isNotNull(comments.postedAt))
    .orderBy(asc(comments.id));

describe('reading figures (rule 13.4)', () => {
  it('stores the figures and the next time to read them, tells open pages and passes the threads on', async () => {
    const { id, youtubeCommentId } = await posted(2 * day, {
      likeCount: 3,
      replyCount: 0,
    });
    shown = () => ({ likeCount: 4, replyCount: 2 });
    await tick();
    expect((await rows())[0]).toMatchObject({
      likeCount: 4,
      replyCount: 2,
      outcomesCheckedAt: clock.now(),
      nextFiguresAt: new Date(clock.now().getTime() + 6 * hour),
      revision: 1,
    });
    expect(told).toEqual([{ comment: id }, 'analytics']);
    expect(passedOn).toEqual([youtubeCommentId]);
    told = [];
    clock.advance(6 * hour);
    await tick();
    expect(told).toEqual([]);
    expect(calls).toHaveLength(2);
  });

  it('keeps the figures of a comment that YouTube does not show, and never stores 0 instead', async () => {
    const checkedAt = new Date(clock.now().getTime() - day);
    await posted(2 * day, { likeCount: 3, replyCount: 1, outcomesCheckedAt: checkedAt });
    await posted(2 * day);
    shown = () => null;
    await tick();
    expect(await rows()).toMatchObject([
      { likeCount: 3, replyCount: 1, outcomesCheckedAt: checkedAt },
      { likeCount: null, replyCount: null, outcomesCheckedAt: null },
    ]);
    expect(calls).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('reads 50 comments in one call, those that have waited longest first', async () => {
    for (let count = 0; count < 51; count += 1) await posted(hour);
    const first = await posted(hour, {
      nextFiguresAt: new Date(clock.now().getTime() - hour),
    });
    await posted(hour, { nextFiguresAt: new Date(clock.now().getTime() + minute) });
    await tick();
    expect(calls.map((ids) => ids.length)).toEqual([50, 2]);
    expect(calls[0]).toContain(first.youtubeCommentId);
  });

  it('makes no call for an answer, which has no thread of its own', async () => {
    const parent = await posted(day, { nextFiguresAt: null });
    const { id: replyId } = await makeReply(test.db, { commentId: parent.id });
    const answer = await posted(hour, { videoId: parent.videoId, replyId });
    await tick();
    expect(calls).toEqual([]);
    expect((await rows()).find(({ id }) => id === answer.id)?.nextFiguresAt).not.toEqual(
      answer.nextFiguresAt,
    );
  });
});

it('a comment is found by its YouTube id through an index', async () => {
  await posted(hour);
  const plan = await test.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return queryRows(
      tx,
      sql`explain select id from comments where youtube_comment_id = 'Ugz-any'`,
    );
  });
  expect(JSON.stringify(plan)).toContain('comments_youtube_comment_id');
});

describe('a thread that YouTube refuses (rule 13.4)', () => {
  const refuse = (id: string | null | undefined, kind: YouTubeFailure, reason: string) =>
    refused.set(id ?? '', new YouTubeError(kind, reason, 'shared'));

  it('has its own reason and its own next time, and the other comments get their figures', async () => {
    for (let count = 0; count < 20; count += 1) await posted(2 * day);
    const [, second, , , , sixth] = await rows();
    refuse(second?.youtubeCommentId, 'forbidden', 'forbidden');
    refuse(sixth?.youtubeCommentId, 'refused', 'videoNotFound');
    shown = () => ({ likeCount: 3, replyCount: 1 });
    await tick();
    const read = await rows();
    expect(read.filter(({ likeCount }) => likeCount === 3)).toHaveLength(18);
    const tomorrow = new Date(clock.now().getTime() + day);
    expect(read[1]).toMatchObject({
      figuresReason: 'refused_by_youtube',
      nextFiguresAt: tomorrow,
      likeCount: null,
    });
    expect(read[5]).toMatchObject({
      figuresReason: 'video_not_found',
      nextFiguresAt: tomorrow,
    });
    expect(passedOn).not.toContain(second?.youtubeCommentId);

    refused.clear();
    clock.advance(day);
    await tick();
    expect((await rows())[1]).toMatchObject({ figuresReason: null, likeCount: 3 });
  });

  it('stops the reading when the quota is spent, and all comments stay due', async () => {
    for (let count = 0; count < 4; count += 1) await posted(2 * day);
    const [first] = await rows();
    refuse(first?.youtubeCommentId, 'quota', 'quotaExceeded');
    await tick();
    expect(calls).toHaveLength(1);
    expect((await rows()).map(({ figuresReason }) => figuresReason)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it.each([
  ['a young comment', 0.3, true],
  ['a young comment', 0.1, false],
  ['an old comment', 0.5, true],
  ['an old comment', 0.3, false],
])(
  'figures of %s with %s of the day’s units left are read: %s (rule 13.6)',
  async (which, share, isRead) => {
    await posted(which === 'a young comment' ? hour : 100 * day);
    left = share;
    await tick();
    expect(calls.length > 0).toBe(isRead);
  },
);
