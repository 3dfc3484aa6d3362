import type { SetupLine } from '#shared/contracts/connection.ts';
import type { Backups, ModelTest } from '#shared/contracts/settings.ts';
import { shownModel } from '#shared/rules/format.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { googleAccount } from '#shared/schema.ts';
import { isLocalHost } from '../../core/local-host.ts';
import type { YouTubeFailure } from '../../providers/youtube/youtube.ts';

export interface Failure {
  sentence: string;
  /** Null if YouTube was not asked. */
  kind: YouTubeFailure | null;
  reason: string;
  project: string | null;
}

export type Outcome<T> = { value: T } | { failure: Failure };

type Stored = typeof googleAccount.$inferSelect;
type Connection = Pick<Stored, 'connectedAt' | 'grantExpiresAt' | 'blockedCode'> & {
  reauthCode: string | null;
};

export interface SetupFindings {
  now: Date;
  account: Connection | null;
  channel: Outcome<{ title: string } | null>;
  /** Null if there is no API key. */
  key: Outcome<unknown> | null;
  publicUrl: string;
  port: number;
  /** How far this machine's clock is ahead of Google's; negative if it is behind. */
  aheadMs: Outcome<number>;
  model: Outcome<Pick<ModelTest, 'model' | 'structured'>>;
  disk: { folder: string; freeBytes: number };
  backups: Backups;
}

type State = SetupLine['state'];
/** A page that begins with a slash is a path of Google's console. */
type Found = [state: State, found: string, page?: string, command?: string | null];

const dayMs = 86_400_000;

const failureOf = (outcome: Outcome<unknown> | null) =>
  outcome !== null && 'failure' in outcome ? outcome.failure : null;
const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function describeSetup(findings: SetupFindings): SetupLine[] {
  const { channel, key, publicUrl, disk, backups } = findings;
  const project = failureOf(channel)?.project ?? failureOf(key)?.project;
  const lines: [name: string, tried: string, found: Found][] = [
    ['YouTube Data API', 'Sent YouTube one small request.', ofApi(channel, key)],
    ['Channel', 'Asked YouTube whose sign-in it is.', ofChannel(channel)],
    ['Permissions', 'Read what the sign-in includes.', ofPermissions(findings)],
    [
      'Age of the sign-in',
      'Compared it with the seven days of apps in Testing.',
      ofAge(findings),
    ],
    ['API key', 'Asked YouTube for a public video by the key alone.', ofKey(key)],
    [
      'Redirect address',
      `Looked at ${publicUrl}/auth/google/callback.`,
      ofRedirect(findings),
    ],
    ['Clock', 'Compared this machine’s clock with Google’s.', ofClock(findings.aheadMs)],
    ['Language model', 'Asked for one draft in a fixed form.', ofModel(findings.model)],
    ['Disk space', `Read what is free in ${disk.folder}.`, ofDisk(disk)],
    ['Backup', `Looked for the newest in ${backups.folder}.`, ofBackup(findings)],
  ];
  return lines.map(([name, tried, [state, found, page = '', command = null]]) => {
    const inConsole = `https://console.cloud.google.com${page}${project ? `?project=${project}` : ''}`;
    return {
      name,
      tried,
      state,
      found,
      page: page.startsWith('/') ? inConsole : page || null,
      command,
    };
  });
}

/**
 * What each kind of failure says about the API itself. The other kinds say nothing about
 * it.
 */
const apiStates: Partial<Record<YouTubeFailure, State>> = {
  account: 'ok',
  config: 'failed',
  quota: 'warning',
  unknown: 'failed',
};
const pages: Record<string, string> = {
  accessNotConfigured: '/apis/library/youtube.googleapis.com',
  BILLING_DISABLED: '/billing/linkedaccount',
  USER_PROJECT_DENIED: '/iam-admin/iam',
};

function pageOf({ kind, reason }: Failure): string {
  if (kind === 'quota') return '/apis/api/youtube.googleapis.com/quotas';
  return kind === 'config' ? (pages[reason] ?? '/apis/credentials') : '';
}

function ofApi(channel: SetupFindings['channel'], key: SetupFindings['key']): Found {
  const failure = failureOf(
    failureOf(channel)?.kind === null ? (key ?? channel) : channel,
  );
  if (failure === null || failure.kind === 'account')
    return ['ok', 'It is enabled and answers.'];
  const { kind, reason, sentence } = failure;
  const state = kind && !reason.startsWith('API_KEY_') ? apiStates[kind] : undefined;
  const command = kind === 'unknown' ? 'curl -I https://youtube.googleapis.com' : null;
  return [state ?? 'unknown', sentence, pageOf(failure), command];
}

function ofChannel(channel: SetupFindings['channel']): Found {
  const page = 'https://www.youtube.com/channel_switcher';
  if ('value' in channel)
    return channel.value
      ? ['ok', `Comments are posted as “${channel.value.title}”.`]
      : ['failed', postingReason('youtube_signup_required'), page];
  const { kind, reason, sentence } = channel.failure;
  if (kind === 'account') return ['failed', sentence, page];
  // Google’s sign-in service failed, or refused the client’s id or secret.
  return [reason === 'youtube_unavailable' ? 'failed' : 'unknown', sentence];
}

