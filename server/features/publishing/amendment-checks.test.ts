import { describe, expect, it } from 'vitest';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import type { Amendment } from './amendment.rules.ts';

const minute = 60_000;
const test = testPublishing();
const change: Amendment = { kind: 'change', content: 'A better way to say it.' };
const withdraw: Amendment = { kind: 'withdraw' };

const amend = (id: number, amendment: Amendment) =>
  test.publishing.poster.post(id, 'manual', { amendment, revision: 1 });

const written = () => test.publishing.remote.written.map(({ call }) => call);

describe('a change or withdrawal whose outcome is unknown (rule 13.16)', () => {
  /**
   * Lets the minutes pass one entry after the other, and checks unconfirmed amendments
   * after each.
   */
  async function checkAfter(...minutes: number[]) {
    for (const each of minutes) {
      test.clock.advance(each * minute);
      await test.publishing.loop.tick();
    }
  }
  const taken = {
    comment: { content: 'A better way to say it.' },
    attempts: [{ state: 'posted' }],
  };
  const gone = {
    comment: { withdrawnAt: expect.any(Date) },
    attempts: [{ state: 'posted' }],
  };
  it.each<[string, Amendment, object]>([
    ['the change', change, taken],
    ['the withdrawal', withdraw, gone],
  ])(
    'is recorded as done after a minute when %s took effect',
    async (_, amendment, expected) => {
      const { id } = await test.publishing.posted();
      test.publishing.remote.answers.push('accepted, no answer');
      await amend(id, amendment);
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'confirming' },
      ]);
      await checkAfter(2);
      expect(await test.publishing.state(id)).toMatchObject(expected);
      expect(written()).toEqual([amendment.kind]);
    },
  );

  it.each<[string, Amendment, YouTubeFailure, string]>([
    ['the change', change, 'unknown', 'change_unconfirmed'],
    ['the change (processingFailure)', change, 'processing', 'change_unconfirmed'],
    ['the withdrawal', withdraw, 'unknown', 'withdrawal_unconfirmed'],
  ])(
    'fails with a reason after ten minutes when %s had no effect, and is never sent again',
    async (_, amendment, kind, code) => {
      const { id, content } = await test.publishing.posted();
      test.publishing.remote.answers.push({ kind });
      await amend(id, amendment);
      await checkAfter(1, 8);
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'confirming' },
      ]);
      await checkAfter(1, 50);
      const { comment, attempts } = await test.publishing.state(id);
      expect(attempts).toMatchObject([{ state: 'failed', outcomeCode: code }]);
      expect(comment).toMatchObject({
        status: 'posted',
        content,
        withdrawnAt: null,
        failureCode: code,
      });
      expect(written()).toEqual([amendment.kind]);
    },
  );

  it('fails with a reason when the comment to change is gone from YouTube', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, change);
    test.publishing.remote.shown.length = 0;
    await checkAfter(2);
    expect((await test.publishing.state(id)).comment.failureCode).toBe(
      'gone_from_youtube',
    );
  });

  it('refreshes comments and commented channels on open pages once the withdrawal is found', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    test.publishing.told();
    await amend(id, withdraw);
    await checkAfter(2);
    expect(test.publishing.told().flat()).toEqual(
      expect.arrayContaining(['comments', 'commented-channels']),
    );
  });

  it('ignores a check that fails', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    await amend(id, withdraw);
    for (let checks = 0; checks < 2; checks += 1)
      test.publishing.remote.checkFailures.push(
        new YouTubeError('unknown', 'no_items', 'shared'),
      );
    await checkAfter(1, 11);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
    await checkAfter(50);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('is not taken for done because another channel cannot see the comment', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, withdraw);
    const mine = await test.publishing.account.account();
    test.publishing.account.account = async () => ({
      ...mine,
      channelId: 'UCanother0000000000000000',
    });
    test.publishing.remote.shown.length = 0;
    await checkAfter(1, 11);
    expect((await test.publishing.state(id)).attempts).toMatchObject([
      { state: 'confirming' },
    ]);
    test.publishing.account.account = async () => mine;
    await checkAfter(50);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('fails when the new text differs only in letter case and YouTube still has the old one', async () => {
    const { id, content } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, { kind: 'change', content: content.toUpperCase() });
    await checkAfter(1, 10);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      content,
      failureCode: 'change_unconfirmed',
    });
  });
});
