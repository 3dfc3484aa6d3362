import { sql } from 'drizzle-orm';
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
  makeVideo,
} from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

interface Page {
  rows: Record<string, unknown>[];
  total: string | null;
  next: string | null;
}

async function page(address: string): Promise<Page> {
  const answer = await test.me.get(address);
  expect(answer.status).toBe(200);
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
  return {
    rows: (await answer.json()) as Page['rows'],
    total: answer.headers.get('x-total-count'),
    next,
  };
}

async function walk(address: string): Promise<Page['rows']> {
  const rows: Page['rows'] = [];
  for (let next: string | null = address; next !== null; ) {
    const read: Page = await page(next);
    rows.push(...read.rows);
    next = read.next;
  }
  return rows;
}

const idsOf = (rows: Page['rows']) => rows.map(({ id }) => id);
const idsAt = async (address: string) => idsOf((await page(address)).rows);

/** Generates only a few different times, so that many are equal. */
const time = fc.integer({ min: 0, max: 3 });
const someRows = fc.array(
  fc.record({ created: time, posted: fc.option(time), priority: time, scheduled: fc.option(time) }),
  { minLength: 1, maxLength: 12 },
);

async function fill(
  rows: { created: number; posted: number | null; priority: number; scheduled: number | null }[],
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
  it('contain each row once, in the order that the client uses (rule 10.6)', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, fc.integer({ min: 2, max: 5 }), async (rows, limit) => {
        await fill(rows);
        const allComments = commentListSchema.parse(await (await test.me.get('/api/comments')).json());
        for (const sort of commentSorts) {
          const sorted = idsOf(allComments.toSorted(commentOrder[sort satisfies CommentSort]));
          expect(idsOf(await walk(`/api/comments?limit=${limit}&sort=${sort}&fields=row`))).toEqual(sorted);
          expect(await idsAt(`/api/comments?sort=${sort}&fields=ids`)).toEqual(sorted);
        }
        const allItems = queueListSchema.parse(await (await test.me.get('/api/queue')).json());
        for (const sort of queueSorts) {
          const sorted = idsOf(inQueueOrder(allItems, sort));
          expect(idsOf(await walk(`/api/queue?limit=${limit}&sort=${sort}&fields=row`))).toEqual(sorted);
          expect(await idsAt(`/api/queue?sort=${sort}&fields=ids`)).toEqual(sorted);
        }
      }),
      { numRuns: 3 },
    );
  });

  it('give the count of all matching rows, and keep the query in the link to the next page (rule 10.6)', async () => {
    for (let n = 0; n < 3; n += 1) await makeComment(test.db, { status: 'approved' });
    await makeComment(test.db);
    const first = await page('/api/comments?limit=2&status=approved&q=probes&fields=ids');
    expect([first.rows.length, first.total]).toEqual([2, '3']);
    const link = new URL(first.next ?? '', test.app.origin);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      limit: '2',
      status: 'approved',
      q: 'probes',
      fields: 'ids',
    });
    const last = await page(first.next ?? '');
    expect(last).toMatchObject({ total: '3', next: null, rows: [{ revision: 1 }] });
  });

  it('are refused for an unknown filter, an unknown order or an invalid cursor', async () => {
    const cursor = (text: string) => Buffer.from(text).toString('base64url');
    const cursors = [
      'abc',
      '%FF%FE',
      // Written for the queue, for another sort order, with an invalid value, with an extra value.
      cursor('["position",0,"2026-03-04T12:00:00.000Z",1]'),
      cursor('["oldest","2026-03-04T12:00:00.000Z",1]'),
      cursor('["newest","yesterday",1]'),
      cursor('["newest","2026-03-04T12:00:00.000Z",1,1]'),
    ];
    const others = ['limit=0', 'limit=201', 'limit=x', 'ids=1,x', 'fields=all', 'sort=best'];
    others.push('status=lost', 'visibility=hidden', 'from=now');
    const ofCursors = cursors.flatMap((each) => [`limit=5&cursor=${each}`, `cursor=${each}`]);
    for (const query of [...ofCursors, ...others])
      await expectProblem(await test.me.get(`/api/comments?${query}`), 400, 'invalid_request');
  });
});

