import { type AddressInfo, createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { type NoticeType, noticeKinds } from '#shared/contracts/notices.ts';
import { backupFailures, noticeSettings } from '#shared/schema.ts';
import type { Db } from '../db/database.ts';
import { createNoticesRepository } from '../features/notices/notices.repository.ts';
import { createNoticesService } from '../features/notices/notices.service.ts';
import { sendNotice } from '../providers/notices/send-notice.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
  makeReply,
  makeVideo,
} from './factories.ts';
import { type NoticeReceivers, noticeReceivers } from './notice-receivers.ts';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface ReceivedHook {
  id: string;
  type: NoticeType;
  timestamp: string;
  data: Record<string, unknown> & {
    cause: string;
    title: string;
    text: string;
    url: string;
  };
}

/**
 * Verifies each webhook with the Standard Webhooks package, which compares the timestamp
 * with this machine's clock.
 */
export function hooksOf({ webhook }: Pick<NoticeReceivers, 'webhook'>): ReceivedHook[] {
  return webhook.received.map(({ headers, body }) => {
    const now = Date.now;
    try {
      Date.now = () => Number(headers['webhook-timestamp']) * 1000;
      new Webhook(webhookSecret).verify(body, headers as Record<string, string>);
    } finally {
      Date.now = now;
    }
    return { id: headers['webhook-id'], ...JSON.parse(body) };
  });
}

export async function silentServer() {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
}

/**
 * The complete notices service with a real database and real senders; tests set the state
 * that it reports.
 */
export function noticesFixture(db: Db, clock: FakeClock, receivers: NoticeReceivers) {
  const state = {
    standstill: null as { code: string; needsPerson: boolean } | null,
    freeBytes: 50e9,
    unseenFresh: 0,
  };
  const service = createNoticesService({
    repository: createNoticesRepository(db),
    vault: { seal: (text) => text, open: (text) => text },
    environment: {
      SMTP_URL: {
        smtpHost: '127.0.0.1',
        smtpPort: receivers.mail.port,
        smtpUser: '',
        smtpPassword: [],
      },
      MAIL_FROM: { mailFrom: 'chime@example.org' },
      MAIL_TO: { mailTo: 'ada@example.org' },
      NTFY_URL: {
        ntfyServer: receivers.ntfy.origin,
        ntfyTopic: 'chime',
        ntfyToken: ['tk_secret'],
      },
      WEBHOOK_URL: {
        webhookUrl: `${receivers.webhook.origin}/hook`,
        webhookSecret: [webhookSecret],
      },
    },
    send: sendNotice,
    standstill: async () => state.standstill,
    freeBytes: async () => state.freeBytes,
    unseenFresh: async () => state.unseenFresh,
    publicUrl: 'https://chime.example.org',
    events: { changed: () => undefined },
    clock,
    stopping: new AbortController().signal,
  });

  return {
    state,
    service,
    tick: service.tick,
    /** Advances time in steps of `stepMs` and runs the job after each. */
    async pass(ms: number, stepMs = 60_000): Promise<void> {
      for (let left = ms; left > 0; left -= stepMs) {
        clock.advance(Math.min(left, stepMs));
        await service.tick();
      }
    },
    async set(values: Partial<typeof noticeSettings.$inferInsert>): Promise<void> {
      await db.update(noticeSettings).set(values);
    },
    types: () => hooksOf(receivers).map(({ type }) => type),
  };
}

/** A reason for which posting stands still until the owner acts. */
export const suspended = { code: 'project_suspended', needsPerson: true };

/** A reason that pauses posting and passes without the owner. */
export const away = { code: 'youtube_unavailable', needsPerson: false };

/**
 * Provides a new notices service for each test of a file, with receivers for every
 * channel. At first, all notices go only to the webhook: mail is slow, and the timing is
 * the same on each channel. Call it at the top of a file, and read its fields inside the
 * tests.
 */
export function testNotices() {
  const test = testDatabase();
  let clock: FakeClock;
  let receivers: NoticeReceivers;
  let notifying: ReturnType<typeof noticesFixture>;

  beforeEach(async () => {
    clock = fakeClock();
    receivers = await noticeReceivers();
    notifying = noticesFixture(test.db, clock, receivers);
    await notifying.set({
      routes: Object.fromEntries(noticeKinds.map((kind) => [kind, ['webhook']])),
    });
  });
  afterEach(() => receivers.close());

  return {
    get db() {
      return test.db;
    },
    get clock() {
      return clock;
    },
    get receivers() {
      return receivers;
    },
    get notifying() {
      return notifying;
    },

    /** Makes a comment that YouTube did not confirm. */
    async unconfirmed(title = 'Probes at night'): Promise<void> {
      const { id: videoId } = await makeVideo(test.db, { title });
      const updatedAt = clock.now();
      await makeComment(test.db, {
        videoId,
        status: 'failed',
        failureCode: 'unconfirmed',
        updatedAt,
      });
    },

    /** Makes a new reply to a posted comment. */
    async replied(
      title = 'Probes at night',
      text = 'Does that hold for Java?',
    ): Promise<void> {
      const { id: videoId } = await makeVideo(test.db, { title });
      const postedAt = clock.now();
      const { id: commentId } = await makeComment(test.db, {
        videoId,
        status: 'posted',
        postedAt,
      });
      await makeReply(test.db, { commentId, text, createdAt: clock.now() });
    },

    async scheduled(count: number, inMs: number): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const { id: commentId } = await makeComment(test.db, { status: 'approved' });
        const dueAt = new Date(clock.now().getTime() + inMs + index);
        await makeQueueItem(test.db, {
          commentId,
          dueAt,
          scheduledFor: dueAt,
          autoPost: true,
        });
      }
    },

    /** Records one failed backup for each reason. */
    async backupFails(...reasons: string[]): Promise<void> {
      const failedAt = clock.now();
      await test.db
        .insert(backupFailures)
        .values(reasons.map((reason) => ({ reason, failedAt })));
    },

    signInEndsIn: (ms: number) =>
      makeGoogleAccount(test.db, {
        grantExpiresAt: new Date(clock.now().getTime() + ms),
      }),
  };
}
