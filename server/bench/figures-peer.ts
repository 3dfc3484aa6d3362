/** GET /api/stats as one statement. */
export const statsStatement = `
  select (select count(*) from videos)
      + coalesce((select forgotten_videos from library_totals), 0) as "videosFound",
    (select count(*) from queue_items q join comments c on c.id = q.comment_id where c.status <> 'posted') as "inQueue",
    c.posted as "commentsPosted", round(100.0 * c.posted / c.written, 1)::float8 as "successRate"
  from (select count(*) as written, count(*) filter (where status = 'posted') as posted from comments) c`;

/**
 * What the analytics page counts, as one statement: $1 to $2 is the range before, $2 to $3 the range, $4 the
 * first of the last seven days.
 */
export const analyticsStatement = `
  with counted as (
    select c.*, v.channel_id, v.channel_title from comments c join videos v on v.id = c.video_id
    where (c.created_at >= $1 and c.created_at < $3) or (c.posted_at >= $1 and c.posted_at < $3)
  ), current as (
    select * from counted where created_at >= $2 and created_at < $3
  )
  select
    (select count(*) from current) as "totalComments",
    (select count(*) from counted where created_at >= $1 and created_at < $2) as "previousComments",
    (select json_object_agg(status, count) from (select status, count(*) from current group by status) s) as statuses,
    (select json_object_agg(style, count) from (select style, count(*) from current group by style) s) as styles,
    (select json_agg(generated order by day) from (
      select day, (select count(*) from counted
        where created_at >= day and created_at < day + interval '1 day') as generated
      from generate_series($4::timestamptz, $4::timestamptz + interval '6 days', interval '1 day') day) d) as generated,
    (select json_agg(posted order by day) from (
      select day, (select count(*) from counted
        where status = 'posted' and posted_at >= day and posted_at < day + interval '1 day') as posted
      from generate_series($4::timestamptz, $4::timestamptz + interval '6 days', interval '1 day') day) d) as posted,
    (select json_agg(count order by count desc) from (
      select count(*) from current group by channel_id having count(*) >= 2 order by 1 desc limit 5) t) as channels`;
