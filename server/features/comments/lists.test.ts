import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  commentAnalysisSchema,
  commentListSchema,
  queueListSchema,
} from '#shared/contracts/comment-detail.ts';
import { commentRowListSchema } from '#shared/contracts/comments.ts';
import {
  type CommentSort,
  commentOrder,
  commentSorts,
  inQueueOrder,
  queueSorts,
} from '#shared/contracts/lists.ts';
import { queueRowListSchema } from '#shared/contracts/queue.ts';
import { comments, queueItems } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import {
  makeComment,
  makePostAttempt,
  makeQueueItem,
  makeReply,
} from '../../testing/factories.ts';
import { idsOf, readAllPages, readIds, readPage } from '../../testing/list-pages.ts';

const test = reviewApp({}, 'once, emptied');

/** Generates only a few different times, so that many are equal. */
const time = fc.integer({ min: 0, max: 3 });
const someRows = fc.array(
  fc.record({
    created: time,
    posted: fc.option(time),
    priority: time,
    scheduled: fc.option(time),
  }),
  { minLength: 1, maxLength: 12 },
);

async function fill(
  rows: {
    created: number;
    posted: number | null;
    priority: number;
    scheduled: number | null;
  }[],
) {
  await test.db.delete(queueItems);
  await test.db.delete(comments);
  for (const { created, posted, priority, scheduled } of rows) {
    const comment = await makeComment(test.db, {
      createdAt: test.later(created),
      postedAt: posted === null ? null : test.later(posted),
    });
    await makeQueueItem(test.db, {
      commentId: comment.id,
      priority: priority - 1,
      createdAt: test.later(created),
      scheduledFor: scheduled === null ? null : test.later(scheduled),
    });
  }
}

describe('pages of comments and queue items', () => {
  it('of comments contain each row once, in the order that the client uses (rule 10.6)', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, fc.integer({ min: 2, max: 5 }), async (rows, limit) => {
        await fill(rows);
        const all = commentListSchema.parse(
          await (await test.me.get('/api/comments')).json(),
        );
        for (const sort of commentSorts) {
          const sorted = idsOf(all.toSorted(commentOrder[sort satisfies CommentSort]));
          const address = `/api/comments?sort=${sort}`;
          expect(
            idsOf(await readAllPages(test.me, `${address}&limit=${limit}&fields=row`)),
          ).toEqual(sorted);
          expect(await readIds(test.me, `${address}&fields=ids`)).toEqual(sorted);
        }
      }),
      { numRuns: 3 },
    );
  });

  it('of queue items contain each row once, in the order that the client uses (rule 10.6)', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, fc.integer({ min: 2, max: 5 }), async (rows, limit) => {
        await fill(rows);
        const all = queueListSchema.parse(await (await test.me.get('/api/queue')).json());
        for (const sort of queueSorts) {
          const sorted = idsOf(inQueueOrder(all, sort));
          const address = `/api/queue?sort=${sort}`;
          expect(
            idsOf(await readAllPages(test.me, `${address}&limit=${limit}&fields=row`)),
          ).toEqual(sorted);
          expect(await readIds(test.me, `${address}&fields=ids`)).toEqual(sorted);
        }
      }),
      { numRuns: 3 },
    );
  });

  describe('of a filtered list (rule 10.6)', () => {
    const filtered = '/api/comments?limit=2&status=approved&q=probes&fields=ids';
    beforeEach(async () => {
      for (let n = 0; n < 3; n += 1) await makeComment(test.db, { status: 'approved' });
      await makeComment(test.db);
    });

    it('give the count of all matching rows', async () => {
      const { rows, total } = await readPage(test.me, filtered);
      expect([rows.length, total]).toEqual([2, '3']);
    });

    it('keep the query in the link to the next page', async () => {
      const { next } = await readPage(test.me, filtered);
      const link = new URL(next ?? '', test.app.origin);
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        limit: '2',
        status: 'approved',
        q: 'probes',
        fields: 'ids',
      });
    });

    it('end with a page that has no link', async () => {
      const { next } = await readPage(test.me, filtered);
      const last = await readPage(test.me, next ?? '');
      expect(last).toMatchObject({ total: '3', next: null, rows: [{ revision: 1 }] });
    });
  });

  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  const invalidCursors = [
    ['too short', 'abc'],
    ['that is no text', '%FF%FE'],
    ['of the queue', cursor('["position",0,"2026-03-04T12:00:00.000Z",1]')],
    ['of another sort order', cursor('["oldest","2026-03-04T12:00:00.000Z",1]')],
    ['with an invalid value', cursor('["newest","yesterday",1]')],
    ['with an extra value', cursor('["newest","2026-03-04T12:00:00.000Z",1,1]')],
  ];
  it.each(invalidCursors)(
    'are refused for a cursor %s, with and without a limit',
    async (_, invalid) => {
      for (const query of [`limit=5&cursor=${invalid}`, `cursor=${invalid}`])
        await expectProblem(
          await test.me.get(`/api/comments?${query}`),
          400,
          'invalid_request',
        );
    },
  );

  it.each([
    ...['limit=0', 'limit=201', 'limit=x', 'ids=1,x', 'fields=all', 'sort=best'],
    ...['status=lost', 'visibility=hidden', 'from=now'],
  ])('are refused for the unknown filter or order %s', async (query) => {
    await expectProblem(
      await test.me.get(`/api/comments?${query}`),
      400,
      'invalid_request',
    );
  });
});

