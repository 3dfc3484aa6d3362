import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { noticeKinds } from '#shared/contracts/notices.ts';
import { backupFailures, comments, followedChannels, notices, queueItems, replies } from '#shared/schema.ts';
import { type FakeClock, fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
  makeReply,
  makeVideo,
  setSettings,
} from '../../testing/factories.ts';
import { type NoticeReceivers, noticeReceivers } from '../../testing/notice-receivers.ts';
import { hooksOf, noticesFixture } from '../../testing/notices-fixture.ts';
import { scriptedServer } from '../../testing/scripted-model.ts';

const test = testDatabase();
let clock: FakeClock;
let receivers: NoticeReceivers;
let notifying: ReturnType<typeof noticesFixture>;

beforeEach(async () => {
  clock = fakeClock();
  receivers = await noticeReceivers();
  notifying = noticesFixture(test.db, clock, receivers);
  // Uses only the webhook: mail is slow, and the timing is the same on each channel.
  await notifying.set({ routes: Object.fromEntries(noticeKinds.map((kind) => [kind, ['webhook']])) });
});
afterEach(() => receivers.close());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const page = 'https://chime.example.org';
const suspended = { code: 'project_suspended', needsPerson: true };
const away = { code: 'youtube_unavailable', needsPerson: false };

async function unconfirmed(title = 'Probes at night'): Promise<void> {
  const { id: videoId } = await makeVideo(test.db, { title });
  const updatedAt = clock.now();
  await makeComment(test.db, { videoId, status: 'failed', failureCode: 'unconfirmed', updatedAt });
}

async function replied(title = 'Probes at night', text = 'Does that hold for Java?'): Promise<void> {
  const { id: videoId } = await makeVideo(test.db, { title });
  const { id: commentId } = await makeComment(test.db, { videoId, status: 'posted', postedAt: clock.now() });
  await makeReply(test.db, { commentId, text, createdAt: clock.now() });
}

async function scheduled(count: number, inMs: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id: commentId } = await makeComment(test.db, { status: 'approved' });
    const dueAt = new Date(clock.now().getTime() + inMs + index);
    await makeQueueItem(test.db, { commentId, dueAt, scheduledFor: dueAt, autoPost: true });
  }
}

const holds = (state: Partial<typeof notifying.state>) => Object.assign(notifying.state, state);

async function backupFails(...reasons: string[]): Promise<void> {
  const failedAt = clock.now();
  await test.db.insert(backupFailures).values(reasons.map((reason) => ({ reason, failedAt })));
}

const signInEndsIn = (ms: number) =>
  makeGoogleAccount(test.db, { grantExpiresAt: new Date(clock.now().getTime() + ms) });

/** Returns the last message of each receiver in one format, and checks how many each one got. */
function last(count: number) {
  const { mails } = receivers.mail;
  const hooks = hooksOf(receivers);
  const apps = receivers.ntfy.received;
  for (const { length } of [mails, hooks, apps]) expect(length).toBe(count);
  const hook = hooks.at(-1);
  const mail = mails.at(-1);
  const ntfy = apps.at(-1);
  if (!hook || !mail || !ntfy) throw new Error('Not every channel was sent to.');
  return { hook, mail, ntfy: { ...JSON.parse(ntfy.body), headers: ntfy.headers } };
}

