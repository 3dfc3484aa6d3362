import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type NoticeDelivery,
  type noticeListSchema,
  type noticeTestSchema,
  type SendingChannel,
  sendingChannels,
} from '#shared/contracts/notices.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { NoticeMessage, SendNotice } from '../../providers/notices/notices.ts';
import { type Facts, hourMs, wordsOf } from './notice-kinds.rules.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';
import type { DeliveryRow, NoticesRepository } from './notices.repository.ts';
import { dueLetter, followStates, isQuiet, type NoticeRow, nextTry } from './notices.rules.ts';

interface Deps {
  repository: NoticesRepository;
  settings: Pick<NoticeSettingsService, 'target' | 'channelsFor'>;
  send: SendNotice;
  standstill(): Promise<Facts['standstill']>;
  lastBackupAt(): Promise<Date | null>;
  /** Where data and backups are kept. */
  freeBytes(): Promise<number>;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  /** Ends what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

const sendsAtOnce = 20;

/** Tells the person what needs them: each cause once, wherever they are (decision 030). */
export function createNoticesService(deps: Deps) {
  const { repository, settings, send, publicUrl, events, clock, stopping } = deps;

  /** Quiet hours hold all but a pause that costs a comment its time. */
  async function release(): Promise<void> {
    const now = clock.now();
    const [row, { timeZone, nextDueAt }] = [await repository.settings(), await repository.outlook()];
    const isQuietNow = isQuiet(row, timeZone, now);
    const isDueSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= hourMs;
    if (isQuietNow && !isDueSoon) return;
    const isNews = await repository.release(now, isQuietNow ? 'posting.paused' : null, (type) =>
      settings.channelsFor(type, row).filter((channel) => channel !== 'browser'),
    );
    if (isNews) events.changed('notices');
  }

  /** What notices say, with the names and words of now. */
  async function compose(rows: readonly Pick<NoticeRow, 'type' | 'data'>[]) {
    const [{ withWords }, { timeZone }] = [await repository.settings(), await repository.outlook()];
    const { ofComments, ofReplies } = await repository.subjects(rows);
    const { format } = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    return ({ type, data }: Pick<NoticeRow, 'type' | 'data'>) => {
      const subjects = (type === 'replies.new' ? ofReplies : ofComments)
        .filter(({ id }) => data.subjects?.includes(id))
        .map(({ id: _, ...subject }) => ({ ...subject, words: withWords ? subject.words : null }));
      return { ...wordsOf(type, data, subjects, (at) => format(new Date(at))), subjects };
    };
  }

  type Composed = ReturnType<Awaited<ReturnType<typeof compose>>>;
  type Identified = Pick<NoticeRow, 'webhookId' | 'type' | 'cause' | 'data' | 'openedAt' | 'tellAt'>;

  function messageOf(notice: Identified, { path, subjects, ...words }: Composed): NoticeMessage {
    const { webhookId: id, type, cause, openedAt, tellAt } = notice;
    const { subjects: _, ...data } = notice.data;
    const about = subjects.map(({ words: quoted, ...rest }) => (quoted ? { ...rest, words: quoted } : rest));
    return {
      ...{ id, type, cause, ...words },
      at: data.isReminder ? tellAt : openedAt,
      url: `${publicUrl}${path}`,
      settingsUrl: `${publicUrl}/settings?tab=notices`,
      data: { ...data, ...(about.length > 0 && { about }) },
    };
  }

  async function attempt(delivery: DeliveryRow, message: NoticeMessage): Promise<boolean> {
    const target = await settings.target(delivery.channel);
    const { ok, answer } = target
      ? await send(target, message, { now: clock.now(), signal: stopping })
      : { ok: false, answer: 'This channel is not set up any more.' };
    if (stopping.aborted && !ok) return false;
    const now = clock.now();
    const attempts = delivery.attempts + 1;
    const nextTryAt = ok || !target ? null : nextTry(attempts, now);
    await repository.record(delivery, { attempts, answer, triedAt: now, nextTryAt, sentAt: ok ? now : null });
    events.changed('notices');
    return ok;
  }

  /** Stops at the first failure: a receiver that hangs costs its own channel one try a turn. */
  async function sendVia(channel: SendingChannel): Promise<void> {
    const due = await repository.dueDeliveries(channel, clock.now(), sendsAtOnce);
    if (due.length === 0) return;
    const composed = await compose(due.map(({ notice }) => notice));
    for (const { delivery, notice } of due)
      if (stopping.aborted || !(await attempt(delivery, messageOf(notice, composed(notice))))) return;
  }

  return {
    /** Looks at what lasts: states that hold, causes that are over, reminders, the letter. */
    async watch(): Promise<void> {
      const now = clock.now();
      const { timeZone, ...outlook } = await repository.outlook();
      const facts: Facts = {
        ...outlook,
        standstill: await deps.standstill(),
        backupFailures: await repository.backupFailures(await deps.lastBackupAt()),
        freeBytes: await deps.freeBytes(),
        now,
      };
      const isEnded = await repository.endFacts(now);
      const isChanged = await repository.follow(now, (known) => followStates(known, facts));
      const letter = dueLetter(await repository.settings(), timeZone, now);
      if (letter) await repository.openLetter(letter, now);
      await repository.forgetOld(now);
      if (isEnded || isChanged) events.changed('notices');
    },

    /** Gathers what was raised and sends what is due, each channel by itself. */
    async send(): Promise<void> {
      await repository.gather(clock.now());
      await release();
      await Promise.all(sendingChannels.map(sendVia));
    },

    async test(channel: SendingChannel): Promise<z.input<typeof noticeTestSchema>> {
      const target = await settings.target(channel);
      if (!target) throw invalid('This channel is not set up yet. Fill in its fields and save them first.');
      const now = clock.now();
      const notice = { type: 'test' as const, cause: 'test', data: {}, openedAt: now, tellAt: now };
      const words = (await compose([]))(notice);
      const message = messageOf({ ...notice, webhookId: `msg_${randomUUID()}` }, words);
      return send(target, message, { now, signal: stopping });
    },

    async list(): Promise<z.input<typeof noticeListSchema>> {
      const [listed, row] = [await repository.list(clock.now()), await repository.settings()];
      const composed = await compose(listed.map(({ notice }) => notice));
      return listed.map(({ notice, deliveries }) => {
        const { title, lines, path } = composed(notice);
        return {
          ...notice,
          ...{ title, path, text: lines.join('\n'), at: notice.tellAt },
          isRead: row.readUpTo !== null && notice.tellAt <= row.readUpTo,
          inBrowser: settings.channelsFor(notice.type, row).includes('browser'),
          deliveries: deliveries.map(presentDelivery),
        };
      });
    },

    async markRead(upTo: Date): Promise<void> {
      const { readUpTo } = await repository.settings();
      if (upTo > (readUpTo ?? 0)) await repository.saveSettings({ readUpTo: upTo });
      events.changed('notices');
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;

function presentDelivery({ channel, attempts, nextTryAt, sentAt, answer }: DeliveryRow) {
  const unsent = nextTryAt === null ? 'given_up' : attempts === 0 ? 'waiting' : 'failing';
  const state: NoticeDelivery['state'] = sentAt ? 'sent' : unsent;
  return { channel, attempts, answer, nextTryAt, state };
}
