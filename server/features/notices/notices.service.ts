import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  type NoticeAddresses,
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
  type NoticeType,
  noticeChannels,
  noticeKinds,
  type noticeListSchema,
  type noticeSettingsSchema,
  type noticeTestSchema,
  type SendingChannel,
  sendingChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import type { FixedNoticeFields, NoticesConfig } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { NoticeMessage, SendNotice } from '../../providers/notices/notices.ts';
import { dayMs, type Facts, hourMs, isMoment, kindOf, noticeTable, wordsOf } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import {
  dueLetter,
  followUp,
  isLetterOfToday,
  isOld,
  isQuiet,
  isWaiting,
  letterCause,
  type NoticeRow,
  type NoticeSettingsRow,
  newNotice,
  newWebhookId,
  nextTry,
} from './notices.rules.ts';

interface Deps {
  repository: NoticesRepository;
  vault: {
    seal(text: string, purpose: string): string;
    open(sealed: string | null, purpose: string): string | null;
  };
  /** Values from the environment override stored ones. */
  environment: NoticesConfig;
  send: SendNotice;
  standstill(): Promise<Facts['standstill']>;
  /** Returns the free disk space where data and backups are stored. */
  freeBytes(): Promise<number>;
  unseenFresh(): Promise<number>;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  /** Aborts what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

interface Channel {
  /** Fields that the channel cannot be used without, its address first. */
  needs: readonly ('smtpHost' | 'mailFrom' | 'mailTo' | 'ntfyServer' | 'ntfyTopic' | 'webhookUrl')[];
  secret: 'smtpPassword' | 'ntfyToken' | 'webhookSecret';
  sealed: 'sealedSmtpPassword' | 'sealedNtfyToken' | 'sealedWebhookSecret';
  /**
   * A secret can be decrypted only for the address that it was saved for. With another address it is lost.
   */
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

/** Notifies the owner of what needs them, once for each cause, on the channels they chose (decision 030). */
export function createNoticesService(deps: Deps) {
  const { repository, vault, environment, send, publicUrl, events, clock, stopping } = deps;
  const fixed: FixedNoticeFields = Object.assign({}, ...Object.values(environment));
  const fixedBy = Object.entries(environment).flatMap(([variable, fields]) =>
    Object.keys(fields ?? {}).map((field) => [field, variable]),
  );

  /**
   * Returns how to use a channel; `target` is null if the channel is not set up. A webhook keeps its former
   * secret beside the new one for a day.
   */
  function inUse(channel: SendingChannel, row: NoticeSettingsRow) {
    const { needs, secret, sealed, purpose } = channels[channel];
    const fields = { ...row, ...fixed };
    const isFormerValid = channel === 'webhook' && row.formerUntil !== null && row.formerUntil > clock.now();
    const kept = [row[sealed], isFormerValid ? row.sealedFormerSecret : null];
    const secrets = fixed[secret] ?? kept.flatMap((each) => vault.open(each, purpose(fields)) ?? []);
    const isReady = needs.every((field) => fields[field] !== '');
    return { secrets, isReady, target: isReady ? { ...fields, channel, secrets } : null };
  }

  async function settings(): Promise<z.input<typeof noticeSettingsSchema>> {
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
      channels: Object.fromEntries(shown) as NoticeSettings['channels'],
      routes: Object.fromEntries(routes) as NoticeSettings['routes'],
      formerUntil: inUse('webhook', row).secrets.length > 1 ? row.formerUntil : null,
      kinds: noticeKinds.map((kind) => ({ kind, ...noticeTable[kind] })),
    };
  }

  /**
   * Returns the changed columns of the channel's secret. Returns none if the environment sets the secret, or
   * if no new secret is given and the address stays the same.
   */
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

  /** Returns the channels for notices of this type: those that are set up and that the owner chose. */
  function channelsFor(type: NoticeType, row: NoticeSettingsRow): NoticeChannel[] {
    const kind = kindOf(type);
    const wanted = kind ? routesOf(kind, row) : [];
    return wanted.filter((channel) => channel === 'browser' || inUse(channel, row).isReady);
  }