type Kind = [arrange: () => Promise<unknown>, title: string, words: string[], path: string];
const kinds: Record<string, Kind> = {
  'posting.paused': [
    () => scheduled(3, 5 * hour).then(() => holds({ standstill: suspended })),
    'Posting is paused',
    [
      'Google has suspended this app’s Google Cloud project.',
      'since Tue, Mar 3, 12:00 PM',
      'Waiting: 3 scheduled comments.',
    ],
    '/scheduled',
  ],
  'comment.unconfirmed': [
    () => unconfirmed(),
    'YouTube did not confirm a comment',
    ['“Probes at night”', 'It may be held for review.'],
    '/queue?comment=1',
  ],
  'comment.removed': [
    () =>
      makeComment(test.db, {
        ...{ status: 'posted', visibility: 'only_you' },
        visibilityCheckedAt: clock.now(),
      }),
    'A comment of yours is not public',
    ['only you see it'],
    '/history?visibility=only_you',
  ],
  'backup.failed': [
    () => backupFails('First.', 'There is no room left for /backups.'),
    'The nightly backup failed twice',
    ['There is no room left for /backups.'],
    '/settings?tab=general',
  ],
  'disk.low': [
    async () => holds({ freeBytes: 0.42e9 }),
    'The disk is nearly full',
    ['400 MB are left'],
    '/settings?tab=general',
  ],
  'schedule.endangered': [
    () => signInEndsIn(2 * day).then(() => scheduled(5, 3 * day)),
    '5 scheduled comments will miss their time',
    ['Your sign-in with Google ends on Thu, Mar 5, 12:00 PM; 5 comments are scheduled after that.'],
    '/scheduled',
  ],
  'replies.new': [
    () => replied(),
    'Someone replied to you',
    ['“Probes at night”: one reply'],
    '/history?tab=replies',
  ],
  'letter.daily': [
    async () => {
      const now = clock.now();
      const postedAt = new Date(now.getTime() - 20 * hour);
      await makeComment(test.db, { status: 'posted', postedAt, visibility: 'public' });
      const removed = { status: 'posted', postedAt, visibility: 'removed' } as const;
      await makeComment(test.db, removed);
      await makeComment(test.db, { ...removed, withdrawnAt: now });
      await scheduled(1, 2 * hour);
      await makeReply(test.db, { state: 'read' });
      await makeComment(test.db);
      await test.db
        .insert(followedChannels)
        .values({ channelId: 'UC1', uploadsId: 'UU1', namedAt: now, nextReadAt: now, createdAt: now });
      holds({ unseenFresh: 1 });
      await notifying.set({ letterOn: true, letterHour: 11, letterDays: [2] });
    },
    'Today: 1 comment to go out, 1 reply to answer',
    [
      'Posted yesterday: 3.',
      'Of these, not public: 1.',
      'Going out today: 1.',
      'Replies without an answer: 1.',
      'Fresh videos: 1.',
      'Drafts waiting for you: 1.',
    ],
    '/queue',
  ],
};

describe('notices', () => {
  beforeEach(() => notifying.set({ routes: {} }));

  it.each(Object.entries(kinds))(
    'of type %s are sent once to every channel, with their text and link (rules 15.1, 15.6)',
    async (type, [arrange, title, words, path]) => {
      await arrange();
      await notifying.pass(3 * minute, 20_000);
      const { hook, mail, ntfy } = last(1);
      expect([hook.type, hook.data.title, hook.data.url]).toEqual([type, title, `${page}${path}`]);
      expect([ntfy.title, ntfy.click]).toEqual([title, `${page}${path}`]);
      expect(mail.headers.get('message-id')).toBe(`<${hook.id}@chime.example.org>`);
      for (const text of [hook.data.text, ntfy.message, mail.text, mail.html])
        for (const word of words) expect(text).toContain(word);
      for (const text of [mail.text, mail.html]) expect(text).toContain(`${page}${path}`);
      const sent = ['email', 'ntfy', 'webhook'].map((channel) => ({ channel, state: 'sent' }));
      expect(await notifying.service.list()).toMatchObject([
        { type, title, path, isRead: false, deliveries: sent },
      ]);
    },
  );

  it('quote what people wrote only when the owner asked for it (rule 15.5)', async () => {
    await replied();
    await notifying.pass(2 * minute);
    expect(JSON.stringify(last(1))).not.toContain('Does that hold');
    await notifying.set({ withWords: true });
    await replied('Another one', 'Why not <b>Helm</b>?');
    await notifying.pass(2 * hour, 30 * minute);
    const { hook, mail, ntfy } = last(2);
    expect(hook.data['about']).toMatchObject([{ videoTitle: 'Another one', words: 'Why not <b>Helm</b>?' }]);
    for (const text of [hook.data.text, ntfy.message, mail.text])
      expect(text).toContain('> Why not <b>Helm</b>?');
    expect(mail.html).toContain('Why not &#60;b&#62;Helm');
  });
});

