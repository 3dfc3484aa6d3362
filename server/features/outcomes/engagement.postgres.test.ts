import { it } from 'vitest';
import { reviewApp } from '../../testing/app.ts';
import { expectLocksById } from '../../testing/database.ts';

const test = reviewApp();
const minute = 60_000;

it('figures are recorded in the order of comment ids, which prevents deadlocks', async () => {
  const posted = (youtubeCommentId: string, nextFiguresAt: Date) =>
    test.comment({
      status: 'posted',
      postedAt: test.later(-60 * minute),
      youtubeCommentId,
      nextFiguresAt,
    });
  await posted('Ugz-first', test.now());
  await posted('Ugz-second', test.later(-minute));

  await expectLocksById(test.db, () => test.app.context.services.outcomes.tick());
});
