import type { SessionPool } from '../db/database.ts';

interface Seed {
  from: number;
  count: number;
  due: Date;
}

export async function seedDue(pool: SessionPool, { from, count, due }: Seed): Promise<void> {
  const values = [from, count, due.toISOString()];
  const ids = `generate_series($1::int, $1::int + $2::int - 1) n`;
  await pool.query(
    `insert into videos (id, youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
     select n, 'due' || n, 'Video ' || n, 'Channel ' || n, 'UC' || n, '2026-02-20T08:00:00Z', $3::timestamptz,
       $3::timestamptz
     from ${ids}`,
    values,
  );
  await pool.query(
    `insert into comments (id, video_id, content, style, quality_score, status, generated_content, created_at,
       updated_at, reviewed_at)
     select n, n, 'Text number ' || md5(n::text), 'insightful', 80, 'approved', 'Text', $3::timestamptz,
       $3::timestamptz, $3::timestamptz
     from ${ids}`,
    values,
  );
  await pool.query(
    `insert into queue_items (id, comment_id, created_at, scheduled_for, due_at, auto_post)
     select n, n, $3::timestamptz, $3::timestamptz, $3::timestamptz, true from ${ids}`,
    values,
  );
}