function ofPermissions({ account, channel }: SetupFindings): Found {
  const help = `${postingReason('scope_missing')} Where Google shows none, add youtube.force-ssl under Data Access.`;
  if (account?.blockedCode === 'scope_missing' || failureOf(channel)?.kind === 'scope')
    return ['failed', help, '/auth/scopes'];
  if (!account) return ['unknown', postingReason('not_connected')];
  if (account.reauthCode === 'needs_reauth')
    return ['unknown', postingReason('needs_reauth')];
  return ['ok', 'It may read and write comments (youtube.force-ssl).'];
}

function ofAge({ account, now }: SetupFindings): Found {
  if (!account) return ['unknown', postingReason('not_connected')];
  const { connectedAt, grantExpiresAt, reauthCode } = account;
  const made = `Days since it was made: ${Math.floor((now.getTime() - connectedAt.getTime()) / dayMs)}.`;
  const isOver = reauthCode === 'needs_reauth';
  if (!isOver && !grantExpiresAt)
    return ['ok', `${made} Google gave no end date for it.`];
  const end = isOver
    ? 'Google no longer accepts it.'
    : `It ends on ${timeOf(grantExpiresAt ?? now)}.`;
  const why =
    'In Testing every sign-in ends after seven days: press Publish app under Audience, then sign in once more.';
  return [isOver ? 'failed' : 'warning', `${made} ${end} ${why}`, '/auth/audience'];
}

function ofKey(key: SetupFindings['key']): Found {
  const none =
    'There is no API key, so Chime In cannot check whether others see your comments. Create one, restrict it to YouTube Data API v3, set it as YOUTUBE_API_KEY and restart.';
  const taken =
    'YouTube accepts it from this machine. Only the console shows whether it is restricted to YouTube Data API v3, as it should be.';
  const failure = failureOf(key);
  if (failure)
    return [
      failure.kind === 'config' ? 'failed' : 'unknown',
      failure.sentence,
      pageOf(failure),
    ];
  return [
    key === null ? 'warning' : 'ok',
    key === null ? none : taken,
    '/apis/credentials',
  ];
}

function ofRedirect({ publicUrl, port }: SetupFindings): Found {
  const page = '/auth/clients';
  const { protocol, hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const listed =
    'It must be among your client’s redirect URIs, letter by letter. Only the console shows that.';
  if (isLocalHost(hostname) || (protocol === 'https:' && !isAddress))
    return ['ok', `Google accepts such an address. ${listed}`, page];
  const what = isAddress ? 'no IP address' : 'plain http for localhost only';
  const found = `Google takes ${what}. Set PUBLIC_URL to https with a domain name; or leave it out, run the command below on your own machine, and open http://localhost:${port} there.`;
  const server = hostname.replace(/^\[|\]$/g, '');
  return ['failed', found, page, `ssh -N -L ${port}:localhost:${port} ${server}`];
}

function ofClock(ahead: SetupFindings['aheadMs']): Found {
  if ('failure' in ahead) return ['unknown', ahead.failure.sentence];
  const minutes = Math.round(Math.abs(ahead.value) / 60_000);
  if (minutes <= 1) return ['ok', 'Both clocks agree to the minute.'];
  const side = ahead.value > 0 ? 'ahead of' : 'behind';
  const found = `It is ${minutes} minutes ${side} Google’s, so comments go out at the wrong time.`;
  return ['failed', found, '', 'sudo timedatectl set-ntp true'];
}

function ofModel(outcome: SetupFindings['model']): Found {
  if ('failure' in outcome) return ['failed', outcome.failure.sentence];
  const model = shownModel(outcome.value.model);
  if (outcome.value.structured)
    return ['ok', `${model} answered in the form that was asked for.`];
  const plain =
    'its server cannot enforce a form. Chime In describes the form in words, which smaller models miss more often.';
  return ['warning', `${model} answered, but ${plain}`];
}

function ofDisk({ folder, freeBytes }: SetupFindings['disk']): Found {
  if (freeBytes >= 1e9) return ['ok', `${Math.floor(freeBytes / 1e9)} GB are free.`];
  const found = `Only ${Math.floor(freeBytes / 1e6)} MB are free. Chime In stops when the disk is full: free at least 1 GB.`;
  return ['failed', found, '', `df -h "${folder}"`];
}

function ofBackup({ backups: { last, failure }, now }: SetupFindings): Found {
  const command = 'npm run backup';
  const nightly =
    'Chime In makes one every night at 3:00 while it runs. “Download a backup” makes one now, as does the command with Chime In stopped.';
  if (failure)
    return [
      'failed',
      `The backup of ${timeOf(new Date(failure.at))} failed. ${failure.reason}`,
      '',
      command,
    ];
  if (!last) return ['warning', `There is no backup yet. ${nightly}`, '', command];
  const found = `Made ${timeOf(new Date(last.madeAt))}.`;
  const isFresh = now.getTime() - Date.parse(last.madeAt) <= 2 * dayMs;
  return isFresh ? ['ok', found] : ['warning', `${found} ${nightly}`, '', command];
}
