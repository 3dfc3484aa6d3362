import { isDeepStrictEqual } from 'node:util';
import {
  type NoticeDelivery,
  type SendingChannel,
  sendingChannels,
} from '#shared/contracts/notices.ts';
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { NoticeChannels } from './notice-channels.ts';
import { type Facts, hourMs, isMoment } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import {
  dueLetter,
  followUp,
  isLateLetter,
  isOld,
  isQuiet,
  isWaiting,
  letterCause,
  type NewNotice,
  type NoticeRow,
  newNotice,
  newWebhookId,
} from './notices.rules.ts';

type StoredSettings = Awaited<ReturnType<NoticesRepository['settings']>>;

/** What notices are about, besides the rows that the repository reads. */
export interface Outlook {
  standstill(): Promise<Facts['standstill']>;
  /** Returns the free disk space where data and backups are stored. */
  freeBytes(): Promise<number>;
  unseenFresh(): Promise<number>;
}

interface Deps extends Outlook {
  repository: NoticesRepository;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

/**
 * Returns a function that records new and resolved notices, and prepares a delivery on
 * each channel for those that are due.
 */
export function createNoticeRecorder(
  deps: Deps,
  channelsFor: NoticeChannels['channelsFor'],
) {
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
  async function newLetter(
    stored: StoredSettings,
    known: readonly NoticeRow[],
    now: Date,
  ) {
    const day = dueLetter(stored, now);
    if (!day) return null;
    const cause = letterCause(day.day);
    if (known.some((notice) => notice.cause === cause)) return null;
    const letter = await repository.letter(day, await unseenFresh());
    return newNotice({ type: 'letter.daily', cause, data: { letter }, now });
  }

  /**
   * Prepares a delivery on each channel that the owner chose for notices of this type.
   */
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

/**
 * Quiet hours hold back everything except a pause while a comment is due within the hour
 * (rule 15.4).
 */
function endangersDueComment({ type }: NewNotice, { nextDueAt, now }: Facts): boolean {
  const isDueSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= hourMs;
  return type === 'posting.paused' && isDueSoon;
}

function waitingDelivery(channel: SendingChannel, now: Date): NoticeDelivery {
  return {
    channel,
    state: 'waiting',
    attempts: 0,
    nextTryAt: now.toISOString(),
    answer: null,
  };
}
