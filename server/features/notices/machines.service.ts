import { createHash, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { z } from 'zod';
import type { CreatedToken, statusSchema } from '#shared/contracts/notices.ts';
import type { PostingStatus, QuotaResponse } from '#shared/contracts/status.ts';
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

interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  values: readonly { labels?: Record<string, string>; value: number }[];
}

/** What other programs may read, with a token that can do nothing else. */
export function createMachinesService({ repository, clock, ...deps }: Deps) {
  let lag: ReturnType<typeof monitorEventLoopDelay> | null = null;

  /** Since the last time it was asked for. */
  function loopLag(): number {
    const seconds = lag && lag.count > 0 ? Math.max(0, lag.max / 1e9 - 0.02) : 0;
    lag?.reset();
    if (!lag) {
      lag = monitorEventLoopDelay({ resolution: 20 });
      lag.enable();
    }
    return seconds;
  }

  async function metrics(): Promise<Metric[]> {
    const [posting, queued, posted, failed, told, unsent, { buckets }, tokens, { nextDue }] =
      await Promise.all([
        deps.posting(),
        repository.queued(),
        repository.attempts('posted'),
        repository.attempts('failed'),
        repository.told(),
        repository.unsent(),
        deps.quota(),
        repository.modelTokens(),
        repository.times(),
      ]);
    const labelled = (label: string, counted: readonly Counted[]) =>
      counted.map(({ name, count }) => ({ labels: { [label]: name ?? 'none' }, value: count }));
    const perBucket = (value: (bucket: QuotaResponse['buckets'][number]) => number) =>
      buckets.map((bucket) => ({ labels: { bucket: bucket.bucket }, value: value(bucket) }));
    const one = (value: number) => [{ value }];
    const lateMs = nextDue ? Math.max(0, clock.now().getTime() - nextDue.getTime()) : 0;
    return [
      gauge('info', 'The version that runs.', [{ labels: { version: packageFile.version }, value: 1 }]),
      gauge('posting_paused', '1 while nothing can be posted.', one(posting.state === 'paused' ? 1 : 0)),
      gauge('queue', 'Comments in the queue, by state.', labelled('state', queued)),
      gauge('overdue_seconds', 'How late the most overdue comment is.', one(lateMs / 1000)),
      counter('posts_total', 'Comments posted.', one(posted.reduce((sum, { count }) => sum + count, 0))),
      counter('post_failures_total', 'Posts that failed, by cause.', labelled('cause', failed)),
      gauge('notices', 'Notices told in the last 30 days, by type.', labelled('type', told)),
      gauge('notices_unsent', 'Deliveries of notices that are still tried.', one(unsent)),
      gauge(
        'youtube_units_used',
        'Units used this Pacific day.',
        perBucket(({ used }) => used),
      ),
      gauge(
        'youtube_units_limit',
        'Units a Pacific day.',
        perBucket(({ limit }) => limit),
      ),
      gauge('model_tokens', 'Tokens that the kept drafts cost.', [
        { labels: { direction: 'input' }, value: tokens.input },
        { labels: { direction: 'output' }, value: tokens.output },
      ]),
      gauge('loop_lag_seconds', 'Longest delay of the event loop since the last scrape.', one(loopLag())),
    ];
  }

  return {
    async status(): Promise<z.input<typeof statusSchema>> {
      const [posting, { nextDue, lastPosted }, { buckets }, grantEndsAt, backup] = await Promise.all([
        deps.posting(),
        repository.times(),
        deps.quota(),
        deps.grantEndsAt(),
        deps.lastBackupAt(),
      ]);
      const shared = buckets.find(({ bucket }) => bucket === 'shared');
      return {
        paused: posting.state === 'paused',
        reason: posting.reason ?? posting.code,
        ...{ nextDue, lastPosted, grantEndsAt },
        quotaLeft: shared ? Math.max(0, shared.blockedUntil ? 0 : shared.limit - shared.used) : 0,
        lastBackup: backup,
        version: packageFile.version,
      };
    },

    /** In Prometheus' text format. */
    async metrics(): Promise<string> {
      return (await metrics()).map(exposition).join('');
    },

    tokens: repository.tokens,

    async createToken(name: string): Promise<CreatedToken> {
      const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`;
      const id = await repository.addToken({ name, tokenHash: hashOf(token), createdAt: clock.now() });
      return { id, name, token };
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

const metric =
  (type: Metric['type']) =>
  (name: string, help: string, values: Metric['values']): Metric => ({ name, help, type, values });
const gauge = metric('gauge');
const counter = metric('counter');

function exposition({ name, help, type, values }: Metric): string {
  const full = `chime_in_${name}`;
  const lines = values.map(({ labels = {}, value }) => {
    const all = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/[\\"\n]/g, '\\$&')}"`,
    );
    return `${full}${all.length > 0 ? `{${all.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}
