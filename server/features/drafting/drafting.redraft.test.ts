import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commentAnalysisSchema } from '#shared/contracts/comment-detail.ts';
import { draftRecordSchema } from '#shared/contracts/drafts.ts';
import { comments, draftRecords, queueItems, replies, voiceProfiles } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makePostAttempt,
  makeQueueItem,
  makeReply,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const [first = '', second = ''] = points;
const shorter = 'Readiness probes that call the database take every pod down at once.';
const asked = 'Do readiness probes that call the database take every pod down at once?';

const post = (path: string, body: object = {}) => request(drafting.app).post(path).send(body);
const others = (id: unknown, body: object = {}) => post(`/comments/${id}/takes`, body);
const pick = (id: unknown, body: object) => post(`/comments/${id}/pick`, body);
const undo = (id: number) => pick(id, { alternative: 0 });
const generate = ({ id: videoId }: { id: number }) =>
  post('/comments/generate', { videoId, style: 'insightful' });
const regenerate = (id: unknown, style: unknown = 'questioning') =>
  post(`/comments/${id}/regenerate`, { style });
const steer = (id: number, wish: object) =>
  post(`/comments/${id}/regenerate`, { style: 'insightful', ...wish });
const record = async (id: number) =>
  draftRecordSchema.parse((await request(drafting.app).get(`/comments/${id}/draft`)).body);
const edit = (content: string) => drafting.db.update(comments).set({ content, revision: 2 });

/** Makes a draft with two alternatives. The drafts after it are steered ones. */
async function generated() {
  drafting.answer(
    ...[goodDraft.comment, first, second, shorter, asked].map((comment) => () => ({ ...goodDraft, comment })),
  );
  const video = await makeVideo(drafting.db);
  const { body } = await generate(video).expect(201);
  await others(body.comment.id).expect(200);
  return body.comment as { id: number; qualityScore: number };
}

const revised = {
  takes: (id: number, revision?: number) => others(id, { revision }),
  pick: (id: number, revision?: number) => pick(id, { alternative: 0, revision }),
  read: (id: number, revision?: number) => post(`/comments/${id}/read`, { revision }),
};
const calls = { ...revised, regenerate: (id: number) => regenerate(id) };

it.each([
  ['posted', { status: 'posted' as const, youtubeCommentId: 'Ugz' }, 'already_posted'],
  ['unconfirmed', { status: 'failed' as const, failureCode: 'unconfirmed' }, 'unconfirmed'],
  ['being posted', { status: 'approved' as const }, 'being_posted'],
])('a comment that is %s is neither redrafted nor read, and no model is asked', async (_, change, code) => {
  const { id } = await makeComment(drafting.db, change);
  if (code === 'being_posted') await makePostAttempt(drafting.db, { commentId: id });
  for (const [step, call] of Object.entries(calls)) {
    const { status, body } = await call(id);
    expect([step, status, body.code]).toEqual([step, 409, code]);
    await call(99_999).expect(404);
  }
  expect([drafting.asked, drafting.read]).toEqual([[], []]);
});

it('other takes are refused for a text that no model drafted, and no model is asked (rule 8.16)', async () => {
  const older = await makeComment(drafting.db);
  const { id: replyId } = await makeReply(drafting.db);
  const { body: typed } = await post(`/replies/${replyId}/answer`, { content: 'In my own words.' });
  for (const id of [older.id, typed.id]) {
    const { status, body } = await others(id);
    expect([status, body.code]).toEqual([409, 'no_draft']);
    expect(await record(id)).toMatchObject({ why: null, alternatives: [] });
  }
  expect([drafting.asked, drafting.topComments.asked]).toEqual([[], []]);
});

describe('a redraft (rule 8.15)', () => {
  it('takes another angle than the draft that it replaces', async () => {
    const { id } = await generated();
    await regenerate(id, 'insightful').expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({ shownDrafts: [goodDraft.comment], anyway: true });
  });

  it('in another style is written without the draft that it replaces', async () => {
    const { id } = await generated();
    await regenerate(id, 'questioning').expect(200);
    expect(drafting.asked.at(-1)?.shownDrafts).toBeUndefined();
  });
});

