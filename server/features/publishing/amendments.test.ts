import { describe, expect, it } from 'vitest';
import type { YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { makeComment, makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import type { Amendment } from './amendment.rules.ts';

const minute = 60_000;
const test = testPublishing();
const change: Amendment = { kind: 'change', content: 'A better way to say it.' };
const withdraw: Amendment = { kind: 'withdraw' };

const amend = (id: number, amendment: Amendment, revision = 1) =>
  test.publishing.poster.post(id, 'manual', { amendment, revision });

const written = () => test.publishing.remote.written.map(({ call }) => call);

describe('changing a posted comment', () => {
  it('sends the new text once, records the attempt and keeps the earlier text (rule 13.14)', async () => {
    const { id, content } = await test.publishing.posted();
    await amend(id, change);
    const { comment, attempts } = await test.publishing.state(id);
    expect(test.publishing.remote.written).toEqual([
      { call: 'change', youtubeCommentId: 'Ugz-posted', text: change.content },
    ]);
    expect(attempts).toMatchObject([
      { kind: 'change', state: 'posted', content: change.content },
    ]);
    expect(comment).toMatchObject({
      status: 'posted',
      content: change.content,
      revision: 2,
    });
    expect(comment.previousTexts.map((text) => text.content)).toEqual([content]);
    expect(comment.nextLookAt).toEqual(
      new Date(test.clock.now().getTime() + 10 * minute),
    );
  });

  it.each<[string, YouTubeFailure, string, string]>([
    ['the text is too long', 'refused', 'commentTextTooLong', 'text_too_long'],
    [
      'YouTube no longer has the comment',
      'refused',
      'commentNotFound',
      'gone_from_youtube',
    ],
    ['YouTube refuses the text', 'refused', 'invalidCommentMetadata', 'change_refused'],
    [
      'YouTube does not support the operation',
      'refused',
      'operationNotSupported',
      'change_refused',
    ],
    ['YouTube answers “forbidden”', 'forbidden', 'forbidden', 'change_refused'],
  ])(
    'fails when %s, and keeps both texts (rule 13.14)',
    async (_, kind, reason, code) => {
      const { id, content } = await test.publishing.posted();
      test.publishing.remote.answers.push({ kind, reason });
      await amend(id, change);
      const { comment } = await test.publishing.state(id);
      expect(comment).toMatchObject({
        status: 'posted',
        content,
        revision: 1,
        failureCode: code,
      });
      expect(comment.previousTexts.map((text) => text.content)).toEqual([change.content]);
      expect(await test.publishing.hold()).toBeNull();
    },
  );
});

describe('withdrawing a posted comment', () => {
  it('deletes the comment on YouTube and keeps it here (rule 13.15)', async () => {
    const { id, content } = await test.publishing.posted();
    await amend(id, withdraw);
    expect(test.publishing.remote.shown).toEqual([]);
    const { comment, attempts } = await test.publishing.state(id);
    expect(attempts).toMatchObject([{ kind: 'withdraw', state: 'posted' }]);
    expect(comment).toMatchObject({
      status: 'posted',
      content,
      revision: 2,
      withdrawnAt: test.clock.now(),
      nextLookAt: null,
      nextFiguresAt: null,
    });
  });

  it('refreshes comments and commented channels on open pages (rule 10.5)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.told();
    await amend(id, withdraw);
    expect(test.publishing.told().flat()).toEqual(
      expect.arrayContaining(['comments', 'commented-channels']),
    );
  });

  it('succeeds when YouTube no longer has the comment (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.shown.length = 0;
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toEqual(
      test.clock.now(),
    );
  });

  it('leaves the comment as it is when YouTube refuses (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'forbidden' });
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      withdrawnAt: null,
      failureCode: 'withdrawal_refused',
    });
  });
});

