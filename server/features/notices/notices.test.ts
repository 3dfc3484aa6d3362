import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { followedChannels, replies } from '#shared/schema.ts';
import { makeComment, makeReply, setSettings } from '../../testing/factories.ts';
import { hooksOf, suspended, testNotices } from '../../testing/notices-fixture.ts';

const test = testNotices();
const { unconfirmed, replied, scheduled, backupFails, signInEndsIn } = test;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const page = 'https://chime.example.org';

/**
 * Returns the last message of each receiver in one format, and checks how many each one
 * got.
 */
function last(count: number) {
  const { mails } = test.receivers.mail;
  const hooks = hooksOf(test.receivers);
  const apps = test.receivers.ntfy.received;
  for (const { length } of [mails, hooks, apps]) expect(length).toBe(count);
  const hook = hooks.at(-1);
  const mail = mails.at(-1);
  const ntfy = apps.at(-1);
  if (!hook || !mail || !ntfy) throw new Error('Not every channel was sent to.');
  return { hook, mail, ntfy: { ...JSON.parse(ntfy.body), headers: ntfy.headers } };
}

type Kind = [
  arrange: () => Promise<unknown>,
  title: string,
  words: string[],
  path: string,
];
const kinds: Record<string, Kind> = {
  'posting.paused': [
    () =>
      scheduled(3, 5 * hour).then(() =>
        Object.assign(test.notifying.state, { standstill: suspended }),
      ),
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
        status: 'posted',
        visibility: 'only_you',
        visibilityCheckedAt: test.clock.now(),
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
    async () => Object.assign(test.notifying.state, { freeBytes: 0.42e9 }),
    'The disk is nearly full',
    ['400 MB are left'],
    '/settings?tab=general',
  ],
  'schedule.endangered': [
    () => signInEndsIn(2 * day).then(() => scheduled(5, 3 * day)),
    '5 scheduled comments will miss their time',
    [
      'Your sign-in with Google ends on Thu, Mar 5, 12:00 PM; 5 comments are scheduled after that.',
    ],
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
      const now = test.clock.now();
      const postedAt = new Date(now.getTime() - 20 * hour);
      await makeComment(test.db, { status: 'posted', postedAt, visibility: 'public' });
      const removed = { status: 'posted', postedAt, visibility: 'removed' } as const;
      await makeComment(test.db, removed);
      await makeComment(test.db, { ...removed, withdrawnAt: now });
      await scheduled(1, 2 * hour);
      await makeReply(test.db, { state: 'read' });
      await makeComment(test.db);
      await test.db.insert(followedChannels).values({
        channelId: 'UC1',
        uploadsId: 'UU1',
        namedAt: now,
        nextReadAt: now,
        createdAt: now,
      });
      Object.assign(test.notifying.state, { unseenFresh: 1 });
      await test.notifying.set({ letterOn: true, letterHour: 11, letterDays: [2] });
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
  beforeEach(() => test.notifying.set({ routes: {} }));

  it.each(Object.entries(kinds))(
    'of type %s are sent once to every channel, with their text and link (rules 15.1, 15.6)',
    async (type, [arrange, title, words, path]) => {
      await arrange();
      await test.notifying.pass(3 * minute, 20_000);
      const { hook, mail, ntfy } = last(1);
      expect([hook.type, hook.data.title, hook.data.url]).toEqual([
        type,
        title,
        `${page}${path}`,
      ]);
      expect([ntfy.title, ntfy.click]).toEqual([title, `${page}${path}`]);
      expect(mail.headers.get('message-id')).toBe(`<${hook.id}@chime.example.org>`);
      for (const text of [hook.data.text, ntfy.message, mail.text, mail.html])
        for (const word of words) expect(text).toContain(word);
      for (const text of [mail.text, mail.html]) expect(text).toContain(`${page}${path}`);
      const sent = ['email', 'ntfy', 'webhook'].map((channel) => ({
        channel,
        state: 'sent',
      }));
      expect(await test.notifying.service.list()).toMatchObject([
        { type, title, path, isRead: false, deliveries: sent },
      ]);
    },
  );

  it('do not quote what people wrote (rule 15.5)', async () => {
    await replied();
    await test.notifying.pass(2 * minute);
    expect(JSON.stringify(last(1))).not.toContain('Does that hold');
  });

  it('quote what people wrote when the owner asked for it (rule 15.5)', async () => {
    await test.notifying.set({ withWords: true });
    await replied('Another one', 'Why not <b>Helm</b>?');
    await test.notifying.pass(2 * minute);
    const { hook, mail, ntfy } = last(1);
    expect(hook.data['about']).toMatchObject([
      { videoTitle: 'Another one', words: 'Why not <b>Helm</b>?' },
    ]);
    for (const text of [hook.data.text, ntfy.message, mail.text])
      expect(text).toContain('> Why not <b>Helm</b>?');
    expect(mail.html).toContain('Why not &#60;b&#62;Helm');
  });
});