it('takes, pick and read refuse an outdated revision and return the current text', async () => {
  const { id } = await generated();
  const before = await record(id);
  await edit('Typed in another tab.');
  for (const [step, call] of Object.entries(revised)) {
    const { status, body } = await call(id, 1);
    expect([step, status, body.code]).toEqual([step, 409, 'revision_conflict']);
    expect(body.current).toMatchObject({ content: 'Typed in another tab.', revision: 2 });
  }
  expect(await drafting.rows()).toMatchObject([{ content: 'Typed in another tab.', revision: 2 }]);
  expect(await record(id)).toEqual(before);
});

describe('drafting pick', () => {
  describe('other takes (rule 8.16)', () => {
    it('are written only on request, each with the texts already shown, and are not read', async () => {
      const { id } = await generated();
      expect(drafting.asked.map(({ shownDrafts = [], anyway }) => [shownDrafts, anyway])).toEqual([
        [[], undefined],
        [[goodDraft.comment], true],
        [[goodDraft.comment, first], true],
      ]);
      expect(drafting.read).toHaveLength(1);
      const { alternatives } = await record(id);
      expect(alternatives).toMatchObject([
        { content: first, angle: '', qualityScore: 60, platformCompliance: true, reading: null },
        { content: second, angle: '', qualityScore: 60, platformCompliance: true, reading: null },
      ]);
      expect(await drafting.rows()).toMatchObject([{ content: goodDraft.comment, revision: 1 }]);
    });

    it('are written once more when they repeat the draft', async () => {
      const { id } = await generated();
      drafting.answer(() => goodDraft);
      await others(id).expect(200);
      expect(drafting.asked.slice(-2).map(({ corrections }) => corrections.length)).toEqual([0, 1]);
    });

    it('are kept when a later one fails, and the request fails when all of them fail', async () => {
      const { id } = await generated();
      drafting.answer(
        ...[goodDraft, goodDraft, goodDraft].map((draft) => () => draft),
        () => ({ ...goodDraft, comment: points[2] ?? '' }),
        () => new LanguageModelError('unavailable'),
      );
      const { body } = await others(id).expect(200);
      expect(body.alternatives.map(({ content }: { content: string }) => content)).toEqual([
        first,
        second,
        points[2],
      ]);
      drafting.answer(() => new LanguageModelError('unavailable'));
      expect((await others(id)).status).toBe(503);
      expect((await record(id)).alternatives).toHaveLength(3);
    });
  });

  describe('POST /comments/:id/pick', () => {
    it('swaps the draft and the chosen alternative', async () => {
      const { id, qualityScore } = await generated();
      const before = await record(id);
      const { status, body } = await pick(id, { alternative: 1, revision: 1 });
      expect(status).toBe(200);
      expect(body.comment).toMatchObject({
        id,
        content: second,
        generatedContent: second,
        qualityScore: before.alternatives[1]?.qualityScore,
        status: 'pending',
        revision: 2,
      });
      expect(body.analysis).toMatchObject({ tone: '', reading: null, why: before.why });
      expect(body.alternatives).toEqual((await record(id)).alternatives);
      expect(body.alternatives).toMatchObject([
        { content: first },
        { content: goodDraft.comment, angle: '', qualityScore },
      ]);
      expect(drafting.asked).toHaveLength(3);
      expect(drafting.changed.slice(-3)).toEqual([{ comment: id }, 'stats', 'analytics']);
    });

    it('keeps a text that the owner typed among the earlier texts', async () => {
      const { id } = await generated();
      await edit('Typed by hand.');
      const { body } = await pick(id, { alternative: 0, revision: 2 }).expect(200);
      expect(body.alternatives[0]).toMatchObject({ content: goodDraft.comment });
      const [row] = await drafting.rows();
      expect(row).toMatchObject({ content: first, previousTexts: [{ content: 'Typed by hand.' }] });
    });

    it('succeeds once when two requests arrive at the same time', async () => {
      const { id } = await generated();
      const answers = await Promise.all([
        pick(id, { alternative: 0, revision: 1 }),
        pick(id, { alternative: 1, revision: 1 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [row] = await drafting.rows();
      const texts = [row?.content, ...(await record(id)).alternatives.map(({ content }) => content)];
      expect(texts.sort()).toEqual([goodDraft.comment, first, second].sort());
    });

    it('refuses an alternative that does not exist or is not a whole number or text', async () => {
      const { id } = await generated();
      for (const alternative of [goodDraft.comment, '', 7, -1, 0.5, undefined]) {
        const { status, body } = await pick(id, { alternative });
        expect([alternative, status]).toEqual([alternative, 400]);
        expect(body.detail).toMatch(/\.$/);
      }
      expect(await drafting.rows()).toMatchObject([{ content: goodDraft.comment, revision: 1 }]);
      await undo((await makeComment(drafting.db)).id).expect(400);
    });
  });
});

describe('drafting regenerate', () => {
  describe('POST /comments/:id/regenerate', () => {
    const old = 'An old thought about something else entirely, kept in the history of this comment.';

    it('replaces the text with a new draft, and keeps the old text (rule 8.3)', async () => {
      const comment = await makeComment(drafting.db, {
        content: old,
        status: 'rejected',
        revision: 3,
        reviewedAt: drafting.clock.now(),
      });
      const { status, body } = await regenerate(comment.id);
      expect(status).toBe(200);
      expect(body.comment).toMatchObject({
        id: comment.id,
        content: goodDraft.comment,
        generatedContent: goodDraft.comment,
        style: 'questioning',
        status: 'pending',
        revision: 4,
        reviewedAt: null,
      });
      expect(body.analysis.platformCompliance).toBe(true);
      const [row] = await drafting.rows();
      const replaced = [
        { content: old, style: 'insightful', replacedAt: drafting.clock.now().toISOString() },
      ];
      expect(row?.previousTexts).toEqual(replaced);
      expect(body.comment.previousTextCount).toBe(1);
      expect((await record(comment.id)).previousTexts).toEqual(replaced);
      const itself = { comment: comment.id };
      // The last event is about the draft's reading.
      expect(drafting.changed).toEqual([itself, 'stats', 'analytics', itself]);
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
        { scheduledFor: null, dueAt: null, autoPost: false, blockedReason: 'moved_to_review' },
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
    ['another draft', 200, () => makeComment(drafting.db), ({ id }: { id: number }) => regenerate(id)],
  ])('a profile that is deleted while the model writes leaves %s (rule 3.5)', async (_, code, make, call) => {
    const { id: activeVoiceProfileId } = await makeVoiceProfile(drafting.db);
    await setSettings(drafting.db, { activeVoiceProfileId });
    drafting.answer(async () => {
      await drafting.db.delete(voiceProfiles);
      return goodDraft;
    });
    const { status, body } = await call(await make());
    expect([status, body.comment.content]).toEqual([code, goodDraft.comment]);
    expect(await drafting.rows()).toMatchObject([{ content: goodDraft.comment, voiceProfileId: null }]);
    expect((await record(body.comment.id)).why?.profile).toMatchObject({ id: activeVoiceProfileId });
  });

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
});

describe('drafting steer', () => {
  beforeEach(() =>
    drafting.answerReader(({ comment }) => ({
      ...goodReading(comment),
      tone: comment === shorter ? 'curt' : 'friendly',
    })),
  );

  describe('a steered draft (rule 8.14)', () => {
    it('is written from the current text and the wish, even if the model has nothing to add', async () => {
      const { id } = await generated();
      await steer(id, { steer: 'shorter' }).expect(200);
      await steer(id, { instruction: ' Mention  our own outage. ' }).expect(200);
      expect(drafting.asked.slice(3)).toMatchObject([
        { anyway: true, steered: { text: goodDraft.comment, steer: 'shorter', instruction: null } },
        { anyway: true, steered: { text: shorter, steer: null, instruction: 'Mention  our own outage.' } },
      ]);
    });

    it('keeps the version before as the first alternative, with its analysis', async () => {
      const { id, qualityScore } = await generated();
      const [{ analysis } = { analysis: null }] = await drafting.rows();
      const { body } = await steer(id, { steer: 'shorter' }).expect(200);
      expect(body.comment).toMatchObject({ content: shorter, status: 'pending', revision: 2 });
      const { alternatives, previousTexts } = await record(id);
      expect(body.alternatives).toEqual(alternatives);
      expect(alternatives.map(({ content, angle }) => [content, angle])).toEqual([
        [goodDraft.comment, 'Before: Shorter'],
        [first, ''],
        [second, ''],
      ]);
      const { checks, sentences, reading } = commentAnalysisSchema.parse(analysis);
      expect(reading).not.toBeNull();
      expect(alternatives[0]).toMatchObject({ qualityScore, checks, sentences, reading });
      expect(previousTexts).toMatchObject([{ content: goodDraft.comment }]);
    });

    it('names the wish beside the version before', async () => {
      const { id } = await generated();
      const wishes: [object, string][] = [
        [{ steer: 'ask_instead', instruction: 'And be kind.' }, 'Before: Ask instead'],
        [{ instruction: 'Say  it\nkindly.' }, 'Before: Say it kindly.'],
        [{ instruction: 'x'.repeat(41) }, `Before: ${'x'.repeat(39)}…`],
      ];
      for (const [wish, angle] of wishes) {
        await steer(id, wish).expect(200);
        expect((await record(id)).alternatives[0]).toMatchObject({ angle });
      }
    });

    it('can be undone by a pick, including its analysis, and redone by another pick', async () => {
      const { id } = await generated();
      const [before] = await drafting.rows();
      await steer(id, { steer: 'shorter' }).expect(200);
      await undo(id).expect(200);
      const [after] = await drafting.rows();
      const { content, generatedContent, qualityScore, analysis } = before ?? {};
      expect(after).toMatchObject({ content, generatedContent, qualityScore, analysis, revision: 3 });
      expect((await record(id)).alternatives[0]).toMatchObject({ content: shorter, angle: '' });
      await undo(id).expect(200);
      expect(await drafting.rows()).toMatchObject([{ content: shorter, analysis: { tone: 'curt' } }]);
    });

    it('can be undone to any earlier text by naming that text', async () => {
      const { id } = await generated();
      await steer(id, { steer: 'shorter' }).expect(200);
      await steer(id, { steer: 'ask_instead' }).expect(200);
      for (const content of [shorter, goodDraft.comment]) {
        const { body } = await pick(id, { alternative: content }).expect(200);
        expect(body.comment).toMatchObject({ content });
      }
      expect((await record(id)).alternatives.map(({ content }) => content)).toEqual([
        asked,
        shorter,
        first,
        second,
      ]);
    });

    it('keeps at most eight versions, the newest ones, also after other takes', async () => {
      const { id } = await generated();
      for (let wish = 1; wish <= 8; wish += 1) await steer(id, { instruction: `Wish ${wish}` }).expect(200);
      const { alternatives } = await record(id);
      expect(alternatives.map(({ angle }) => angle)).toEqual(
        [8, 7, 6, 5, 4, 3, 2, 1].map((wish) => `Before: Wish ${wish}`),
      );
      await others(id).expect(200);
      expect((await record(id)).alternatives).toHaveLength(8);
    });

    it('may resemble the text that it comes from, also in an answer', async () => {
      const { id } = await generated();
      const { body } = await steer(id, { steer: 'shorter' }).expect(200);
      const reply = await makeReply(drafting.db);
      const { id: answerId } = await makeComment(drafting.db, {
        replyId: reply.id,
        content: `${points[3]} ${points[4]}`,
      });
      drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
      const answer = await steer(answerId, { steer: 'shorter' }).expect(200);
      for (const { checks } of [body.analysis, answer.body.analysis])
        expect(checks.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
      expect(drafting.asked).toHaveLength(5);
    });

    it('starts from the text that the owner edited', async () => {
      const { id } = await generated();
      const typed = `${goodDraft.comment} Ours did.`;
      await edit(typed);
      await steer(id, { steer: 'shorter' }).expect(200);
      expect(drafting.asked.at(-1)).toMatchObject({ steered: { text: typed } });
      expect((await record(id)).alternatives[0]).toMatchObject({ content: typed });
      const { body } = await undo(id).expect(200);
      expect(body.comment).toMatchObject({ content: typed });
    });

    it('changes nothing when the model fails', async () => {
      const { id } = await generated();
      const before = [await drafting.rows(), await record(id)];
      drafting.answer(() => new LanguageModelError('unavailable'));
      expect((await steer(id, { steer: 'shorter' })).status).toBeGreaterThanOrEqual(500);
      expect([await drafting.rows(), await record(id)]).toEqual(before);
    });

    it('can be undone to a draft without an analysis', async () => {
      const { id, content } = await makeComment(drafting.db);
      await steer(id, { steer: 'shorter' }).expect(200);
      const { body } = await undo(id).expect(200);
      expect(body.comment).toMatchObject({ content });
      expect(body.analysis).toMatchObject({ checks: [], sentences: [] });
    });

    it('does not change the age of what is quoted from YouTube (rule 3.7)', async () => {
      const { id } = await generated();
      const quotedAt = drafting.clock.now();
      await drafting.db.update(draftRecords).set({ quotedAt });
      drafting.clock.advance(24 * 3_600_000);
      await steer(id, { steer: 'shorter' }).expect(200);
      expect(await drafting.db.select().from(draftRecords)).toMatchObject([{ quotedAt }]);
    });
  });

  describe('other takes that are written at the same time as another version (rules 8.14 and 8.16)', () => {
    const take = points[3] ?? '';
    const other = points[4] ?? '';
    const contents = async (id: number) => (await record(id)).alternatives.map(({ content }) => content);

    /**
     * Answers takes with `take` and other versions with `other`. Those named by `hold` wait until the
     * returned function is called.
     */
    function answering(hold: 'takes' | 'version'): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      drafting.answer(async ({ shownDrafts: isTake }) => {
        const kind = isTake ? 'takes' : 'version';
        if (kind === hold) await promise;
        return { ...goodDraft, comment: isTake ? take : other };
      });
      return resolve;
    }

    it('are kept beside a steered version that ends later', async () => {
      const { id } = await generated();
      const release = answering('version');
      const steered = steer(id, { steer: 'shorter' }).then(({ body }) => body);
      await expect.poll(() => drafting.asked.length).toBe(4);
      await others(id, { count: 1 }).expect(200);
      release();
      expect((await steered).comment).toMatchObject({ content: other });
      expect(await contents(id)).toEqual([goodDraft.comment, first, second, take]);
    });

    it('are kept beside a steered version that ended earlier', async () => {
      const { id } = await generated();
      const release = answering('takes');
      const taken = others(id, { count: 1 }).then((answer) => answer);
      await expect.poll(() => drafting.asked.length).toBe(4);
      await steer(id, { steer: 'shorter' }).expect(200);
      release();
      expect(await taken).toMatchObject({ status: 200, body: { comment: { content: other } } });
      expect(await contents(id)).toEqual([goodDraft.comment, first, second, take]);
    });

    it.each(['takes', 'version'] as const)(
      'are the only alternatives of a redraft (ends last: %s)',
      async (last) => {
        const { id } = await generated();
        const release = answering(last);
        const calls = {
          takes: () => others(id, { count: 1 }).then(({ status }) => status),
          version: () => regenerate(id).then(({ status }) => status),
        };
        const held = calls[last]();
        await expect.poll(() => drafting.asked.length).toBe(4);
        const quick = calls[last === 'takes' ? 'version' : 'takes']();
        expect(await quick).toBe(200);
        release();
        expect(await held).toBe(200);
        expect(await contents(id)).toEqual([take]);
      },
    );

    it('are refused when the owner typed the answer meanwhile', async () => {
      const { id: replyId } = await makeReply(drafting.db);
      const { body } = await post(`/replies/${replyId}/draft`).expect(201);
      const release = answering('takes');
      const taken = others(body.id, { count: 1 }).then((answer) => answer);
      await expect.poll(() => drafting.asked.length).toBe(2);
      await drafting.db.update(comments).set({ status: 'rejected' }).where(eq(comments.id, body.id));
      await post(`/replies/${replyId}/answer`, { content: 'In my own words.' }).expect(201);
      release();
      expect(await taken).toMatchObject({ status: 409, body: { code: 'revision_conflict' } });
      expect(await contents(body.id)).toEqual([]);
    });
  });

  it('a reading that ends while a steered version is written stays with the version before', async () => {
    const { id } = await generated();
    const { promise, resolve } = Promise.withResolvers<void>();
    drafting.answer(async () => {
      await promise;
      return { ...goodDraft, comment: shorter };
    });
    const steered = steer(id, { steer: 'shorter' }).then((answer) => answer);
    await expect.poll(() => drafting.asked.length).toBe(4);
    drafting.answerReader(({ comment }) => ({ ...goodReading(comment), tone: 'read meanwhile' }));
    await post(`/comments/${id}/read`).expect(200);
    resolve();
    await steered;
    expect((await record(id)).alternatives[0]).toMatchObject({ tone: 'read meanwhile' });
  });

  it('an empty instruction leads to an ordinary redraft', async () => {
    const { id } = await generated();
    drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
    await steer(id, { instruction: '  ' }).expect(200);
    expect(drafting.asked.at(-1)).not.toHaveProperty('steered');
    expect((await record(id)).alternatives).toEqual([]);
  });
});
