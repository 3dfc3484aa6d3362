import { expect, it, vi } from 'vitest';
import { googleAccount } from '#shared/schema.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const test = testPublishing();

/**
 * Makes the owner sign in again while YouTube processes an insert, which it then refuses.
 */
function refuseAfterNewSignIn(kind: YouTubeFailure, reason: string): void {
  vi.spyOn(test.publishing.remote.youtube, 'insertComment').mockImplementationOnce(
    async () => {
      test.clock.advance(minute);
      await test.db
        .update(googleAccount)
        .set({ connectedAt: test.clock.now(), blockedCode: null });
      throw new YouTubeError(kind, reason, 'shared');
    },
  );
}

it.each<[YouTubeFailure, string]>([
  ['scope', 'insufficientPermissions'],
  ['account', 'youtubeSignupRequired'],
  ['account', 'accountSuspended'],
])(
  'a late refusal for an earlier sign-in (%s, %s) does not block the new one (rule 7.7)',
  async (kind, reason) => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    refuseAfterNewSignIn(kind, reason);
    await test.publishing.loop.tick();
    expect(await test.db.select().from(googleAccount)).toMatchObject([
      { blockedCode: null },
    ]);
    expect(await test.publishing.hold()).toBeNull();
    await test.publishing.pass(2 * minute);
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
  },
);

it('a second 401 for an earlier sign-in does not require another sign-in (rule 7.7)', async () => {
  const { id } = await test.publishing.approved({ dueInMs: 0 });
  test.publishing.remote.answers.push({ kind: 'auth', reason: 'authError' });
  await test.publishing.loop.tick();
  expect(await test.publishing.hold()).toMatchObject({ code: 'needs_reauth' });
  refuseAfterNewSignIn('auth', 'authError');
  await test.publishing.pass(minute);
  expect(await test.db.select().from(googleAccount)).toMatchObject([
    { blockedCode: null },
  ]);
  await test.publishing.pass(2 * minute);
  expect((await test.publishing.state(id)).comment.status).toBe('posted');
});

it('a refusal for the current sign-in blocks posting until the next sign-in (rule 7.7)', async () => {
  const { id } = await test.publishing.approved({ dueInMs: 0 });
  test.publishing.remote.answers.push({
    kind: 'scope',
    reason: 'insufficientPermissions',
  });
  await test.publishing.loop.tick();
  expect(await test.db.select().from(googleAccount)).toMatchObject([
    { blockedCode: 'scope_missing' },
  ]);
  await test.publishing.pass(2 * minute);
  expect((await test.publishing.state(id)).comment.status).toBe('approved');
});