describe('rows of comments and queue items', () => {
  it('are complete, shortened or only ids, as fields says (rule 10.6)', async () => {
    const { comment, item } = await test.queued();
    const [whole] = commentListSchema.parse((await page('/api/comments')).rows);
    expect(whole).toMatchObject({ id: comment.id, inQueue: true, generatedContent: comment.content });
    const [row] = (await page('/api/comments?fields=row')).rows;
    expect([row]).toEqual(commentRowListSchema.parse([whole]));
    expect((await page('/api/comments?fields=ids')).rows).toEqual([{ id: comment.id, revision: 1 }]);

    const [wholeItem] = queueListSchema.parse((await page('/api/queue')).rows);
    expect((await page('/api/queue?fields=row')).rows).toEqual(queueRowListSchema.parse([wholeItem]));
    expect((await page('/api/queue?fields=ids')).rows).toEqual([
      { id: item.id, commentId: comment.id, autoPost: false, revision: 1 },
    ]);
  });

  it('say whether the score belongs to the current text (rule 8.11)', async () => {
    const content = 'As edited.';
    const reading = { text: content, for: null, against: null, wrong: [] };
    const analysis = commentAnalysisSchema.parse({ platformCompliance: true, checks: [], reading });
    await test.comment({ content, generatedContent: 'as  edited.' });
    await test.comment({ content, generatedContent: 'As drafted.' });
    await test.comment({ content, generatedContent: 'As drafted.', analysis });
    await test.comment({ content: 'Edited once more.', generatedContent: 'As drafted.', analysis });
    // Written by the owner, and read by no model.
    await test.comment({ content, generatedContent: '' });
    const { rows } = await page('/api/comments?fields=row&sort=oldest');
    expect(commentRowListSchema.parse(rows).map(({ isScoreCurrent }) => isScoreCurrent)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('can be requested by the ids of their comments, within the other filters (rule 10.6)', async () => {
    const a = await test.queued({ status: 'approved' });
    await test.queued({ status: 'approved' });
    const c = await test.queued();
    const ids = [a, c].map(({ comment }) => comment.id).join(',');
    expect(await page(`/api/comments?ids=${ids}&status=approved&limit=200`)).toMatchObject({
      rows: [{ id: a.comment.id }],
      total: '2',
      next: null,
    });
    expect(await page(`/api/queue?ids=${ids},4711&fields=ids`)).toMatchObject({
      rows: [{ id: a.item.id }, { id: c.item.id }],
      total: '3',
    });
  });
});

it('responses to a change are shortened by fields=row (rule 10.6)', async () => {
  const { comment, item } = await test.queued();
  const patched = await test.me.patch(`/api/comments/${comment.id}?fields=row`, { status: 'approved' });
  expect(commentRowListSchema.element.strict().parse(await patched.json())).toMatchObject({
    status: 'approved',
    inQueue: true,
  });
  const place = queueRowListSchema.element.strict();
  const added = await test.me.post('/api/queue?fields=row', { commentId: comment.id });
  const scheduled = await test.me.patch(`/api/queue/${item.id}?fields=row`, {
    scheduledFor: test.later(60_000).toISOString(),
    autoPost: true,
  });
  for (const answer of [added, scheduled])
    expect(place.parse(await answer.json()).comment as object).not.toHaveProperty('generatedContent');
  const posted = await test.me.post(`/api/comments/${comment.id}/post?fields=row`);
  expect(commentRowListSchema.element.strict().parse(await posted.json())).toMatchObject({
    status: 'posted',
    inQueue: false,
    youtubeUrl: expect.stringMatching(/watch\?v=.+&lc=/),
  });
  await expectProblem(
    await test.me.patch(`/api/comments/${comment.id}?fields=ids`, { content: 'x' }),
    400,
    'invalid_request',
  );
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
      idsAt(`/api/comments?from=${test.later(from).toISOString()}&to=${test.later(to).toISOString()}`);
    expect(await between(1_000, 2_000)).toEqual([drafted.id]);
    expect(await between(1_001, 2_001)).toEqual([posted.id]);
    expect(await between(-9_000, 0)).toEqual([]);
  });

  it('select by style and by visibility (rule 10.6)', async () => {
    const hidden = await makeComment(test.db, {
      status: 'posted',
      visibility: 'only_you',
      style: 'questioning',
    });
    await makeComment(test.db, { status: 'posted', visibility: 'public' });
    await makeComment(test.db);
    expect(await idsAt('/api/comments?visibility=only_you')).toEqual([hidden.id]);
    expect(await idsAt('/api/comments?visibility=removed')).toEqual([]);
    expect(await idsAt('/api/comments?style=questioning')).toEqual([hidden.id]);
  });

  it('select comments that creators replied to, whose rows say when (rule 13.30)', async () => {
    const replied = await makeComment(test.db, { status: 'posted' });
    const first = new Date('2026-03-01T10:00:00Z');
    for (const publishedAt of [new Date('2026-03-02T10:00:00Z'), first])
      await makeReply(test.db, { commentId: replied.id, byCreator: true, publishedAt });
    const byViewer = await makeReply(test.db);
    const rows = async (query: string) =>
      commentRowListSchema.parse(await (await test.me.get(`/api/comments?fields=row${query}`)).json());
    const told = new Map((await rows('')).map(({ id, creatorRepliedAt }) => [id, creatorRepliedAt]));
    expect(told).toEqual(
      new Map([
        [replied.id, first.toISOString()],
        [byViewer.commentId, null],
      ]),
    );
    expect((await rows('&creatorReplied=true')).map(({ id }) => id)).toEqual([replied.id]);
  });

  it('select queue items by schedule and by attempt, without posted comments (rule 10.6)', async () => {
    await test.queued({ status: 'posted', postedAt: test.now() });
    expect((await page('/api/comments?fields=row')).rows).toMatchObject([{ inQueue: false }]);
    const review = await test.queued({ status: 'approved' });
    const sending = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: sending.comment.id, startedAt: test.now() });
    const timed = await test.queued({ status: 'approved' });
    await test.schedule(timed.item.id, test.later(60_000));
    expect(await idsAt('/api/queue?scheduled=true')).toEqual([timed.item.id]);
    expect(await idsAt('/api/queue?scheduled=false')).toEqual([review.item.id, sending.item.id]);
    expect(await idsAt('/api/queue?scheduled=false&posting=false')).toEqual([review.item.id]);
    expect(await idsAt('/api/queue?posting=true')).toEqual([sending.item.id]);
  });
});

