import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { replyListSchema, replySchema, threadSchema } from '#shared/contracts/replies.ts';
import { comments, googleAccount, replies } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeQueueItem, makeReply } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

const minutes = (count: number) => test.later(count * 60_000);

async function parent() {
  return test.comment({
    status: 'posted',
    content: 'Probes lie.',
    postedAt: minutes(-600),
    youtubeCommentId: 'Ugparent',
    replyCount: 7,
    likeCount: 4,
  });
}

async function list(address: string) {
  const answer = await test.me.get(address);
  expect(answer.status).toBe(200);
  return {
    rows: replyListSchema.parse(await answer.json()),
    total: answer.headers.get('x-total-count'),
    next: /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null,
  };
}

const counts = async () => (await test.me.get('/api/replies/counts')).json();

describe('the inbox (rule 13.8)', () => {
  it('shows a reply with its thread, video and answer', async () => {
    const comment = await parent();
    const reply = await makeReply(test.db, {
      commentId: comment.id,
      youtubeReplyId: 'Ugparent.a',
      authorName: '@mirelles',
      text: 'Which <b>one</b>?',
      publishedAt: minutes(-30),
      fetchedAt: minutes(-5),
    });
    const { videoId } = comment;
    const answer = await makeComment(test.db, {
      videoId,
      replyId: reply.id,
      status: 'approved',
    });
    const { rows } = await list('/api/replies');
    expect(rows).toEqual([
      {
        id: reply.id,
        commentId: comment.id,
        authorName: '@mirelles',
        text: 'Which <b>one</b>?',
        likeCount: 1,
        pictureUrl: null,
        byCreator: false,
        publishedAt: minutes(-30).toISOString(),
        fetchedAt: minutes(-5).toISOString(),
        state: 'new',
        youtubeUrl: expect.stringMatching(
          /^https:\/\/www\.youtube\.com\/watch\?v=.+&lc=Ugparent\.a$/,
        ),
        thread: {
          content: 'Probes lie.',
          postedAt: minutes(-600).toISOString(),
          youtubeUrl: expect.stringMatching(/lc=Ugparent$/),
          replyCount: 7,
        },
        video: expect.objectContaining({
          id: videoId,
          thumbnailUrl: expect.stringContaining('mqdefault'),
        }),
        answer: { commentId: answer.id, status: 'approved' },
      },
    ]);
  });

  it('lists each reply once, newest first, although others arrive between two pages', async () => {
    const { id: commentId } = await parent();
    // Several replies share a timestamp, so that only the id orders them.
    for (let at = 0; at < 7; at += 1)
      await makeReply(test.db, { commentId, publishedAt: minutes(-Math.floor(at / 3)) });
    const first = await list('/api/replies?limit=3');
    await makeReply(test.db, { commentId, publishedAt: minutes(1) });
    const second = await list(first.next ?? '');
    const third = await list(second.next ?? '');
    const seen = [...first.rows, ...second.rows, ...third.rows];
    expect(seen.map(({ id }) => id)).toEqual([3, 2, 1, 6, 5, 4, 7]);
    expect([first.total, third.total, third.next]).toEqual(['7', '8', null]);
  });

  describe('with replies in several states, some of them questions', () => {
    beforeEach(async () => {
      const { id: commentId } = await parent();
      for (const [state, text] of [
        ['new', 'Why? Because.'],
        ['new', 'See https://example.com/a?b=1'],
        ['read', 'どうして？そうか'],
        ['answered', 'Why?'],
      ] as const)
        await makeReply(test.db, { commentId, state, text });
    });

    it('lists the waiting replies that ask a question', async () => {
      const asking = await list('/api/replies?state=new,read&questions=true');
      expect([asking.total, asking.rows.map(({ text }) => text)]).toEqual([
        '2',
        ['どうして？そうか', 'Why? Because.'],
      ]);
    });

    it('lists replies by state', async () => {
      const waiting = await list('/api/replies?state=new,read');
      expect(waiting.rows.map(({ state }) => state).sort()).toEqual([
        'new',
        'new',
        'read',
      ]);
      expect([waiting.total, (await list('/api/replies?state=answered')).total]).toEqual([
        '3',
        '1',
      ]);
    });

    it('counts replies by state, and the waiting questions', async () => {
      expect(await counts()).toEqual({
        new: 2,
        read: 1,
        answered: 1,
        dismissed: 0,
        questions: 2,
        byCreator: 0,
        scheduled: 0,
      });
    });
  });

  it('begins with the waiting replies by creators, across pages', async () => {
    const { id: commentId } = await parent();
    const reply = async (at: number, rest: Partial<typeof replies.$inferInsert>) =>
      (await makeReply(test.db, { commentId, publishedAt: minutes(at), ...rest })).id;
    const oldest = await reply(-40, { byCreator: true, state: 'read' });
    const newer = await reply(-20, { byCreator: true });
    const answered = await reply(-15, { byCreator: true, state: 'answered' });
    const byViewers = [await reply(-30, {}), await reply(-10, {})];
    const first = await list('/api/replies?limit=3');
    const second = await list(first.next ?? '');
    const seen = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(seen).toEqual([newer, oldest, byViewers[1], answered, byViewers[0]]);
  });

  describe('with a reply whose answer is scheduled (rule 13.20)', () => {
    /**
     * Makes three read questions: one without an answer, one with a draft, one with a
     * scheduled answer.
     */
    async function readQuestions() {
      const { id: commentId } = await parent();
      const waiting = await makeReply(test.db, {
        commentId,
        state: 'read',
        text: 'Why?',
      });
      const drafted = await makeReply(test.db, {
        commentId,
        state: 'read',
        text: 'Why?',
      });
      const planned = await makeReply(test.db, {
        commentId,
        state: 'read',
        text: 'Why?',
      });
      const draft = await makeComment(test.db, {
        replyId: drafted.id,
        status: 'pending',
      });
      await makeQueueItem(test.db, { commentId: draft.id, scheduledFor: null });
      const answer = await makeComment(test.db, {
        replyId: planned.id,
        status: 'approved',
      });
      await makeQueueItem(test.db, { commentId: answer.id, scheduledFor: minutes(60) });
      return { waiting, drafted, planned };
    }

    it('lists it by itself', async () => {
      const { planned } = await readQuestions();
      const scheduled = await list('/api/replies?state=new,read&scheduled=true');
      expect(scheduled.rows.map(({ id }) => id)).toEqual([planned.id]);
    });

    it('does not list it among those that wait', async () => {
      const { waiting, drafted } = await readQuestions();
      const waits = await list('/api/replies?state=new,read&scheduled=false');
      expect(waits.rows.map(({ id }) => id).sort()).toEqual(
        [waiting.id, drafted.id].sort(),
      );
      expect(waits.total).toBe('2');
    });

    it('counts it by itself', async () => {
      await readQuestions();
      expect(await counts()).toMatchObject({
        new: 0,
        read: 2,
        questions: 2,
        scheduled: 1,
      });
    });
  });

  describe('with replies by creators', () => {
    async function byCreators() {
      const { id: commentId } = await parent();
      const waiting = await makeReply(test.db, { commentId, byCreator: true });
      await makeReply(test.db, { commentId, byCreator: true, state: 'dismissed' });
      await makeReply(test.db, { commentId });
      return waiting;
    }

    it('lists those that wait', async () => {
      const waiting = await byCreators();
      const listed = await list('/api/replies?state=new,read&byCreator=true');
      expect(listed.rows.map(({ id }) => id)).toEqual([waiting.id]);
      expect(listed.total).toBe('1');
    });

    it('counts those that wait', async () => {
      await byCreators();
      expect(await counts()).toMatchObject({ new: 2, byCreator: 1 });
    });
  });

  it.each([
    ['state=gone', 'state'],
    ['state=new,', 'state'],
    ['byCreator=yes', 'byCreator'],
    ['limit=0', 'limit'],
    ['cursor=abc', 'cursor'],
    [
      `cursor=${Buffer.from('["newest","2026-03-03T09:00:00.000Z",1]').toString('base64url')}`,
      'cursor',
    ],
  ])('refuses ?%s with a sentence that names the field', async (query, field) => {
    const problem = await expectProblem(
      await test.me.get(`/api/replies?${query}`),
      400,
      'invalid_request',
    );
    expect(problem.detail).toContain(`“${field}`);
  });
});

