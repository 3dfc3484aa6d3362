import { deepStrictEqual } from 'node:assert/strict';
import type { SessionPool } from '../db/database.ts';
import { createDueRepository } from '../features/publishing/due.repository.ts';
import { testStart } from '../testing/clock.ts';
import { type BenchEnvironment, onPostgres, sizes } from './environment.ts';
import { compare, type Finding, median, milliseconds, timed, times } from './finding.ts';

const now = new Date(testStart);
/** Higher than the ids of all seeded comments. */
const FIRST_ID = 1_000_000;
const DUE = 20;

/** Adds approved comments on different videos that are all due at the same time. */
async function seedDue(pool: SessionPool): Promise<void> {
  await pool.query(
    `insert into videos (id, youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
     select n, 'due' || n, 'Video', 'Channel', 'UC' || n, '2026-02-20T08:00:00Z', $3::timestamptz, $3::timestamptz
     from generate_series($1::int, $1::int + $2::int - 1) n`,
    [FIRST_ID, DUE, now.toISOString()],
  );
  await pool.query(
    `insert into comments (id, video_id, content, style, quality_score, status, generated_content, created_at,
       updated_at, reviewed_at)
     select id, id, 'Text number ' || id, 'insightful', 80, 'approved', 'Text', created_at, created_at, created_at
     from videos where id >= ${FIRST_ID}`,
  );
  await pool.query(
    `insert into queue_items (id, comment_id, created_at, scheduled_for, due_at, auto_post)
     select id, id, created_at, created_at, created_at, true from comments where id >= ${FIRST_ID}`,
  );
  await pool.query('analyze');
}

const QUERIES = 50;
const SEARCH = { limit: 200, cooldownHours: 0, byLastTry: false };

/**
 * Measures whether the search for due comments takes longer if there are many other
 * comments.
 */
export async function dueQuery({
  kinds,
  openSeeded,
}: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const few = await openSeeded(kind, 'few', now);
    const many = await openSeeded(kind, 'many', now);
    for (const { sessionPool } of [few, many]) await seedDue(sessionPool);
    const search = ({ db }: typeof few) => createDueRepository(db).due(now, SEARCH);
    deepStrictEqual(await search(many), await search(few));
    const latency = async (database: typeof few) => {
      const taken: number[] = [];
      for (let turn = 0; turn < QUERIES; turn += 1)
        taken.push(await timed(() => search(database)));
      return median(taken);
    };
    const { ours, theirs, ratio } = await compare(
      () => latency(many),
      () => latency(few),
      5,
    );
    findings.push({
      what: `the loop's due query, ${sizes.many.comments} comments, ${kind}`,
      ours: milliseconds(ours),
      against: `${milliseconds(theirs)} (${sizes.few.comments} comments)`,
      value: ratio,
      target: onPostgres(kind, times(1.2)),
    });
    await few.close();
    await many.close();
  }
  return findings;
}
