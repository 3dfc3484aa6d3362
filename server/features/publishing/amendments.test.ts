import { describe, expect, it } from 'vitest';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
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

async function restart() {
  await test.publishing.restarted().loop.tick();
}

describe('a change', () => {
  it('is recorded before the one call, and keeps the old text (rule 13.14)', async () => {
    const { id, content } = await test.publishing.posted();
    await amend(id, change);
    const { comment, attempts } = await test.publishing.state(id);
    expect(test.publishing.remote.written).toEqual([
      { call: 'change', youtubeCommentId: 'Ugz-posted', text: change.content },
    ]);
    expect(attempts).toMatchObject([{ kind: 'change', state: 'posted', content: change.content }]);
    expect(comment).toMatchObject({ status: 'posted', content: change.content, revision: 2 });
    expect(comment.previousTexts.map((text) => text.content)).toEqual([content]);
    expect(comment.nextLookAt).toEqual(new Date(test.clock.now().getTime() + 10 * minute));
  });

  it.each<[string, YouTubeFailure, string, string]>([
    ['it is too long', 'refused', 'commentTextTooLong', 'text_too_long'],
    ['YouTube no longer has it', 'refused', 'commentNotFound', 'gone_from_youtube'],
    ['the text is refused', 'refused', 'invalidCommentMetadata', 'change_refused'],
    ['the operation is refused', 'refused', 'operationNotSupported', 'change_refused'],
    ['it is forbidden', 'forbidden', 'forbidden', 'change_refused'],
  ])('that fails because %s says so, and loses neither text (rule 13.14)', async (_, kind, reason, code) => {
    const { id, content } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind, reason });
    await amend(id, change);
    const { comment } = await test.publishing.state(id);
    expect(comment).toMatchObject({ status: 'posted', content, revision: 1, failureCode: code });
    expect(comment.previousTexts.map((text) => text.content)).toEqual([change.content]);
    expect(await test.publishing.hold()).toBeNull();
  });
});

describe('a withdrawal', () => {
  it('deletes it there and keeps it here (rule 13.15)', async () => {
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

  it('of a comment that YouTube no longer has is done (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.shown.length = 0;
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toEqual(test.clock.now());
  });

  it('that is refused leaves it as it is (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'forbidden' });
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      withdrawnAt: null,
      failureCode: 'withdrawal_refused',
    });
  });
});

