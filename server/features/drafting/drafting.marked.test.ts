import { beforeEach, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { generateResponseSchema } from '#shared/contracts/drafts.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const own = 'Herons wade where the drain is slow, and so does our oldest deployment.';
let profileId = 0;

beforeEach(async () => {
  const created = await test.me.post('/api/voice-profiles', { name: 'Ada' });
  profileId = voiceProfileSchema.parse(await created.json()).id;
});

const days = (number: number) => test.later(-number * 86_400_000);
const posted = (content: string, age: number, voiceProfileId: number | null = profileId) =>
  makeComment(test.db, {
    content,
    generatedContent: 'Something else entirely.',
    status: 'posted',
    voiceProfileId,
    createdAt: days(age),
  });
const mark = (id: number, isExample = true) => test.me.post(`/api/comments/${id}/example`, { isExample });

/** The newest request to the model, and what the draft's record names. */
async function drafted() {
  const video = await makeVideo(test.db);
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = generateResponseSchema.parse(await answer.json());
  const asked = test.app.sandbox.admin.requests().filter(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked.at(-2)?.body ?? { messages: [] }) as { messages: { content: string }[] };
  return { system: messages[0]?.content ?? '', examples: analysis.why?.examples ?? [] };
}

it('puts a marked comment first among the examples of the next draft, and no longer once unmarked (rule 13.17)', async () => {
  for (const [age, text] of points.entries()) await posted(text, age);
  const { id } = await posted(own, 400);
  expect((await drafted()).system).not.toContain(own);

  const marked: Comment = commentSchema.parse(await (await mark(id)).json());
  expect(marked).toMatchObject({ id, isExample: true, revision: 1 });
  const { system, examples } = await drafted();
  expect(system).toContain(`⟦OWN WORDS⟧\n${own}\n⟦END OF OWN WORDS⟧`);
  expect(examples[0]).toEqual({ kind: 'marked', id, text: own });
  expect(examples.filter(({ text }) => text === own)).toHaveLength(1);
  expect(examples).toHaveLength(6);

  await mark(id, false);
  const later = await drafted();
  expect(later.system).not.toContain(own);
  expect(later.examples.map(({ kind }) => kind)).not.toContain('marked');
});

it('takes the five newest marked ones, of this voice or of none (rule 13.17)', async () => {
  const other = await makeVoiceProfile(test.db);
  const ofAnother = await posted(own, 0, other.id);
  const neutral = await posted('Written before there was a profile.', 1, null);
  const ofThis = await Promise.all(points.map((text, age) => posted(text, 2 + age)));
  for (const { id } of [ofAnother, neutral, ...ofThis]) await mark(id);
  const { examples } = await drafted();
  const ids = examples.filter(({ kind }) => kind === 'marked').map(({ id }) => id);
  expect(ids).toEqual([neutral, ...ofThis].slice(0, 5).map(({ id }) => id));
});

it('learns only from what was approved or posted, and says so (rule 13.17)', async () => {
  for (const status of ['pending', 'rejected', 'failed'] as const) {
    const { id } = await makeComment(test.db, { status });
    const problem = await expectProblem(await mark(id), 409, 'not_approved');
    expect(problem.detail).toContain('Approve this one first.');
    expect((await test.stored(id)).isExample).toBe(false);
  }
  const { id } = await makeComment(test.db, { status: 'approved', content: own, voiceProfileId: profileId });
  await mark(id);
  await test.me.patch(`/api/comments/${id}`, { status: 'pending' });
  expect((await drafted()).system).not.toContain(own);
  expect((await mark(id, false)).status).toBe(200);
  await expectProblem(await mark(99_999), 404, 'not_found');
  await expectProblem(await test.me.post(`/api/comments/${id}/example`, {}), 400, 'invalid_request');
});
