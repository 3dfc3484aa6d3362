import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { ownChannel, publishingFixture } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const test = testDatabase();
const clock = fakeClock('2026-11-20T18:00:00Z');
let publishing: ReturnType<typeof publishingFixture>;

beforeEach(() => {
  publishing = publishingFixture(test.db, clock);
});

async function confirmingWith(reason: string, kind: YouTubeFailure = 'unexplained') {
  const { id } = await publishing.approved({ dueInMs: 0 });
  publishing.remote.answers.push('accepted, no answer');
  await publishing.loop.tick();
  for (let looks = 0; looks < 3; looks += 1)
    publishing.remote.checkFailures.push(new YouTubeError(kind, reason, 'shared'));
  return id;
}

async function tickFor(minutes: number) {
  for (let past = 0; past < minutes; past += 1) {
    clock.advance(minute);
    await publishing.loop.tick();
  }
}

describe('a check that is refused (rule 7.5)', () => {
  it('counts where YouTube says that there are no comments', async () => {
    const id = await confirmingWith('commentsDisabled', 'refused');
    await tickFor(11);
    expect((await publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
  });

  it('does not count without YouTube’s own reason', async () => {
    const id = await confirmingWith('http_403');
    await tickFor(3);
    expect((await publishing.state(id)).comment.status).toBe('approved');
    await tickFor(1);
    expect((await publishing.state(id)).comment.status).toBe('posted');
  });
});

describe('a comment that is found (rule 7.5)', () => {
  /** A comment that YouTube has not, and what is shown under its video instead. */
  async function commentAfterChecks(other: (content: string) => { text: string; authorChannelId: string }) {
    const { id, content } = await publishing.approved({ dueInMs: 0 });
    publishing.remote.answers.push({ kind: 'unknown' });
    await publishing.loop.tick();
    const { youtubeVideoId = '' } = (await publishing.state(id)).attempts[0] ?? {};
    const publishedAt = clock.now().toISOString();
    publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-other',
      youtubeVideoId,
      publishedAt,
      ...other(content),
    });
    await tickFor(11);
    return (await publishing.state(id)).comment;
  }

  it('is not another person’s with the same text', async () => {
    const comment = await commentAfterChecks((text) => ({ text, authorChannelId: 'UC-somebody-else' }));
    expect(comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed', youtubeCommentId: null });
  });

  it('is not another one of ours', async () => {
    const comment = await commentAfterChecks((text) => ({
      text: `${text} And more.`,
      authorChannelId: ownChannel,
    }));
    expect(comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed', youtubeCommentId: null });
  });

  it('is our own, however YouTube spaces it', async () => {
    const comment = await commentAfterChecks((text) => ({
      text: `  ${text}\n`,
      authorChannelId: ownChannel,
    }));
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz-other' });
  });
});

describe('a check that fails (rule 7.5)', () => {
  it('is repeated after a minute, not sooner', async () => {
    await confirmingWith('http_403');
    await tickFor(1);
    expect(publishing.remote.checks()).toBe(1);
    clock.advance(minute - 1);
    await publishing.loop.tick();
    expect(publishing.remote.checks()).toBe(1);
    clock.advance(1);
    await publishing.loop.tick();
    expect(publishing.remote.checks()).toBe(2);
  });

  it('refreshes the token after a 401 only', async () => {
    await confirmingWith('http_403');
    await tickFor(1);
    expect(publishing.refreshed).toEqual([]);
    publishing.remote.checkFailures.unshift(new YouTubeError('auth', 'authError', 'shared'));
    await tickFor(1);
    expect(publishing.refreshed).toEqual(['token']);
  });

  it('without a token waits until there is one', async () => {
    const { id } = await publishing.approved({ dueInMs: 0 });
    publishing.remote.answers.push('accepted, no answer');
    await publishing.loop.tick();
    const { accessToken } = publishing.account;
    publishing.account.accessToken = () =>
      Promise.reject(new AppError(409, 'needs_reauth', 'Sign in again.'));
    await tickFor(30);
    expect((await publishing.state(id)).comment.status).toBe('approved');
    publishing.account.accessToken = accessToken;
    await tickFor(1);
    expect((await publishing.state(id)).comment.status).toBe('posted');
  });
});

describe('Retry', () => {
  it('finds nothing for a comment that was never tried', async () => {
    const { id } = await publishing.approved();
    expect(await publishing.confirmer.checkBeforeRetry(id, false)).toBe(false);
    expect(publishing.remote.checks()).toBe(0);
  });

  it('is 503 and changes nothing where YouTube cannot be reached', async () => {
    const { id } = await publishing.approved({ dueInMs: 0 });
    publishing.remote.answers.push({ kind: 'unknown' });
    await publishing.loop.tick();
    await tickFor(11);
    const before = await publishing.state(id);
    publishing.remote.checkFailures.push(new YouTubeError('unknown', 'timeout', 'shared'));
    await expect(publishing.confirmer.checkBeforeRetry(id, true)).rejects.toMatchObject({
      status: 503,
      code: 'youtube_unavailable',
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(await publishing.state(id)).toEqual(before);
  });
});