  /** Records new and resolved notices, and prepares a delivery on each channel for those that are due. */
  async function look(): Promise<void> {
    const now = clock.now();
    const stored = await repository.settings();
    const known = await repository.notices();
    const facts: Facts = {
      ...(await repository.outlook()),
      happened: await repository.happened(now),
      standstill: await deps.standstill(),
      freeBytes: await deps.freeBytes(),
      now,
    };
    const rows = followUp(known, facts);
    const day = dueLetter(stored, now);
    const cause = letterCause(day?.day ?? '');
    if (day && known.every((notice) => notice.cause !== cause)) {
      const letter = await repository.letter(day, await deps.unseenFresh());
      rows.push(newNotice('letter.daily', cause, { letter }, now));
    }

    // Quiet hours hold back everything except a pause while a comment is due within the hour (rule 15.4).
    const isDueSoon = facts.nextDueAt !== null && facts.nextDueAt.getTime() - now.getTime() <= hourMs;
    const isHeld = isQuiet(stored, now);
    for (const row of rows.filter((each) => isWaiting(each) && each.tellAt <= now)) {
      if (row.type === 'letter.daily' && !isLetterOfToday(row, stored.timeZone, now)) {
        row.resolvedAt = now;
        continue;
      }
      if (isHeld && !(row.type === 'posting.paused' && isDueSoon)) continue;
      const waiting = { state: 'waiting', attempts: 0, nextTryAt: now.toISOString(), answer: null } as const;
      const wanted = channelsFor(row.type, stored);
      const channels = sendingChannels.filter((channel) => wanted.includes(channel));
      row.deliveries = Object.fromEntries(channels.map((channel) => [channel, { channel, ...waiting }]));
      if (row.toldAt) row.webhookId = newWebhookId();
      row.toldAt = now;
      if (isMoment(row.type)) row.resolvedAt = now;
    }
    const changed = rows.filter((row, index) => !isDeepStrictEqual(row, known[index]));
    const old = known.filter((row) => isOld(row, now));
    if (changed.length + old.length === 0) return;
    await repository.save(changed, old);
    events.changed('notices');
  }

  /** Composes the messages of notices with the current names and words. */
  async function compose(rows: readonly NoticeRow[]) {
    const { withWords, timeZone } = await repository.settings();
    const subjectsOf = await repository.subjects(rows.flatMap(({ data }) => data.subjects ?? []));
    const { format } = new Intl.DateTimeFormat('en-US', { ...instantInWords, timeZone });
    return rows.map((row) => {
      const { subjects, ...data } = row.data;
      const about = subjectsOf(row.type)
        .filter(({ id }) => subjects?.includes(id))
        .map(({ commentId, videoTitle, visibility, words }) => ({
          commentId,
          videoTitle,
          visibility,
          ...(withWords && words && { words }),
        }));
      const told = about.map(({ visibility, ...named }) => ({
        ...named,
        onlyOwnerSees: visibility === 'only_you',
      }));
      const { path, ...words } = wordsOf(row, about, (at) => format(new Date(at)));
      const message: NoticeMessage = {
        ...{ id: row.webhookId, type: row.type, cause: row.cause, ...words },
        at: data.isReminder ? row.tellAt : row.openedAt,
        url: `${publicUrl}${path}`,
        data: { ...data, ...(told.length > 0 && { about: told }) },
      };
      return { row, path, message };
    });
  }

  /**
   * Sends what is due on one channel. Stops at the first failure, so that a receiver that hangs costs its
   * channel only one try per tick.
   */
  async function sendVia(channel: SendingChannel, kept: readonly NoticeRow[]): Promise<void> {
    const now = clock.now().toISOString();
    const waiting = kept.filter(({ deliveries }) => {
      const { nextTryAt = null } = deliveries[channel] ?? {};
      return nextTryAt !== null && nextTryAt <= now;
    });
    if (waiting.length === 0) return;
    const stored = await repository.settings();
    const { target } = inUse(channel, stored);
    for (const { row, message } of await compose(waiting)) {
      if (stopping.aborted) return;
      if (row.type === 'letter.daily' && !isLetterOfToday(row, stored.timeZone, clock.now())) {
        const { attempts = 0 } = row.deliveries[channel] ?? {};
        const answer = 'The day of this letter was over before it could be sent.';
        await repository.record(row.id, { channel, state: 'given_up', attempts, nextTryAt: null, answer });
        continue;
      }
      const { ok, answer, isFinal } = target
        ? await send(target, message, { now: clock.now(), signal: stopping })
        : { ok: false, answer: 'This channel is not set up any more.', isFinal: true };
      if (stopping.aborted && !ok) return;
      const attempts = (row.deliveries[channel]?.attempts ?? 0) + 1;
      const nextTryAt = ok || isFinal ? null : nextTry(attempts, clock.now());
      const state = ok ? 'sent' : nextTryAt ? 'failing' : 'given_up';
      await repository.record(row.id, { channel, state, attempts, nextTryAt, answer });
      events.changed('notices');
      if (!ok) return;
    }
  }

