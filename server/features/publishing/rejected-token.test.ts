import { beforeEach, describe, expect, it } from 'vitest';
import { expectProblem, reviewApp } from '../../testing/app.ts';

/**
 * YouTube responds 401 to an insert: nothing was posted, and what follows depends on the
 * refresh of the token.
 */
const test = reviewApp({}, 'once, emptied');
const minute = 60_000;

const post = (id: number) => test.me.post(`/api/comments/${id}/post`);
const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });
const inserts = () => test.inserts().length;
const tokenStatus = async () => (await test.me.get('/api/auth/token-status')).json();

async function tick() {
  test.app.clock.advance(minute);
  await test.app.context.services.loop.tick();
}

beforeEach(async () => {
  await test.me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
  // Ignores the requests so far, so that the next refresh of the token is the one under
  // test.
  test.app.sandbox.admin.clearRequests();
});

describe('an expired token', () => {
  it('is refreshed once, and the next tick tries the comment again', async () => {
    const { comment } = await approved();
    const before = test.app.sandbox.admin.comments().length;
    test.app.sandbox.admin.expireAccessTokens();
    expect((await post(comment.id)).status).toBe(202);
    expect(inserts()).toBe(1);

    await tick();

    expect((await test.stored(comment.id)).status).toBe('posted');
    expect(test.app.sandbox.admin.comments()).toHaveLength(before + 1);
    expect(
      test.app.sandbox.admin
        .requests()
        .map(({ method, path, status }) => [method, path, status]),
    ).toEqual([
      ['POST', '/youtube/v3/commentThreads', 401],
      ['POST', '/token', 200],
      ['POST', '/youtube/v3/commentThreads', 200],
    ]);
  });
});

describe('a revoked grant (rule 7.7)', () => {
  it('is reported at once', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.revoke('ada');
    await expectProblem(await post(comment.id), 409, 'needs_reauth');
    expect(await tokenStatus()).toMatchObject({ needsReauth: true });
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'approved',
      posting: null,
    });
  });

  it('leads to no post by itself after the next sign-in, but Post Now works again', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.revoke('ada');
    await post(comment.id);
    await test.me.signIn();
    await tick();
    expect(inserts()).toBe(1);
    expect((await post(comment.id)).status).toBe(200);
  });
});

describe('a token service that does not answer (rule 7.7)', () => {
  it('makes Post Now respond 503, without posting later or asking for a sign-in', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.expireAccessTokens();
    test.app.sandbox.admin.fault({
      match: { path: '/token' },
      times: 0,
      fault: { kind: 'status', status: 503 },
    });
    await expectProblem(await post(comment.id), 503, 'youtube_unavailable');
    test.app.sandbox.admin.clearFaults();
    await tick();
    expect(inserts()).toBe(1);
    expect(await tokenStatus()).toMatchObject({ needsReauth: false });
  });
});
