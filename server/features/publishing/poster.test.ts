import { describe, expect, it } from 'vitest';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { googleAccount } from '#shared/schema.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = testPublishing();
const postByHand = (
  id: number,
  options?: Parameters<typeof test.publishing.poster.post>[2],
) => test.publishing.poster.post(id, 'manual', options);

describe('the poster', () => {
  it('sends the comment once, however many requests arrive at the same time (rule 7.2)', async () => {
    const { id } = await test.publishing.approved();
    const asks = Array.from({ length: 20 }, (_, index) =>
      test.publishing.poster.post(id, index % 2 ? 'manual' : 'loop'),
    );
    await Promise.all(asks);
    expect(test.publishing.remote.received).toHaveLength(1);
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });

  it.each(['pending', 'rejected', 'posted', 'failed'] as const)(
    'never sends a %s comment (rule 1.2)',
    async (status) => {
      const { id } = await test.publishing.approved();
      await test.database.sessionPool.query(
        `update comments set status = '${status}' where id = ${id}`,
      );
      const result = await postByHand(id);
      expect(result).toHaveProperty(
        'obstacle.code',
        status === 'posted' ? 'already_posted' : 'not_approved',
      );
      expect(test.publishing.remote.received).toEqual([]);
    },
  );

  it('queues a comment that fails without being in the queue', async () => {
    const { id } = await test.publishing.approved();
    await test.database.sessionPool.query('delete from queue_items');
    test.publishing.remote.answers.push({
      kind: 'refused',
      reason: 'commentTextTooLong',
    });
    await postByHand(id);
    expect((await test.publishing.state(id)).queueItem).toMatchObject({ commentId: id });
  });

  it('posts no more than the daily cap under parallel requests (rule 7.10)', async () => {
    await test.publishing.setSettings({ dailyCap: 3 });
    const asked = await Promise.all(
      Array.from({ length: 30 }, async () =>
        postByHand((await test.publishing.approved()).id),
      ),
    );
    expect(test.publishing.remote.received).toHaveLength(3);
    expect(
      asked.filter((one) => 'obstacle' in one && one.obstacle.code === 'daily_cap'),
    ).toHaveLength(27);
  });

  it('posts once on a channel within its cooldown under parallel requests (rule 7.10)', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 2 });
    const asked = await Promise.all(
      Array.from({ length: 5 }, async () =>
        postByHand((await test.publishing.approved({ channelId: 'UCone' })).id),
      ),
    );
    expect(asked.filter((one) => 'settlement' in one)).toHaveLength(1);
  });

  it('posts nothing on a blocked channel (rule 7.10)', async () => {
    await test.publishing.setSettings({ blockedChannels: ['UCtwo'] });
    const { id } = await test.publishing.approved({ channelId: 'UCtwo' });
    expect(await postByHand(id)).toHaveProperty('obstacle.code', 'channel_blocked');
  });

  it('posts nothing while posting is paused (rule 7.10)', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    const { id } = await test.publishing.approved();
    expect(await postByHand(id)).toHaveProperty('obstacle.code', 'posting_paused');
  });

  it('refuses a text that was posted within 30 days, whatever its spacing and case (rule 7.15)', async () => {
    await postByHand(
      (await test.publishing.approved({ content: 'Good point about probes.' })).id,
    );
    const { id } = await test.publishing.approved({
      content: ' good  point about PROBES. ',
    });
    expect(await postByHand(id)).toHaveProperty('obstacle.code', 'duplicate_text');
    expect(postingReason('duplicate_text')).toContain('in the last 30 days');
  });

  it('posts the same text again after 30 days, and not a minute earlier (rule 7.15)', async () => {
    await postByHand(
      (await test.publishing.approved({ content: 'Good point about probes.' })).id,
    );
    const { id } = await test.publishing.approved({
      content: 'Good point about probes.',
    });
    test.clock.advance(30 * 24 * 3_600_000 - 60_000);
    expect(await postByHand(id)).toHaveProperty('obstacle.code', 'duplicate_text');
    test.clock.advance(60_001);
    expect(await postByHand(id)).toHaveProperty('settlement.attempt.state', 'posted');
  });

  it('refuses a text that a change gave to another comment on YouTube (rule 7.15)', async () => {
    const { id } = await test.publishing.posted();
    const amendment = { kind: 'change', content: 'Said better.' } as const;
    await postByHand(id, { amendment });
    const { id: same } = await test.publishing.approved({ content: 'Said better.' });
    expect(await postByHand(same)).toHaveProperty('obstacle.code', 'duplicate_text');
  });

  describe('when the connected channel changes while the token is fetched (rule 7.1)', () => {
    const another = 'UCanother0000000000000000';

    async function approvedBeforeTheChange() {
      const { accessToken } = test.publishing.account;
      test.publishing.account.accessToken = async () => {
        await test.db.update(googleAccount).set({ channelId: another });
        return accessToken();
      };
      return test.publishing.approved({ dueInMs: 0 });
    }

    it('sends nothing', async () => {
      const { id } = await approvedBeforeTheChange();
      expect(await postByHand(id)).toHaveProperty('obstacle.code', 'channel_changed');
      expect(test.publishing.remote.received).toEqual([]);
    });

    it('posts from the new channel at the next tick', async () => {
      const { id } = await approvedBeforeTheChange();
      await postByHand(id);
      const account = await test.publishing.account.account();
      test.publishing.account.account = async () => ({ ...account, channelId: another });
      await test.publishing.loop.tick();
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'posted', authorChannelId: another },
      ]);
    });
  });

  describe('after a comment whose outcome is unknown', () => {
    async function unconfirmed(content: string) {
      const { id } = await test.publishing.approved({ content });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await postByHand(id);
    }

    it('counts it for the daily cap (rule 7.10)', async () => {
      await test.publishing.setSettings({ dailyCap: 1 });
      await unconfirmed('It may be there.');
      const { id } = await test.publishing.approved();
      test.clock.advance(40_000);
      expect(await postByHand(id)).toHaveProperty('obstacle.code', 'daily_cap');
    });

    it('refuses its text, which may be on YouTube (rule 7.15)', async () => {
      await test.publishing.setSettings({ dailyCap: 1 });
      await unconfirmed('It may be there.');
      const { id } = await test.publishing.approved({ content: 'it may be THERE.' });
      test.clock.advance(40_000);
      expect(await postByHand(id)).toHaveProperty('obstacle.code', 'duplicate_text');
    });
  });
});
