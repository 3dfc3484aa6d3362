import { createHash, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { z } from 'zod';
import type { createdTokenSchema, statusSchema } from '#shared/contracts/notices.ts';
import { type PostingStatus, type QuotaResponse, unitsLeft } from '#shared/contracts/status.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Counted, MachinesRepository } from './machines.repository.ts';

interface Deps {
  repository: MachinesRepository;
  posting(): Promise<Pick<PostingStatus, 'state' | 'code' | 'reason'>>;
  quota(): Promise<QuotaResponse>;
  grantEndsAt(): Promise<Date | string | null>;
  lastBackupAt(): Promise<Date | null>;
  clock: Clock;
}

/** Not guessable, so a plain hash keeps it; the prefix lets scanners of leaked secrets know it. */
const tokenPrefix = 'chimein_';
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const { version } = packageFile;
const lagResolutionMs = 20;

/** What other programs may read, with a token that can do nothing else. */
export function createMachinesService({ repository, clock, ...deps }: Deps) {
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });

  /** Seconds since the last time it was asked for. */
  function loopLag(): number {
    const seconds = lag.enable() ? 0 : Math.max(0, lag.max / 1e9 - lagResolutionMs / 1000);
    lag.reset();
    return seconds;
  }

  return {
    async status(): Promise<z.input<typeof statusSchema>> {
      const [posting, { buckets }] = [await deps.posting(), await deps.quota()];
      const shared = buckets.find(({ bucket }) => bucket === 'shared');
      return {
        ...(await repository.times()),
        paused: posting.state === 'paused',
        reason: posting.reason ?? posting.code,
        grantEndsAt: await deps.grantEndsAt(),
        quotaLeft: shared ? unitsLeft(shared) : 0,
        lastBackup: await deps.lastBackupAt(),
        version,
      };
    },

    /** In Prometheus' text format. */
    async metrics(): Promise<string> {
      const [posting, { buckets }] = [await deps.posting(), await deps.quota()];
      const counted = await repository.counted();
      const of = (metric: Counted['metric']) =>
        counted.filter((each) => each.metric === metric).map(({ label, value }): Sample => [value, label]);
      const ofBuckets = (field: 'used' | 'limit') =>
        buckets.map(({ bucket, [field]: value }): Sample => [value, bucket]);
      const isPaused = posting.state === 'paused' ? 1 : 0;
      const metrics: Metric[] = [
        ['posting_paused', 'gauge', '1 while nothing can be posted.', '', [[isPaused]]],
        ['queue', 'gauge', 'Comments in the queue, by state.', 'state', of('queue')],
        ['posts_total', 'counter', 'Comments posted.', '', of('posts')],
        ['post_failures_total', 'counter', 'Posts that failed, by cause.', 'cause', of('failures')],
        ['notices', 'gauge', 'Notices told in the last 30 days, by type.', 'type', of('notices')],
        ['youtube_units_used', 'gauge', 'Units used this Pacific day.', 'bucket', ofBuckets('used')],
        ['youtube_units_limit', 'gauge', 'Units a Pacific day.', 'bucket', ofBuckets('limit')],
        ['model_tokens', 'gauge', 'Tokens that the kept drafts cost.', 'direction', of('tokens')],
        ['loop_lag_seconds', 'gauge', 'Longest delay since the last scrape.', '', [[loopLag()]]],
      ];
      return metrics.map(exposition).join('');
    },

    tokens: repository.tokens,

    async createToken(name: string): Promise<z.input<typeof createdTokenSchema>> {
      const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`;
      const row = await repository.addToken({ name, tokenHash: hashOf(token), createdAt: clock.now() });
      return { ...row, token };
    },

    async removeToken(id: number): Promise<void> {
      if (!(await repository.removeToken(id))) throw notFound('This token');
    },

    /** Of an Authorization header. */
    async knows(authorization: string | undefined): Promise<boolean> {
      const [, token] = /^Bearer (\S{1,200})$/i.exec(authorization ?? '') ?? [];
      return token?.startsWith(tokenPrefix) === true && repository.knowsToken(hashOf(token));
    },
  };
}

export type MachinesService = ReturnType<typeof createMachinesService>;

type Sample = readonly [value: number, labelValue?: string];
type Metric = readonly [name: string, type: string, help: string, label: string, samples: readonly Sample[]];

function exposition([name, type, help, label, samples]: Metric): string {
  const full = `chime_in_${name}`;
  const lines = samples.map(([value, labelValue = '']) => {
    const labels = label && `{${label}="${labelValue.replace(/[\\"\n]/g, '\\$&')}"}`;
    return `${full}${labels} ${value}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}
