import type { SessionPool } from '../db/database.ts';

interface Seed {
  count: number;
  until: Date;
  days: number;
  text: string;
}

/** As after years of use: nearly all posted, 1 in 40 rejected or failed, a queue kept short, and videos renewed in 28 days. */
export async function seedShortComments(
  pool: SessionPool,
  { count, until, days, text }: Seed,
): Promise<void> {
  const seeded = `(
    select n as id, age, 'UC' || age % 300 as channel,
      $1::timestamptz - make_interval(secs => $2::float8 * age / $3::float8) as at
    from generate_series(1, $3::int) n, lateral (select $3::int - n as age) newest_last
  ) seeded`;
  const at = [until.toISOString(), days * 86_400, count];
  await pool.query(
    `insert into videos (id, youtube_id, title, description, channel_title, channel_id, published_at, fetched_at,
       created_at)
     select id, 'bench' || id, 'Video ' || id, $4, channel, channel, '2026-02-20T08:00:00Z',
       $1::timestamptz - make_interval(days => age % 28), at
     from ${seeded}`,
    [...at, text],
  );
  await pool.query(
    `insert into comments (id, video_id, content, style, quality_score, status, generated_content, created_at,
       updated_at, posted_at)
     select id, id, $4, (array['insightful','supportive','questioning'])[1 + age % 3], 40 + age % 60, status, $4,
       at, at, case when status = 'posted' then at end
     from ${seeded}, lateral (
       select case when age < 20 then 'pending' when age < 30 then 'approved' when age % 50 = 0 then 'rejected'
         when age % 200 = 1 then 'failed' else 'posted' end as status
     ) decided`,
    [...at, text],
  );
  await pool.query(
    `insert into queue_items (id, comment_id, created_at)
     select id, id, created_at from comments where status <> 'posted' and id > $1::int - 1000`,
    [count],
  );
  await pool.query(
    `insert into post_attempts (comment_id, origin, state, content, youtube_video_id, channel_id,
       author_channel_id, worker, started_at, closed_at)
     select c.id, 'loop', 'posted', c.content, v.youtube_id, v.channel_id, 'UCowner', 'bench', posted_at, posted_at
     from comments c join videos v on v.id = c.video_id where status = 'posted'`,
  );
  await pool.query('VACUUM ANALYZE');
}
