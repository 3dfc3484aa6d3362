import { describe, expect, it } from 'vitest';
import type { Visibility } from '#shared/contracts/comments.ts';
import { reviewApp } from '../../testing/app.ts';
import { makeComment, makeReply } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

describe('the summary', () => {
  const summary = async () => (await test.me.get('/api/outcomes/summary')).json();
  const daysAgo = (days: number) => test.later(-days * 86_400_000);

  it('counts posted comments by visibility, as History filters them (rule 2.16)', async () => {
    for (const visibility of ['public', 'public', 'only_you', 'unknown', null] as const)
      await makeComment(test.db, { status: 'posted', visibility });
    await makeComment(test.db, {
      status: 'posted',
      visibility: 'public',
      withdrawnAt: daysAgo(0),
    });
    const counts = await (await test.me.get('/api/outcomes/counts')).json();
    expect(counts).toEqual({
      public: 3,
      only_you: 1,
      removed: 0,
      unknown: 1,
      creatorReplied: 0,
    });
  });

  it('counts the posted comments that creators replied to (rule 13.30)', async () => {
    const twice = await makeComment(test.db, { status: 'posted', visibility: 'public' });
    await makeReply(test.db, { commentId: twice.id, byCreator: true });
    await makeReply(test.db, { commentId: twice.id, byCreator: true });
    await makeReply(test.db);
    const counts = await (await test.me.get('/api/outcomes/counts')).json();
    expect(counts).toMatchObject({ public: 1, creatorReplied: 1 });
  });

  it('counts comments found hidden within seven days, except withdrawn ones (rule 13.18)', async () => {
    const found = (
      visibility: Visibility,
      days: number,
      withdrawnAt: Date | null = null,
    ) =>
      makeComment(test.db, {
        status: 'posted',
        visibility,
        visibilityCheckedAt: daysAgo(days),
        withdrawnAt,
      });
    await found('only_you', 0);
    await found('removed', 7);
    await found('removed', 7.001);
    await found('public', 0);
    await found('unknown', 0);
    await found('removed', 1, daysAgo(1));
    expect(await summary()).toEqual({ hiddenThisWeek: 2, newReplies: 0 });
  });

  it('counts the new replies (rule 13.18)', async () => {
    const { id: commentId } = await makeComment(test.db, { status: 'posted' });
    for (const state of ['new', 'read', 'new', 'answered', 'dismissed', 'new'] as const)
      await makeReply(test.db, { commentId, state });
    expect(await summary()).toEqual({ hiddenThisWeek: 0, newReplies: 3 });
  });
});
