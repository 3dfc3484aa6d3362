import { strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { draftRecords } from '#shared/schema.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { openConfigured } from '../db/open-database.ts';
import { builtEntry } from '../testing/start-app-process.ts';
import { appHomes } from './app-homes.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, type Finding } from './finding.ts';

const FEW = 100;
const MANY = 3_000;
const HEAP_MB = 512;

/** Each with a transcript of 200 kB. */
const seedRecords = (count: number) => [
  `insert into videos (youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
   select 'video' || n, 'Video', 'Channel', 'UC1', '2026-01-01T00:00:00Z', now(), now() from generate_series(1, ${count}) n`,
  `insert into comments (video_id, content, generated_content, style, quality_score, created_at, updated_at)
   select id, 'Text', 'Text', 'insightful', 1, created_at, created_at from videos`,
  `insert into draft_records (comment_id, why, material, created_at)
   select id, '{}', jsonb_build_object('transcript', repeat(md5(id::text), 6250)), created_at from comments`,
];

/** Runs it as npm does, and returns its peak of resident memory in MB. */
function run(args: string[], env: Record<string, string>): number {
  const sayPeak =
    'data:text/javascript,process.on("exit", () => console.log(process.resourceUsage().maxRSS))';
  const heap = ['--liftoff-only', '--max-semi-space-size=8', `--max-old-space-size=${HEAP_MB}`];
  const command = [join(builtEntry, '../backup.js'), ...args];
  const said = execFileSync(process.execPath, [...heap, '--import', sayPeak, ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(said) / 1024;
}

/** A restore of the many must bring all of them back. */
export async function backupMemory(environment: BenchEnvironment): Promise<Finding[]> {
  const peaks = new Map<string, number[]>();
  for (const count of [FEW, MANY]) {
    for (const { name, env } of await appHomes(environment, `backup-${count}`)) {
      const config = loadConfig(env);
      const open = () => openConfigured(config, createLog('silent'), { access: 'owner' });
      const database = await open();
      for (const statement of seedRecords(count)) await database.sessionPool.query(statement);
      await database.close();
      const file = join(environment.folder, `${count}-${name}.gz`);
      peaks.set(name, [...(peaks.get(name) ?? []), run(['backup', file], env)]);
      if (count === FEW) continue;
      run(['restore', file, '--replace'], env);
      const { db, close } = await open();
      strictEqual(Number(await db.$count(draftRecords)), count);
      await close();
    }
  }
  return [...peaks].map(([name, [few = 0, many = 0]]) => ({
    what: `peak memory of a backup of ${MANY} records of 200 kB, heap of ${HEAP_MB} MB, ${name}`,
    ours: `${many.toFixed(0)} MB`,
    against: `${few.toFixed(0)} MB (${FEW} records)`,
    value: many / few,
    target: atMost(1.5),
  }));
}