describe('a cause', () => {
  it('leads to one notice for all that happens within a minute, and to another for the rest of the hour (rule 15.2)', async () => {
    const { id: commentId } = await makeComment(test.db, { status: 'posted', postedAt: clock.now() });
    const createdAt = clock.now();
    const { id: _, ...reply } = await makeReply(test.db, { commentId, createdAt });
    const others = Array.from({ length: 999 }, (_, at) => ({
      ...reply,
      youtubeReplyId: `Ugthread.other${at}`,
    }));
    await test.db.insert(replies).values(others);
    await notifying.pass(2 * minute, 20_000);
    expect(hooksOf(receivers).map(({ data }) => data.title)).toEqual(['1000 new replies to you']);
    await replied('One');
    await notifying.pass(10 * minute);
    await replied('Two');
    await notifying.pass(30 * minute);
    expect(notifying.types()).toHaveLength(1);
    await notifying.pass(30 * minute);
    expect(notifying.types()).toHaveLength(2);
    expect(hooksOf(receivers).at(-1)?.data.text).toBe('“One”: one reply\n“Two”: one reply');
  });

  it('is reported again every day while it lasts, as a reminder with the same cause (rule 15.3)', async () => {
    notifying.state.standstill = suspended;
    await notifying.tick();
    await notifying.pass(day - hour, 6 * hour);
    expect(notifying.types()).toHaveLength(1);
    await notifying.pass(3 * hour, hour);
    expect(notifying.types()).toHaveLength(2);
    await notifying.pass(day, 6 * hour);
    expect(notifying.types()).toHaveLength(3);
    const [first, second, third] = hooksOf(receivers);
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
    expect([second?.data.cause, third?.data.cause]).toEqual([first?.data.cause, first?.data.cause]);
    expect(second?.data).toMatchObject({ title: 'Reminder: Posting is paused', isReminder: true });
  });

  it('is reported as over even when quiet hours held back a reminder of it', async () => {
    clock.set('2026-03-03T23:00:00Z');
    await notifying.set({ quietFrom: 22, quietTo: 6 });
    notifying.state.standstill = suspended;
    await notifying.pass(8 * hour, hour);
    expect(notifying.types()).toHaveLength(1);
    await notifying.set({ quietFrom: 6, quietTo: 9 });
    await notifying.pass(24 * hour, hour);
    notifying.state.standstill = null;
    await notifying.pass(3 * hour, hour);
    expect(notifying.types()).toEqual(['posting.paused', 'posting.resumed']);
  });

  it('is reported again only once when it is an unconfirmed comment, and not after a decision', async () => {
    await unconfirmed('Decided');
    await unconfirmed();
    await notifying.pass(2 * minute);
    await test.db.update(comments).set({ status: 'approved' }).where(eq(comments.id, 1));
    await notifying.pass(5 * day, 10 * hour);
    expect(notifying.types()).toEqual(['comment.unconfirmed', 'comment.unconfirmed']);
    const [first, reminder] = hooksOf(receivers).map(({ data }) => data);
    expect(first?.title).toBe('YouTube did not confirm 2 comments');
    expect(reminder?.title).toBe('Reminder: YouTube did not confirm a comment');
    expect(reminder?.text).not.toContain('Decided');
  });

  it('is resolved when it ends, and the end of a pause and of failing backups is reported once (rule 15.3)', async () => {
    notifying.state.standstill = suspended;
    await backupFails('A.', 'B.');
    await notifying.tick();
    notifying.state.standstill = null;
    await test.db.delete(backupFailures);
    await notifying.pass(2 * day, 6 * hour);
    expect(notifying.types()).toEqual([
      'posting.paused',
      'backup.failed',
      'posting.resumed',
      'backup.resumed',
    ]);
    const [paused, , resumed] = hooksOf(receivers);
    expect(resumed?.data).toMatchObject({ cause: paused?.data.cause, title: 'Posting has resumed' });
    expect((await notifying.service.list()).map(({ resolvedAt }) => resolvedAt === null)).not.toContain(true);
  });

  it('is not reported when it is a hold that ends within an hour', async () => {
    notifying.state.standstill = away;
    await notifying.pass(55 * minute, 5 * minute);
    expect(await notifying.service.list()).toEqual([]);
    notifying.state.standstill = null;
    await notifying.pass(2 * hour, hour);
    expect(notifying.types()).toHaveLength(0);
    notifying.state.standstill = away;
    await notifying.pass(62 * minute, 2 * minute);
    expect(notifying.types()).toEqual(['posting.paused']);
  });

  it('is reported at once when its reason becomes one that only the owner can end, and ends once', async () => {
    notifying.state.standstill = away;
    await notifying.pass(62 * minute, 2 * minute);
    notifying.state.standstill = suspended;
    await notifying.pass(minute);
    const [first, second] = hooksOf(receivers);
    expect(second?.data).toMatchObject({ cause: first?.data.cause, reason: suspended.code });
    expect(second?.data.title).toBe('Posting is paused');
    notifying.state.standstill = away;
    await notifying.pass(10 * minute);
    notifying.state.standstill = null;
    await notifying.pass(10 * minute);
    expect(notifying.types()).toEqual(['posting.paused', 'posting.paused', 'posting.resumed']);
  });

  it('is reported with the start of its present reason, and at the end with the start of the whole pause', async () => {
    notifying.state.standstill = away;
    await notifying.pass(4 * minute);
    notifying.state.standstill = suspended;
    await notifying.pass(minute);
    notifying.state.standstill = null;
    await notifying.pass(minute);
    const [paused, resumed] = hooksOf(receivers);
    expect(paused?.data.text).toContain('Paused for this reason since Tue, Mar 3, 12:05 PM.');
    expect(resumed?.data.text).toContain('Posting had been paused since Tue, Mar 3, 12:01 PM.');
  });

  it('ends without a report when nothing waits for posting any more (rule 15.3)', async () => {
    notifying.state.standstill = { code: 'not_connected', needsPerson: true };
    await scheduled(2, 5 * hour);
    await notifying.tick();
    await test.db.delete(queueItems);
    await notifying.pass(10 * minute);
    expect(await notifying.service.list()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
    await scheduled(1, 5 * hour);
    await notifying.pass(10 * minute);
    notifying.state.standstill = null;
    await notifying.tick();
    expect(notifying.types()).toEqual(['posting.paused', 'posting.paused', 'posting.resumed']);
  });

  it('is shown under the bell with its present state', async () => {
    const hidden = { status: 'posted', visibility: 'removed', visibilityCheckedAt: clock.now() } as const;
    const { id } = await makeComment(test.db, hidden);
    const { id: withdrawn } = await makeComment(test.db, hidden);
    await notifying.pass(2 * minute);
    const [told] = hooksOf(receivers);
    expect(told?.data.text).toContain(': removed');
    await test.db.update(comments).set({ visibility: 'public' }).where(eq(comments.id, id));
    await test.db.update(comments).set({ withdrawnAt: clock.now() }).where(eq(comments.id, withdrawn));
    await notifying.tick();
    const [over] = await notifying.service.list();
    expect(over).toMatchObject({
      resolvedAt: expect.any(Date),
      text: expect.stringContaining(': public again'),
    });
    expect(over?.text).not.toContain('removed');
  });

  it('ends without a report when a schedule is safe again, and is not reported twice a day', async () => {
    await signInEndsIn(2 * day);
    await scheduled(1, 3 * day);
    await notifying.tick();
    const [item] = await test.db.delete(queueItems).returning();
    await notifying.pass(10 * minute);
    expect((await notifying.service.list())[0]?.resolvedAt).not.toBeNull();
    if (item) await test.db.insert(queueItems).values(item);
    await notifying.pass(10 * minute);
    expect((await notifying.service.list()).map(({ resolvedAt }) => resolvedAt)).toEqual([null]);
    expect(notifying.types()).toHaveLength(1);
  });

  it.each([
    ['comment.unconfirmed', unconfirmed, () => test.db.update(comments).set({ status: 'approved' })],
    ['replies.new', replied, () => test.db.update(replies).set({ state: 'read' })],
  ])('of type %s is resolved by the owner’s decision, and then not sent', async (_type, arrange, decide) => {
    await arrange();
    await notifying.tick();
    await decide();
    await notifying.pass(2 * minute);
    expect(notifying.types()).toHaveLength(0);
    const [notice] = await notifying.service.list();
    expect(notice).toMatchObject({ resolvedAt: expect.any(Date), deliveries: [] });
    await arrange();
    await notifying.pass(2 * minute);
    expect(notifying.types()).toHaveLength(1);
  });
});

describe('quiet hours (rule 15.4)', () => {
  beforeEach(async () => {
    await setSettings(test.db, { timeZone: 'Europe/Berlin' });
    clock.set('2026-03-03T21:30:00Z');
  });

  it('hold notices back until the morning, while the page shows them, and drop what was resolved', async () => {
    await replied('Read at night');
    await replied();
    await notifying.pass(9 * hour, 3 * hour);
    expect(notifying.types()).toHaveLength(0);
    expect(await notifying.service.list()).toMatchObject([{ type: 'replies.new', toldAt: null }]);
    await test.db.update(replies).set({ state: 'read' }).where(eq(replies.id, 1));
    await notifying.pass(hour, 30 * minute);
    expect(hooksOf(receivers).map(({ data }) => data.text)).toEqual(['“Probes at night”: one reply']);
  });

  it('let a pause through only when a comment is due within the hour', async () => {
    notifying.state.standstill = suspended;
    await scheduled(1, 3 * hour);
    await notifying.pass(110 * minute, 10 * minute);
    expect(notifying.types()).toHaveLength(0);
    await notifying.pass(30 * minute, 10 * minute);
    expect(notifying.types()).toEqual(['posting.paused']);
  });

  it('can be moved to other hours', async () => {
    notifying.state.standstill = suspended;
    await notifying.set({ quietFrom: 0, quietTo: 6 });
    await notifying.tick();
    expect(notifying.types()).toHaveLength(1);
  });
});

describe('the letter (rule 15.6)', () => {
  it('is sent once at its hour on each of its days, in the owner’s time zone', async () => {
    await setSettings(test.db, { timeZone: 'Asia/Tokyo' });
    // Wednesday at nine in Tokyo is midnight UTC.
    await notifying.set({ letterOn: true, letterHour: 9, letterDays: [3] });
    await notifying.pass(11 * hour, 4 * hour);
    expect(notifying.types()).toHaveLength(0);
    await notifying.pass(13 * hour, 3 * hour);
    expect(notifying.types()).toEqual(['letter.daily']);
    expect(hooksOf(receivers).at(-1)?.data.cause).toBe('letter.daily:2026-03-04');
    await notifying.pass(5 * day, 8 * hour);
    expect(notifying.types()).toHaveLength(1);
  });
});

it('a letter that quiet hours hold back until the next day is not sent (rule 15.6)', async () => {
  clock.set('2026-03-03T22:30:00Z');
  await notifying.set({ letterOn: true, letterHour: 22, letterDays: [2], quietFrom: 22, quietTo: 8 });
  await notifying.pass(12 * hour, hour);
  expect(notifying.types()).toEqual([]);
});

describe('the outbox (rule 15.7)', () => {
  it('tries again after 1, 5 and 30 minutes, 2 and 8 hours with the same id, then gives up and says so', async () => {
    const webhook = await scriptedServer([{ status: 500, text: 'Down for a while' }]);
    onTestFinished(() => webhook.close());
    const failing = noticesFixture(test.db, clock, { ...receivers, webhook });
    failing.state.standstill = suspended;
    await failing.tick();
    expect([receivers.mail.mails, receivers.ntfy.received]).toEqual([[], []]);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      const [delivery] = (await failing.service.list())[0]?.deliveries ?? [];
      expect(delivery).toMatchObject({ state: 'failing', attempts, answer: expect.stringContaining('500') });
      const waitMs = new Date(delivery?.nextTryAt ?? '').getTime() - clock.now().getTime();
      waits.push(waitMs / minute);
      clock.advance(waitMs - 1);
      await failing.service.tick();
      expect(webhook.received).toHaveLength(attempts);
      clock.advance(1);
      await failing.service.tick();
    }
    expect(waits).toEqual([1, 5, 30, 120, 480]);
    const answer = expect.stringContaining('Down for a while');
    const givenUp = { state: 'given_up', attempts: 6, nextTryAt: null, answer };
    expect(await failing.service.list()).toMatchObject([{ deliveries: [givenUp] }]);
    const ids = hooksOf({ webhook }).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([6, 1]);
  });

  it.each([400, 401, 403, 404, 410, 413])(
    'gives up at once after a %i, which a retry would not change, and says what to fix (rule 15.12)',
    async (status) => {
      const webhook = await scriptedServer([{ status, text: 'No' }]);
      onTestFinished(() => webhook.close());
      const refused = noticesFixture(test.db, clock, { ...receivers, webhook });
      refused.state.standstill = suspended;
      await refused.tick();
      await refused.pass(12 * hour, hour);
      expect(webhook.received).toHaveLength(1);
      const answer = expect.stringMatching(/^\d{3} .* · .+\.$/);
      const givenUp = { state: 'given_up', attempts: 1, nextTryAt: null, answer };
      expect(await refused.service.list()).toMatchObject([{ deliveries: [givenUp] }]);
    },
  );

  it('shortens a notice about long replies to one message that ntfy accepts (rule 15.12)', async () => {
    await notifying.set({ withWords: true, routes: { 'replies.new': ['ntfy'] } });
    for (const video of ['Probes at night', 'Rollbacks', 'Backups'])
      await replied(video, 'A stranger goes on about how probes are set, with an example. '.repeat(60));
    await notifying.pass(2 * minute);
    const [{ body = '' } = {}, ...others] = receivers.ntfy.received;
    expect(others).toEqual([]);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
    expect(JSON.parse(body)).toMatchObject({
      title: '3 new replies to you',
      message: expect.stringMatching(/…$/),
    });
  });

  it('keeps notices for thirty days, and longer while their cause lasts', async () => {
    await replied();
    notifying.state.standstill = suspended;
    await notifying.pass(2 * hour, hour);
    await notifying.pass(36 * day, 4 * day);
    const types = (await test.db.select().from(notices)).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['posting.paused']));
    notifying.state.standstill = null;
    await notifying.tick();
    await notifying.pass(31 * day, 31 * day);
    expect(await notifying.service.list()).toEqual([]);
  });

  it('marks notices as read when the list is opened, while later ones are new (rule 15.10)', async () => {
    notifying.state.standstill = suspended;
    await notifying.tick();
    await notifying.service.markRead(clock.now());
    await unconfirmed();
    await notifying.pass(2 * minute);
    expect(await notifying.service.list()).toMatchObject([
      { type: 'comment.unconfirmed', isRead: false },
      { type: 'posting.paused', isRead: true },
    ]);
  });

  it('does not mark notices as read before they exist (rules 5.8 and 15.10)', async () => {
    const later = new Date(clock.now().getTime() + minute);
    await expect(notifying.service.markRead(later)).rejects.toMatchObject({ status: 400 });
    notifying.state.standstill = suspended;
    await notifying.pass(2 * minute);
    expect(await notifying.service.list()).toMatchObject([{ isRead: false }]);
  });

  it('can mark notices as read after a clock that was ahead stored a future time (rule 15.10)', async () => {
    notifying.state.standstill = suspended;
    await notifying.tick();
    await notifying.set({ readUpTo: new Date(clock.now().getTime() + 365 * day) });
    expect(await notifying.service.list()).toMatchObject([{ isRead: false }]);
    await notifying.service.markRead(clock.now());
    expect(await notifying.service.list()).toMatchObject([{ isRead: true }]);
  });

  it('keeps a notice read when an earlier request to mark as read arrives late (rule 15.10)', async () => {
    notifying.state.standstill = suspended;
    await notifying.tick();
    await notifying.service.markRead(clock.now());
    await notifying.service.markRead(new Date(clock.now().getTime() - hour));
    expect(await notifying.service.list()).toMatchObject([{ isRead: true }]);
  });
});
