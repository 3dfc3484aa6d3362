import type { CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { SessionPool } from '../db/database.ts';
import topics from './model-servers/topics.json' with { type: 'json' };

interface Seed {
  count: number;
  /**
   * How many of the newest comments are pending in the queue: every fourth one, or more
   * if there are too few.
   */
  queued: number;
  /** How many of the queued comments were rejected within the last 30 days. */
  rejected?: number;
  /** How many of the newest videos are in Fresh. Their channels are followed. */
  fresh?: number;
  until: Date;
}

const secondsBetween = 4_320;
/** Limits a batch, because PostgreSQL ends a statement after 30 seconds. */
const BATCH = 20_000;

const prose = topics
  .filter(({ language }) => language === 'en')
  .flatMap(({ insights, questions }) => [...insights, ...questions]);
/** Contains each word as often as real prose does. */
const words = prose.join(' ').split(' ');

/** Makes sentences that compress as well as real prose. */
function makeSentences(count: number): string[] {
  let state = 1;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const word = () => words[Math.floor(words.length * random())] ?? '';
  return Array.from({ length: count }, () => {
    const sentence = Array.from({ length: 12 + Math.floor(random() * 10) }, word).join(
      ' ',
    );
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  });
}

const sentences = makeSentences(400);

const checkNames = [
  'length',
  'links',
  'profile_text',
  'avoided_words',
  'repetition',
  'about_video',
] as const;

const analysis: CommentAnalysis = {
  engagementPotential: 'High: it asks one concrete question that the author can answer.',
  technicalAccuracy: 'Correct: readiness decides about traffic, liveness about restarts.',
  tone: 'Collegial and plain',
  platformCompliance: true,
  reading: null,
  sentences: [],
  cannotCheck: false,
  alreadySaid: null,
  checks: checkNames.map((name) => ({
    name,
    passed: true,
    detail: 'Every sentence has a source.',
  })),
  scoreParts: [],
};

/** Texts depend only on `age`, so the newest are the same for any `count`. */
const seeded = `(
  select n as id, age, $1::timestamptz - make_interval(secs => 60 + age * ${secondsBetween}::float8) as at,
    'video' || lpad(to_hex(age), 6, '0') as youtube_id, age * 7 % 331 as channel,
    case when age % step = 0 and age / step < $3::int then 'pending' when age % 50 = 31 then 'rejected'
      when age % 200 = 33 then 'failed' else 'posted' end as status
  from generate_series($4::int, $5::int) n, lateral (select $2::int - n as age) newest_last,
    (select greatest(1, least(4, $2::int / greatest(1, $3::int))) as step) steps
) seeded`;

const textOf = (first: string, count: string) => `(
  select string_agg(($6::text[])[1 + (hashint8(age::bigint * 31 + part) & 65535) % ${sentences.length}], ' ' order by part)
  from generate_series(${first}, ${first} + ${count} - 1) part)`;

const videosSql = `
  insert into videos (id, youtube_id, title, description, channel_title, channel_id, published_at,
    view_count, like_count, comment_count, language, tags, fetched_at, created_at)
  select id, youtube_id, 'Part ' || age || ': ' || rtrim(left(${textOf('40', '1')}, 60)), ${textOf('50', '10 + age % 16')},
    'Cloud Kitchen ' || channel, 'UC' || lpad(channel::text, 22, 'k'),
    '2026-02-20T08:00:00Z', 1000 + age % 90000, age % 900,
    age % 300, 'en', '["Kubernetes","DevOps"]', $1::timestamptz, at
  from ${seeded}`;

const commentsSql = `
  insert into comments (id, video_id, content, style, quality_score, status, analysis, generated_content, previous_texts,
    model, youtube_comment_id, failure_code, failure_reason, like_count, reply_count, created_at, updated_at, reviewed_at,
    posted_at)
  select id, id, content, (array['insightful','supportive','questioning'])[1 + age % 3], 40 + age % 60, status, $7::jsonb,
    case when age % 3 = 0 then ${textOf('10', '4')} else content end,
    case when age % 4 = 1 then jsonb_build_array(jsonb_build_object('content', ${textOf('20', '4')},
      'style', 'supportive', 'replacedAt', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))) else '[]' end,
    'gpt-5-mini', case when status = 'posted' then 'Ugz' || md5(age::text) end,
    case when status = 'failed' then 'comments_off' end,
    case when status = 'failed' then 'Comments are turned off for this video.' end,
    case when status = 'posted' then age % 40 end, case when status = 'posted' then age % 3 end, at, at,
    case when status <> 'pending' then at end, case when status = 'posted' then at end
  from ${seeded}, lateral (
    select concat_ws(' ', 'On kubernetes, pod ' || to_hex(hashint8(age) & 65535) || ':', ${textOf('0', '4 + age % 2')}) as content
  ) texts`;

/**
 * Writes each queued comment in a subtransaction of its own, as in use. The stamps of the
 * index are made from the ids of these transactions, and equal stamps would compress too
 * well.
 */
const giveOwnTransactions = `do $$ declare queued record; begin
  for queued in select comment_id from queue_items loop
    begin
      update comments set updated_at = updated_at where id = queued.comment_id;
    -- This clause makes the block a subtransaction.
    exception when no_data_found then null;
    end;
  end loop;
end $$`;

/**
 * Creates comments, each with a video and a post attempt, twenty a day. Nearly all are
 * posted; one in forty is rejected or failed.
 */
export async function seedComments(
  pool: SessionPool,
  { count, queued, rejected = 0, fresh = 0, until }: Seed,
): Promise<void> {
  // Indexing 200,000 texts takes longer than the app's statement timeout.
  await pool.query('set statement_timeout to 0');
  const { rows } = await pool.query(
    `select indexname as name, indexdef as definition from pg_indexes where indexdef like '% USING gin %'`,
  );
  const wordIndexes = rows as { name: string; definition: string }[];
  // Filling these indexes row by row takes ten times as long.
  for (const { name } of wordIndexes) await pool.query(`drop index ${name}`);
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(first + BATCH - 1, count);
    const values = [until.toISOString(), count, queued, first, last, sentences];
    await pool.query(videosSql, values);
    await pool.query(commentsSql, [...values, JSON.stringify(analysis)]);
  }
  await pool.query(`
    insert into queue_items (id, comment_id, created_at)
    select id, id, created_at from comments where status = 'pending'`);
  await pool.query(
    `update comments set status = 'rejected',
      reviewed_at = $1::timestamptz - make_interval(secs => place * 29 * 86400.0 / $2::int)
    from (select comment_id, row_number() over (order by id) as place from queue_items) placed
    where comment_id = comments.id and place <= $2::int`,
    [until.toISOString(), rejected],
  );
  await pool.query(giveOwnTransactions);
  await pool.query(`
    insert into post_attempts (comment_id, origin, state, content, youtube_video_id, channel_id, author_channel_id, worker,
      started_at, outcome_code, closed_at)
    select c.id, 'loop', 'posted', c.content, v.youtube_id, v.channel_id, 'UCowner', 'seed', posted_at, 'posted', posted_at
    from comments c join videos v on v.id = c.video_id where status = 'posted'`);
  const found = [until.toISOString(), fresh];
  await pool.query(
    `insert into fresh_videos (video_id, is_short, appeared_at, found_at)
    select id, false, $1::timestamptz - place * make_interval(mins => 2800) / $2::int, $1::timestamptz
    from (select id, row_number() over (order by id desc) as place from videos) newest where place <= $2::int`,
    found,
  );
  await pool.query(
    `insert into followed_channels (channel_id, uploads_id, title, named_at, next_read_at, created_at)
    select channel_id, 'UU' || substr(channel_id, 3), min(channel_title), $1::timestamptz, 'infinity', $1::timestamptz
    from videos where $2::int > 0 group by channel_id`,
    found,
  );
  for (const { definition } of wordIndexes) await pool.query(definition);
  for (const table of ['videos', 'comments', 'queue_items', 'post_attempts'])
    await pool.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
  await pool.query('VACUUM ANALYZE');
}
