const overall = `
  select (select count(*) from videos)
      + coalesce((select forgotten_videos from library_totals), 0) as "videosFound",
    (select count(*) from queue_items q join comments c on c.id = q.comment_id where c.status <> 'posted') as "inQueue",
    c.posted as "commentsPosted", round(100.0 * c.posted / c.written, 1)::float8 as "successRate", c.written
  from (select count(*) as written, count(*) filter (where status = 'posted') as posted from comments) c`;

export const statsStatement = `select "videosFound", "inQueue", "commentsPosted", "successRate" from (${overall}) o`;

/** GET /api/analytics: $1–$2 the range before, $2–$3 the range, $4 the first of the last seven days. */
export const analyticsStatement = `
  with grouped as (
    select c.status, c.style, v.channel_id, c.created_at >= $2 as current, count(*) as n, sum(c.quality_score) as quality
    from comments c join videos v on v.id = c.video_id
    where c.created_at >= $1 and c.created_at < $3
    group by 1, 2, 3, 4
  ), days as (
    select day from generate_series($4::timestamptz, $4::timestamptz + interval '6 days', interval '1 day') day
  ), drafted as (
    select date_bin('1 day', created_at, $4::timestamptz) as day, count(*) as n
    from comments where created_at >= $4 and created_at < $3 group by 1
  ), posted as (
    select date_bin('1 day', posted_at, $4::timestamptz) as day, count(*) as n
    from comments where status = 'posted' and posted_at >= $4 and posted_at < $3 group by 1
  )
  select
    (select coalesce(sum(n), 0)::bigint from grouped where current) as "totalComments",
    (select coalesce(sum(n), 0)::bigint from grouped where not current) as "previousComments",
    (select round(sum(quality) / sum(n) / 10, 1)::float8 from grouped where current) as "averageQuality",
    (select json_object_agg(status, n) from (select status, sum(n) as n from grouped where current group by 1) s) as statuses,
    (select json_object_agg(style, n) from (select style, sum(n) as n from grouped where current group by 1) s) as styles,
    (select json_agg(coalesce(n, 0) order by day) from days left join drafted using (day)) as generated,
    (select json_agg(coalesce(n, 0) order by day) from days left join posted using (day)) as posted,
    (select json_agg(n order by n desc) from (
      select sum(n) as n from grouped where current group by channel_id having sum(n) >= 2 order by 1 desc limit 5) t) as channels,
    (select to_json(o) from (
      select "videosFound", "inQueue", "commentsPosted", "successRate", written as "totalComments" from (${overall}) w) o
    ) as overall`;