describe('a change or withdrawal that is about to be sent', () => {
  it.each([
    ['not posted', { status: 'approved' as const }, 'not_posted'],
    [
      'withdrawn',
      { status: 'posted' as const, youtubeCommentId: 'Ugz-x', withdrawnAt: new Date() },
      'withdrawn',
    ],
  ])('is refused for a comment that is %s (rule 13.14)', async (_, values, code) => {
    const { id } = await makeComment(test.db, values);
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({ obstacle: { code } });
    expect(written()).toEqual([]);
  });

  it('is refused for a comment of another channel, and the refusal names that channel (rule 13.27)', async () => {
    const { id } = await test.publishing.posted();
    const posting = {
      state: 'posted',
      authorChannelId: 'UCother',
      authorChannelTitle: 'Ada Two',
    } as const;
    await makePostAttempt(test.db, {
      commentId: id,
      ...posting,
      closedAt: test.clock.now(),
    });
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({
        obstacle: {
          code: 'other_channel',
          detail: `Posted as Ada Two; sign in as it to ${amendment.kind} it.`,
        },
      });
    expect(written()).toEqual([]);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is stopped by a pause, as Post Now is (rule 13.14)', async () => {
    const { id } = await test.publishing.posted();
    await test.publishing.setSettings({ postingPaused: true });
    expect(await amend(id, withdraw)).toMatchObject({
      obstacle: { code: 'posting_paused' },
    });
    expect(written()).toEqual([]);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is stopped by a hold, as Post Now is (rule 13.14)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'burst' });
    await amend(id, withdraw);
    expect(await amend(id, withdraw)).toMatchObject({
      obstacle: { hold: { code: 'rate_limited_by_youtube' } },
    });
    expect(written()).toEqual(['withdraw']);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is stopped by spent units, as Post Now is (rule 13.14)', async () => {
    const { id } = await test.publishing.posted();
    await test.publishing.quota.block('shared');
    expect(await amend(id, withdraw)).toMatchObject({
      obstacle: { code: 'quota_spent' },
    });
    expect(written()).toEqual([]);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is refused when its text was posted lately (rule 7.15)', async () => {
    const other = await test.publishing.approved({ content: 'A better way to say it.' });
    await test.publishing.poster.post(other.id, 'manual');
    const { id } = await test.publishing.posted();
    expect(await amend(id, change)).toMatchObject({
      obstacle: { code: 'duplicate_text' },
    });
    expect(written()).toEqual([]);
  });

  it('is refused when its text is unchanged (rule 7.15)', async () => {
    const { id, content } = await test.publishing.posted();
    expect(await amend(id, { kind: 'change', content })).toMatchObject({
      obstacle: { code: 'text_unchanged' },
    });
    expect(written()).toEqual([]);
  });
});

describe('amendments and the hold (rule 7.7)', () => {
  /**
   * Lets a scheduled comment meet a rate limit, and waits until the hold allows the next
   * try.
   */
  async function heldByAnother() {
    const waiting = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await test.publishing.loop.tick();
    test.clock.advance(20 * minute);
    return waiting;
  }

  it('an account or network error holds posting and leaves the comment as it is', async () => {
    const { id } = await test.publishing.posted();
    const before = (await test.publishing.state(id)).comment;
    for (const kind of ['auth', 'unexplained', 'config'] as const) {
      test.publishing.remote.answers.push({ kind });
      await amend(id, change);
      test.clock.advance(60 * minute);
    }
    const { comment, queueItem, attempts } = await test.publishing.state(id);
    expect(comment).toEqual(before);
    expect(queueItem).toBeNull();
    expect(attempts.map(({ state }) => state)).toEqual([
      'released',
      'released',
      'released',
    ]);
    expect(await test.publishing.hold()).toMatchObject({
      code: 'request_not_understood',
      nextTryAt: null,
    });
  });

  it('a successful withdrawal ends the hold', async () => {
    await heldByAnother();
    const { id } = await test.publishing.posted();
    await amend(id, withdraw);
    expect(await test.publishing.hold()).toBeNull();
  });

  it('a successful withdrawal does not set aside the comment that waits', async () => {
    const waiting = await heldByAnother();
    const { id } = await test.publishing.posted();
    await amend(id, withdraw);
    expect((await test.publishing.state(waiting.id)).queueItem?.blockedReason).not.toBe(
      'set_aside',
    );
  });
});

it('changes and withdrawals count for neither the cap, the gap nor the cooldown (rule 13.14)', async () => {
  await test.publishing.setSettings({
    minGapSeconds: 600,
    dailyCap: 1,
    channelCooldownHours: 24,
  });
  const { id } = await test.publishing.posted();
  await amend(id, change);
  await amend(id, withdraw, 2);
  const { id: due } = await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  expect((await test.publishing.state(due)).comment.status).toBe('posted');
});