describe('the search in comments and queue', () => {
  async function commentOn(title: string, content: string, channelTitle = 'Cloud Kitchen') {
    const { id: videoId } = await makeVideo(test.db, { title, channelTitle });
    return (await makeComment(test.db, { videoId, content })).id;
  }
  async function queued(...video: Parameters<typeof commentOn>) {
    const commentId = await commentOn(...video);
    return { commentId, id: (await makeQueueItem(test.db, { commentId })).id };
  }
  const found = (q: string, field = 'q') =>
    idsAt(`/api/comments?sort=oldest&${new URLSearchParams({ [field]: q })}`);

  it('finds words and beginnings of words in the text or the title (rule 10.6)', async () => {
    const a = await commentOn('Probes in practice', 'Readiness is what saved me.');
    const b = await commentOn('Node.js streams', 'Don’t forget back-pressure with C++ and C#.');
    expect(await found('PROB')).toEqual([a]);
    expect(await found('readi practice')).toEqual([a]);
    expect(await found('practice streams')).toEqual([]);
    expect(await found('robes')).toEqual([]);
    for (const q of ['node.js', 'Node', 'don’t', 'back-pre', 'c++', '(streams)', '"forget"', 'streams!'])
      expect([q, await found(q)]).toEqual([q, [b]]);
    expect(await found('C#!')).toEqual([b]);
  });

  it('finds parts of texts without spaces, emoji and other signs (rule 10.6)', async () => {
    const a = await commentOn('日本語のプログラミング入門', 'とても分かりやすい説明でした 💬');
    await commentOn('Other', 'Plain.');
    for (const q of ['プログラミング', '説明', '💬']) expect([q, await found(q)]).toEqual([q, [a]]);
    const percent = await commentOn('Sale', '100% of it, under_score');
    expect(await found('%')).toEqual([percent]);
    expect(await found('_')).toEqual([percent]);
  });

  it('finds parts of words joined by signs, and letters written as two characters (rule 10.6)', async () => {
    const a = await queued('CI/CD in node.js', 'TCP/IP, GPT-4 and C++ in <Suspense>.');
    const oneCharacter = await queued('Möbel', 'Plain.');
    const two = await queued('Plain', 'mo\u0308bel');
    const inBoth = async (q: string) => [
      (await found(q)).toSorted(),
      (await idsAt(`/api/queue?${new URLSearchParams({ q })}`)).toSorted(),
    ];
    const joined = ['CD', 'IP', 'js', '4', 'suspense'];
    for (const q of [...joined, 'CI/CD', 'tcp/ip', 'GPT-4', 'C++', 'node.js'])
      expect([q, await inBoth(q)]).toEqual([q, [[a.commentId], [a.id]]]);
    for (const q of ['möbel', 'mo\u0308b', '„möbel“'])
      expect([q, await inBoth(q)]).toEqual([
        q,
        [
          [oneCharacter.commentId, two.commentId],
          [oneCharacter.id, two.id],
        ],
      ]);
    expect((await inBoth('möbel.'))[0]).toHaveLength(2);
    for (const q of ['D', 'P/I']) expect([q, await inBoth(q)]).toEqual([q, [[], []]]);
  });

  it('treats operators of the database’s query language as plain text', async () => {
    await commentOn('One', 'Plain.');
    const signs = [
      "'",
      "'':*",
      '\\',
      'a & | !b',
      '<->',
      '((',
      ':*',
      'x'.repeat(200),
      '💬'.repeat(100),
      "o'neil\\",
    ];
    for (const q of signs) expect([q, await found(q), await found(q, 'channel')]).toEqual([q, [], []]);
  });

  it('finds queued comments by their channel too (rule 10.6)', async () => {
    const a = await queued('Probes', 'Nice.', 'Cluster Notes');
    const b = await queued('Notes on probes', 'Nice.');
    await queued('Budgets', 'Nice.');
    expect((await idsAt('/api/queue?q=notes')).toSorted()).toEqual([a.id, b.id].toSorted());
  });

  it('finds channels by the words of their names (rule 10.6)', async () => {
    const a = await commentOn('One', 'Plain.', 'Cluster Notes');
    await commentOn('Two', 'Cluster.', 'Cloud Kitchen');
    expect(await found('clus no', 'channel')).toEqual([a]);
  });
});