describe('rows of comments and queue items', () => {
  it('of comments are complete, shortened or only ids, as fields says (rule 10.6)', async () => {
    const { comment } = await test.queued();
    const [whole] = commentListSchema.parse(
      (await readPage(test.me, '/api/comments')).rows,
    );
    expect(whole).toMatchObject({
      id: comment.id,
      inQueue: true,
      generatedContent: comment.content,
    });
    const { rows } = await readPage(test.me, '/api/comments?fields=row');
    expect(rows).toEqual(commentRowListSchema.parse([whole]));
    const ids = await readPage(test.me, '/api/comments?fields=ids');
    expect(ids.rows).toEqual([{ id: comment.id, revision: 1 }]);
  });

  it('of queue items are complete, shortened or only ids, as fields says (rule 10.6)', async () => {
    const { comment, item } = await test.queued();
    const [whole] = queueListSchema.parse((await readPage(test.me, '/api/queue')).rows);
    const { rows } = await readPage(test.me, '/api/queue?fields=row');
    expect(rows).toEqual(queueRowListSchema.parse([whole]));
    const ids = await readPage(test.me, '/api/queue?fields=ids');
    expect(ids.rows).toEqual([
      { id: item.id, commentId: comment.id, autoPost: false, revision: 1 },
    ]);
  });

  it('say whether the score belongs to the current text (rule 8.11)', async () => {
    const content = 'As edited.';
    const reading = { text: content, for: null, against: null, wrong: [] };
    const analysis = commentAnalysisSchema.parse({
      platformCompliance: true,
      checks: [],
      reading,
    });
    await test.comment({ content, generatedContent: 'as  edited.' });
    await test.comment({ content, generatedContent: 'As drafted.' });
    await test.comment({ content, generatedContent: 'As drafted.', analysis });
    await test.comment({
      content: 'Edited once more.',
      generatedContent: 'As drafted.',
      analysis,
    });
    // Written by the owner, and read by no model.
    await test.comment({ content, generatedContent: '' });
    const { rows } = await readPage(test.me, '/api/comments?fields=row&sort=oldest');
    expect(
      commentRowListSchema.parse(rows).map(({ isScoreCurrent }) => isScoreCurrent),
    ).toEqual([true, false, true, false, false]);
  });

  it('of comments can be requested by ids, within the other filters (rule 10.6)', async () => {
    const approved = await test.queued({ status: 'approved' });
    await test.queued({ status: 'approved' });
    const pending = await test.queued();
    const ids = `${approved.comment.id},${pending.comment.id}`;
    expect(
      await readPage(test.me, `/api/comments?ids=${ids}&status=approved&limit=200`),
    ).toMatchObject({
      rows: [{ id: approved.comment.id }],
      total: '2',
      next: null,
    });
  });

  it('of queue items can be requested by the ids of their comments (rule 10.6)', async () => {
    const first = await test.queued();
    await test.queued();
    const third = await test.queued();
    const ids = `${first.comment.id},${third.comment.id},4711`;
    expect(await readPage(test.me, `/api/queue?ids=${ids}&fields=ids`)).toMatchObject({
      rows: [{ id: first.item.id }, { id: third.item.id }],
      total: '3',
    });
  });
});

describe('the response to a change with fields=row (rule 10.6)', () => {
  const commentRow = commentRowListSchema.element.strict();
  const queueRow = queueRowListSchema.element.strict();

  it('is a shortened comment after a decision', async () => {
    const { comment } = await test.queued();
    const answer = await test.me.patch(`/api/comments/${comment.id}?fields=row`, {
      status: 'approved',
    });
    expect(commentRow.parse(await answer.json())).toMatchObject({
      status: 'approved',
      inQueue: true,
    });
  });

  it('is a shortened queue item after queueing', async () => {
    const { comment } = await test.queued();
    const answer = await test.me.post('/api/queue?fields=row', { commentId: comment.id });
    const row = queueRow.parse(await answer.json());
    expect(row.comment as object).not.toHaveProperty('generatedContent');
  });

  it('is a shortened queue item after scheduling', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const answer = await test.me.patch(`/api/queue/${item.id}?fields=row`, {
      scheduledFor: test.later(60_000).toISOString(),
      autoPost: true,
    });
    const row = queueRow.parse(await answer.json());
    expect(row.comment as object).not.toHaveProperty('generatedContent');
  });

  it('is a shortened comment outside the queue after posting', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const answer = await test.me.post(`/api/comments/${comment.id}/post?fields=row`);
    expect(commentRow.parse(await answer.json())).toMatchObject({
      status: 'posted',
      inQueue: false,
      youtubeUrl: expect.stringMatching(/watch\?v=.+&lc=/),
    });
  });

  it('is a refusal for fields=ids, which a change does not offer', async () => {
    const { comment } = await test.queued();
    const answer = await test.me.patch(`/api/comments/${comment.id}?fields=ids`, {
      content: 'x',
    });
    await expectProblem(answer, 400, 'invalid_request');
  });
});

