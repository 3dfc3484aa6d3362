import type { z } from 'zod';
import {
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
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { NoticeTarget, NtfyTarget, WebhookTarget } from '../../providers/notices/notices.ts';
import { kindOf, noticeWords } from './notice-kinds.rules.ts';
import type { NoticeSettingsRow, NoticesRepository } from './notices.repository.ts';
import { dayMs } from './notices.rules.ts';

/** What the environment says; null where it says nothing. */
export interface NoticesEnvironment {
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly isTls: boolean;
    readonly user: string;
    readonly password: string | null;
  } | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly ntfy: Omit<NtfyTarget, 'channel'> | null;
  readonly webhook: Omit<WebhookTarget, 'channel'> | null;
}

type SettingsAnswer = z.input<typeof noticeSettingsSchema>;

interface Deps {
  repository: Pick<NoticesRepository, 'settings' | 'changeSettings'>;
  vault: {
    seal(text: string, purpose: string): string;
    open(sealed: string | null, purpose: string): string | null;
  };
  environment: NoticesEnvironment;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

/** TLS from the start is what this port is for. */
const tlsPort = 465;
const formerSecretMs = dayMs;

/** A secret opens only for the address it was given for: with another one it is lost. */
const purposes = {
  smtp: ({ smtpHost, smtpPort, smtpUser }: NoticeSettingsRow) =>
    `smtp password ${smtpHost}:${smtpPort} ${smtpUser}`,
  ntfy: ({ ntfyServer }: NoticeSettingsRow) => `ntfy token ${ntfyServer}`,
  webhook: ({ webhookUrl }: NoticeSettingsRow) => `webhook secret ${webhookUrl}`,
};

/** The environment wins over what is stored; an address and its secret belong together. */
export function createNoticeSettingsService({ repository, vault, environment, events, clock }: Deps) {
  function webhookSecrets(row: NoticeSettingsRow): string[] {
    const purpose = purposes.webhook(row);
    const isFormerValid = row.formerUntil !== null && row.formerUntil > clock.now();
    const sealed = [row.sealedWebhookSecret, isFormerValid ? row.sealedFormerSecret : null];
    return sealed.flatMap((secret) => vault.open(secret, purpose) ?? []);
  }

  function emailOf(row: NoticeSettingsRow) {
    const { smtpHost: host, smtpPort: port, smtpUser: user } = row;
    const stored = { host, port, isTls: port === tlsPort, user };
    return {
      ...(environment.smtp ?? {
        ...stored,
        password: vault.open(row.sealedSmtpPassword, purposes.smtp(row)),
      }),
      from: environment.from ?? row.mailFrom,
      to: environment.to ?? row.mailTo,
    };
  }

  const ntfyOf = (row: NoticeSettingsRow) =>
    environment.ntfy ?? {
      server: row.ntfyServer,
      topic: row.ntfyTopic,
      token: vault.open(row.sealedNtfyToken, purposes.ntfy(row)),
    };

  const webhookOf = (row: NoticeSettingsRow) =>
    environment.webhook ?? { url: row.webhookUrl, secrets: webhookSecrets(row) };

  /** Null while the channel is not set up. */
  function targetOf(channel: SendingChannel, row: NoticeSettingsRow): NoticeTarget | null {
    if (channel === 'email') {
      const email = emailOf(row);
      return email.host && email.from && email.to ? { channel, ...email } : null;
    }
    if (channel === 'ntfy') {
      const ntfy = ntfyOf(row);
      return ntfy.server && ntfy.topic ? { channel, ...ntfy } : null;
    }
    const webhook = webhookOf(row);
    return webhook.url ? { channel, ...webhook } : null;
  }

  const ready = (row: NoticeSettingsRow) =>
    sendingChannels.filter((channel) => targetOf(channel, row) !== null);

  async function settings(): Promise<SettingsAnswer> {
    const row = await repository.settings();
    const { host, port, user, password, from, to } = emailOf(row);
    const { server, topic, token } = ntfyOf(row);
    const { url, secrets } = webhookOf(row);
    const { quietOn, quietFrom, quietTo, withWords, letterOn, letterHour, letterDays, formerUntil } = row;
    const named = (isSet: unknown, name: string) => (isSet ? name : null);
    return {
      ...{ quietOn, quietFrom, quietTo, withWords, letterOn, letterHour, letterDays },
      routes: Object.fromEntries(
        noticeKinds.map((kind) => [kind, routesOf(kind, row)]),
      ) as SettingsAnswer['routes'],
      email: { host, port, user, from, to, hasPassword: password !== null },
      ntfy: { server, topic, hasToken: token !== null },
      webhook: {
        url,
        hasSecret: secrets.length > 0,
        formerUntil: secrets.length > 1 ? formerUntil : null,
      },
      ready: ready(row),
      fixedBy: {
        smtp: named(environment.smtp, 'SMTP_URL'),
        from: named(environment.from, 'MAIL_FROM'),
        to: named(environment.to, 'MAIL_TO'),
        ntfy: named(environment.ntfy, 'NTFY_URL'),
        webhook: named(environment.webhook, 'WEBHOOK_URL'),
      },
      kinds: noticeKinds.map((kind) => {
        const { label, when, over } = noticeWords[kind];
        return { kind, label, when, over };
      }),
    };
  }

  /** Keeps a sealed secret while its address stays, unless another one is given. */
  function sealed(given: string | null | undefined, kept: string | null, was: string, purpose: string) {
    if (given === undefined) return was === purpose ? kept : null;
    return given ? vault.seal(given, purpose) : null;
  }

  function changed(row: NoticeSettingsRow, asked: UpdateNoticeSettings): Partial<NoticeSettingsRow> {
    const { email, ntfy, webhook, routes, ...plan } = asked;
    const next = { ...row, ...present(plan), routes: { ...row.routes, ...present(routes ?? {}) } };
    if (email && !environment.smtp) {
      const { host: smtpHost, port: smtpPort, user: smtpUser, password } = email;
      Object.assign(next, { smtpHost, smtpPort, smtpUser });
      next.sealedSmtpPassword = sealed(
        password,
        row.sealedSmtpPassword,
        purposes.smtp(row),
        purposes.smtp(next),
      );
    }
    if (email) Object.assign(next, { mailFrom: email.from, mailTo: email.to });
    if (ntfy && !environment.ntfy) {
      Object.assign(next, { ntfyServer: ntfy.server, ntfyTopic: ntfy.topic });
      next.sealedNtfyToken = sealed(ntfy.token, row.sealedNtfyToken, purposes.ntfy(row), purposes.ntfy(next));
    }
    if (webhook && !environment.webhook) {
      next.webhookUrl = webhook.url;
      const [was, is] = [purposes.webhook(row), purposes.webhook(next)];
      next.sealedWebhookSecret = sealed(webhook.secret, row.sealedWebhookSecret, was, is);
      const isReplaced = Boolean(webhook.secret) && was === is && row.sealedWebhookSecret !== null;
      if (isReplaced) next.formerUntil = new Date(clock.now().getTime() + formerSecretMs);
      if (isReplaced || was !== is || webhook.secret === '')
        next.sealedFormerSecret = isReplaced ? row.sealedWebhookSecret : null;
    }
    return next;
  }

  return {
    settings,

    /** Throws 400 for an address that must not be asked. */
    async change(asked: UpdateNoticeSettings): Promise<SettingsAnswer> {
      const hosts = [
        ['email.host', asked.email?.host],
        ['ntfy.server', hostOf(asked.ntfy?.server)],
        ['webhook.url', hostOf(asked.webhook?.url)],
      ] as const;
      for (const [field, host] of hosts)
        if (host && (await leadsToLinkLocal(host)))
          throw invalid(`The field "${field}" cannot be used: ${linkLocalAdvice}`);
      await repository.changeSettings((row) => changed(row, asked));
      events.changed('notices');
      return settings();
    },

    async target(channel: SendingChannel): Promise<NoticeTarget | null> {
      return targetOf(channel, await repository.settings());
    },

    /** Of a notice: the channels that it is sent to. */
    channelsFor(type: NoticeType, row: NoticeSettingsRow): SendingChannel[] {
      const kind = kindOf(type);
      return kind ? ready(row).filter((channel) => routesOf(kind, row).includes(channel)) : [];
    },
  };
}

export type NoticeSettingsService = ReturnType<typeof createNoticeSettingsService>;

/** All channels unless the person chose; the letter has no place in a browser. */
const routesOf = (kind: NoticeKind, { routes }: NoticeSettingsRow): NoticeChannel[] =>
  routes[kind] ?? [...(kind === 'letter.daily' ? sendingChannels : noticeChannels)];

const hostOf = (address: string | undefined) => (address ? new URL(address).hostname : undefined);

/** What was asked, without fields that are there but undefined. */
const present = <T extends object>(asked: T): { [K in keyof T]-?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as never;
