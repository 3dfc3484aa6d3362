import { beforeEach, describe, expect, it } from 'vitest';
import { repliesRefreshedSchema, replyListSchema } from '#shared/contracts/replies.ts';
import { replies } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';
import nastyReplies from '../../testing/fixtures/nasty-replies.json' with {
  type: 'json',
};
import { postedComments } from '../../testing/posted-comments.ts';

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

  describe('with only a picture (rule 13.11)', () => {
    /**
     * Orders a reply that is only a picture. Returns it as the inbox lists it, and the
     * link to it.
     */
    async function picture() {
      const { youtubeCommentId, youtubeVideoId } = await posted.post();
      const [id = ''] = admin().orderReplies(youtubeCommentId, {
        by: 'stranger',
        hasPicture: true,
      });
      await test.me.post('/api/replies/refresh');
      const pictureUrl = `https://www.youtube.com/watch?v=${youtubeVideoId}&lc=${id}`;
      const listed = replyListSchema.parse(
        await (await test.me.get('/api/replies')).json(),
      );
      expect(listed).toHaveLength(1);
      const [reply] = listed;
      return { reply, pictureUrl };
    }

    it('are in the inbox with a link to the picture on YouTube', async () => {
      const { reply, pictureUrl } = await picture();
      expect(reply).toMatchObject({ text: '', pictureUrl });
    });

    it('are in the thread with that link', async () => {
      const { reply, pictureUrl } = await picture();
      const thread = await (
        await test.me.get(`/api/comments/${reply?.commentId}/thread`)
      ).json();
      expect(thread).toMatchObject([{ pictureUrl: null }, { text: '', pictureUrl }]);
    });

    it('can be answered', async () => {
      const { reply, pictureUrl } = await picture();
      const answer = await test.me.post(`/api/replies/${reply?.id}/draft`);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ answers: { text: '', pictureUrl } });
    });
  });
});
