import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { comments } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';
import { expectLocksById } from '../../testing/database.ts';
import { makeComment, makeVoiceProfile } from '../../testing/factories.ts';

const test = reviewApp();

it('a deleted profile is detached from its comments in the order of their ids, which prevents deadlocks', async () => {
  const { id: voiceProfileId } = await makeVoiceProfile(test.db);
  await makeVoiceProfile(test.db);
  const { id } = await makeComment(test.db);
  await makeComment(test.db, { voiceProfileId });
  // The update moves the first comment behind the second one in the table.
  await test.db.update(comments).set({ voiceProfileId }).where(eq(comments.id, id));

  await expectLocksById(test.db, async () => {
    expect((await test.me.delete(`/api/voice-profiles/${voiceProfileId}`)).status).toBe(
      204,
    );
  });

  expect(
    await test.db.$count(comments, eq(comments.voiceProfileId, voiceProfileId)),
  ).toBe(0);
});