describe('a long list without a limit', () => {
  const many = 600;

  beforeEach(async () => {
    await test.db.execute(sql`
      insert into videos (id, youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
      select n, 'v' || n, 'Video', 'Channel', 'UC1', '2026-01-01T00:00:00Z', now(), now()
      from generate_series(1, ${many}) n`);
    await test.db.execute(sql`
      insert into comments (id, video_id, content, generated_content, style, quality_score, created_at, updated_at)
      select id, id, 'Comment ' || id, '', 'insightful', 1, created_at, created_at from videos`);
    await test.db.execute(sql`
      insert into queue_items (comment_id, created_at) select id, created_at from comments`);
  });

  it('is returned completely, also as CSV and JSON for download (rule 10.6)', async () => {
    const { rows, total, next } = await page('/api/comments?fields=ids&sort=oldest');
    expect([total, next]).toEqual([String(many), null]);
    expect(idsOf(rows)).toEqual(Array.from({ length: many }, (_, index) => index + 1));
    expect(queueListSchema.parse((await page('/api/queue')).rows)).toHaveLength(many);
    const searched = await page('/api/queue?q=comm+video&fields=ids');
    expect([searched.total, searched.rows.length]).toEqual([String(many), many]);

    const csv = await test.me.get('/api/queue/export?format=csv');
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(many + 1);
    const json = await test.me.get('/api/queue/export?format=json');
    expect(json.headers.get('content-disposition')).toContain('attachment');
    expect(queueListSchema.parse(await json.json())).toHaveLength(many);
    await expectProblem(await test.me.get('/api/queue/export?format=xml'), 400, 'invalid_request');
    await expectProblem(await test.me.get('/api/queue/export'), 400, 'invalid_request');
  });

  it('lets the server answer other requests between its batches', async () => {
    const { rows } = await test.app.context.services.commentLists.commentIds({ sort: 'oldest' });
    const batches = Array.isArray(rows) ? [] : rows;
    let read = 0;
    for await (const batch of batches) {
      read += batch.length;
      expect((await test.me.get('/api/stats')).status).toBe(200);
    }
    expect(read).toBe(many);
  });

  it('is compressed, while an event stream is not (rule 10.6)', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const list = await test.me.send('/api/comments?fields=ids', { headers });
    expect(list.headers.get('content-encoding')).toBe('gzip');
    expect(await list.json()).toHaveLength(many);
    const events = await test.me.send('/api/events', { headers });
    expect([events.status, events.headers.get('content-encoding')]).toEqual([200, null]);
    await events.body?.cancel();
  });
});

const header = '\uFEFFVideo,Channel,Link,Status,Style,Quality,Comment,Created,Scheduled for,Auto-post\r\n';

async function csvOf(...contents: string[]): Promise<string> {
  for (const [index, content] of contents.entries()) {
    const names = { title: 'Commas, "quotes"', youtubeId: `a b${index}`, channelTitle: 'Cluster Notes' };
    const video = await makeVideo(test.db, names);
    const comment = await makeComment(test.db, { videoId: video.id, content, createdAt: test.now() });
    await makeQueueItem(test.db, { commentId: comment.id });
  }
  const csv = await test.me.get('/api/queue/export?format=csv');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer());
}

describe('the exported CSV of the queue', () => {
  it('has one byte order mark and one header row, and quotes commas, quotes and line breaks', async () => {
    expect(await csvOf()).toBe(header);
    const text = await csvOf('Two\nlines', 'Two.');
    expect(text.startsWith(header)).toBe(true);
    const rows = text.split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toBe(
      `"Commas, ""quotes""",Cluster Notes,https://www.youtube.com/watch?v=a%20b0,pending,insightful,82,"Two\nlines",${test.now().toISOString()},,false`,
    );
  });

  it('has no score when the text was edited after scoring', async () => {
    await test.queued({ content: 'As edited.', generatedContent: 'As drafted.' });
    expect(await csvOf()).toContain('insightful,,As edited.,');
  });

  it('does not let a text run as a formula in a spreadsheet', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'];
    const text = await csvOf(...formulas);
    for (const content of formulas) expect(text).toContain(`,'${content},`);
  });
});