  return {
    settings,

    /** Saves settings, except fields that the environment sets. Throws 400 for a link-local address. */
    async change(asked: UpdateNoticeSettings): Promise<z.input<typeof noticeSettingsSchema>> {
      for (const { needs } of Object.values(channels)) {
        const [field = 'webhookUrl'] = needs;
        if (asked[field] && (await leadsToLinkLocal(asked[field])))
          throw invalid(`The field "${field}" cannot be used: ${linkLocalAdvice}`);
      }
      const { routes, smtpPassword, ntfyToken, webhookSecret, ...fields } = asked;
      const free = Object.entries(fields).filter(([field]) => !(field in fixed));
      await repository.changeSettings((current) => ({
        ...Object.fromEntries(free),
        ...(routes && { routes: { ...current.routes, ...routes } }),
        ...changedSecret('email', current, asked),
        ...changedSecret('ntfy', current, asked),
        ...changedSecret('webhook', current, asked),
      }));
      events.changed('notices');
      return settings();
    },

    /** Updates the notices, then sends what is due on each channel independently. */
    async tick(): Promise<void> {
      await look();
      const kept = await repository.notices();
      await Promise.all(sendingChannels.map((channel) => sendVia(channel, kept)));
    },

    async test(channel: SendingChannel): Promise<z.input<typeof noticeTestSchema>> {
      const { target } = inUse(channel, await repository.settings());
      if (!target) throw invalid('This channel is not set up yet. Fill in its fields and save them first.');
      const now = clock.now();
      const [test] = await compose([{ id: 0, ...newNotice('test', 'test', {}, now) }]);
      if (!test) throw new Error('There is no test notice.');
      const { ok, answer } = await send(target, test.message, { now, signal: stopping });
      return { ok, answer };
    },

    /** Returns the notices, newest first. Leaves out those that were resolved before they were due. */
    async list(): Promise<z.input<typeof noticeListSchema>> {
      const stored = await repository.settings();
      const now = clock.now();
      const isRead = ({ tellAt }: NoticeRow) => {
        const { readUpTo } = stored;
        // A time in the future was stored while the clock was ahead.
        return readUpTo !== null && readUpTo <= now && tellAt <= readUpTo;
      };
      const shown = (await repository.notices())
        .filter(({ tellAt, resolvedAt }) => tellAt <= (resolvedAt ?? now) && tellAt <= now)
        .toSorted((one, other) => other.tellAt.getTime() - one.tellAt.getTime() || other.id - one.id);
      return (await compose(shown)).map(({ row, path, message: { title, lines } }) => ({
        ...row,
        title,
        path,
        text: lines.join('\n'),
        at: row.tellAt,
        toldAt: isWaiting(row) ? null : row.toldAt,
        isRead: isRead(row),
        inBrowser: channelsFor(row.type, stored).includes('browser'),
        deliveries: sendingChannels.flatMap((channel) => row.deliveries[channel] ?? []),
      }));
    },

    /** Throws 400 for a time in the future, which would mark notices as read that nobody has seen. */
    async markRead(upTo: Date): Promise<void> {
      const now = clock.now();
      if (upTo > now) throw invalid('The field “upTo” must not be in the future.');
      await repository.markRead(upTo, now);
      events.changed('notices');
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;

/**
 * Returns the channels that the owner chose, by default all of them; the daily letter is not shown in the
 * browser.
 */
const routesOf = (kind: NoticeKind, { routes }: NoticeSettingsRow): NoticeChannel[] =>
  routes[kind] ?? [...(kind === 'letter.daily' ? sendingChannels : noticeChannels)];

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const instantInWords = { ...day, hour: 'numeric', minute: '2-digit' } as const;
