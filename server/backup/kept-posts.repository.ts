import { type SQL, sql } from 'drizzle-orm';
import { comments, postAttempts, replies, videos } from '#shared/schema.ts';
import { changedRows, columnsOf, type Tx } from '../db/database.ts';

const listOf = (table: Parameters<typeof columnsOf>[0], ...without: string[]) =>
  columnsOf(table)
    .filter(({ key }) => !without.includes(key))
    .map(({ sqlName }) => sqlName);

const videoColumns = listOf(videos, 'id');
/**
 * Leaves out the voice profile, because its id may belong to another profile in the
 * backup.
 */
const commentColumns = listOf(comments, 'id', 'videoId', 'voiceProfileId', 'replyId');
const replyColumns = listOf(replies, 'id', 'commentId');
const attemptColumns = listOf(postAttempts, 'id', 'commentId');

const raw = (columns: readonly string[], prefix = ''): SQL =>
  sql.raw(columns.map((column) => `${prefix}${column}`).join(', '));

/**
 * Adds `place` to each comment: the YouTube id of the video or reply that it answers, or
 * its own YouTube id once it is withdrawn. Unlike our row ids, these ids are the same in
 * the database and in the backup.
 */
const placed = sql`(
  select c.*, v.youtube_id as kept_youtube_id, r.youtube_reply_id as kept_reply_id,
    coalesce(r.youtube_reply_id, case when c.withdrawn_at is not null then c.youtube_comment_id end, v.youtube_id)
      as place
  from comments c join videos v on v.id = c.video_id left join replies r on r.id = c.reply_id)`;

/**
 * Copies what must survive an older backup: it must not undo posts, edits, withdrawals or
 * spent quota (rule 7.17).
 */
