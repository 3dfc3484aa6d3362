import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, replies } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Change } from '../../core/events.ts';
import {
  type ListedReply,
  type YouTube,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import { type FakeClock, fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeReply,
  makeVideo,
} from '../../testing/factories.ts';
import { readsBy } from '../../testing/posted-comments.ts';
import { createPostedCommentsRepository } from './posted-comments.repository.ts';
import { createRepliesRepository } from './replies.repository.ts';
import { createRepliesService } from './replies.service.ts';
import { createReplyReadingRepository } from './reply-reading.repository.ts';

const test = testDatabase();
const dayMs = 86_400_000;

/** The threads on YouTube, by id. Other threads are missing from its responses. */
let threads: Map<string, ListedReply[]>;
/** Replies that YouTube counts but does not list. */
let uncounted: number;
let calls: string[];
let refuseFrom: number;
/** The thread whose replies YouTube refuses to list. */
let forbidden: string;
let changed: Change[];
let clock: FakeClock;

beforeEach(async () => {
  threads = new Map();
  uncounted = 0;
  calls = [];
  forbidden = '';
  changed = [];
  refuseFrom = Number.POSITIVE_INFINITY;
  clock = fakeClock();
  await makeGoogleAccount(test.db);
});

const spent = () => new AppError(429, 'quota_spent', 'Today’s units are used up.');
const spend = (call: string) => {
  if (calls.length >= refuseFrom) throw spent();
  calls.push(call);
};

const handful = (all: readonly ListedReply[]) =>
  all.filter((_, at) => at % 7 === 3).slice(0, 5);
const threadOf = (youtubeCommentId: string) => {
  const all = threads.get(youtubeCommentId);
  if (!all) return [];
  const listed = all.length <= 5 ? all : handful(all);
  return [
    {
      youtubeCommentId,
      likeCount: 2,
      replyCount: all.length + uncounted,
      replies: listed.toReversed(),
    },
  ];
};

const youtube: Pick<YouTube, 'listThreads' | 'listReplies'> = {
  async listThreads(ids) {
    spend('threads');
    return ids.flatMap(threadOf);
  },
  async listReplies(parentId, pageToken) {
    spend(parentId);
    if (parentId === forbidden)
      throw new YouTubeError('forbidden', 'forbidden', 'shared');
    const all = threads.get(parentId) ?? [];
    const from = Number(pageToken ?? 0);
    const page = all.toReversed().slice(from, from + 100);
    return {
      replies: page,
      nextPageToken: from + 100 < all.length ? String(from + 100) : null,
    };
  },
};

/** Returns a new service each time, as after a restart of the server. */
const reading = () =>
  createRepliesService({
    repository: createRepliesRepository(test.db),
    readingRepository: createReplyReadingRepository(test.db),
    reads: readsBy(youtube, createPostedCommentsRepository(test.db), clock),
    events: {
      changed: (...changes) => void changed.push(...changes),
      subscribe: () => () => {},
    },
    clock,
  });

let made = 0;
function reply(thread: string, change: Partial<ListedReply> = {}): ListedReply {
  made += 1;
  return {
    youtubeReplyId: `${thread}.r${made}`,
    authorChannelId: `UCstranger${made % 13}`,
    authorName: `@stranger${made % 13}`,
    text: `Reply number ${made}`,
    hasPicture: false,
    likeCount: made % 3,
    publishedAt: new Date(clock.now().getTime() - made * 1000).toISOString(),
    ...change,
  };
}

async function thread(youtubeCommentId: string, count: number) {
  const video = await makeVideo(test.db);
  const comment = await makeComment(test.db, {
    videoId: video.id,
    status: 'posted',
    postedAt: clock.now(),
    youtubeCommentId,
  });
  const all = Array.from({ length: count }, () => reply(youtubeCommentId));
  threads.set(youtubeCommentId, all);
  return { comment, video, all };
}

const stored = () => test.db.select().from(replies).orderBy(asc(replies.id));
const ids = (all: readonly { youtubeReplyId: string }[]) =>
  all.map((one) => one.youtubeReplyId).sort();

describe('reading replies (rule 13.7)', () => {
  it('updates name, text and likes of a known reply, and keeps its state', async () => {
    const { all, video } = await thread('Ugone', 2);
    await reading().refresh();
    await test.db.update(replies).set({ state: 'dismissed' });
    Object.assign(all[0] ?? {}, {
      text: 'As edited.',
      authorName: '@renamed',
      likeCount: 9,
      authorChannelId: video.channelId,
    });
    clock.advance(1000);
    await reading().onThreads(threadOf('Ugone'));
    const kept = { state: 'dismissed', fetchedAt: clock.now() };
    expect(await stored()).toMatchObject([kept, kept]);
    expect(await stored()).toContainEqual(
      expect.objectContaining({
        text: 'As edited.',
        authorName: '@renamed',
        likeCount: 9,
        byCreator: true,
      }),
    );
  });

  it('leaves out replies by another channel that the owner posted from before', async () => {
    const { all } = await thread('Ugone', 2);
    const { comment } = await thread('Ugother', 0);
    await makePostAttempt(test.db, {
      commentId: comment.id,
      state: 'posted',
      authorChannelId: 'UCearlier',
    });
    Object.assign(all[0] ?? {}, { authorChannelId: 'UCearlier' });
    await reading().refresh();
    expect(ids(await stored())).toEqual(ids(all.slice(1)));
  });

  it('reports the replies that it has when the day’s units end', async () => {
    await thread('Uglong', 250);
    refuseFrom = 3;
    await expect(reading().refresh()).rejects.toMatchObject({
      status: 429,
      code: 'quota_spent',
    });
    expect((await stored()).length).toBeGreaterThan(0);
    expect(changed).toContain('replies');
  });

  it('continues where the day’s units ended, without losing or repeating a reply', async () => {
    const { all } = await thread('Uglong', 250);
    refuseFrom = 3;
    await expect(reading().refresh()).rejects.toThrow();
    refuseFrom = Number.POSITIVE_INFINITY;
    await reading().onThreads(threadOf('Uglong'));
    expect(ids(await stored())).toEqual(ids(all));
  });

  describe('when YouTube refuses one thread', () => {
    beforeEach(async () => {
      for (let at = 0; at < 4; at += 1) await thread(`Ugthread${at}`, 8);
      forbidden = 'Ugthread1';
      await reading().refresh();
      calls = [];
    });

    it('reads the other threads', async () => {
      const others = (await stored()).filter(
        (row) => !row.youtubeReplyId.startsWith(forbidden),
      );
      expect(others).toHaveLength(24);
    });

    it('tries that thread again a day later, and not before', async () => {
      clock.advance(60_000);
      await reading().refresh();
      expect(calls).toEqual(['threads']);
      clock.advance(dayMs);
      await reading().refresh();
      expect(calls).toEqual(['threads', 'threads', forbidden]);
    });
  });

  it('runs once for requests that arrive at the same time', async () => {
    await thread('Ugone', 30);
    const service = reading();
    await Promise.all([service.refresh(), service.refresh()]);
    expect(calls).toEqual(['threads', 'Ugone']);
  });

  it('stores how many replies and likes the comment has', async () => {
    const { comment } = await thread('Ugone', 3);
    await test.db
      .update(comments)
      .set({ replyCount: 0, likeCount: 0 })
      .where(eq(comments.id, comment.id));
    await reading().refresh();
    const [row] = await test.db
      .select()
      .from(comments)
      .where(eq(comments.id, comment.id));
    expect(row).toMatchObject({
      replyCount: 3,
      likeCount: 2,
      outcomesCheckedAt: clock.now(),
    });
    expect(changed).toContainEqual({ comment: comment.id });
  });

  it('does not read the thread of a withdrawn comment', async () => {
    const { comment } = await thread('Ugone', 3);
    await test.db
      .update(comments)
      .set({ withdrawnAt: clock.now() })
      .where(eq(comments.id, comment.id));
    await reading().refresh();
    expect(calls).toEqual([]);
  });
});

describe('a reply that disappeared (rule 13.10)', () => {
  it('is deleted once the complete thread lacks it', async () => {
    const { all } = await thread('Ugone', 8);
    await reading().refresh();
    all.splice(0, 1);
    clock.advance(1000);
    await reading().refresh();
    expect(ids(await stored())).toEqual(ids(all));
    expect(changed).toContain('replies');
  });

  it('only loses its text and author when it has an answer', async () => {
    const { all, comment } = await thread('Ugone', 8);
    await reading().refresh();
    const [first] = await stored();
    await makeComment(test.db, {
      videoId: comment.videoId,
      replyId: first?.id ?? 0,
      status: 'pending',
    });
    all.splice(
      all.findIndex((one) => one.youtubeReplyId === first?.youtubeReplyId),
      1,
    );
    clock.advance(1000);
    await reading().refresh();
    const rows = await stored();
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({ id: first?.id, text: null, authorName: null });
    expect(changed).toContain('replies');
  });

  describe('while YouTube counts more replies than it lists', () => {
    beforeEach(async () => {
      const { all } = await thread('Ugone', 8);
      await reading().refresh();
      all.splice(0, 2);
      uncounted = 1;
    });

    it('stays', async () => {
      await reading().refresh();
      expect(await stored()).toHaveLength(8);
    });

    it('loses its text when that is due for renewal, and is not read again', async () => {
      await reading().refresh();
      clock.advance(27 * dayMs + 1);
      await reading().renew();
      const texts = (await stored()).map(({ text }) => text);
      expect(texts.filter((text) => text === null)).toHaveLength(2);
      calls = [];
      await reading().renew();
      expect(calls).toEqual([]);
    });
  });
});

describe('strangers’ texts and names (rule 13.10)', () => {
  it('are read again before they are 28 days old', async () => {
    const { all } = await thread('Ugone', 30);
    await reading().refresh();
    clock.advance(27 * dayMs + 1);
    calls = [];
    await reading().renew();
    expect(calls).toEqual(['threads', 'Ugone']);
    clock.advance(3 * dayMs);
    await reading().renew();
    expect(calls).toEqual(['threads', 'Ugone']);
    const rows = await stored();
    expect(rows.map(({ text }) => text).sort()).toEqual(
      all.map(({ text }) => text).sort(),
    );
  });

  describe('on day 29 when YouTube cannot be read', () => {
    const answer = { content: 'My own words.' };
    let all: ListedReply[];

    beforeEach(async () => {
      const made = await thread('Ugone', 3);
      all = made.all;
      await reading().refresh();
      const [first] = await stored();
      await makeComment(test.db, {
        ...answer,
        videoId: made.comment.videoId,
        replyId: first?.id ?? 0,
      });
      await test.db.update(replies).set({ state: 'read' });
      refuseFrom = 0;
      calls = [];
      clock.advance(29 * dayMs + 1);
      await reading().renew();
    });

    it('are deleted, while the states of the replies stay', async () => {
      expect(await stored()).toMatchObject(
        all.map(() => ({
          state: 'read',
          text: null,
          authorName: null,
          authorChannelId: null,
          likeCount: null,
        })),
      );
    });

    it('are deleted without the owner’s answers', async () => {
      const [first] = await stored();
      expect(await test.db.select().from(comments)).toContainEqual(
        expect.objectContaining({ ...answer, replyId: first?.id }),
      );
    });

    it('come back at the next reading, with the states of the replies', async () => {
      refuseFrom = Number.POSITIVE_INFINITY;
      await reading().onThreads(threadOf('Ugone'));
      const rows = await stored();
      expect(rows.map(({ text }) => text).sort()).toEqual(
        all.map(({ text }) => text).sort(),
      );
      expect(rows.map(({ state }) => state)).toEqual(['read', 'read', 'read']);
    });
  });

  it('are shortened and cleaned to what the database can store', async () => {
    const { all } = await thread('Ugone', 1);
    Object.assign(all[0] ?? {}, {
      text: `a\u0000b\ud800${'x'.repeat(20_000)}`,
      authorName: 'n'.repeat(999),
    });
    await reading().refresh();
    const [row] = await stored();
    expect([row?.text?.length, row?.authorName?.length]).toEqual([10_000, 200]);
  });

  it('are stored once when a page repeats a reply', async () => {
    const { all } = await thread('Ugone', 3);
    all.push(...all.slice(0, 1));
    expect((await reading().refresh()).added).toBe(3);
  });

  it('are reported for their comment as well when the creator wrote them (rule 13.30)', async () => {
    const { comment, video, all } = await thread('Ugone', 1);
    const counted = { likeCount: 2, replyCount: 2 };
    await test.db.update(comments).set(counted).where(eq(comments.id, comment.id));
    all.push(reply('Ugone', { authorChannelId: video.channelId }));
    await reading().refresh();
    expect(changed).toEqual(['replies', 'analytics', { comment: comment.id }]);
  });

  it('are reported to open pages only when a reply was added or removed', async () => {
    const { comment } = await thread('Ugone', 3);
    await makeReply(test.db, { commentId: comment.id, youtubeReplyId: 'Ugone.gone' });
    await reading().refresh();
    expect(new Set(changed)).toEqual(
      new Set(['replies', 'analytics', { comment: comment.id }]),
    );
    changed = [];
    await reading().refresh();
    expect(changed).toEqual([]);
  });
});
