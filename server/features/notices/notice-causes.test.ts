import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupFailures, comments, queueItems, replies } from '#shared/schema.ts';
import { makeComment, makeReply } from '../../testing/factories.ts';
import { away, hooksOf, suspended, testNotices } from '../../testing/notices-fixture.ts';

const test = testNotices();
const { unconfirmed, replied, scheduled, backupFails, signInEndsIn } = test;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('a cause', () => {
  it('leads to one notice for all that happens within a minute (rule 15.2)', async () => {
    const { id: commentId } = await makeComment(test.db, {
      status: 'posted',
      postedAt: test.clock.now(),
    });
    const { id: _, ...reply } = await makeReply(test.db, {
      commentId,
      createdAt: test.clock.now(),
    });
    const others = Array.from({ length: 999 }, (_, at) => ({
      ...reply,
      youtubeReplyId: `Ugthread.other${at}`,
    }));
    await test.db.insert(replies).values(others);
    await test.notifying.pass(2 * minute, 20_000);
    expect(hooksOf(test.receivers).map(({ data }) => data.title)).toEqual([
      '1000 new replies to you',
    ]);
  });

  it('leads to one more notice for the rest of the hour (rule 15.2)', async () => {
    await replied();
    await test.notifying.pass(2 * minute, 20_000);
    await replied('One');
    await test.notifying.pass(10 * minute);
    await replied('Two');
    await test.notifying.pass(30 * minute);
    expect(test.notifying.types()).toHaveLength(1);
    await test.notifying.pass(30 * minute);
    expect(test.notifying.types()).toHaveLength(2);
    expect(hooksOf(test.receivers).at(-1)?.data.text).toBe(
      '“One”: one reply\n“Two”: one reply',
    );
  });

  it('is reported again every day while it lasts (rule 15.3)', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    await test.notifying.pass(day - hour, 6 * hour);
    expect(test.notifying.types()).toHaveLength(1);
    await test.notifying.pass(3 * hour, hour);
    expect(test.notifying.types()).toHaveLength(2);
    await test.notifying.pass(day, 6 * hour);
    expect(test.notifying.types()).toHaveLength(3);
  });

  it('has the same cause in each reminder, but each message its own id (rule 15.3)', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    await test.notifying.pass(2 * day + 2 * hour, 6 * hour);
    const [first, second, third] = hooksOf(test.receivers);
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
    expect([second?.data.cause, third?.data.cause]).toEqual([
      first?.data.cause,
      first?.data.cause,
    ]);
    expect(second?.data).toMatchObject({
      title: 'Reminder: Posting is paused',
      isReminder: true,
    });
  });

  it('is reported as over even when quiet hours held back a reminder of it', async () => {
    test.clock.set('2026-03-03T23:00:00Z');
    await test.notifying.set({ quietFrom: 22, quietTo: 6 });
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(8 * hour, hour);
    expect(test.notifying.types()).toHaveLength(1);
    await test.notifying.set({ quietFrom: 6, quietTo: 9 });
    await test.notifying.pass(24 * hour, hour);
    test.notifying.state.standstill = null;
    await test.notifying.pass(3 * hour, hour);
    expect(test.notifying.types()).toEqual(['posting.paused', 'posting.resumed']);
  });

  it('is reported again only once when it is an unconfirmed comment, and not after a decision', async () => {
    await unconfirmed('Decided');
    await unconfirmed();
    await test.notifying.pass(2 * minute);
    await test.db.update(comments).set({ status: 'approved' }).where(eq(comments.id, 1));
    await test.notifying.pass(5 * day, 10 * hour);
    expect(test.notifying.types()).toEqual([
      'comment.unconfirmed',
      'comment.unconfirmed',
    ]);
    const [first, reminder] = hooksOf(test.receivers).map(({ data }) => data);
    expect(first?.title).toBe('YouTube did not confirm 2 comments');
    expect(reminder?.title).toBe('Reminder: YouTube did not confirm a comment');
    expect(reminder?.text).not.toContain('Decided');
  });

  it('that was a pause is reported once when it ends (rule 15.3)', async () => {
    test.notifying.state.standstill = suspended;
    await test.notifying.tick();
    test.notifying.state.standstill = null;
    await test.notifying.pass(2 * day, 6 * hour);
    expect(test.notifying.types()).toEqual(['posting.paused', 'posting.resumed']);
    const [paused, resumed] = hooksOf(test.receivers);
    expect(resumed?.data).toMatchObject({
      cause: paused?.data.cause,
      title: 'Posting has resumed',
    });
  });

  it('that was failing backups is reported once when it ends (rule 15.3)', async () => {
    await backupFails('A.', 'B.');
    await test.notifying.tick();
    await test.db.delete(backupFailures);
    await test.notifying.pass(2 * day, 6 * hour);
    expect(test.notifying.types()).toEqual(['backup.failed', 'backup.resumed']);
  });

  it('is resolved when it ends (rule 15.3)', async () => {
    test.notifying.state.standstill = suspended;
    await backupFails('A.', 'B.');
    await test.notifying.tick();
    test.notifying.state.standstill = null;
    await test.db.delete(backupFailures);
    await test.notifying.pass(2 * day, 6 * hour);
    const resolved = (await test.notifying.service.list()).map(
      ({ resolvedAt }) => resolvedAt !== null,
    );
    expect(resolved).toEqual([true, true, true, true]);
  });

  it('is not reported when it is a hold that ends within an hour', async () => {
    test.notifying.state.standstill = away;
    await test.notifying.pass(55 * minute, 5 * minute);
    expect(await test.notifying.service.list()).toEqual([]);
    test.notifying.state.standstill = null;
    await test.notifying.pass(2 * hour, hour);
    expect(test.notifying.types()).toHaveLength(0);
  });

  it('is reported when it is a hold that lasts longer than an hour', async () => {
    test.notifying.state.standstill = away;
    await test.notifying.pass(62 * minute, 2 * minute);
    expect(test.notifying.types()).toEqual(['posting.paused']);
  });

  it('is reported at once when its reason becomes one that only the owner can end', async () => {
    test.notifying.state.standstill = away;
    await test.notifying.pass(62 * minute, 2 * minute);
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(minute);
    const [first, second] = hooksOf(test.receivers);
    expect(second?.data).toMatchObject({
      cause: first?.data.cause,
      reason: suspended.code,
    });
    expect(second?.data.title).toBe('Posting is paused');
  });

  it('ends once, however often its reason changed', async () => {
    test.notifying.state.standstill = away;
    await test.notifying.pass(62 * minute, 2 * minute);
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(minute);
    test.notifying.state.standstill = away;
    await test.notifying.pass(10 * minute);
    test.notifying.state.standstill = null;
    await test.notifying.pass(10 * minute);
    expect(test.notifying.types()).toEqual([
      'posting.paused',
      'posting.paused',
      'posting.resumed',
    ]);
  });

  it('is reported with the start of its present reason, and at the end with the start of the whole pause', async () => {
    test.notifying.state.standstill = away;
    await test.notifying.pass(4 * minute);
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(minute);
    test.notifying.state.standstill = null;
    await test.notifying.pass(minute);
    const [paused, resumed] = hooksOf(test.receivers);
    expect(paused?.data.text).toContain(
      'Paused for this reason since Tue, Mar 3, 12:05 PM.',
    );
    expect(resumed?.data.text).toContain(
      'Posting had been paused since Tue, Mar 3, 12:01 PM.',
    );
  });

  describe('that was a pause in which nothing waits for posting any more (rule 15.3)', () => {
    beforeEach(async () => {
      test.notifying.state.standstill = { code: 'not_connected', needsPerson: true };
      await scheduled(2, 5 * hour);
      await test.notifying.tick();
      await test.db.delete(queueItems);
      await test.notifying.pass(10 * minute);
    });

    it('ends without a report', async () => {
      expect(await test.notifying.service.list()).toMatchObject([
        { resolvedAt: expect.any(Date) },
      ]);
      expect(test.notifying.types()).toEqual(['posting.paused']);
    });

    it('is reported anew, with its end, once a comment waits again', async () => {
      await scheduled(1, 5 * hour);
      await test.notifying.pass(10 * minute);
      test.notifying.state.standstill = null;
      await test.notifying.tick();
      expect(test.notifying.types()).toEqual([
        'posting.paused',
        'posting.paused',
        'posting.resumed',
      ]);
    });
  });

  it('is shown under the bell with its present state', async () => {
    const hidden = {
      status: 'posted',
      visibility: 'removed',
      visibilityCheckedAt: test.clock.now(),
    } as const;
    const { id } = await makeComment(test.db, hidden);
    const { id: withdrawn } = await makeComment(test.db, hidden);
    await test.notifying.pass(2 * minute);
    const [told] = hooksOf(test.receivers);
    expect(told?.data.text).toContain(': removed');
    await test.db
      .update(comments)
      .set({ visibility: 'public' })
      .where(eq(comments.id, id));
    await test.db
      .update(comments)
      .set({ withdrawnAt: test.clock.now() })
      .where(eq(comments.id, withdrawn));
    await test.notifying.tick();
    const [over] = await test.notifying.service.list();
    expect(over).toMatchObject({
      resolvedAt: expect.any(Date),
      text: expect.stringContaining(': public again'),
    });
    expect(over?.text).not.toContain('removed');
  });

  describe('that was an endangered schedule which is safe again', () => {
    let item: typeof queueItems.$inferSelect | undefined;
    beforeEach(async () => {
      await signInEndsIn(2 * day);
      await scheduled(1, 3 * day);
      await test.notifying.tick();
      [item] = await test.db.delete(queueItems).returning();
      await test.notifying.pass(10 * minute);
    });

    it('ends without a report', async () => {
      expect((await test.notifying.service.list())[0]?.resolvedAt).not.toBeNull();
      expect(test.notifying.types()).toHaveLength(1);
    });

    it('is not reported twice a day', async () => {
      if (item) await test.db.insert(queueItems).values(item);
      await test.notifying.pass(10 * minute);
      expect(
        (await test.notifying.service.list()).map(({ resolvedAt }) => resolvedAt),
      ).toEqual([null]);
      expect(test.notifying.types()).toHaveLength(1);
    });
  });

  describe.each([
    [
      'comment.unconfirmed',
      unconfirmed,
      () => test.db.update(comments).set({ status: 'approved' }),
    ],
    ['replies.new', replied, () => test.db.update(replies).set({ state: 'read' })],
  ])(
    'of type %s that the owner decided before its notice was sent',
    (_type, arrange, decide) => {
      beforeEach(async () => {
        await arrange();
        await test.notifying.tick();
        await decide();
        await test.notifying.pass(2 * minute);
      });

      it('is resolved and not sent', async () => {
        expect(test.notifying.types()).toHaveLength(0);
        const [notice] = await test.notifying.service.list();
        expect(notice).toMatchObject({ resolvedAt: expect.any(Date), deliveries: [] });
      });

      it('does not keep the next one from being sent', async () => {
        await arrange();
        await test.notifying.pass(2 * minute);
        expect(test.notifying.types()).toHaveLength(1);
      });
    },
  );
});
