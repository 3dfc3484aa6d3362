import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type NoticeDelivery,
  type NoticeTest,
  type noticeListSchema,
  type SendingChannel,
  sendingChannels,
} from '#shared/contracts/notices.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { NoticeMessage, SendNotice } from '../../providers/notices/notices.ts';
import type { NoticeFactsRepository } from './notice-facts.repository.ts';
import { type NoticeSubjects, type Told, wordsOf } from './notice-kinds.rules.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';
import type { DeliveryRow, NoticesRepository } from './notices.repository.ts';
import {
  dueLetter,
  followStates,
  hourMs,
  isQuiet,
  type NoticeRow,
  nextTry,
  type Standing,
} from './notices.rules.ts';

interface Deps {
  repository: NoticesRepository;
  facts: NoticeFactsRepository;
  settings: Pick<NoticeSettingsService, 'target' | 'channelsFor'>;
  send: SendNotice;
  /** What keeps every comment back; null while posting is open or the person paused it. */
  standstill(): Promise<{ code: string; needsPerson: boolean } | null>;
  lastBackupAt(): Promise<Date | null>;
  /** Where data and backups are kept. */
  freeBytes(): Promise<number>;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  /** Ends what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

const fewBytes = 1e9;
/** A disk around the limit must not be told of again and again. */
const enoughBytes = 1.1e9;
const roundedBytes = 5e7;
/** A sign-in that ends within that time endangers what is scheduled after it. */
const grantWarningMs = 48 * hourMs;
const sendsAtOnce = 20;

/** Tells the person what needs them: each cause once, wherever they are (decision 030). */
export function createNoticesService(deps: Deps) {
  const { repository, facts, settings, send, publicUrl, events, clock, stopping } = deps;

  type Outlook = Awaited<ReturnType<NoticeFactsRepository['outlook']>>;

  async function postingStands({ nextDueAt, scheduled }: Outlook, now: Date): Promise<Standing[]> {
    const standstill = await deps.standstill();
    if (!standstill) return [];
    const { code, needsPerson } = standstill;
    // A new app is not connected, and a spent quota harms nobody while nothing is due.
    const harmsNobody =
      (code === 'not_connected' && scheduled === 0) ||
      (code === 'quota_spent' && (nextDueAt === null || nextDueAt > now));
    if (harmsNobody) return [];
    return [
      {
        type: 'posting.paused',
        key: needsPerson ? code : `${code}.waiting`,
        data: { reason: code, count: scheduled },
        tellAt: needsPerson ? now : new Date(now.getTime() + hourMs),
      },
    ];
  }

  async function backupStands(now: Date): Promise<Standing[]> {
    const failures = await facts.backupFailures(await deps.lastBackupAt());
    const reason = failures.at(-1)?.reason ?? '';
    return failures.length < 2
      ? []
      : [{ type: 'backup.failed', key: 'nightly', data: { reason }, tellAt: now }];
  }

  function scheduleStands({ grantEndsAt, afterGrant }: Outlook, now: Date): Standing[] {
    if (!grantEndsAt || afterGrant === 0) return [];
    const leftMs = grantEndsAt.getTime() - now.getTime();
    if (leftMs <= 0 || leftMs > grantWarningMs) return [];
    const endsAt = grantEndsAt.toISOString();
    return [{ type: 'schedule.endangered', key: endsAt, data: { endsAt, count: afterGrant }, tellAt: now }];
  }

  function diskStands(freeBytes: number, known: readonly NoticeRow[], now: Date): Standing[] {
    const isTold = known.some(({ type, resolvedAt }) => type === 'disk.low' && resolvedAt === null);
    if (freeBytes >= (isTold ? enoughBytes : fewBytes)) return [];
    const data = { freeBytes: Math.floor(freeBytes / roundedBytes) * roundedBytes };
    return [{ type: 'disk.low', key: 'data', data, tellAt: now }];
  }

  /** Looks at what lasts: states that hold, causes that are over, reminders, the letter. */
  async function watch(): Promise<void> {
    const now = clock.now();
    const outlook = await facts.outlook();
    const standing = [
      ...(await postingStands(outlook, now)),
      ...(await backupStands(now)),
      ...scheduleStands(outlook, now),
    ];
    const freeBytes = await deps.freeBytes();
    const changes = [
      await repository.followStates(now, (known) =>
        followStates(known, [...standing, ...diskStands(freeBytes, known, now)], now),
      ),
      await repository.resolveFacts(now),
      await repository.remind(now),
    ];
    const letter = dueLetter(await repository.settings(), outlook.timeZone, now);
    if (letter) await repository.openLetter(letter, now);
    await repository.forgetOld(now);
    if (changes.includes(true)) events.changed('notices');
  }

  /** Hands what is to be told to its channels; quiet hours hold all but a pause that costs a comment its time. */
  async function release(): Promise<void> {
    const now = clock.now();
    const untold = await repository.untold(now);
    if (untold.length === 0) return;
    const [row, { timeZone, nextDueAt }] = [await repository.settings(), await facts.outlook()];
    const quiet = isQuiet(row, timeZone, now);
    const isDueSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= hourMs;
    for (const { id, type, resolvedAt } of untold) {
      const isUrgent = type === 'posting.paused' && isDueSoon;
      if (quiet && !isUrgent && !resolvedAt) continue;
      await repository.hand(id, resolvedAt ? [] : settings.channelsFor(type, row), now);
    }
    events.changed('notices');
  }

  /** What notices say, with the names and words of now. */
  async function compose(rows: readonly NoticeRow[]) {
    const [{ withWords }, { timeZone }, found] = await Promise.all([
      repository.settings(),
      facts.outlook(),
      facts.subjects(rows.map(({ data }) => data)),
    ]);
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    const byId = {
      comments: new Map(found.comments.map((subject) => [subject.id, subject])),
      replies: new Map(found.replies.map((subject) => [subject.id, subject])),
    };
    return ({ type, data }: Pick<NoticeRow, 'type' | 'data'>) => {
      const subjects: NoticeSubjects[] = (['comments', 'replies'] as const)
        .flatMap((field) => (data[field] ?? []).flatMap((id) => byId[field].get(id) ?? []))
        .map(({ id: _, words, ...rest }) => ({ ...rest, words: withWords ? words : null }));
      const told: Told = { data, subjects, when: (at) => format.format(new Date(at)) };
      return { ...wordsOf(type, told), subjects };
    };
  }

  type Composed = ReturnType<Awaited<ReturnType<typeof compose>>>;

  function messageOf(
    notice: NoticeRow,
    { title, lines, path, priority, tag, subjects }: Composed,
  ): NoticeMessage {
    const { webhookId: id, type, cause, openedAt, data } = notice;
    const { wasTold: _, comments: __, replies: ___, ...plain } = data;
    const about = subjects.map(({ words, ...rest }) => (words === null ? rest : { ...rest, words }));
    return {
      ...{ id, type, cause, title, lines, priority, tag },
      at: data.isReminder ? notice.tellAt : openedAt,
      url: `${publicUrl}${path}`,
      settingsUrl: `${publicUrl}/settings?tab=notices`,
      data: { ...plain, ...(subjects.length > 0 && { about }) },
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
    for (const { delivery, notice } of due) {
      if (stopping.aborted || !(await attempt(delivery, messageOf(notice, composed(notice))))) return;
    }
  }

  return {
    watch,

    /** Gathers what was raised and sends what is due, each channel by itself. */
    async send(): Promise<void> {
      await repository.gather(clock.now());
      await release();
      await Promise.all(sendingChannels.map(sendVia));
    },

    async test(channel: SendingChannel): Promise<NoticeTest> {
      const target = await settings.target(channel);
      if (!target) throw invalid('This channel is not set up yet. Fill in its fields and save them first.');
      const now = clock.now();
      const row = { type: 'test' as const, data: {} };
      const composed = (await compose([]))(row);
      const notice = {
        ...row,
        id: 0,
        webhookId: `msg_${randomUUID()}`,
        cause: 'test',
        openedAt: now,
        tellAt: now,
      };
      const message = messageOf({ ...notice, toldAt: null, resolvedAt: null }, composed);
      return send(target, message, { now, signal: stopping });
    },

    async list(): Promise<z.input<typeof noticeListSchema>> {
      const [rows, { readUpTo }] = [await repository.list(clock.now()), await repository.settings()];
      const composed = await compose(rows.map(({ notice }) => notice));
      return rows.map(({ notice, deliveries }) => {
        const { title, lines, path } = composed(notice);
        const { id, type, cause, tellAt, toldAt, resolvedAt } = notice;
        return {
          ...{ id, type, cause, title, path, text: lines.join('\n') },
          ...{ at: tellAt, toldAt, resolvedAt },
          isRead: readUpTo !== null && tellAt <= readUpTo,
          deliveries: deliveries.map(presentDelivery),
        };
      });
    },

    async markRead(upTo: Date): Promise<void> {
      await repository.changeSettings((row) => (upTo > (row.readUpTo ?? 0) ? { readUpTo: upTo } : {}));
      events.changed('notices');
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;

function presentDelivery({ channel, attempts, nextTryAt, triedAt, sentAt, answer }: DeliveryRow) {
  const state = sentAt ? 'sent' : nextTryAt === null ? 'given_up' : attempts === 0 ? 'waiting' : 'failing';
  return {
    ...{ channel, attempts, answer },
    state: state as NoticeDelivery['state'],
    at: triedAt,
    nextTryAt: attempts > 0 ? nextTryAt : null,
  };
}
