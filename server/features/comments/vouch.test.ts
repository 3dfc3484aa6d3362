import { describe, expect, it } from 'vitest';
import {
  type CommentAnalysis,
  commentAnalysisSchema,
  commentSchema,
} from '#shared/contracts/comment-detail.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');
const vouch = (id: number, body: unknown) =>
  test.me.post(`/api/comments/${id}/vouch`, body);

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
const own = {
  text: known.text,
  source: { kind: 'person', quote: null, at: null },
  unsupported: [],
};

describe('POST /api/comments/:id/vouch (rule 8.13)', () => {
  it('marks the sentence as the owner’s own once, and changes nothing else', async () => {
    const { id } = await test.comment({ analysis, status: 'approved' });
    const response = await vouch(id, { sentence: known.text, revision: 1 });
    expect(response.status).toBe(200);
    expect(commentSchema.parse(await response.json())).toMatchObject({
      revision: 2,
      status: 'approved',
    });
    const stored = await test.stored(id);
    expect(stored.analysis).toEqual({ ...analysis, sentences: [own, quoted] });
    const again = await vouch(id, { sentence: known.text, revision: 1 });
    expect([again.status, await again.json()]).toMatchObject([200, { revision: 2 }]);
  });

  it('refuses an outdated revision (rule 3.3)', async () => {
    const { id } = await test.comment({ analysis });
    await test.me.patch(`/api/comments/${id}`, { content: 'From another tab.' });
    const problem = await expectProblem(
      await vouch(id, { sentence: known.text, revision: 1 }),
      409,
      'revision_conflict',
    );
    expect(problem).toMatchObject({
      current: { content: 'From another tab.', revision: 2 },
    });
    expect((await test.stored(id)).analysis).toEqual(analysis);
  });

  it('responds 404 unless the draft contains exactly this sentence', async () => {
    const { id } = await test.comment({ analysis });
    await expectProblem(
      await vouch(id, { sentence: 'Helm keeps ten revisions.' }),
      404,
      'not_found',
    );
    await expectProblem(await vouch(id, { sentence: '' }), 400, 'invalid_request');
    await expectProblem(await vouch(99_999, { sentence: known.text }), 404, 'not_found');
  });

  it('responds 404 for a draft from before sentences had sources', async () => {
    const { sentences, cannotCheck, alreadySaid, ...before } = analysis;
    const old = await test.comment({ analysis: before as CommentAnalysis });
    const older = await test.comment({ analysis: null });
    for (const { id } of [old, older])
      await expectProblem(await vouch(id, { sentence: known.text }), 404, 'not_found');
    expect(
      commentAnalysisSchema.parse((await test.stored(old.id)).analysis).sentences,
    ).toEqual([]);
  });

  it('refuses a comment whose text may not be edited', async () => {
    const { id } = await test.comment({
      analysis,
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    await expectProblem(await vouch(id, { sentence: known.text }), 409, 'unconfirmed');
  });
});
