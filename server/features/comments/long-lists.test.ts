import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { queueListSchema } from '#shared/contracts/comment-detail.ts';
import { reviewApp } from '../../testing/app.ts';
import { idsOf, readPage } from '../../testing/list-pages.ts';

/** The tests only read, so they share the rows. */
const test = reviewApp({}, 'once');

describe('a long list without a limit', () => {
  const many = 600;

  beforeAll(async () => {
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

  it('of comments is returned completely (rule 10.6)', async () => {
    const { rows, total, next } = await readPage(
      test.me,
      '/api/comments?fields=ids&sort=oldest',
    );
    expect([total, next]).toEqual([String(many), null]);
    expect(idsOf(rows)).toEqual(Array.from({ length: many }, (_, index) => index + 1));
  });

  it('of queue items is returned completely (rule 10.6)', async () => {
    expect(
      queueListSchema.parse((await readPage(test.me, '/api/queue')).rows),
    ).toHaveLength(many);
  });

  it('of found queue items is returned completely (rule 10.6)', async () => {
    const { rows, total } = await readPage(test.me, '/api/queue?q=comm+video&fields=ids');
    expect([total, rows.length]).toEqual([String(many), many]);
  });

  it('is exported completely as CSV (rule 10.6)', async () => {
    const csv = await test.me.get('/api/queue/export?format=csv');
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(many + 1);
  });

  it('is exported completely as JSON (rule 10.6)', async () => {
    const json = await test.me.get('/api/queue/export?format=json');
    expect(json.headers.get('content-disposition')).toContain('attachment');
    expect(queueListSchema.parse(await json.json())).toHaveLength(many);
  });

  it('lets the server answer other requests between its batches', async () => {
    const { rows } = await test.app.context.services.commentLists.commentIds({
      sort: 'oldest',
    });
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
