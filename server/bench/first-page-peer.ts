import type { RequestHandler } from 'express';
import type pg from 'pg';

const ROWS = 50;

/** Finds the rows by index, and joins only them. */
const rowsSql = `
  select c.id, c.video_id, c.content, c.style, c.quality_score, c.status, c.revision, c.failure_code, c.failure_reason,
    c.voice_profile_id, c.youtube_comment_id, c.like_count, c.reply_count, c.outcomes_checked_at, c.visibility,
    c.visibility_reason, c.visibility_checked_at, c.is_example, c.withdrawn_at, r.id as reply_id, c.created_at, c.posted_at, q.id as queue_id, a.id as attempt_id, v.youtube_id, v.title, v.channel_title,
    v.channel_id, v.view_count::float8
  from (select id from comments order by coalesce(posted_at, created_at) desc, id desc limit ${ROWS + 1}) found
  join comments c on c.id = found.id
  join videos v on v.id = c.video_id
  left join queue_items q on q.comment_id = c.id
  left join post_attempts a on a.comment_id = c.id and a.closed_at is null
  left join replies r on r.id = c.reply_id
  order by coalesce(c.posted_at, c.created_at) desc, c.id desc`;

interface Row extends Record<string, unknown> {
  id: number;
  created_at: Date;
  posted_at: Date | null;
}

const commentRow = (row: Row) => ({
  id: row.id,
  videoId: row['video_id'],
  content: row['content'],
  style: row['style'],
  qualityScore: row['quality_score'],
  status: row['status'],
  revision: row['revision'],
  failureCode: row['failure_code'],
  failureReason: row['failure_reason'],
  createdAt: row.created_at,
  postedAt: row.posted_at,
  voiceProfileId: row['voice_profile_id'],
  youtubeUrl:
    row['youtube_comment_id'] &&
    `https://www.youtube.com/watch?v=${row['youtube_id']}&lc=${row['youtube_comment_id']}`,
  likeCount: row['like_count'],
  replyCount: row['reply_count'],
  outcomesCheckedAt: row['outcomes_checked_at'],
  visibility: row['visibility'],
  visibilityReason: row['visibility_reason'],
  visibilityCheckedAt: row['visibility_checked_at'],
  isExample: row['is_example'],
  withdrawnAt: row['withdrawn_at'],
  answers: row['reply_id'],
  posting: row['attempt_id'],
  inQueue: row['queue_id'] !== null && row['status'] !== 'posted',
  video: {
    id: row['video_id'],
    youtubeId: row['youtube_id'],
    title: row['title'],
    channelTitle: row['channel_title'],
    channelId: row['channel_id'],
    viewCount: row['view_count'],
  },
});

export function bareFirstPage(pool: pg.Pool): RequestHandler {
  return async (_req, res) => {
    const [counted, found] = await Promise.all([
      pool.query<{ total: string }>('select count(*) as total from comments'),
      pool.query<Row>(rowsSql),
    ]);
    res.set('X-Total-Count', counted.rows[0]?.total);
    const page = found.rows.slice(0, ROWS);
    const last = page.at(-1);
    if (last && found.rows.length > ROWS) {
      const cursor = JSON.stringify([last.posted_at ?? last.created_at, last.id]);
      res.links({ next: `/comments?cursor=${Buffer.from(cursor).toString('base64url')}` });
    }
    res.json(page.map(commentRow));
  };
}
