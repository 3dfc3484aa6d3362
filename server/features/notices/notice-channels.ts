import {
  type NoticeAddresses,
  type NoticeChannel,
  type NoticeKind,
  type NoticeType,
  noticeChannels,
  type SendingChannel,
  sendingChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import type { FixedNoticeFields, NoticesConfig } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { dayMs, kindOf } from './notice-kinds.rules.ts';
import type { NoticeSettingsRow } from './notices.rules.ts';

export interface ChannelDeps {
  vault: {
    seal(text: string, purpose: string): string;
    open(sealed: string | null, purpose: string): string | null;
  };
  /** Values from the environment override stored ones. */
  environment: NoticesConfig;
  clock: Clock;
}

interface Requirements {
  /** Fields that the channel cannot be used without, its address first. */
  needs: readonly (
    | 'smtpHost'
    | 'mailFrom'
    | 'mailTo'
    | 'ntfyServer'
    | 'ntfyTopic'
    | 'webhookUrl'
  )[];
  secret: 'smtpPassword' | 'ntfyToken' | 'webhookSecret';
  sealed: 'sealedSmtpPassword' | 'sealedNtfyToken' | 'sealedWebhookSecret';
  /**
   * A secret can be decrypted only for the address that it was saved for. With another
   * address it is lost.
   */
  purpose(fields: NoticeAddresses): string;
}

export const sendingRequirements: Readonly<Record<SendingChannel, Requirements>> = {
  email: {
    needs: ['smtpHost', 'mailFrom', 'mailTo'],
    secret: 'smtpPassword',
    sealed: 'sealedSmtpPassword',
    purpose: ({ smtpHost, smtpPort, smtpUser }) =>
      `smtp password ${smtpHost}:${smtpPort} ${smtpUser}`,
  },
  ntfy: {
    needs: ['ntfyServer', 'ntfyTopic'],
    secret: 'ntfyToken',
    sealed: 'sealedNtfyToken',
    purpose: ({ ntfyServer }) => `ntfy token ${ntfyServer}`,
  },
  webhook: {
    needs: ['webhookUrl'],
    secret: 'webhookSecret',
    sealed: 'sealedWebhookSecret',
    purpose: ({ webhookUrl }) => `webhook secret ${webhookUrl}`,
  },
};

/**
 * Combines the stored settings of the sending channels with those from the environment.
 */
export function createNoticeChannels({ vault, environment, clock }: ChannelDeps) {
  const fixed: FixedNoticeFields = Object.assign({}, ...Object.values(environment));
  /** Name of the environment variable that sets a field, by field. */
  const fixedBy: Record<string, string> = Object.fromEntries(
    Object.entries(environment).flatMap(([variable, fields]) =>
      Object.keys(fields ?? {}).map((field) => [field, variable]),
    ),
  );

  /**
   * Returns how to use a channel; `target` is null if the channel is not set up. A
   * webhook keeps its former secret beside the new one for a day.
   */
  function inUse(channel: SendingChannel, row: NoticeSettingsRow) {
    const { needs, secret, sealed, purpose } = sendingRequirements[channel];
    const fields = { ...row, ...fixed };
    const isFormerValid =
      channel === 'webhook' && row.formerUntil !== null && row.formerUntil > clock.now();
    const kept = [row[sealed], isFormerValid ? row.sealedFormerSecret : null];
    const secrets =
      fixed[secret] ?? kept.flatMap((each) => vault.open(each, purpose(fields)) ?? []);
    const isReady = needs.every((field) => fields[field] !== '');
    return { secrets, isReady, target: isReady ? { ...fields, channel, secrets } : null };
  }

  /**
   * Returns the changed columns of the channel's secret. Returns none if the environment
   * sets the secret, or if no new secret is given and the address stays the same.
   */
  function changedSecret(
    channel: SendingChannel,
    row: NoticeSettingsRow,
    asked: UpdateNoticeSettings,
  ): Partial<NoticeSettingsRow> {
    const { secret, sealed, purpose } = sendingRequirements[channel];
    const given = asked[secret];
    const address = purpose({ ...row, ...(asked as Partial<NoticeAddresses>), ...fixed });
    const kept = address === purpose({ ...row, ...fixed }) ? row[sealed] : null;
    if (secret in fixed || (given === undefined && kept !== null)) return {};
    const changed = { [sealed]: given ? vault.seal(given, address) : null };
    if (channel !== 'webhook') return changed;
    const sealedFormerSecret = given ? kept : null;
    const formerUntil =
      sealedFormerSecret === null ? null : new Date(clock.now().getTime() + dayMs);
    return { ...changed, sealedFormerSecret, formerUntil };
  }

  /**
   * Returns the channels for notices of this type: those that are set up and that the
   * owner chose.
   */
  function channelsFor(type: NoticeType, row: NoticeSettingsRow): NoticeChannel[] {
    const kind = kindOf(type);
    const wanted = kind ? routesOf(kind, row) : [];
    return wanted.filter(
      (channel) => channel === 'browser' || inUse(channel, row).isReady,
    );
  }

  return { fixed, fixedBy, inUse, changedSecret, channelsFor };
}

export type NoticeChannels = ReturnType<typeof createNoticeChannels>;

/**
 * Returns the channels that the owner chose, by default all of them; the daily letter is
 * not shown in the browser.
 */
export const routesOf = (
  kind: NoticeKind,
  { routes }: NoticeSettingsRow,
): NoticeChannel[] =>
  routes[kind] ?? [...(kind === 'letter.daily' ? sendingChannels : noticeChannels)];
