import { beforeEach, describe, expect, it } from 'vitest';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

/** YouTube answers 401 to an insert: nothing was posted, and what happens next is the token's matter. */
const test = reviewApp();
const minute = 60_000;
const post = (id: number) => test.me.post(`/api/comments/${id}/post`);
const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });

beforeEach(async () => {
  await test.me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
  // From here on the grant's first refresh is the one under test.
  test.app.sandbox.admin.clearRequests();
});

async function tick() {
  test.app.clock.advance(minute);
  await test.app.context.services.loop.tick();
}

async function due() {
  const { comment, item } = await approved();
  const scheduledFor = test.later(minute).toISOString();
  await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });
  return comment;
}

const needsReauth = async () => (await test.me.get('/api/auth/token-status')).json();
const inserts = () => test.inserts().length;

describe('an expired token', () => {
  it('is refreshed once, and a new attempt follows on the next tick', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.expireAccessTokens();
    expect((await post(comment.id)).status).toBe(202);
    expect(inserts()).toBe(1);
    await tick();
    expect((await test.stored(comment.id)).status).toBe('posted');
    expect(test.app.sandbox.admin.comments()).toHaveLength(1);
    expect(
      test.app.sandbox.admin.requests().map(({ method, path, status }) => [method, path, status]),
    ).toEqual([
      ['POST', '/youtube/v3/commentThreads', 401],
      ['POST', '/token', 200],
      ['POST', '/youtube/v3/commentThreads', 200],
    ]);
  });
});

describe('a revoked grant (rule 7.7)', () => {
  it('is told at once by hand, and nothing is posted later by itself', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.revoke('ada');
    await expectProblem(await post(comment.id), 409, 'needs_reauth');
    expect(await needsReauth()).toMatchObject({ needsReauth: true });
    expect(await test.stored(comment.id)).toMatchObject({ status: 'approved', posting: null });

    await test.me.signIn();
    await tick();
    expect(inserts()).toBe(1);
    expect((await post(comment.id)).status).toBe(200);
  });

  it('pauses the loop; the comment keeps its place until the next sign-in', async () => {
    const comment = await due();
    test.app.sandbox.admin.revoke('ada');
    await tick();
    await tick();
    expect(await needsReauth()).toMatchObject({ needsReauth: true });
    expect((await test.stored(comment.id)).status).toBe('approved');
    expect(inserts()).toBe(1);

    await test.me.signIn();
    await tick();
    expect((await test.stored(comment.id)).status).toBe('posted');
  });
});

describe('a token service that does not answer (rule 7.7)', () => {
  const away = () => {
    test.app.sandbox.admin.expireAccessTokens();
    return test.app.sandbox.admin.fault({
      match: { path: '/token' },
      times: 0,
      fault: { kind: 'status', status: 503 },
    });
  };

  it('is 503 by hand, with nothing due and no sign-in asked for', async () => {
    const { comment } = await approved();
    away();
    await expectProblem(await post(comment.id), 503, 'youtube_unavailable');
    test.app.sandbox.admin.clearFaults();
    await tick();
    expect(inserts()).toBe(1);
    expect(await needsReauth()).toMatchObject({ needsReauth: false });
  });

  it('holds the loop until it is back', async () => {
    const comment = await due();
    away();
    for (let count = 0; count < 3; count += 1) await tick();
    expect(await needsReauth()).toMatchObject({ needsReauth: false });
    expect((await test.stored(comment.id)).status).toBe('approved');

    test.app.sandbox.admin.clearFaults();
    for (let count = 0; count < 2; count += 1) await tick();
    expect((await test.stored(comment.id)).status).toBe('posted');
    expect(test.app.sandbox.admin.comments()).toHaveLength(1);
  });
});
