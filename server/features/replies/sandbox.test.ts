import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, replies } from '#shared/schema.ts';
import { createContext } from '../../app/context.ts';
import { createYouTube } from '../../providers/youtube/create-youtube.ts';
import { postedComments } from '../../testing/posted-comments.ts';
import { reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const minute = 60_000;
let posted: ReturnType<typeof postedComments>;
beforeEach(() => {
  posted = postedComments(test.app, test.db);
});

const admin = () => test.app.sandbox.admin;

/** The app started anew on the same database. */
const restarted = () =>
  createContext({
    config: test.app.config,
    clock: test.app.clock,
    sandbox: test.app.sandbox,
    log: test.app.context.log,
    database: test.app.context.database,
  });

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

async function answerByHand(parentId: string): Promise<void> {
  const youtube = createYouTube({
    rootUrl: test.app.sandbox.googleOrigin,
    meter: { spend: async () => async () => undefined },
    random: () => 0.5,
  });
  const accessToken = await test.app.context.services.account.accessToken();
  await youtube.insertReply({ parentId, text: `Ours, ${parentId}.` }, { kind: 'grant', accessToken });
}

describe('strangers’ replies on YouTube (rule 13.7)', () => {
  it('of 40 threads are in the inbox once each, and none of ours, over refreshes and restarts', async () => {
    admin().setQuota('shared', { limit: 100_000 });
    const threads = [];
    for (let at = 0; at < 40; at += 1) {
      const comment = await posted.post();
      const count = [0, 1, 4, 5, 6, 60, 101, 250][at % 8] ?? 0;
      if (count > 0) admin().orderReplies(comment.youtubeCommentId, { count });
      if (at % 2 === 0) await answerByHand(comment.youtubeCommentId);
      threads.push(comment);
    }
    test.app.clock.advance(2 * 24 * 60 * minute);
    const before = admin().state().quota.shared.used;
    const answer = await test.me.post('/api/replies/refresh');
    expect(await answer.json()).toMatchObject({ added: strangers(threads).length });
    expect(await stored()).toEqual(strangers(threads));

    const again = restarted();
    expect(await again.services.replyReading.refresh()).toMatchObject({ added: 0 });
    expect(await stored()).toEqual(strangers(threads));
    const { buckets } = await again.services.quota.status();
    const shared = buckets.find(({ bucket }) => bucket === 'shared');
    expect(shared?.used).toBe(admin().state().quota.shared.used - before);
    expect(shared?.used).toBeLessThanOrEqual(60);
  });

  it('come by themselves with the figures, and are told to the page', async () => {
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

  it('that are a picture alone are in the inbox with their place on YouTube, and can be answered (rule 13.11)', async () => {
    const { youtubeCommentId, youtubeVideoId } = await posted.post();
    const [id = ''] = admin().orderReplies(youtubeCommentId, { by: 'stranger', hasPicture: true });
    await test.me.post('/api/replies/refresh');
    const pictureUrl = `https://www.youtube.com/watch?v=${youtubeVideoId}&lc=${id}`;
    const listed = (await (await test.me.get('/api/replies')).json()) as { id: number; commentId: number }[];
    expect(listed).toMatchObject([{ text: '', pictureUrl }]);
    const thread = await (await test.me.get(`/api/comments/${listed[0]?.commentId}/thread`)).json();
    expect(thread).toMatchObject([{ pictureUrl: null }, { text: '', pictureUrl }]);
    const answer = await test.me.post(`/api/replies/${listed[0]?.id}/draft`);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ answers: { text: '', pictureUrl } });
  });

  it('leave the inbox when they disappear from YouTube', async () => {
    const comment = await posted.post();
    const ids = admin().orderReplies(comment.youtubeCommentId, { count: 8 });
    await restarted().services.replyReading.refresh();
    const known = await stored();
    for (const id of ids.slice(0, 3)) admin().setCommentState(id, 'deleted');
    test.app.clock.advance(minute);
    await restarted().services.replyReading.refresh();
    expect(await stored()).toEqual(known.filter((id) => !ids.slice(0, 3).includes(id)));
  });

  it('stay where YouTube answers without items', async () => {
    const comment = await posted.post();
    admin().orderReplies(comment.youtubeCommentId, { count: 8 });
    await restarted().services.replyReading.refresh();
    const known = await stored();
    admin().orderReplies(comment.youtubeCommentId, { count: 1 });
    admin().fault({
      match: { method: 'GET', path: '/youtube/v3/comments' },
      times: 0,
      fault: { kind: 'status', status: 200, body: { kind: 'youtube#commentListResponse' } },
    });
    const answer = await test.me.post('/api/replies/refresh');
    expect(answer.status).toBe(503);
    expect(await stored()).toEqual(expect.arrayContaining(known));
    const [row] = await test.db.select().from(comments).where(eq(comments.id, comment.id));
    expect(row?.readReplyCount).not.toBe(known.length + 1);
  });
});
