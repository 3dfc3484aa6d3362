import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { repliesRefreshedSchema } from '#shared/contracts/replies.ts';
import { comments, replies } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Change } from '../../core/events.ts';
import { type ListedReply, type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import { reviewApp } from '../../testing/app.ts';
import { type FakeClock, fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeReply,
  makeVideo,
} from '../../testing/factories.ts';
import nastyReplies from '../../testing/fixtures/nasty-replies.json' with { type: 'json' };
import { postedComments, readsBy } from '../../testing/posted-comments.ts';
import { createPostedCommentsRepository } from './posted-comments.repository.ts';
import { createRepliesRepository } from './replies.repository.ts';
import { createRepliesService } from './replies.service.ts';
import { createReplyReadingRepository } from './reply-reading.repository.ts';

describe('reading', () => {
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

  const handful = (all: readonly ListedReply[]) => all.filter((_, at) => at % 7 === 3).slice(0, 5);
  const threadOf = (youtubeCommentId: string) => {
    const all = threads.get(youtubeCommentId);
    if (!all) return [];
    const listed = all.length <= 5 ? all : handful(all);
    return [
      { youtubeCommentId, likeCount: 2, replyCount: all.length + uncounted, replies: listed.toReversed() },
    ];
  };

  const youtube: Pick<YouTube, 'listThreads' | 'listReplies'> = {
    async listThreads(ids) {
      spend('threads');
      return ids.flatMap(threadOf);
    },
    async listReplies(parentId, pageToken) {
      spend(parentId);
      if (parentId === forbidden) throw new YouTubeError('forbidden', 'forbidden', 'shared');
      const all = threads.get(parentId) ?? [];
      const from = Number(pageToken ?? 0);
      const page = all.toReversed().slice(from, from + 100);
      return { replies: page, nextPageToken: from + 100 < all.length ? String(from + 100) : null };
    },
  };

  /** Returns a new service each time, as after a restart of the server. */
  const reading = () =>
    createRepliesService({
      repository: createRepliesRepository(test.db),
      readingRepository: createReplyReadingRepository(test.db),
      reads: readsBy(youtube, createPostedCommentsRepository(test.db), clock),
      events: { changed: (...changes) => void changed.push(...changes), subscribe: () => () => {} },
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
  const ids = (all: readonly { youtubeReplyId: string }[]) => all.map((one) => one.youtubeReplyId).sort();

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

    it('continues where the day’s units ended, without losing or repeating a reply, and reports those it has', async () => {
      const { all } = await thread('Uglong', 250);
      refuseFrom = 3;
      await expect(reading().refresh()).rejects.toMatchObject({ status: 429, code: 'quota_spent' });
      expect((await stored()).length).toBeGreaterThan(0);
      expect(changed).toContain('replies');
      refuseFrom = Number.POSITIVE_INFINITY;
      await reading().onThreads(threadOf('Uglong'));
      expect(ids(await stored())).toEqual(ids(all));
    });

    it('reads the other threads when one is refused, and tries that one again a day later', async () => {
      for (let at = 0; at < 4; at += 1) await thread(`Ugthread${at}`, 8);
      forbidden = 'Ugthread1';
      await reading().refresh();
      const others = (await stored()).filter((row) => !row.youtubeReplyId.startsWith(forbidden));
      expect(others).toHaveLength(24);
      clock.advance(60_000);
      calls = [];
      await reading().refresh();
      expect(calls).toEqual(['threads']);
      clock.advance(dayMs);
      await reading().refresh();
      expect(calls).toEqual(['threads', 'threads', forbidden]);
    });

    it('runs once for requests that arrive at the same time', async () => {
      await thread('Ugone', 30);
      const service = reading();
      await Promise.all([service.refresh(), service.refresh()]);
      expect(calls).toEqual(['threads', 'Ugone']);
    });

    it('stores how many replies and likes the comment has', async () => {
      const { comment } = await thread('Ugone', 3);
      await test.db.update(comments).set({ replyCount: 0, likeCount: 0 }).where(eq(comments.id, comment.id));
      await reading().refresh();
      const [row] = await test.db.select().from(comments).where(eq(comments.id, comment.id));
      expect(row).toMatchObject({ replyCount: 3, likeCount: 2, outcomesCheckedAt: clock.now() });
      expect(changed).toContainEqual({ comment: comment.id });
    });

    it('does not read the thread of a withdrawn comment', async () => {
      const { comment } = await thread('Ugone', 3);
      await test.db.update(comments).set({ withdrawnAt: clock.now() }).where(eq(comments.id, comment.id));
      await reading().refresh();
      expect(calls).toEqual([]);
    });
  });

  describe('a reply that disappeared (rule 13.10)', () => {
    it('is deleted once the complete thread lacks it, or only loses its text when it has an answer', async () => {
      const { all, comment } = await thread('Ugone', 8);
      await reading().refresh();
      const [first] = await stored();
      await makeComment(test.db, { videoId: comment.videoId, replyId: first?.id ?? 0, status: 'pending' });
      const left = all.filter((one) => one.youtubeReplyId !== first?.youtubeReplyId).slice(1);
      all.splice(0, 8, ...left);
      clock.advance(1000);
      await reading().refresh();
      const rows = await stored();
      expect(ids(rows)).toEqual(ids([...all, { youtubeReplyId: first?.youtubeReplyId ?? '' }]));
      expect(rows[0]).toMatchObject({ id: first?.id, text: null, authorName: null });
      expect(changed).toContain('replies');
    });

    it('stays while YouTube counts more replies than it lists, until its text is due for renewal', async () => {
      const { all } = await thread('Ugone', 8);
      await reading().refresh();
      const kept = await stored();
      all.splice(0, 2);
      uncounted = 1;
      await reading().refresh();
      expect(await stored()).toHaveLength(kept.length);
      clock.advance(27 * dayMs + 1);
      await reading().renew();
      const texts = (await stored()).map(({ text }) => text);
      expect(texts.filter((text) => text === null)).toHaveLength(2);
      calls = [];
      await reading().renew();
      expect(calls).toEqual([]);
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
      expect(rows.map(({ text }) => text).sort()).toEqual(all.map(({ text }) => text).sort());
    });

    it('are deleted on day 29 when YouTube cannot be read, and come back later; answers and states stay', async () => {
      const { comment, all } = await thread('Ugone', 3);
      await reading().refresh();
      const [first] = await stored();
      const answer = { videoId: comment.videoId, replyId: first?.id ?? 0, content: 'My own words.' };
      await makeComment(test.db, answer);
      await test.db.update(replies).set({ state: 'read' });
      refuseFrom = 0;
      calls = [];
      clock.advance(29 * dayMs + 1);
      await reading().renew();
      expect(await stored()).toMatchObject(
        all.map(() => ({
          state: 'read',
          text: null,
          authorName: null,
          authorChannelId: null,
          likeCount: null,
        })),
      );
      expect(await test.db.select().from(comments)).toContainEqual(expect.objectContaining(answer));

      refuseFrom = Number.POSITIVE_INFINITY;
      await reading().onThreads(threadOf('Ugone'));
      const rows = await stored();
      expect(rows.map(({ text }) => text).sort()).toEqual(all.map(({ text }) => text).sort());
      expect(rows.map(({ state }) => state)).toEqual(['read', 'read', 'read']);
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
      expect(new Set(changed)).toEqual(new Set(['replies', 'analytics', { comment: comment.id }]));
      changed = [];
      await reading().refresh();
      expect(changed).toEqual([]);
    });
  });
});

describe('sandbox', () => {
  const test = reviewApp();
  const minute = 60_000;
  let posted: ReturnType<typeof postedComments>;
  beforeEach(() => {
    posted = postedComments(test.app, test.db);
  });

  const admin = () => test.app.sandbox.admin;

  const stored = async () => {
    const rows = await test.db.select({ id: replies.youtubeReplyId }).from(replies);
    return rows.map(({ id }) => id).sort();
  };
  const strangers = (threads: readonly { youtubeCommentId: string }[]) =>
    threads
      .flatMap(({ youtubeCommentId }) =>
        admin()
          .repliesTo(youtubeCommentId)
          .map(({ id }) => id),
      )
      .sort();

  describe('strangers’ replies on YouTube (rule 13.7)', () => {
    it('from 40 threads are in the inbox once each, without ours, across refreshes and restarts', async () => {
      admin().setQuota('shared', { limit: 100_000 });
      const threads = [];
      for (let at = 0; at < 40; at += 1) {
        const comment = await posted.post();
        const count = [0, 1, 4, 5, 6, 60, 101, 250][at % 8] ?? 0;
        if (count > 0)
          admin().orderReplies(comment.youtubeCommentId, {
            count,
            text: ['Thanks for this.', ...nastyReplies.texts],
          });
        if (at % 2 === 0) await posted.answerByHand(comment.youtubeCommentId);
        threads.push(comment);
      }
      test.app.clock.advance(2 * 24 * 60 * minute);
      const before = admin().state().quota.shared.used;
      const answer = await test.me.post('/api/replies/refresh');
      expect(repliesRefreshedSchema.parse(await answer.json())).toEqual({
        added: strangers(threads).length,
        asOf: test.now().toISOString(),
      });
      expect(await stored()).toEqual(strangers(threads));

      const again = posted.restarted();
      expect(await again.services.replies.refresh()).toMatchObject({ added: 0 });
      expect(await stored()).toEqual(strangers(threads));
      const { buckets } = await again.services.quota.status();
      const shared = buckets.find(({ bucket }) => bucket === 'shared');
      expect(shared?.used).toBe(admin().state().quota.shared.used - before);
      expect(shared?.used).toBeLessThanOrEqual(60);
    });

    it('arrive when figures are read, and open pages get an event', async () => {
      const comment = await posted.post();
      const resources: string[] = [];
      test.app.context.events.subscribe((changes) => resources.push(...changes.resources));
      test.app.clock.advance(31 * minute);
      const [late] = admin().orderReplies(comment.youtubeCommentId, { count: 8 });
      await test.app.context.services.outcomes.tick();
      expect(await stored()).toContain(late);
      expect(await stored()).toEqual(strangers([comment]));
      await expect.poll(() => resources).toContain('replies');
    });

    it('with only a picture are in the inbox with a link to it on YouTube, and can be answered (rule 13.11)', async () => {
      const { youtubeCommentId, youtubeVideoId } = await posted.post();
      const [id = ''] = admin().orderReplies(youtubeCommentId, { by: 'stranger', hasPicture: true });
      await test.me.post('/api/replies/refresh');
      const pictureUrl = `https://www.youtube.com/watch?v=${youtubeVideoId}&lc=${id}`;
      const listed = (await (await test.me.get('/api/replies')).json()) as {
        id: number;
        commentId: number;
      }[];
      expect(listed).toMatchObject([{ text: '', pictureUrl }]);
      const thread = await (await test.me.get(`/api/comments/${listed[0]?.commentId}/thread`)).json();
      expect(thread).toMatchObject([{ pictureUrl: null }, { text: '', pictureUrl }]);
      const answer = await test.me.post(`/api/replies/${listed[0]?.id}/draft`);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ answers: { text: '', pictureUrl } });
    });
  });
});