describe('list filters', () => {
  it('limit the time of posting, else of drafting, and exclude the end of the range (rule 10.6)', async () => {
    const drafted = await makeComment(test.db, { createdAt: test.later(1_000) });
    const posted = await makeComment(test.db, {
      createdAt: test.later(-9_000),
      postedAt: test.later(2_000),
      status: 'posted',
    });
    const between = (from: number, to: number) =>
      readIds(
        test.me,
        `/api/comments?from=${test.later(from).toISOString()}&to=${test.later(to).toISOString()}`,
      );
    expect(await between(1_000, 2_000)).toEqual([drafted.id]);
    expect(await between(1_001, 2_001)).toEqual([posted.id]);
    expect(await between(-9_000, 0)).toEqual([]);
  });

  it('select by visibility (rule 10.6)', async () => {
    const hidden = await makeComment(test.db, {
      status: 'posted',
      visibility: 'only_you',
    });
    await makeComment(test.db, { status: 'posted', visibility: 'public' });
    await makeComment(test.db);
    expect(await readIds(test.me, '/api/comments?visibility=only_you')).toEqual([
      hidden.id,
    ]);
    expect(await readIds(test.me, '/api/comments?visibility=removed')).toEqual([]);
  });

  it('select by style (rule 10.6)', async () => {
    const questioning = await makeComment(test.db, { style: 'questioning' });
    await makeComment(test.db);
    expect(await readIds(test.me, '/api/comments?style=questioning')).toEqual([
      questioning.id,
    ]);
  });

  describe('for replies by creators (rule 13.30)', () => {
    const firstReply = new Date('2026-03-01T10:00:00Z');
    const rows = async (query: string) =>
      commentRowListSchema.parse(
        await (await test.me.get(`/api/comments?fields=row${query}`)).json(),
      );

    async function repliedByCreator() {
      const comment = await makeComment(test.db, { status: 'posted' });
      for (const publishedAt of [new Date('2026-03-02T10:00:00Z'), firstReply])
        await makeReply(test.db, { commentId: comment.id, byCreator: true, publishedAt });
      return comment;
    }

    it('select the comments that creators replied to', async () => {
      const replied = await repliedByCreator();
      await makeReply(test.db);
      expect((await rows('&creatorReplied=true')).map(({ id }) => id)).toEqual([
        replied.id,
      ]);
    });

    it('belong to rows that name the time of the first such reply', async () => {
      const replied = await repliedByCreator();
      const byViewer = await makeReply(test.db);
      const times = new Map(
        (await rows('')).map(({ id, creatorRepliedAt }) => [id, creatorRepliedAt]),
      );
      expect(times).toEqual(
        new Map([
          [replied.id, firstReply.toISOString()],
          [byViewer.commentId, null],
        ]),
      );
    });
  });

  it('select queue items by schedule and by attempt (rule 10.6)', async () => {
    const review = await test.queued({ status: 'approved' });
    const sending = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, {
      commentId: sending.comment.id,
      startedAt: test.now(),
    });
    const timed = await test.queued({ status: 'approved' });
    await test.schedule(timed.item.id, test.later(60_000));
    const ids = (query: string) => readIds(test.me, `/api/queue?${query}`);
    expect(await ids('scheduled=true')).toEqual([timed.item.id]);
    expect(await ids('scheduled=false')).toEqual([review.item.id, sending.item.id]);
    expect(await ids('scheduled=false&posting=false')).toEqual([review.item.id]);
    expect(await ids('posting=true')).toEqual([sending.item.id]);
  });

  it('leave posted comments out of the queue (rule 10.6)', async () => {
    await test.queued({ status: 'posted', postedAt: test.now() });
    expect((await readPage(test.me, '/api/comments?fields=row')).rows).toMatchObject([
      { inQueue: false },
    ]);
    for (const query of [
      'scheduled=true',
      'scheduled=false',
      'posting=false',
      'posting=true',
    ])
      expect(await readIds(test.me, `/api/queue?${query}`)).toEqual([]);
  });
});
