import type { z } from 'zod';
import {
  type NoticeChannel,
  type NoticeKind,
  type NoticeType,
  noticeChannels,
  noticeKinds,
  type noticeSettingsSchema,
  type SendingChannel,
  secretNames,
  sendingChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { NoticeTarget } from '../../providers/notices/notices.ts';
import { dayMs, kindOf, noticeTable } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import type { NoticeSettingsRow } from './notices.rules.ts';

type SettingsAnswer = z.input<typeof noticeSettingsSchema>;
type Fields = Record<string, string | number>;

interface Deps {
  repository: Pick<NoticesRepository, 'settings' | 'saveSettings'>;
  vault: {
    seal(text: string, purpose: string): string;
    open(sealed: string | null, purpose: string): string | null;
  };
  /** What it says of each channel wins over what is stored. */
  environment: Config['notices'];
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

interface Channel {
  /** Its address first: a link-local one is refused. */
  columns: Readonly<Record<string, keyof NoticeSettingsRow>>;
  sealed: 'sealedSmtpPassword' | 'sealedNtfyToken' | 'sealedWebhookSecret';
  /** A secret opens only for the address it was given for: with another one it is lost. */
  purpose(fields: Fields): string;
  variable: string;
}

const channels: Readonly<Record<SendingChannel, Channel>> = {
  email: {
    columns: { host: 'smtpHost', port: 'smtpPort', user: 'smtpUser', from: 'mailFrom', to: 'mailTo' },
    sealed: 'sealedSmtpPassword',
    purpose: ({ host, port, user }) => `smtp password ${host}:${port} ${user}`,
    variable: 'SMTP_URL',
  },
  ntfy: {
    columns: { server: 'ntfyServer', topic: 'ntfyTopic' },
    sealed: 'sealedNtfyToken',
    purpose: ({ server }) => `ntfy token ${server}`,
    variable: 'NTFY_URL',
  },
  webhook: {
    columns: { url: 'webhookUrl' },
    sealed: 'sealedWebhookSecret',
    purpose: ({ url }) => `webhook secret ${url}`,
    variable: 'WEBHOOK_URL',
  },
};
/** Fields that a variable of their own sets. */
const ownVariables: Readonly<Record<string, string>> = { from: 'MAIL_FROM', to: 'MAIL_TO' };
const mayBeEmpty = 'user';

/** The environment wins over what is stored; an address and its secret belong together. */
export function createNoticeSettingsService({ repository, vault, environment, events, clock }: Deps) {
  /** With its secrets: a webhook has two for a day after one was replaced. */
  function inUse(channel: SendingChannel, row: NoticeSettingsRow, asked: Fields = {}) {
    const { columns, sealed, ...of } = channels[channel];
    const { secrets: fixedSecrets, ...fixed } = environment[channel];
    const stored = Object.entries(columns).map(([field, column]) => [field, row[column]]);
    const fields: Fields = { ...Object.fromEntries(stored), ...asked, ...fixed };
    const purpose = of.purpose(fields);
    const isFormerValid = channel === 'webhook' && row.formerUntil !== null && row.formerUntil > clock.now();
    const kept = [row[sealed], isFormerValid ? row.sealedFormerSecret : null];
    const secrets = fixedSecrets ?? kept.flatMap((secret) => vault.open(secret, purpose) ?? []);
    const isReady = Object.keys(fields).every((field) => fields[field] !== '' || field === mayBeEmpty);
    return { fields, purpose, secrets, isReady };
  }

  async function settings(): Promise<SettingsAnswer> {
    const row = await repository.settings();
    const shown = sendingChannels.map((channel) => {
      const { fields, secrets, isReady } = inUse(channel, row);
      const fixedBy = Object.keys(environment[channel]).map((field) => [
        field,
        ownVariables[field] ?? channels[channel].variable,
      ]);
      return [
        channel,
        { ...fields, isReady, fixedBy: Object.fromEntries(fixedBy), hasSecret: secrets.length > 0 },
      ];
    });
    return {
      ...row,
      ...Object.fromEntries(shown),
      routes: Object.fromEntries(noticeKinds.map((kind) => [kind, routesOf(kind, row)])),
      formerUntil: inUse('webhook', row).secrets.length > 1 ? row.formerUntil : null,
      kinds: noticeKinds.map((kind) => ({ kind, ...noticeTable[kind] })),
    };
  }

  /** What the environment sets stays as it is stored. Throws 400 for an address that must not be asked. */
  async function changedChannel(channel: SendingChannel, row: NoticeSettingsRow, asked: Fields) {
    const { columns, sealed } = channels[channel];
    const { [secretNames[channel]]: secret, ...fields } = asked;
    const [address = ''] = Object.keys(columns);
    const host = hostOf(String(fields[address]));
    if (host && (await leadsToLinkLocal(host)))
      throw invalid(`The field "${channel}.${address}" cannot be used: ${linkLocalAdvice}`);
    const fixed = environment[channel];
    const free = Object.entries(columns).filter(([field]) => !(field in fixed));
    const change = Object.fromEntries(free.map(([field, column]) => [column, fields[field]]));
    const { purpose } = inUse(channel, row, fields);
    const kept = purpose === inUse(channel, row).purpose ? row[sealed] : null;
    if ('secrets' in fixed || (secret === undefined && kept !== null)) return change;
    const changed = { ...change, [sealed]: secret ? vault.seal(String(secret), purpose) : null };
    if (channel !== 'webhook') return changed;
    const sealedFormerSecret = secret ? kept : null;
    const formerUntil = sealedFormerSecret && new Date(clock.now().getTime() + dayMs);
    return { ...changed, sealedFormerSecret, formerUntil };
  }

  return {
    settings,

    async change(asked: UpdateNoticeSettings): Promise<SettingsAnswer> {
      const row = await repository.settings();
      const { email, ntfy, webhook, routes, ...plan } = asked;
      const changes: object[] = [plan, { routes: { ...row.routes, ...routes } }];
      for (const channel of sendingChannels) {
        const fields = asked[channel];
        if (fields) changes.push(await changedChannel(channel, row, { ...fields } as Fields));
      }
      await repository.saveSettings(Object.assign({}, ...changes));
      events.changed('notices');
      return settings();
    },

    /** Null while the channel is not set up. */
    async target(channel: SendingChannel): Promise<NoticeTarget | null> {
      const { fields, secrets, isReady } = inUse(channel, await repository.settings());
      return isReady ? ({ channel, ...fields, secrets } as NoticeTarget) : null;
    },

    /** Where a notice of this type goes: what is set up and wanted. */
    channelsFor(type: NoticeType, row: NoticeSettingsRow): NoticeChannel[] {
      const kind = kindOf(type);
      const wanted = kind ? routesOf(kind, row) : [];
      return wanted.filter((channel) => channel === 'browser' || inUse(channel, row).isReady);
    },
  };
}

export type NoticeSettingsService = ReturnType<typeof createNoticeSettingsService>;

/** All channels unless the person chose; the letter has no place in a browser. */
const routesOf = (kind: NoticeKind, { routes }: NoticeSettingsRow): NoticeChannel[] =>
  routes[kind] ?? [...(kind === 'letter.daily' ? sendingChannels : noticeChannels)];

/** Of an address, or of the name of a server. */
const hostOf = (address: string) => (/^https?:\/\//i.test(address) ? new URL(address).hostname : address);
