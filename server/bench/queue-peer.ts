import type { RequestHandler } from 'express';
import type pg from 'pg';

const statement = `
  select q.id, q.comment_id, q.priority, q.scheduled_for, q.auto_post, q.due_at, q.blocked_reason,
    q.created_at as queued_at, c.video_id, c.content, c.style, c.quality_score, c.status, c.analysis,
    c.revision, c.generated_content, jsonb_array_length(c.previous_texts) as previous_texts, c.voice_profile_id, c.model, c.youtube_comment_id, c.failure_code,
    c.failure_reason, c.like_count, c.reply_count, c.visibility, c.created_at, c.reviewed_at, c.posted_at,
    v.youtube_id, v.title, v.description, v.channel_title, v.channel_id, v.thumbnail_url, v.published_at,
    v.view_count, v.like_count as video_likes, v.comment_count, v.comments_off, v.available, v.tags,
    v.engagement_score, v.content_insights, v.created_at as found_at, a.id as attempt_id
  from queue_items q
  join comments c on c.id = q.comment_id
  join videos v on v.id = c.video_id
  left join post_attempts a on a.comment_id = c.id and a.closed_at is null
  where c.status <> 'posted'
  order by q.priority desc, q.created_at, q.comment_id`;

interface Row extends Record<string, unknown> {
  attempt_id: number | null;
}

const item = (row: Row) => ({
  id: row['id'],
  commentId: row['comment_id'],
  priority: row['priority'],
  scheduledFor: row['scheduled_for'],
  autoPost: row['auto_post'],
  dueAt: row['due_at'],
  blockedReason: row['blocked_reason'],
  heldDetail: null,
  createdAt: row['queued_at'],
  comment: {
    id: row['comment_id'],
    videoId: row['video_id'],
    content: row['content'],
    style: row['style'],
    qualityScore: row['quality_score'],
    status: row['status'],
    analysis: row['analysis'],
    revision: row['revision'],
    generatedContent: row['generated_content'],
    previousTextCount: row['previous_texts'],
    voiceProfileId: row['voice_profile_id'],
    model: row['model'],
    youtubeCommentId: row['youtube_comment_id'],
    youtubeUrl: null,
    failureCode: row['failure_code'],
    failureReason: row['failure_reason'],
    likeCount: row['like_count'],
    replyCount: row['reply_count'],
    visibility: row['visibility'],
    createdAt: row['created_at'],
    reviewedAt: row['reviewed_at'],
    postedAt: row['posted_at'],
    posting: null,
    video: {
      id: row['video_id'],
      youtubeId: row['youtube_id'],
      title: row['title'],
      description: row['description'],
      channelTitle: row['channel_title'],
      channelId: row['channel_id'],
      thumbnailUrl: row['thumbnail_url'],
      publishedAt: row['published_at'],
      viewCount: row['view_count'],
      likeCount: row['video_likes'],
      commentCount: row['comment_count'],
      commentsOff: row['comments_off'],
      available: row['available'],
      tags: row['tags'],
      matchScore: null,
      engagementScore: row['engagement_score'],
      contentInsights: row['content_insights'],
      createdAt: row['found_at'],
    },
  },
});

export function bareQueue(pool: pg.Pool): RequestHandler {
  return async (_req, res) => {
    const { rows } = await pool.query<Row>(statement);
    res.json(rows.map(item));
  };
}
