import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { nextPacificMidnight } from '#shared/rules/calendar.ts';
import { comments, googleAccount } from '#shared/schema.ts';
import type { Database } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { startTestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { postedComments } from '../testing/posted-comments.ts';
import type { BenchEnvironment } from './environment.ts';
import { type Finding, noMoreThan } from './finding.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const POSTED = 1_000;
const THREADS = 40;
const repliesPerThread = [0, 1, 4, 5, 6, 60, 101, 250];
/** In summer, when all Pacific days are as long. */
const begin = new Date('2026-06-01T12:00:00Z');

interface Day {
  name: string;
  posts: number;
  /** Under each of the 40 threads. */
  newReplies: number;
  limit: number;
}

const days: readonly Day[] = [
  { name: 'quiet', posts: 10, newReplies: 0, limit: 120 },
  { name: 'lively', posts: 30, newReplies: 5, limit: 500 },
];

/** What a day's looks, figures and replies cost after 1,000 comments, as YouTube counts it. */
async function unitsOfDay(database: Database, { posts, newReplies }: Day): Promise<number> {
  const start = new Date(nextPacificMidnight(begin).getTime() + minute);
  const app = await startTestApp({ database, clock: fakeClock(start.toISOString()) });
  try {
    const { clock } = app;
    const { admin } = app.sandbox;
    const { outcomes } = app.context.services;
    const posted = postedComments(app, database.db);
    admin.setGrantLifetime(400 * 86_400);
    admin.setQuota('shared', { limit: 1_000_000 });
    await app.signedIn();
    await database.db.update(googleAccount).set({ grantExpiresAt: null });
    await posted.setUnits(5_000);

    const every = day / posts;
    const young: string[] = [];
    for (let left = POSTED; left > 0; left -= 1) {
      // Nobody looks for comments of more than a week any more.
      const isYoung = left <= 8 * posts;
      const { id, youtubeCommentId } = await posted.post(undefined, { isLookedFor: isYoung });
      if (isYoung) {
        young.push(youtubeCommentId);
        await posted.pass(every, outcomes);
      } else {
        await database.db.update(comments).set({ nextLookAt: null }).where(eq(comments.id, id));
        clock.advance(every);
      }
    }
    const threads = young.slice(-THREADS);
    for (const [at, id] of threads.entries()) {
      const count = repliesPerThread[at % repliesPerThread.length] ?? 0;
      if (count > 0) admin.orderReplies(id, { count });
    }
    // A day at least to take them in; then from midnight to midnight.
    const midnight = nextPacificMidnight(new Date(clock.now().getTime() + day));
    await posted.pass(midnight.getTime() + minute - clock.now().getTime(), outcomes);

    const used = () => admin.state().quota.shared.used;
    const before = used();
    let posting = 0;
    for (let at = 0; at < posts; at += 1) {
      const beforePosting = used();
      await posted.post();
      posting += used() - beforePosting;
      if (newReplies > 0 && at % (posts / newReplies) === 0)
        for (const id of threads) admin.orderReplies(id, { count: 1 });
      await posted.pass(at === posts - 1 ? every - 2 * minute : every, outcomes);
    }
    return used() - before - posting;
  } finally {
    await app.close();
  }
}

/** The same on both kinds of database. */
export async function outcomeUnits({
  folder,
  hasPostgres,
  postgresUrl,
}: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const each of days) {
    const databaseUrl = hasPostgres ? await postgresUrl() : null;
    const database = await openDatabase({ databaseUrl, dataDir: join(folder, `${each.name}-day`) });
    await migrateDatabase(database);
    const units = await unitsOfDay(database, each);
    findings.push({
      what: `units for what became of ${POSTED} comments, a ${each.name} day`,
      ours: String(units),
      against: `${each.posts} posted, ${each.newReplies * THREADS} new replies`,
      value: units,
      target: noMoreThan(each.limit),
    });
  }
  return findings;
}
