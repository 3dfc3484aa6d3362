import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  type NoticeDelivery,
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
import type { NoticeMessage, NoticeTarget, SendNotice } from '../../providers/notices/notices.ts';
import {
  type ChannelDeps,
  createNoticeChannels,
  type NoticeChannels,
  routesOf,
  sendingRequirements,
} from './notice-channels.ts';
import { type Facts, hourMs, isMoment, type Named, noticeTable, wordsOf } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import {
  dueLetter,
  followUp,
  isLetterOfToday,
  isOld,
  isQuiet,
  isWaiting,
  letterCause,
  type NewNotice,
  type NoticeRow,
  newNotice,
  newWebhookId,
  nextTry,
} from './notices.rules.ts';

type StoredSettings = Awaited<ReturnType<NoticesRepository['settings']>>;

interface Deps extends ChannelDeps {
  repository: NoticesRepository;
  send: SendNotice;
  standstill(): Promise<Facts['standstill']>;
  /** Returns the free disk space where data and backups are stored. */
  freeBytes(): Promise<number>;
  unseenFresh(): Promise<number>;
  publicUrl: string;
  events: Pick<Events, 'changed'>;
  /** Aborts what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

/** Notifies the owner of what needs them, once for each cause, on the channels they chose (decision 030). */
export function createNoticesService(deps: Deps) {
  const { repository, send, events, clock, stopping } = deps;
  const channels = createNoticeChannels(deps);
  const { fixed, fixedBy, inUse, changedSecret, channelsFor } = channels;
  const compose = createComposer(deps);
  const recordDue = createRecorder(deps, channels);
  const sendVia = createNoticeSender(deps, channels);

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

    /** Saves settings, except fields that the environment sets. Throws 400 for a link-local address. */
    async change(asked: UpdateNoticeSettings): Promise<z.input<typeof noticeSettingsSchema>> {
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
      if (!target) throw invalid('This channel is not set up yet. Fill in its fields and save them first.');
      const now = clock.now();
      const notice = newNotice({ type: 'test', cause: 'test', data: {}, now });
      const [test] = await compose([{ ...notice, id: 0 }]);
      if (!test) throw new Error('There is no test notice.');
      const { ok, answer } = await send(target, test.message, { now, signal: stopping });
      return { ok, answer };
    },

    /** Returns the notices, newest first. Leaves out those that were resolved before they were due. */
    async list(): Promise<z.input<typeof noticeListSchema>> {
      const stored = await repository.settings();
      const now = clock.now();
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
        isRead: isRead(row, stored.readUpTo, now),
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

function isRead({ tellAt }: NoticeRow, readUpTo: Date | null, now: Date): boolean {
  // A time in the future was stored while the clock was ahead.
  return readUpTo !== null && readUpTo <= now && tellAt <= readUpTo;
}

/**
 * Returns a function that records new and resolved notices, and prepares a delivery on each channel for those
 * that are due.
 */
function createRecorder(deps: Deps, { channelsFor }: NoticeChannels) {
  const { repository, standstill, freeBytes, unseenFresh, events, clock } = deps;

  async function readFacts(now: Date): Promise<Facts> {
    const { nextDueAt, scheduled, grantEndsAt, afterGrant } = await repository.outlook();
    return {
      nextDueAt,
      scheduled,
      grantEndsAt,
      afterGrant,
      happened: await repository.happened(now),
      standstill: await standstill(),
      freeBytes: await freeBytes(),
      now,
    };
  }

  /** Returns the letter that is due and not among the known notices, or null. */
  async function newLetter(stored: StoredSettings, known: readonly NoticeRow[], now: Date) {
    const day = dueLetter(stored, now);
    if (!day) return null;
    const cause = letterCause(day.day);
    if (known.some((notice) => notice.cause === cause)) return null;
    const letter = await repository.letter(day, await unseenFresh());
    return newNotice({ type: 'letter.daily', cause, data: { letter }, now });
  }

  /** Prepares a delivery on each channel that the owner chose for notices of this type. */
  function release(row: NewNotice, stored: StoredSettings, now: Date): void {
    const wanted = channelsFor(row.type, stored);
    const channels = sendingChannels.filter((channel) => wanted.includes(channel));
    row.deliveries = Object.fromEntries(
      channels.map((channel) => [channel, waitingDelivery(channel, now)] as const),
    );
    // A receiver would ignore a reminder with the id of a notice that it already has.
    if (row.toldAt) row.webhookId = newWebhookId();
    row.toldAt = now;
    if (isMoment(row.type)) row.resolvedAt = now;
  }

  return async function recordDue(): Promise<void> {
    const now = clock.now();
    const stored = await repository.settings();
    const known = await repository.notices();
    const facts = await readFacts(now);
    const rows = followUp(known, facts);
    const letter = await newLetter(stored, known, now);
    if (letter) rows.push(letter);

    const isHeld = isQuiet(stored, now);
    for (const row of rows.filter((each) => isWaiting(each) && each.tellAt <= now)) {
      if (isLateLetter(row, stored.timeZone, now)) row.resolvedAt = now;
      else if (!isHeld || endangersDueComment(row, facts)) release(row, stored, now);
    }
    const changed = rows.filter((row, index) => !isDeepStrictEqual(row, known[index]));
    const old = known.filter((row) => isOld(row, now));
    if (changed.length + old.length === 0) return;
    await repository.save(changed, old);
    events.changed('notices');
  };
}

/** Returns true for a letter whose day is over. */
const isLateLetter = (row: NewNotice, timeZone: string, now: Date) =>
  row.type === 'letter.daily' && !isLetterOfToday(row, timeZone, now);

/** Quiet hours hold back everything except a pause while a comment is due within the hour (rule 15.4). */
function endangersDueComment({ type }: NewNotice, { nextDueAt, now }: Facts): boolean {
  const isDueSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= hourMs;
  return type === 'posting.paused' && isDueSoon;
}

function waitingDelivery(channel: SendingChannel, now: Date): NoticeDelivery {
  return { channel, state: 'waiting', attempts: 0, nextTryAt: now.toISOString(), answer: null };
}

/** Returns a function that composes the messages of notices with the current names and words. */
function createComposer({ repository, publicUrl }: Pick<Deps, 'repository' | 'publicUrl'>) {
  return async function compose(rows: readonly NoticeRow[]) {
    const { withWords, timeZone } = await repository.settings();
    const subjectsOf = await repository.subjects(rows.flatMap(({ data }) => data.subjects ?? []));
    const { format } = new Intl.DateTimeFormat('en-US', { ...instantInWords, timeZone });
    return rows.map((row) => {
      const { subjects, ...data } = row.data;
      const about = subjectsOf(row.type)
        .filter(({ id }) => subjects?.includes(id))
        .map(({ commentId, videoTitle, visibility, words }): Named => {
          const named = { commentId, videoTitle, visibility };
          return withWords && words ? { ...named, words } : named;
        });
      const { path, title, lines, ntfy } = wordsOf(row, about, (at) => format(new Date(at)));
      const message: NoticeMessage = {
        id: row.webhookId,
        type: row.type,
        cause: row.cause,
        at: data.isReminder ? row.tellAt : row.openedAt,
        title,
        lines,
        url: `${publicUrl}${path}`,
        ntfy,
        data: about.length === 0 ? data : { ...data, about: about.map(asSent) },
      };
      return { row, path, message };
    });
  };
}

/** Receivers only learn whether the comment is hidden from everybody but its author. */
const asSent = ({ visibility, ...named }: Named) => ({ ...named, onlyOwnerSees: visibility === 'only_you' });

/**
 * Returns a function that sends what is due on one channel. It stops at the first failure, so that a receiver
 * that hangs costs its channel only one try per tick.
 */
function createNoticeSender(deps: Deps, { inUse }: NoticeChannels) {
  const { repository, send, events, clock, stopping } = deps;
  const compose = createComposer(deps);

  async function giveUpLetter({ id, deliveries }: NoticeRow, channel: SendingChannel): Promise<void> {
    const { attempts = 0 } = deliveries[channel] ?? {};
    const answer = 'The day of this letter was over before it could be sent.';
    await repository.record(id, { channel, state: 'given_up', attempts, nextTryAt: null, answer });
  }

  /** Returns true if the channel's next notice can be sent now. Records nothing if the app stops meanwhile. */
  async function deliver(
    row: NoticeRow,
    message: NoticeMessage,
    { channel, target, timeZone }: { channel: SendingChannel; target: NoticeTarget | null; timeZone: string },
  ): Promise<boolean> {
    if (stopping.aborted) return false;
    if (isLateLetter(row, timeZone, clock.now())) {
      await giveUpLetter(row, channel);
      return true;
    }
    const { ok, answer, isFinal } = target
      ? await send(target, message, { now: clock.now(), signal: stopping })
      : notSetUp;
    if (stopping.aborted && !ok) return false;
    const attempts = (row.deliveries[channel]?.attempts ?? 0) + 1;
    const nextTryAt = ok || isFinal ? null : nextTry(attempts, clock.now());
    const state = deliveryState(ok, nextTryAt);
    await repository.record(row.id, { channel, state, attempts, nextTryAt, answer });
    events.changed('notices');
    return ok;
  }

  return async function sendVia(channel: SendingChannel, kept: readonly NoticeRow[]): Promise<void> {
    const now = clock.now().toISOString();
    const waiting = kept.filter((row) => isDueOn(channel, row, now));
    if (waiting.length === 0) return;
    const stored = await repository.settings();
    const { target } = inUse(channel, stored);
    const via = { channel, target, timeZone: stored.timeZone };
    for (const { row, message } of await compose(waiting)) {
      if (!(await deliver(row, message, via))) return;
    }
  };
}

function isDueOn(channel: SendingChannel, { deliveries }: NoticeRow, now: string): boolean {
  const { nextTryAt = null } = deliveries[channel] ?? {};
  return nextTryAt !== null && nextTryAt <= now;
}

const notSetUp = { ok: false, answer: 'This channel is not set up any more.', isFinal: true };

function deliveryState(ok: boolean, nextTryAt: string | null): NoticeDelivery['state'] {
  if (ok) return 'sent';
  return nextTryAt === null ? 'given_up' : 'failing';
}

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const instantInWords = { ...day, hour: 'numeric', minute: '2-digit' } as const;
