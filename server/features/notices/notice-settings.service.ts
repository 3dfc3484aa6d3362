import type { z } from 'zod';
import {
  type NoticeAddresses,
  type NoticeChannel,
  type NoticeKind,
  type NoticeType,
  noticeChannels,
  noticeKinds,
  type noticeSettingsSchema,
  type SendingChannel,
  sendingChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import type { FixedNoticeFields, NoticesConfig } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { NoticeTarget } from '../../providers/notices/notices.ts';
import { dayMs, kindOf, noticeTable } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import type { NoticeSettingsRow } from './notices.rules.ts';

type SettingsAnswer = z.input<typeof noticeSettingsSchema>;

interface Deps {
  repository: Pick<NoticesRepository, 'settings' | 'saveSettings'>;
  vault: {
    seal(text: string, purpose: string): string;
    open(sealed: string | null, purpose: string): string | null;
  };
  /** What it says wins over what is stored. */
  environment: NoticesConfig;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

interface Channel {
  /** What it cannot be used without, its address first. */
  needs: readonly ('smtpHost' | 'mailFrom' | 'mailTo' | 'ntfyServer' | 'ntfyTopic' | 'webhookUrl')[];
  secret: 'smtpPassword' | 'ntfyToken' | 'webhookSecret';
  sealed: 'sealedSmtpPassword' | 'sealedNtfyToken' | 'sealedWebhookSecret';
  /** A secret opens only for the address it was given for: with another one it is lost. */
  purpose(fields: NoticeAddresses): string;
}

const channels: Readonly<Record<SendingChannel, Channel>> = {
  email: {
    needs: ['smtpHost', 'mailFrom', 'mailTo'],
    secret: 'smtpPassword',
    sealed: 'sealedSmtpPassword',
    purpose: ({ smtpHost, smtpPort, smtpUser }) => `smtp password ${smtpHost}:${smtpPort} ${smtpUser}`,
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

/** The environment wins over what is stored, field by field; an address and its secret belong together. */
export function createNoticeSettingsService({ repository, vault, environment, events, clock }: Deps) {
  const fixed: FixedNoticeFields = Object.assign({}, ...Object.values(environment));
  const fixedBy = Object.entries(environment).flatMap(([variable, fields]) =>
    Object.keys(fields ?? {}).map((field) => [field, variable]),
  );

  /** With its secrets: a webhook has two for a day after one was replaced. */
  function inUse(channel: SendingChannel, row: NoticeSettingsRow) {
    const { needs, secret, sealed, purpose } = channels[channel];
    const fields = { ...row, ...fixed };
    const isFormerValid = channel === 'webhook' && row.formerUntil !== null && row.formerUntil > clock.now();
    const kept = [row[sealed], isFormerValid ? row.sealedFormerSecret : null];
    const secrets = fixed[secret] ?? kept.flatMap((each) => vault.open(each, purpose(fields)) ?? []);
    return { fields, secrets, isReady: needs.every((field) => fields[field] !== '') };
  }

  async function settings(): Promise<SettingsAnswer> {
    const row = await repository.settings();
    const shown = sendingChannels.map((channel) => {
      const { secrets, isReady } = inUse(channel, row);
      return [channel, { isReady, hasSecret: secrets.length > 0 }];
    });
    const routes = noticeKinds.map((kind) => [kind, routesOf(kind, row)]);
    return {
      ...row,
      ...fixed,
      fixedBy: Object.fromEntries(fixedBy),
      channels: Object.fromEntries(shown) as SettingsAnswer['channels'],
      routes: Object.fromEntries(routes) as SettingsAnswer['routes'],
      formerUntil: inUse('webhook', row).secrets.length > 1 ? row.formerUntil : null,
      kinds: noticeKinds.map((kind) => ({ kind, ...noticeTable[kind] })),
    };
  }

  /** Absent where it stays: of an address that stays, or in the environment. */
  function changedSecret(
    channel: SendingChannel,
    row: NoticeSettingsRow,
    asked: UpdateNoticeSettings,
  ): Partial<NoticeSettingsRow> {
    const { secret, sealed, purpose } = channels[channel];
    const given = asked[secret];
    const address = purpose({ ...row, ...(asked as Partial<NoticeAddresses>), ...fixed });
    const kept = address === purpose({ ...row, ...fixed }) ? row[sealed] : null;
    if (secret in fixed || (given === undefined && kept !== null)) return {};
    const changed = { [sealed]: given ? vault.seal(given, address) : null };
    if (channel !== 'webhook') return changed;
    const sealedFormerSecret = given ? kept : null;
    const formerUntil = sealedFormerSecret === null ? null : new Date(clock.now().getTime() + dayMs);
    return { ...changed, sealedFormerSecret, formerUntil };
  }

  return {
    settings,

    /** What the environment sets stays as it is stored. Throws 400 for an address that must not be asked. */
    async change(asked: UpdateNoticeSettings): Promise<SettingsAnswer> {
      const row = await repository.settings();
      for (const { needs } of Object.values(channels)) {
        const [field = 'webhookUrl'] = needs;
        if (asked[field] && (await leadsToLinkLocal(asked[field])))
          throw invalid(`The field "${field}" cannot be used: ${linkLocalAdvice}`);
      }
      const { routes, smtpPassword, ntfyToken, webhookSecret, ...fields } = asked;
      const free = Object.entries(fields).filter(([field]) => !(field in fixed));
      await repository.saveSettings({
        ...Object.fromEntries(free),
        routes: { ...row.routes, ...routes },
        ...changedSecret('email', row, asked),
        ...changedSecret('ntfy', row, asked),
        ...changedSecret('webhook', row, asked),
      });
      events.changed('notices');
      return settings();
    },

    /** Null while the channel is not set up. */
    async target(channel: SendingChannel): Promise<NoticeTarget | null> {
      const { fields, secrets, isReady } = inUse(channel, await repository.settings());
      return isReady ? { ...fields, channel, secrets } : null;
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