describe('the state of a reply (rule 13.9)', () => {
  const patch = (id: number, state: string) =>
    test.me.patch(`/api/replies/${id}`, { state });
  const told = () => {
    const resources: string[] = [];
    test.app.context.events.subscribe((changes) => resources.push(...changes.resources));
    return resources;
  };

  it.each([
    ['new', 'read'],
    ['read', 'new'],
    ['read', 'dismissed'],
    ['dismissed', 'read'],
  ] as const)('can change from %s to %s', async (from, to) => {
    const { id } = await makeReply(test.db, { state: from });
    const resources = told();
    const answer = await patch(id, to);
    expect(replySchema.parse(await answer.json())).toMatchObject({ id, state: to });
    await expect.poll(() => resources).toContain('replies');
  });

  const states = () => test.db.select({ state: replies.state }).from(replies);

  it('cannot be changed once it is answered', async () => {
    const { id } = await makeReply(test.db, { state: 'answered' });
    await expectProblem(await patch(id, 'dismissed'), 409, 'status_conflict');
    expect(await states()).toEqual([{ state: 'answered' }]);
  });

  it('cannot be set to answered by hand', async () => {
    const { id } = await makeReply(test.db);
    await expectProblem(await patch(id, 'answered'), 400, 'invalid_request');
    expect(await states()).toEqual([{ state: 'new' }]);
  });

  it('is 404 for an unknown reply', async () => {
    await expectProblem(await patch(99, 'read'), 404, 'not_found');
  });
});

