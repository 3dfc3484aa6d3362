import { isNotNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { draftRecords } from '#shared/schema.ts';
import { reviewApp } from '../testing/app.ts';
import { expectLocksById } from '../testing/database.ts';
import { makeComment } from '../testing/factories.ts';

const test = reviewApp();
const dayMs = 86_400_000;

it('quotes are removed in the order of comment ids, which prevents deadlocks', async () => {
  for (const age of [29, 30]) {
    const at = test.later(-age * dayMs);
    const { id: commentId } = await makeComment(test.db);
    await test.db
      .insert(draftRecords)
      .values({ commentId, why: { parts: [] } as never, quotedAt: at, createdAt: at });
  }

  await expectLocksById(test.db, () => test.app.context.services.retention.renew());

  expect(await test.db.$count(draftRecords, isNotNull(draftRecords.quotedAt))).toBe(0);
});
