import { expect, it } from 'vitest';
import type { ReplyState } from '#shared/contracts/replies.ts';
import { replies } from '#shared/schema.ts';
import { makeComment } from '../../testing/factories.ts';
import { reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();

const summary = async () => (await test.me.get('/api/outcomes/summary')).json();
const daysAgo = (days: number) => test.later(-days * 86_400_000);

it('is zeros while there is nothing', async () => {
  expect(await summary()).toEqual({ hiddenThisWeek: 0, newReplies: 0 });
});

it('counts what a look of the last seven days found hidden or removed, what was withdrawn aside (rule 13.18)', async () => {
  const found = (visibility: 'public' | 'only_you' | 'removed' | 'unknown', days: number) =>
    makeComment(test.db, { status: 'posted', visibility, visibilityCheckedAt: daysAgo(days) });
  await found('only_you', 0);
  await found('removed', 7);
  await found('removed', 7.001);
  await found('public', 0);
  await found('unknown', 0);
  await makeComment(test.db, {
    status: 'posted',
    visibility: 'removed',
    visibilityCheckedAt: daysAgo(1),
    withdrawnAt: daysAgo(1),
  });
  expect(await summary()).toEqual({ hiddenThisWeek: 2, newReplies: 0 });
});

it('counts the replies that are new (rule 13.18)', async () => {
  const { id: commentId } = await makeComment(test.db, { status: 'posted' });
  const states: ReplyState[] = ['new', 'read', 'new', 'answered', 'dismissed', 'new'];
  const at = test.now();
  await test.db.insert(replies).values(
    states.map((state, index) => ({
      commentId,
      youtubeReplyId: `thread.${index}`,
      state,
      publishedAt: at,
      fetchedAt: at,
      createdAt: at,
    })),
  );
  expect(await summary()).toEqual({ hiddenThisWeek: 0, newReplies: 3 });
});
