import { sql } from 'drizzle-orm';
import type { PostedAs } from '#shared/contracts/comments.ts';
import { comments, googleAccount, postAttempts } from '#shared/schema.ts';

/** Of an attempt: a withdrawn comment holds neither its channel nor its words. */
export const isNotWithdrawn = sql`not exists (
  select 1 from ${comments} withdrawn
  where withdrawn.id = ${postAttempts.commentId} and withdrawn.withdrawn_at is not null)`;

/** Of a comment: the channel that it was posted from; null where nobody knows. */
export const postedAs = sql<PostedAs | null>`(
  select json_build_object('title', posting.author_channel_title, 'isConnected',
    coalesce(posting.author_channel_id = (select channel_id from ${googleAccount}), false))
  from ${postAttempts} posting
  where posting.comment_id = comments.id and posting.kind = 'insert' and posting.state = 'posted'
  order by posting.id desc limit 1)`;
