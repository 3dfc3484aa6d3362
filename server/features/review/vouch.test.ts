import { describe, expect, it } from 'vitest';
import { type CommentAnalysis, commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const vouch = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/vouch`, body);

const known = {
  text: 'Helm keeps ten revisions by default.',
  source: { kind: 'own_knowledge' as const, quote: null, at: null },
  unsupported: ['ten'],
};
const quoted = {
  text: 'You start it at minute three.',
  source: { kind: 'chapter' as const, quote: 'Start', at: 180 },
  unsupported: [],
};
const analysis: CommentAnalysis = {
  engagementPotential: 'High',
  technicalAccuracy: 'Sure',
  tone: 'friendly',
  platformCompliance: true,
  checks: [],
  scoreParts: [],
  sentences: [known, quoted],
  cannotCheck: false,
  alreadySaid: null,
  reading: null,
};
const own = { text: known.text, source: { kind: 'person', quote: null, at: null }, unsupported: [] };

describe('POST /api/comments/:id/vouch (rule 8.13)', () => {
  it('makes the sentence the person’s own, and leaves all else', async () => {
    const { id } = await test.comment({ analysis });
    const response = await vouch(id, { sentence: known.text, revision: 1 });
    expect(response.status).toBe(200);
    expect(commentSchema.parse(await response.json())).toMatchObject({ revision: 2, status: 'pending' });
    const stored = await test.stored(id);
    expect(stored.analysis).toEqual({ ...analysis, sentences: [own, quoted] });
  });

  it('keeps an approved comment approved', async () => {
    const { id } = await test.comment({ analysis, status: 'approved' });
    expect(await (await vouch(id, { sentence: known.text })).json()).toMatchObject({ status: 'approved' });
  });

  it('changes nothing for one that is theirs already', async () => {
    const { id } = await test.comment({ analysis });
    await vouch(id, { sentence: known.text, revision: 1 });
    const again = await vouch(id, { sentence: known.text, revision: 1 });
    expect([again.status, await again.json()]).toMatchObject([200, { revision: 2 }]);
  });

  it('refuses an older revision (rule 3.3)', async () => {
    const { id } = await test.comment({ analysis });
    await test.me.patch(`/api/comments/${id}`, { content: 'From another tab.' });
    const problem = await expectProblem(
      await vouch(id, { sentence: known.text, revision: 1 }),
      409,
      'revision_conflict',
    );
    expect(problem).toMatchObject({ current: { content: 'From another tab.', revision: 2 } });
    expect((await test.stored(id)).analysis).toEqual(analysis);
  });

  it('does not know a sentence that is not there word for word', async () => {
    const { id } = await test.comment({ analysis });
    await expectProblem(await vouch(id, { sentence: 'Helm keeps ten revisions.' }), 404, 'not_found');
    await expectProblem(await vouch(id, { sentence: '' }), 400, 'invalid_request');
    await expectProblem(await vouch(99_999, { sentence: known.text }), 404, 'not_found');
  });

  it('does not know a sentence of a draft made before sentences had sources', async () => {
    const { sentences, cannotCheck, alreadySaid, ...before } = analysis;
    const old = await test.comment({ analysis: before as CommentAnalysis });
    const older = await test.comment({ analysis: null });
    for (const { id } of [old, older])
      await expectProblem(await vouch(id, { sentence: known.text }), 404, 'not_found');
    expect(commentAnalysisSchema.parse((await test.stored(old.id)).analysis).sentences).toEqual([]);
  });

  it('is refused where the text may not be edited', async () => {
    const sending = await test.comment({ analysis, status: 'approved' });
    await makePostAttempt(test.db, { commentId: sending.id, startedAt: test.now() });
    await expectProblem(await vouch(sending.id, { sentence: known.text }), 409, 'being_posted');
    const posted = await test.comment({ analysis, status: 'posted' });
    await expectProblem(await vouch(posted.id, { sentence: known.text }), 409, 'already_posted');
    const unconfirmed = await test.comment({ analysis, status: 'failed', failureCode: 'unconfirmed' });
    await expectProblem(await vouch(unconfirmed.id, { sentence: known.text }), 409, 'unconfirmed');
  });
});
