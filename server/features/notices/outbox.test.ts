import { describe, expect, it, onTestFinished } from 'vitest';
import { notices } from '#shared/schema.ts';
import {
  hooksOf,
  noticesFixture,
  suspended,
  testNotices,
} from '../../testing/notices-fixture.ts';
import { scriptedServer } from '../../testing/scripted-model.ts';

const test = testNotices();
const { replied } = test;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the outbox (rule 15.7)', () => {
  it('tries again after 1, 5 and 30 minutes, 2 and 8 hours with the same id, then gives up and says so', async () => {
    const webhook = await scriptedServer([{ status: 500, text: 'Down for a while' }]);
    onTestFinished(() => webhook.close());
    const failing = noticesFixture(test.db, test.clock, { ...test.receivers, webhook });
    failing.state.standstill = suspended;
    await failing.tick();
    expect([test.receivers.mail.mails, test.receivers.ntfy.received]).toEqual([[], []]);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      const [delivery] = (await failing.service.list())[0]?.deliveries ?? [];
      expect(delivery).toMatchObject({
        state: 'failing',
        attempts,
        answer: expect.stringContaining('500'),
      });
      const waitMs =
        new Date(delivery?.nextTryAt ?? '').getTime() - test.clock.now().getTime();
      waits.push(waitMs / minute);
      test.clock.advance(waitMs - 1);
      await failing.service.tick();
      expect(webhook.received).toHaveLength(attempts);
      test.clock.advance(1);
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
      const refused = noticesFixture(test.db, test.clock, { ...test.receivers, webhook });
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
    await test.notifying.set({ withWords: true, routes: { 'replies.new': ['ntfy'] } });
    for (const video of ['Probes at night', 'Rollbacks', 'Backups'])
      await replied(
        video,
        'A stranger goes on about how probes are set, with an example. '.repeat(60),
      );
    await test.notifying.pass(2 * minute);
    const [{ body = '' } = {}, ...others] = test.receivers.ntfy.received;
    expect(others).toEqual([]);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
    expect(JSON.parse(body)).toMatchObject({
      title: '3 new replies to you',
      message: expect.stringMatching(/…$/),
    });
  });

  it('keeps notices for thirty days', async () => {
    await replied();
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(2 * hour, hour);
    test.notifying.state.standstill = null;
    await test.notifying.tick();
    await test.notifying.pass(36 * day, 4 * day);
    expect(await test.notifying.service.list()).toEqual([]);
  });

  it('keeps notices longer while their cause lasts', async () => {
    await replied();
    test.notifying.state.standstill = suspended;
    await test.notifying.pass(2 * hour, hour);
    await test.notifying.pass(36 * day, 4 * day);
    const types = (await test.db.select().from(notices)).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['posting.paused']));
  });
});
