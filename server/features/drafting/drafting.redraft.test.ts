import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { queueItems, replies, voiceProfiles } from '#shared/schema.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeQueueItem,
  makeReply,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';
import { redrafting } from '../../testing/redrafts.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const { post, generate, regenerate, record, edit, generated } = redrafting(drafting);

describe('a redraft (rule 8.15)', () => {
  it('takes another angle than the draft that it replaces', async () => {
    const { id } = await generated();
    await regenerate(id, 'insightful').expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({
      shownDrafts: [goodDraft.comment],
      anyway: true,
    });
  });

  it('in another style is written without the draft that it replaces', async () => {
    const { id } = await generated();
    await regenerate(id, 'questioning').expect(200);
    expect(drafting.asked.at(-1)?.shownDrafts).toBeUndefined();
  });
});

describe('POST /comments/:id/regenerate', () => {
  const old =
    'An old thought about something else entirely, kept in the history of this comment.';

  describe('of a rejected comment (rule 8.3)', () => {
    async function redrafted() {
      const comment = await makeComment(drafting.db, {
        content: old,
        status: 'rejected',
        revision: 3,
        reviewedAt: drafting.clock.now(),
      });
      const { status, body } = await regenerate(comment.id);
      return { id: comment.id, status, body };
    }

    it('replaces the text with a new draft in review', async () => {
      const { id, status, body } = await redrafted();
      expect(status).toBe(200);
      expect(body.comment).toMatchObject({
        id,
        content: goodDraft.comment,
        generatedContent: goodDraft.comment,
        style: 'questioning',
        status: 'pending',
        revision: 4,
        reviewedAt: null,
      });
      expect(body.analysis.platformCompliance).toBe(true);
    });

    it('keeps the old text', async () => {
      const { id, body } = await redrafted();
      const replaced = [
        {
          content: old,
          style: 'insightful',
          replacedAt: drafting.clock.now().toISOString(),
        },
      ];
      const [row] = await drafting.rows();
      expect(row?.previousTexts).toEqual(replaced);
      expect(body.comment.previousTextCount).toBe(1);
      expect((await record(id)).previousTexts).toEqual(replaced);
    });

    it('tells open pages about the draft, and about its reading', async () => {
      const { id } = await redrafted();
      const itself = { comment: id };
      expect(drafting.changed).toEqual([itself, 'stats', 'analytics', itself]);
    });
  });

  it('keeps the old text when the draft record cannot be stored', async () => {
    const comment = await makeComment(drafting.db, { content: old });
    const refuse = sql`alter table draft_records add constraint refused check (false) not valid`;
    await drafting.db.execute(refuse);
    onTestFinished(async () => {
      await drafting.db.execute(sql`alter table draft_records drop constraint refused`);
    });
    expect((await regenerate(comment.id)).status).toBe(500);
    expect(await drafting.rows()).toMatchObject([{ content: old, revision: 1 }]);
    expect(drafting.changed).toEqual([]);
  });

  it('takes an approved comment off the schedule, and says why', async () => {
    const comment = await makeComment(drafting.db, { content: old, status: 'approved' });
    const later = new Date(drafting.clock.now().getTime() + 3_600_000);
    const scheduled = { scheduledFor: later, dueAt: later, autoPost: true };
    await makeQueueItem(drafting.db, { commentId: comment.id, ...scheduled });
    await regenerate(comment.id);
    expect(await drafting.db.select().from(queueItems)).toMatchObject([
      {
        scheduledFor: null,
        dueAt: null,
        autoPost: false,
        blockedReason: 'moved_to_review',
      },
    ]);
  });

  it('asks again when the draft repeats the text that it replaces', async () => {
    const comment = await makeComment(drafting.db, { content: goodDraft.comment });
    drafting.answer(
      () => goodDraft,
      () => ({ ...goodDraft, comment: points[0] ?? '' }),
    );
    const { body } = await regenerate(comment.id);
    expect(drafting.asked).toHaveLength(2);
    expect(body.comment.content).not.toBe(goodDraft.comment);
  });

  it('does not overwrite a text that was edited meanwhile', async () => {
    const comment = await makeComment(drafting.db, { content: old });
    drafting.answer(async () => {
      await edit('edited');
      return goodDraft;
    });
    const { status, body } = await regenerate(comment.id);
    expect([status, body.code]).toEqual([409, 'revision_conflict']);
    expect(body.current).toMatchObject({ content: 'edited', revision: 2 });
    expect(await drafting.rows()).toMatchObject([{ content: 'edited', revision: 2 }]);
  });
});

it('a comment stays when its profile is deleted', async () => {
  const profile = await makeVoiceProfile(drafting.db);
  const comment = await makeComment(drafting.db, { voiceProfileId: profile.id });
  await drafting.db.delete(voiceProfiles).where(eq(voiceProfiles.id, profile.id));
  expect(await drafting.rows()).toMatchObject([{ id: comment.id, voiceProfileId: null }]);
});

it.each([
  ['a new draft', 201, () => makeVideo(drafting.db), generate],
  [
    'another draft',
    200,
    () => makeComment(drafting.db),
    ({ id }: { id: number }) => regenerate(id),
  ],
])(
  'a profile that is deleted while the model writes leaves %s (rule 3.5)',
  async (_, code, make, call) => {
    const { id: activeVoiceProfileId } = await makeVoiceProfile(drafting.db);
    await setSettings(drafting.db, { activeVoiceProfileId });
    drafting.answer(async () => {
      await drafting.db.delete(voiceProfiles);
      return goodDraft;
    });
    const { status, body } = await call(await make());
    expect([status, body.comment.content]).toEqual([code, goodDraft.comment]);
    expect(await drafting.rows()).toMatchObject([
      { content: goodDraft.comment, voiceProfileId: null },
    ]);
    expect((await record(body.comment.id)).why?.profile).toMatchObject({
      id: activeVoiceProfileId,
    });
  },
);

it('an answer is not stored when its reply is deleted while the model writes', async () => {
  const { id } = await makeReply(drafting.db);
  drafting.answer(async () => {
    await drafting.db.delete(replies);
    return goodDraft;
  });
  const { status, body } = await post(`/replies/${id}/draft`);
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(await drafting.rows()).toHaveLength(1);
});