describe('quiet hours (rule 15.4)', () => {
  beforeEach(async () => {
    await setSettings(test.db, { timeZone: 'Europe/Berlin' });
    test.clock.set('2026-03-03T21:30:00Z');
  });

  it('hold notices back until the morning, while the page shows them', async () => {
    await replied();
    await test.notifying.pass(9 * hour, 3 * hour);
    expect(test.notifying.types()).toHaveLength(0);
    expect(await test.notifying.service.list()).toMatchObject([
      { type: 'replies.new', toldAt: null },
    ]);
    await test.notifying.pass(hour, 30 * minute);
    expect(test.notifying.types()).toEqual(['replies.new']);
  });

  it('leave out what was resolved until the morning', async () => {
    await replied('Read at night');
    await replied();
    await test.notifying.pass(9 * hour, 3 * hour);
    await test.db.update(replies).set({ state: 'read' }).where(eq(replies.id, 1));
    await test.notifying.pass(hour, 30 * minute);
    expect(hooksOf(test.receivers).map(({ data }) => data.text)).toEqual([
      '“Probes at night”: one reply',
    ]);
  });

  it('let a pause through only when a comment is due within the hour', async () => {
    test.notifying.state.standstill = suspended;
    await scheduled(1, 3 * hour);
    await test.notifying.pass(110 * minute, 10 * minute);
    expect(test.notifying.types()).toHaveLength(0);
    await test.notifying.pass(30 * minute, 10 * minute);
    expect(test.notifying.types()).toEqual(['posting.paused']);
  });

  it('can be moved to other hours', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.set({ quietFrom: 0, quietTo: 6 });
    await test.notifying.tick();
    expect(test.notifying.types()).toHaveLength(1);
  });
});

describe('the letter (rule 15.6)', () => {
  it('is sent once at its hour on each of its days, in the owner’s time zone', async () => {
    await setSettings(test.db, { timeZone: 'Asia/Tokyo' });
    // Wednesday at nine in Tokyo is midnight UTC.
    await test.notifying.set({ letterOn: true, letterHour: 9, letterDays: [3] });
    await test.notifying.pass(11 * hour, 4 * hour);
    expect(test.notifying.types()).toHaveLength(0);
    await test.notifying.pass(13 * hour, 3 * hour);
    expect(test.notifying.types()).toEqual(['letter.daily']);
    expect(hooksOf(test.receivers).at(-1)?.data.cause).toBe('letter.daily:2026-03-04');
    await test.notifying.pass(5 * day, 8 * hour);
    expect(test.notifying.types()).toHaveLength(1);
  });

  it('is not sent when quiet hours hold it back until the next day', async () => {
    test.clock.set('2026-03-03T22:30:00Z');
    await test.notifying.set({
      letterOn: true,
      letterHour: 22,
      letterDays: [2],
      quietFrom: 22,
      quietTo: 8,
    });
    await test.notifying.pass(12 * hour, hour);
    expect(test.notifying.types()).toEqual([]);
  });
});

describe('notices that the owner reads (rule 15.10)', () => {
  it('are marked as read when the list is opened, while later ones are new', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    await test.notifying.service.markRead(test.clock.now());
    await unconfirmed();
    await test.notifying.pass(2 * minute);
    expect(await test.notifying.service.list()).toMatchObject([
      { type: 'comment.unconfirmed', isRead: false },
      { type: 'posting.paused', isRead: true },
    ]);
  });

  it('cannot be marked as read before they exist (rule 5.8)', async () => {
    const later = new Date(test.clock.now().getTime() + minute);
    await expect(test.notifying.service.markRead(later)).rejects.toMatchObject({
      status: 400,
    });
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(2 * minute);
    expect(await test.notifying.service.list()).toMatchObject([{ isRead: false }]);
  });

  it('can be marked as read after a clock that was ahead stored a future time', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    await test.notifying.set({
      readUpTo: new Date(test.clock.now().getTime() + 365 * day),
    });
    expect(await test.notifying.service.list()).toMatchObject([{ isRead: false }]);
    await test.notifying.service.markRead(test.clock.now());
    expect(await test.notifying.service.list()).toMatchObject([{ isRead: true }]);
  });

  it('stay read when an earlier request to mark as read arrives late', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    await test.notifying.service.markRead(test.clock.now());
    await test.notifying.service.markRead(new Date(test.clock.now().getTime() - hour));
    expect(await test.notifying.service.list()).toMatchObject([{ isRead: true }]);
  });
});
