import type { SessionPool } from '../db/client.ts';

interface Seed {
  count: number;
  until: Date;
  days: number;
}

export async function seedComments(pool: SessionPool, { count, until, days }: Seed): Promise<void> {
  const at = [until.toISOString(), days * 86_400, count];
  const when = `$1::timestamptz - make_interval(secs => $2::float8 * n / $3::float8)`;
  await pool.query(
    `insert into videos (id, youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
     select n, 'bench' || n, 'Video ' || n, 'Channel ' || n % 200, 'UC' || n % 200, '2026-02-20T08:00:00Z',
       ${when}, ${when}
     from generate_series(1, $3::int) n`,
    at,
  );
  await pool.query(
    `insert into comments (id, video_id, content, style, quality_score, status, generated_content, created_at,
       updated_at, posted_at)
     select n, n, 'A comment.', (array['insightful','supportive','questioning'])[1 + n % 3],
       40 + n % 60, case when n % 5 < 3 then 'posted' when n % 5 = 3 then 'rejected' else 'failed' end,
       'A comment.', ${when}, ${when}, case when n % 5 < 3 then ${when} end
     from generate_series(1, $3::int) n`,
    at,
  );
  await pool.query(
    `insert into queue_items (id, comment_id, created_at) select n, n, ${when} from generate_series(1, $3::int) n`,
    at,
  );
  await pool.query(
    `insert into post_attempts (comment_id, origin, state, content, youtube_video_id, channel_id,
       author_channel_id, worker, started_at, closed_at)
     select n, 'loop', 'posted', 'A comment.', 'bench' || n, 'UC' || n % 200, 'UCowner', 'bench', ${when}, ${when}
     from generate_series(1, $3::int) n where n % 5 < 3`,
    at,
  );
  await pool.query('VACUUM ANALYZE');
}
