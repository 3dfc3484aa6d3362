import { describe, expect, it } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const test = testPublishing();

const strangersReplies = (count: number, text = 'So do I.') =>
  Array.from({ length: count }, (_, index) => ({
    youtubeCommentId: `Ugz-thread.s${index}`,
    youtubeVideoId: '',
    parentId: 'Ugz-thread',
    authorChannelId: 'UCstranger00000000000000',
    text,
    publishedAt: test.clock.now().toISOString(),
  }));

describe('an answer', () => {
  it('is posted once, as a reply in its thread and with its own text (rule 13.12)', async () => {
    const { id, content } = await test.publishing.answer({ dueInMs: 0 });
    await test.publishing.loop.tick();
    await test.publishing.loop.tick();
    expect(test.publishing.remote.written).toEqual([
      { call: 'reply', parentId: 'Ugz-thread', text: content },
    ]);
    expect(test.publishing.remote.received).toEqual([]);
    const { comment, attempts, queueItem } = await test.publishing.state(id);
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz-thread.1' });
    expect(attempts).toMatchObject([
      { kind: 'insert', parentYoutubeId: 'Ugz-thread', state: 'posted' },
    ]);
    expect(queueItem).toBeNull();
    expect(test.publishing.told().flat()).toContain('replies');
  });

  it.each([
    ['withdrawn', { withdrawnAt: new Date() }],
    ['not posted', { youtubeCommentId: null }],
  ])('is not sent under a comment that is %s (rule 13.12)', async (_, parent) => {
    const { id } = await test.publishing.answer({ dueInMs: 0, parent });
    await test.publishing.loop.tick();
    expect(test.publishing.remote.written).toEqual([]);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'parent_gone',
    });
  });

  it('counts for cap and gap, but neither starts a channel’s cooldown nor waits for it (rule 13.12)', async () => {
    await test.publishing.setSettings({
      minGapSeconds: 60,
      dailyCap: 3,
      channelCooldownHours: 24,
    });
    for (const dueInMs of [0, 0]) await test.publishing.answer({ dueInMs });
    await test.publishing.loop.tick();
    expect(test.publishing.remote.written).toHaveLength(1);
    await test.publishing.pass(2 * minute);
    expect(test.publishing.remote.written).toHaveLength(2);
    // A comment on the same channel: the answers did not start its cooldown, but this
    // comment does.
    await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.pass(2 * minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    const late = await test.publishing.answer({ dueInMs: 0 });
    await test.publishing.pass(2 * minute);
    expect((await test.publishing.state(late.id)).queueItem).toMatchObject({
      blockedReason: 'daily_cap',
    });
    await test.publishing.setSettings({ dailyCap: 50 });
    await test.publishing.pass(2 * minute);
    expect((await test.publishing.state(late.id)).comment.status).toBe('posted');
  });
});

describe('an answer whose outcome is unknown', () => {
  it('is found by its text on any page of its thread, and is not sent again (rule 13.13)', async () => {
    const { id, content } = await test.publishing.answer({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    test.publishing.remote.shown.unshift(...strangersReplies(240, content));
    await test.publishing.pass(2 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz-thread.1',
    });
    expect(test.publishing.remote.written).toHaveLength(1);
  });

  it('is not confused with an earlier answer of ours that has the same text (rule 13.13)', async () => {
    const { id, content } = await test.publishing.answer({ dueInMs: 0 });
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-thread.old',
      youtubeVideoId: '',
      parentId: 'Ugz-thread',
      authorChannelId: ownChannel,
      text: content,
      publishedAt: new Date(test.clock.now().getTime() - 60 * minute).toISOString(),
    });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    await test.publishing.pass(12 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
      youtubeCommentId: null,
    });
    expect(test.publishing.remote.written).toHaveLength(1);
  });

  it.each([
    ['is forbidden', 0],
    ['is longer than what we read', 2_100],
  ])(
    'is not sent again after processingFailure when its thread %s (rules 7.6, 13.13)',
    async (_, count) => {
      const { id } = await test.publishing.answer({ dueInMs: 0 });
      test.publishing.remote.answers.push({ kind: 'processing' });
      await test.publishing.loop.tick();
      test.publishing.remote.shown.push(...strangersReplies(count));
      if (count === 0)
        test.publishing.remote.checkFailures.push(
          new YouTubeError('forbidden', 'forbidden', 'shared'),
        );
      await test.publishing.pass(12 * minute);
      expect(test.publishing.remote.written).toHaveLength(1);
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'confirming', outcomeCode: 'could_not_check' },
      ]);
    },
  );
});