export async function setPostedAside(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temporary table kept_comments on commit drop as
    select c.* from ${placed} c
    where c.status = 'posted' or exists (
      select 1 from post_attempts a where a.comment_id = c.id
      and (a.state in ('sending', 'confirming') or a.outcome_code = 'unconfirmed'))`);
  await tx.execute(sql`
    create temporary table kept_videos on commit drop as
    select * from videos where id in (select video_id from kept_comments)`);
  await tx.execute(sql`
    create temporary table kept_replies on commit drop as
    select r.*, thread.place as thread_place from replies r join kept_comments k on k.reply_id = r.id
    join ${placed} thread on thread.id = r.comment_id`);
  await tx.execute(sql`
    create temporary table kept_attempts on commit drop as
    select a.* from post_attempts a join kept_comments k on k.id = a.comment_id`);
  await tx.execute(
    sql`create temporary table kept_quota on commit drop as select * from quota_usage`,
  );
  await tx.execute(sql`
    create temporary table revisions on commit drop as select place, revision from ${placed} c`);
}

/** Call this after loading the backup. Returns how many comments the backup lacked. */
export async function bringBackPosted(tx: Tx, now: Date): Promise<number> {
  const lacks = (kinds: SQL) => sql`exists (
    select 1 from kept_attempts a where a.comment_id = k.id and ${kinds} and not exists (
      select 1 from post_attempts p
      where p.comment_id = c.id and p.started_at = a.started_at and p.state = a.state))`;
  await tx.execute(sql`
    delete from kept_comments k using comments c
    where c.youtube_comment_id = k.youtube_comment_id and c.withdrawn_at is not null and k.withdrawn_at is null`);
  // Once a comment is withdrawn, its video may get another comment, which is brought back
  // as well.
  await tx.execute(sql`
    update comments c set withdrawn_at = k.withdrawn_at, youtube_comment_id = k.youtube_comment_id
    from kept_comments k join videos v on v.youtube_id = k.kept_youtube_id
    where k.withdrawn_at is not null and k.reply_id is null and c.video_id = v.id and c.reply_id is null
      and c.withdrawn_at is null and (c.youtube_comment_id = k.youtube_comment_id
        or (c.youtube_comment_id is null and c.created_at = k.created_at))`);
  await tx.execute(sql`
    delete from kept_comments k using ${placed} c
    where c.place = k.place and (
      (c.status = 'posted' and not ${lacks(sql`a.kind <> 'insert'`)})
      or (c.status = k.status and c.revision = k.revision and not ${lacks(sql`true`)}))`);
  await tx.execute(sql`
    insert into videos (${raw(videoColumns)})
    select ${raw(videoColumns, 'k.')} from kept_videos k
    where k.youtube_id in (select kept_youtube_id from kept_comments) on conflict (youtube_id) do nothing`);
  const updates = commentColumns
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
  const assignments = commentColumns
    .map((column) => `${column} = k.${column}`)
    .join(', ');
  const updated = await tx.execute(sql`
    update comments c set ${sql.raw(assignments)} from kept_comments k join ${placed} p on p.place = k.place
    where c.id = p.id and k.reply_id is null`);
  const inserted = await tx.execute(sql`
    insert into comments (video_id, ${raw(commentColumns)})
    select v.id, ${raw(commentColumns, 'k.')} from kept_comments k
    join videos v on v.youtube_id = k.kept_youtube_id
    where k.reply_id is null and k.place not in (select place from ${placed} p)`);
  await tx.execute(sql`
    insert into replies (comment_id, ${raw(replyColumns)})
    select c.id, ${raw(replyColumns, 'k.')} from kept_replies k join ${placed} c on c.place = k.thread_place
    on conflict (youtube_reply_id) do update set state = excluded.state`);
  const answers = await tx.execute(sql`
    insert into comments (video_id, reply_id, ${raw(commentColumns)})
    select v.id, r.id, ${raw(commentColumns, 'k.')} from kept_comments k
    join videos v on v.youtube_id = k.kept_youtube_id
    join replies r on r.youtube_reply_id = k.kept_reply_id
    on conflict (reply_id) where reply_id is not null do update set ${sql.raw(updates)}`);
  await tx.execute(sql`
    update comments c set withdrawn_at = thread.withdrawn_at, visibility_reason = 'gone_with_comment', next_look_at = null
    from replies r join comments thread on thread.id = r.comment_id
    where c.reply_id = r.id and c.status = 'posted' and c.withdrawn_at is null and thread.withdrawn_at is not null`);
  await bringBackAttempts(tx, now);
  await tx.execute(sql`
    insert into quota_usage (pacific_day, bucket, used, outcomes_used, following_used, blocked_until)
    select pacific_day, bucket, used, outcomes_used, following_used, blocked_until from kept_quota
    on conflict (pacific_day, bucket) do update set
      used = greatest(quota_usage.used, excluded.used),
      outcomes_used = greatest(quota_usage.outcomes_used, excluded.outcomes_used),
      following_used = greatest(quota_usage.following_used, excluded.following_used),
      blocked_until = greatest(quota_usage.blocked_until, excluded.blocked_until)`);
  // An open page or an unsaved edit may still hold a revision from before the restore. No
  // other text may have that revision.
  await tx.execute(sql`
    update comments c set revision = k.revision + 1 from revisions k join ${placed} p on p.place = k.place
    where c.id = p.id and k.revision > c.revision`);
  return changedRows(updated) + changedRows(inserted) + changedRows(answers);
}

/**
 * Clears schedules and puts every comment that is not certainly posted into the Review
 * Queue.
 */
async function bringBackAttempts(tx: Tx, now: Date): Promise<void> {
  const known = sql`
    select c.id from ${placed} c join kept_comments k on k.place = c.place`;
  await tx.execute(sql`delete from queue_items where comment_id in (${known})`);
  await tx.execute(sql`
    insert into queue_items (comment_id, created_at)
    select c.id, ${now.toISOString()}::timestamptz from comments c
    where c.id in (${known}) and c.status <> 'posted'`);
  await tx.execute(sql`delete from post_attempts where comment_id in (${known})`);
  await tx.execute(sql`
    insert into post_attempts (comment_id, ${raw(attemptColumns)})
    select c.id, ${raw(attemptColumns, 'a.')} from kept_attempts a
    join kept_comments k on k.id = a.comment_id
    join ${placed} c on c.place = k.place order by a.id`);
}
