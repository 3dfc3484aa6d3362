import { createHash, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { z } from 'zod';
import {
  type createdTokenSchema,
  noticeTypes,
  type statusSchema,
} from '#shared/contracts/notices.ts';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import { type QuotaResponse, unitsLeft } from '#shared/contracts/status.ts';
import { postingReasons } from '#shared/rules/posting-reasons.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { NoticesRepository } from './notices.repository.ts';

interface Deps {
  repository: NoticesRepository;
  posting(): Promise<Pick<PostingStatus, 'state' | 'code' | 'reason'>>;
  quota(): Promise<QuotaResponse>;
  grantEndsAt(): Promise<Date | string | null>;
  lastBackupAt(): Promise<Date | null>;
  clock: Clock;
}

/**
 * The prefix lets scanners for leaked secrets recognise a token. Tokens cannot be
 * guessed, so a plain hash is enough to store them.
 */
const tokenPrefix = 'chimein_';
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const lagResolutionMs = 20;
const tokensKeptMs = 3_600_000;

/**
 * Serves what other programs may read, and manages their tokens, which allow nothing
 * else.
 */
export function createMachinesService({ repository, clock, ...deps }: Deps) {
  /** Cached for `tokensKeptMs`, since reading the records of all drafts takes long. */
  let tokens: { input: number; output: number; countedAt: number } | null = null;

  async function modelTokens(): Promise<{ input: number; output: number }> {
    const now = clock.now().getTime();
    if (tokens === null || Math.abs(now - tokens.countedAt) >= tokensKeptMs)
      tokens = { ...(await repository.modelTokens()), countedAt: now };
    return tokens;
  }

  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });

  /** Returns the longest delay of the event loop since the last call, in seconds. */
  function loopLag(): number {
    const seconds = lag.enable()
      ? 0
      : Math.max(0, lag.max / 1e9 - lagResolutionMs / 1000);
    lag.reset();
    return seconds;
  }

  return {
    async status(): Promise<z.input<typeof statusSchema>> {
      const posting = await deps.posting();
      const { buckets } = await deps.quota();
      const shared = buckets.find(({ bucket }) => bucket === 'shared');
      return {
        nextDue: (await repository.outlook()).nextDueAt,
        lastPosted: await repository.lastPostedAt(),
        grantEndsAt: await deps.grantEndsAt(),
        paused: posting.state === 'paused',
        reason: posting.reason ?? posting.code,
        quotaLeft: shared ? unitsLeft(shared) : 0,
        lastBackup: await deps.lastBackupAt(),
        version: packageFile.version,
      };
    },

    /** Returns the metrics in Prometheus' text format. */
    async metrics(): Promise<string> {
      const posting = await deps.posting();
      const { buckets } = await deps.quota();
      const { input, output } = await modelTokens();
      const samples = [
        ...withZeros(await repository.counted()),
        { metric: 'model_tokens', label: 'input', value: input },
        { metric: 'model_tokens', label: 'output', value: output },
        {
          metric: 'posting_paused',
          label: '',
          value: posting.state === 'paused' ? 1 : 0,
        },
        ...buckets.flatMap(({ bucket: label, used, limit }) => [
          { metric: 'youtube_units_used', label, value: used },
          { metric: 'youtube_units_limit', label, value: limit },
        ]),
        { metric: 'loop_lag_seconds', label: '', value: loopLag() },
      ];
      const text = metrics.flatMap(([metric, type, help, label]) => [
        `# HELP chime_in_${metric} ${help}`,
        `# TYPE chime_in_${metric} ${type}`,
        ...samples
          .filter((sample) => sample.metric === metric)
          .map(
            (of) =>
              `chime_in_${metric}${label && `{${label}="${of.label}"}`} ${of.value}`,
          ),
      ]);
      return `${text.join('\n')}\n`;
    },

    tokens: repository.tokens,

    async createToken(name: string): Promise<z.input<typeof createdTokenSchema>> {
      const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`;
      const row = await repository.addToken({
        name,
        tokenHash: hashOf(token),
        createdAt: clock.now(),
      });
      return { ...row, token };
    },

    async removeToken(id: number): Promise<void> {
      if (!(await repository.removeToken(id))) throw notFound('This token');
    },

    /** Returns true if the Authorization header contains a known token. */
    async knows(authorization: string | undefined): Promise<boolean> {
      const [, token] = /^Bearer (\S{1,200})$/i.exec(authorization ?? '') ?? [];
      return (
        token?.startsWith(tokenPrefix) === true && repository.knowsToken(hashOf(token))
      );
    },
  };
}

export type MachinesService = ReturnType<typeof createMachinesService>;

interface Sample {
  metric: string;
  label: string;
  value: number;
}

/** Labels that a metric has from the start, with the value 0 if nothing was counted. */
const labelsOf: Record<string, readonly string[]> = {
  queue: ['pending', 'approved', 'scheduled', 'rejected', 'failed'],
  posts_total: [''],
  post_failures_total: [...postingReasons, 'none'],
  notices: noticeTypes.filter((type) => type !== 'test'),
};

function withZeros(counted: readonly Sample[]): Sample[] {
  const all = Object.entries(labelsOf).flatMap(([metric, labels]) =>
    labels.map((label) => ({ metric, label, value: 0 })),
  );
  const isCounted = (zero: Sample) =>
    counted.some(({ metric, label }) => metric === zero.metric && label === zero.label);
  return [...counted, ...all.filter((zero) => !isCounted(zero))];
}

/** Name, type, help text and label of each metric. */
const metrics = [
  ['posting_paused', 'gauge', '1 while nothing can be posted.', ''],
  ['queue', 'gauge', 'Comments in the queue, by state.', 'state'],
  ['posts_total', 'counter', 'Comments posted.', ''],
  ['post_failures_total', 'counter', 'Posts that failed, by cause.', 'cause'],
  ['notices', 'gauge', 'Notices told in the last 30 days, by type.', 'type'],
  ['youtube_units_used', 'gauge', 'Units used this Pacific day.', 'bucket'],
  ['youtube_units_limit', 'gauge', 'Units a Pacific day.', 'bucket'],
  ['model_tokens', 'gauge', 'Tokens that the kept drafts cost.', 'direction'],
  ['loop_lag_seconds', 'gauge', 'Longest delay since the last scrape.', ''],
] as const;
