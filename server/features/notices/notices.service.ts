import type { z } from 'zod';
import {
  type NoticeSettings,
  noticeKinds,
  type noticeListSchema,
  type noticeSettingsSchema,
  type noticeTestSchema,
  type SendingChannel,
  sendingChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { SendNotice } from '../../providers/notices/notices.ts';
import {
  type ChannelDeps,
  createNoticeChannels,
  routesOf,
  sendingRequirements,
} from './notice-channels.ts';
import { createNoticeComposer } from './notice-composer.ts';
import { noticeTable } from './notice-kinds.rules.ts';
import { createNoticeRecorder, type Outlook } from './notice-recorder.ts';
import { createNoticeSender } from './notice-sender.ts';
import type { NoticesRepository } from './notices.repository.ts';
import { isWaiting, type NoticeRow, newNotice } from './notices.rules.ts';

interface Deps extends ChannelDeps, Outlook {
  repository: NoticesRepository;
  send: SendNotice;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  /** Aborts what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

/**
 * Notifies the owner of what needs them, once for each cause, on the channels they chose
 * (decision 030).
 */
export function createNoticesService(deps: Deps) {
  const { repository, send, events, clock, stopping } = deps;
  const channels = createNoticeChannels(deps);
  const { fixed, fixedBy, inUse, changedSecret, channelsFor } = channels;
  const compose = createNoticeComposer(deps);
  const recordDue = createNoticeRecorder(deps, channelsFor);
  const sendVia = createNoticeSender({
    repository,
    send,
    compose,
    inUse,
    events,
    clock,
    stopping,
  });

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
      fixedBy,
      channels: Object.fromEntries(shown) as NoticeSettings['channels'],
      routes: Object.fromEntries(routes) as NoticeSettings['routes'],
      formerUntil: inUse('webhook', row).secrets.length > 1 ? row.formerUntil : null,
      kinds: noticeKinds.map((kind) => ({ kind, ...noticeTable[kind] })),
    };
  }

  return {
    settings,

    /**
     * Saves settings, except fields that the environment sets. Throws 400 for a
     * link-local address.
     */
    async change(
      asked: UpdateNoticeSettings,
    ): Promise<z.input<typeof noticeSettingsSchema>> {
      for (const { needs } of Object.values(sendingRequirements)) {
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
      await recordDue();
      const kept = await repository.notices();
      await Promise.all(sendingChannels.map((channel) => sendVia(channel, kept)));
    },

    async test(channel: SendingChannel): Promise<z.input<typeof noticeTestSchema>> {
      const { target } = inUse(channel, await repository.settings());
      if (!target)
        throw invalid(
          'This channel is not set up yet. Fill in its fields and save them first.',
        );
      const now = clock.now();
      const notice = newNotice({ type: 'test', cause: 'test', data: {}, now });
      const [test] = await compose([{ ...notice, id: 0 }]);
      if (!test) throw new Error('There is no test notice.');
      const { ok, answer } = await send(target, test.message, { now, signal: stopping });
      return { ok, answer };
    },

    /**
     * Returns the notices, newest first. Leaves out those that were resolved before they
     * were due.
     */
    async list(): Promise<z.input<typeof noticeListSchema>> {
      const stored = await repository.settings();
      const now = clock.now();
      const shown = (await repository.notices())
        .filter(
          ({ tellAt, resolvedAt }) => tellAt <= (resolvedAt ?? now) && tellAt <= now,
        )
        .toSorted(
          (one, other) =>
            other.tellAt.getTime() - one.tellAt.getTime() || other.id - one.id,
        );
      return (await compose(shown)).map(({ row, path, message: { title, lines } }) => ({
        ...row,
        title,
        path,
        text: lines.join('\n'),
        at: row.tellAt,
        toldAt: isWaiting(row) ? null : row.toldAt,
        isRead: isRead(row, stored.readUpTo, now),
        inBrowser: channelsFor(row.type, stored).includes('browser'),
        deliveries: sendingChannels.flatMap((channel) => row.deliveries[channel] ?? []),
      }));
    },

    /**
     * Throws 400 for a time in the future, which would mark notices as read that nobody
     * has seen.
     */
    async markRead(upTo: Date): Promise<void> {
      const now = clock.now();
      if (upTo > now) throw invalid('The field “upTo” must not be in the future.');
      await repository.markRead(upTo, now);
      events.changed('notices');
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;

function isRead({ tellAt }: NoticeRow, readUpTo: Date | null, now: Date): boolean {
  // A time in the future was stored while the clock was ahead.
  return readUpTo !== null && readUpTo <= now && tellAt <= readUpTo;
}
