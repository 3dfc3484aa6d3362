import type { NoticeDelivery, SendingChannel } from '#shared/contracts/notices.ts';
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type {
  NoticeMessage,
  NoticeTarget,
  SendNotice,
} from '../../providers/notices/notices.ts';
import type { NoticeChannels } from './notice-channels.ts';
import type { ComposeNotices } from './notice-composer.ts';
import type { NoticesRepository } from './notices.repository.ts';
import { isLateLetter, type NoticeRow, nextTry } from './notices.rules.ts';

interface Deps {
  repository: Pick<NoticesRepository, 'record' | 'settings'>;
  send: SendNotice;
  compose: ComposeNotices;
  inUse: NoticeChannels['inUse'];
  events: Pick<Events, 'changed'>;
  clock: Clock;
  /** Aborts what is being sent; it is sent again after the next start. */
  stopping: AbortSignal;
}

/**
 * Returns a function that sends what is due on one channel. It stops at the first
 * failure, so that a receiver that hangs costs its channel only one try per tick.
 */
export function createNoticeSender(deps: Deps) {
  const { repository, send, compose, inUse, events, clock, stopping } = deps;

  async function giveUpLetter(
    { id, deliveries }: NoticeRow,
    channel: SendingChannel,
  ): Promise<void> {
    const { attempts = 0 } = deliveries[channel] ?? {};
    const answer = 'The day of this letter was over before it could be sent.';
    await repository.record(id, {
      channel,
      state: 'given_up',
      attempts,
      nextTryAt: null,
      answer,
    });
  }

  /**
   * Returns true if the channel's next notice can be sent now. Records nothing if the app
   * stops meanwhile.
   */
  async function deliver(
    row: NoticeRow,
    message: NoticeMessage,
    {
      channel,
      target,
      timeZone,
    }: { channel: SendingChannel; target: NoticeTarget | null; timeZone: string },
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

  return async function sendVia(
    channel: SendingChannel,
    kept: readonly NoticeRow[],
  ): Promise<void> {
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

function isDueOn(
  channel: SendingChannel,
  { deliveries }: NoticeRow,
  now: string,
): boolean {
  const { nextTryAt = null } = deliveries[channel] ?? {};
  return nextTryAt !== null && nextTryAt <= now;
}

const notSetUp = {
  ok: false,
  answer: 'This channel is not set up any more.',
  isFinal: true,
};

function deliveryState(ok: boolean, nextTryAt: string | null): NoticeDelivery['state'] {
  if (ok) return 'sent';
  return nextTryAt === null ? 'given_up' : 'failing';
}