describe('before a change or withdrawal is sent', () => {
  it.each([
    ['not posted', { status: 'approved' as const }, 'not_posted'],
    [
      'withdrawn',
      { status: 'posted' as const, youtubeCommentId: 'Ugz-x', withdrawnAt: new Date() },
      'withdrawn',
    ],
  ])('one that is %s is refused (rule 13.14)', async (_, values, code) => {
    const { id } = await makeComment(test.db, values);
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({ obstacle: { code } });
    expect(written()).toEqual([]);
  });

  it('one of another channel is refused, and says whose it is (rule 13.27)', async () => {
    const { id } = await test.publishing.posted();
    const posting = { state: 'posted', authorChannelId: 'UCother', authorChannelTitle: 'Ada Two' } as const;
    await makePostAttempt(test.db, { commentId: id, ...posting, closedAt: test.clock.now() });
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

  it('one with an open attempt is refused (rule 7.2)', async () => {
    const { id } = await test.publishing.posted();
    await makePostAttempt(test.db, { commentId: id, kind: 'change', state: 'confirming' });
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({ obstacle: { code: 'being_changed' } });
    expect(written()).toEqual([]);
  });

  it('a pause, a hold and spent units stop it as they stop Post Now (rule 13.14)', async () => {
    const { id } = await test.publishing.posted();
    await test.publishing.setSettings({ postingPaused: true });
    expect(await amend(id, withdraw)).toMatchObject({ obstacle: { code: 'posting_paused' } });
    await test.publishing.setSettings({ postingPaused: false });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await amend(id, withdraw);
    expect(await amend(id, withdraw)).toMatchObject({
      obstacle: { hold: { code: 'rate_limited_by_youtube' } },
    });
    test.clock.advance(20 * minute);
    await test.publishing.quota.block('shared');
    expect(await amend(id, withdraw)).toMatchObject({ obstacle: { code: 'quota_spent' } });
    expect(written()).toEqual(['withdraw']);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('a text that another comment posted lately, or this one already has, is refused (rule 7.15)', async () => {
    const other = await test.publishing.approved({ content: 'A better way to say it.' });
    await test.publishing.poster.post(other.id, 'manual');
    const { id, content } = await test.publishing.posted();
    expect(await amend(id, change)).toMatchObject({ obstacle: { code: 'duplicate_text' } });
    expect(await amend(id, { kind: 'change', content })).toMatchObject({
      obstacle: { code: 'text_unchanged' },
    });
    expect(written()).toEqual([]);
  });

  it('an older revision is refused with the newer text (rule 3.3)', async () => {
    const { id } = await test.publishing.posted();
    await amend(id, change);
    await expect(amend(id, withdraw, 1)).rejects.toMatchObject({
      code: 'revision_conflict',
      extra: { current: { content: change.content, revision: 2 } },
    });
    expect(written()).toEqual(['change']);
  });
});

describe('a change or withdrawal whose outcome is unknown (rule 13.16)', () => {
  const taken = { comment: { content: 'A better way to say it.' }, attempts: [{ state: 'posted' }] };
  const gone = { comment: { withdrawnAt: expect.any(Date) }, attempts: [{ state: 'posted' }] };
  it.each<[string, Amendment, object]>([
    ['a change', change, taken],
    ['a withdrawal', withdraw, gone],
  ])('%s that took effect is found after a minute and done', async (_, amendment, expected) => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    await amend(id, amendment);
    expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
    await test.publishing.pass(2 * minute);
    expect(await test.publishing.state(id)).toMatchObject(expected);
    expect(written()).toEqual([amendment.kind]);
  });

  it.each<[string, Amendment, string]>([
    ['a change', change, 'change_unconfirmed'],
    ['a withdrawal', withdraw, 'withdrawal_unconfirmed'],
  ])(
    '%s that took no effect fails in words after ten minutes, never sent again',
    async (_, amendment, code) => {
      const { id, content } = await test.publishing.posted();
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await amend(id, amendment);
      await test.publishing.pass(9 * minute);
      expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
      await test.publishing.pass(60 * minute);
      const { comment, attempts } = await test.publishing.state(id);
      expect(attempts).toMatchObject([{ state: 'failed', outcomeCode: code }]);
      expect(comment).toMatchObject({ status: 'posted', content, withdrawnAt: null, failureCode: code });
      expect(written()).toEqual([amendment.kind]);
    },
  );

  it('a processing failure is looked for, not sent again', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'processing' });
    await amend(id, change);
    await test.publishing.pass(30 * minute);
    expect((await test.publishing.state(id)).comment.failureCode).toBe('change_unconfirmed');
    expect(written()).toEqual(['change']);
  });

  it('a change of a comment that is gone meanwhile fails in words', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, change);
    test.publishing.remote.shown.length = 0;
    await test.publishing.pass(2 * minute);
    expect((await test.publishing.state(id)).comment.failureCode).toBe('gone_from_youtube');
  });

  it('a look that fails does not count', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    await amend(id, withdraw);
    for (let looks = 0; looks < 2; looks += 1)
      test.publishing.remote.checkFailures.push(new YouTubeError('unknown', 'no_items', 'shared'));
    await test.publishing.pass(12 * minute);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
    await test.publishing.pass(50 * minute);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('a withdrawal is not taken as done because another channel does not see the comment', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, withdraw);
    const mine = await test.publishing.account.account();
    test.publishing.account.account = async () => ({ ...mine, channelId: 'UCanother0000000000000000' });
    test.publishing.remote.shown.length = 0;
    await test.publishing.pass(12 * minute);
    expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
    test.publishing.account.account = async () => mine;
    await test.publishing.pass(50 * minute);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('a change of letter case is told from the old text', async () => {
    const { id, content } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, { kind: 'change', content: content.toUpperCase() });
    await test.publishing.pass(12 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      content,
      failureCode: 'change_unconfirmed',
    });
  });

  it.each<[string, 'change' | 'withdraw']>([
    ['change', 'change'],
    ['withdrawal', 'withdraw'],
  ])('a %s that a killed process left is looked for and not sent', async (_, kind) => {
    const { id, content } = await test.publishing.posted();
    await makePostAttempt(test.db, {
      commentId: id,
      kind,
      content: kind === 'change' ? change.content : content,
    });
    test.clock.advance(2 * minute);
    await restart();
    test.clock.advance(10 * minute);
    await restart();
    expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'failed' }]);
    expect(written()).toEqual([]);
  });
});

describe('trouble with the account or the network', () => {
  it('holds posting, leaves the comment as it is, and puts it into no queue (rule 7.7)', async () => {
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
    expect(attempts.map(({ state }) => state)).toEqual(['released', 'released', 'released']);
    expect(await test.publishing.hold()).toMatchObject({ code: 'request_not_understood', nextTryAt: null });
  });

  it('ends with an amendment that is taken, and blames no comment that waits (rule 7.7)', async () => {
    const waiting = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await test.publishing.loop.tick();
    test.clock.advance(20 * minute);
    const { id } = await test.publishing.posted();
    await amend(id, withdraw);
    expect(await test.publishing.hold()).toBeNull();
    expect((await test.publishing.state(waiting.id)).queueItem?.blockedReason).not.toBe('set_aside');
  });
});

it('counts for neither the cap, the gap nor the cooldown (rule 13.14)', async () => {
  await test.publishing.setSettings({ minGapSeconds: 600, dailyCap: 1, channelCooldownHours: 24 });
  const { id } = await test.publishing.posted();
  await amend(id, change);
  await amend(id, withdraw, 2);
  const { id: due } = await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  expect((await test.publishing.state(due)).comment.status).toBe('posted');
});