describe('a thread', () => {
  async function thread() {
    const comment = await parent();
    const { id: commentId, videoId } = comment;
    const second = await makeReply(test.db, {
      commentId,
      publishedAt: minutes(-20),
      text: 'Second.',
    });
    const first = await makeReply(test.db, {
      commentId,
      publishedAt: minutes(-60),
      text: 'First.',
    });
    const answers = [
      { replyId: first.id, status: 'posted', content: 'Ours.', postedAt: minutes(-40) },
      { replyId: second.id, status: 'pending', content: 'Not posted.' },
    ] as const;
    const [posted] = await Promise.all(
      answers.map((one) => makeComment(test.db, { videoId, ...one })),
    );
    return { comment, first, second, posted };
  }

  it('begins with the owner’s comment, followed by replies and posted answers in order of time', async () => {
    const { comment, first, second } = await thread();
    await test.db.update(googleAccount).set({ channelTitle: 'Ada Builds' });
    const entries = threadSchema.parse(
      await (await test.me.get(`/api/comments/${comment.id}/thread`)).json(),
    );
    expect(entries.map(({ text, isOurs, replyId }) => [text, isOurs, replyId])).toEqual([
      ['Probes lie.', true, null],
      ['First.', false, first.id],
      ['Ours.', true, null],
      ['Second.', false, second.id],
    ]);
    expect(entries[0]).toMatchObject({ authorName: 'Ada Builds', likeCount: 4 });
  });

  it('keeps the order of replies of the same second when one of them is read', async () => {
    const { id: commentId } = await parent();
    const publishedAt = minutes(-60);
    const first = await makeReply(test.db, { commentId, publishedAt });
    const second = await makeReply(test.db, { commentId, publishedAt });
    await test.me.patch(`/api/replies/${first.id}`, { state: 'read' });
    const entries = threadSchema.parse(
      await (await test.me.get(`/api/comments/${commentId}/thread`)).json(),
    );
    expect(entries.map(({ replyId }) => replyId)).toEqual([null, first.id, second.id]);
  });

  it('is the same when requested for an answer in it', async () => {
    const { comment, posted } = await thread();
    const whole = await (await test.me.get(`/api/comments/${comment.id}/thread`)).json();
    const answer = await test.me.get(`/api/comments/${posted?.id}/thread`);
    expect(threadSchema.parse(await answer.json())).toEqual(whole);
  });

  it('leaves out withdrawn answers, also when requested for one', async () => {
    const { posted } = await thread();
    await test.db
      .update(comments)
      .set({ withdrawnAt: minutes(0) })
      .where(eq(comments.id, posted?.id ?? 0));
    const entries = threadSchema.parse(
      await (await test.me.get(`/api/comments/${posted?.id}/thread`)).json(),
    );
    expect(entries.map(({ text }) => text)).toEqual(['Probes lie.', 'First.', 'Second.']);
  });

  it('is 404 for a comment that is not posted', async () => {
    const { id } = await test.comment();
    await expectProblem(
      await test.me.get(`/api/comments/${id}/thread`),
      404,
      'not_found',
    );
  });
});
