import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  type noticeListSchema,
  type noticeTestSchema,
  type SendingChannel,
  sendingChannels,
} from '#shared/contracts/notices.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { NoticeMessage, SendNotice } from '../../providers/notices/notices.ts';
import { type Facts, hourMs, isMoment, wordsOf } from './notice-kinds.rules.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';
import type { NoticesRepository } from './notices.repository.ts';
import {
  dueLetter,
  followUp,
  isQuiet,
  isWaiting,
  type NoticeRow,
  newNotice,
  newWebhookId,
  nextTry,
} from './notices.rules.ts';

interface Deps {
  repository: NoticesRepository;
  settings: Pick<NoticeSettingsService, 'target' | 'channelsFor'>;
  send: SendNotice;
  standstill(): Promise<Facts['standstill']>;
  /** Where data and backups are kept. */
  freeBytes(): Promise<number>;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  /** Ends what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

const sendsAtOnce = 20;
const mostListed = 200;

/** Tells the person what needs them: each cause once, wherever they are (decision 030). */
export function createNoticesService(deps: Deps) {
  const { repository, settings, send, publicUrl, events, clock, stopping } = deps;

  /** Writes down what is new and what is over, and hands what is to be told to its channels. */
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
    const cause = `letter.daily:${day?.day}`;
    if (day && known.every((notice) => notice.cause !== cause))
      rows.push(newNotice('letter.daily', cause, { letter: await repository.letter(day) }, now));

    // Quiet hours hold all but a pause that costs a comment its time.
    const isDueSoon = facts.nextDueAt !== null && facts.nextDueAt.getTime() - now.getTime() <= hourMs;
    const isHeld = isQuiet(stored, now);
    for (const row of rows.filter((each) => isWaiting(each) && each.tellAt <= now)) {
      if (isHeld && !(row.type === 'posting.paused' && isDueSoon)) continue;
      const waiting = { state: 'waiting', attempts: 0, nextTryAt: now.toISOString(), answer: null } as const;
      const wanted = settings.channelsFor(row.type, stored);
      const channels = sendingChannels.filter((channel) => wanted.includes(channel));
      row.deliveries = Object.fromEntries(channels.map((channel) => [channel, { channel, ...waiting }]));
      if (row.toldAt) row.webhookId = newWebhookId();
      row.toldAt = now;
      if (isMoment(row.type)) row.resolvedAt = now;
    }
    const changed = rows.filter((row, index) => !isDeepStrictEqual(row, known[index]));
    if (changed.length === 0) return;
    await repository.save(changed, now);
    events.changed('notices');
  }

  /** What notices say, with the names and words of now. */
  async function compose<Row extends ToldRow>(rows: readonly Row[]) {
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
          onlyOwnerSees: visibility === 'only_you',
          ...(withWords && words && { words }),
        }));
      const { path, ...words } = wordsOf(row, about, (at) => format(new Date(at)));
      const message: NoticeMessage = {
        ...{ id: row.webhookId, type: row.type, cause: row.cause, ...words },
        at: data.isReminder ? row.tellAt : row.openedAt,
        url: `${publicUrl}${path}`,
        data: { ...data, ...(about.length > 0 && { about }) },
      };
      return { row, path, message };
    });
  }

  /** Stops at the first failure: a receiver that hangs costs its own channel one try a turn. */
  async function sendVia(channel: SendingChannel): Promise<void> {
    const now = clock.now().toISOString();
    const waiting = (await repository.notices()).filter(({ deliveries }) => {
      const { nextTryAt = null } = deliveries[channel] ?? {};
      return nextTryAt !== null && nextTryAt <= now;
    });
    if (waiting.length === 0) return;
    const target = await settings.target(channel);
    for (const { row, message } of await compose(waiting.slice(0, sendsAtOnce))) {
      if (stopping.aborted) return;
      const { ok, answer } = target
        ? await send(target, message, { now: clock.now(), signal: stopping })
        : { ok: false, answer: 'This channel is not set up any more.' };
      if (stopping.aborted && !ok) return;
      const attempts = (row.deliveries[channel]?.attempts ?? 0) + 1;
      const nextTryAt = ok || !target ? null : nextTry(attempts, clock.now());
      const state = ok ? 'sent' : nextTryAt ? 'failing' : 'given_up';
      await repository.record(row.id, { channel, state, attempts, nextTryAt, answer });
      events.changed('notices');
      if (!ok) return;
    }
  }

  return {
    /** Looks, then sends what is due, each channel by itself. */
    async tick(): Promise<void> {
      await look();
      await Promise.all(sendingChannels.map(sendVia));
    },

    async test(channel: SendingChannel): Promise<z.input<typeof noticeTestSchema>> {
      const target = await settings.target(channel);
      if (!target) throw invalid('This channel is not set up yet. Fill in its fields and save them first.');
      const now = clock.now();
      const [test] = await compose([newNotice('test', 'test', {}, now)]);
      if (!test) throw new Error('There is no test notice.');
      return send(target, test.message, { now, signal: stopping });
    },

    /** Newest first. What was over before anybody was to hear of it is none. */
    async list(): Promise<z.input<typeof noticeListSchema>> {
      const stored = await repository.settings();
      const now = clock.now();
      const shown = (await repository.notices())
        .filter(({ tellAt, resolvedAt }) => tellAt <= (resolvedAt ?? now) && tellAt <= now)
        .toSorted((one, other) => other.tellAt.getTime() - one.tellAt.getTime() || other.id - one.id);
      return (await compose(shown.slice(0, mostListed))).map(({ row, path, message: { title, lines } }) => ({
        ...row,
        title,
        path,
        text: lines.join('\n'),
        at: row.tellAt,
        toldAt: isWaiting(row) ? null : row.toldAt,
        isRead: stored.readUpTo !== null && row.tellAt <= stored.readUpTo,
        inBrowser: settings.channelsFor(row.type, stored).includes('browser'),
        deliveries: sendingChannels.flatMap((channel) => row.deliveries[channel] ?? []),
      }));
    },

    async markRead(upTo: Date): Promise<void> {
      const { readUpTo } = await repository.settings();
      if (upTo > (readUpTo ?? 0)) await repository.saveSettings({ readUpTo: upTo });
      events.changed('notices');
    },
  };
}

export type NoticesService = ReturnType<typeof createNoticesService>;

type ToldRow = Pick<NoticeRow, 'webhookId' | 'type' | 'cause' | 'data' | 'openedAt' | 'tellAt'>;

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const instantInWords = { ...day, hour: 'numeric', minute: '2-digit' } as const;
