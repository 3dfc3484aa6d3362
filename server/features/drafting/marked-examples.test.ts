import { beforeEach, describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { draftViewSchema } from '#shared/contracts/drafts.ts';
import { voiceProfileSchema } from '#shared/contracts/voice.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { points } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const own = 'Herons wade where the drain is slow, and so does our oldest deployment.';
let profileId = 0;

beforeEach(async () => {
  const created = await test.me.post('/api/voice-profiles', { name: 'Ada' });
  profileId = voiceProfileSchema.parse(await created.json()).id;
});

const days = (number: number) => test.later(-number * 86_400_000);
const posted = (
  content: string,
  age: number,
  voiceProfileId: number | null = profileId,
) =>
  makeComment(test.db, {
    content,
    generatedContent: 'Something else entirely.',
    status: 'posted',
    voiceProfileId,
    createdAt: days(age),
  });
const mark = (id: number, isExample = true) =>
  test.me.post(`/api/comments/${id}/example`, { isExample });

/**
 * Drafts a comment, and returns the newest request to the model with what the draft's
 * record names.
 */
async function drafted() {
  const video = await makeVideo(test.db);
  const answer = await test.me.post('/api/comments/generate', {
    videoId: video.id,
    style: 'insightful',
  });
  const { analysis } = draftViewSchema.parse(await answer.json());
  const asked = test.app.sandbox.admin
    .requests()
    .filter(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked.at(-2)?.body ?? { messages: [] }) as {
    messages: { content: string }[];
  };
  return { system: messages[0]?.content ?? '', examples: analysis.why?.examples ?? [] };
}

it('marking a comment keeps its revision (rule 13.17)', async () => {
  const { id } = await posted(own, 1);
  const marked = commentSchema.parse(await (await mark(id)).json());
  expect(marked).toMatchObject({ id, isExample: true, revision: 1 });
});

describe('with more comments than a prompt has room for (rule 13.17)', () => {
  type Row = Awaited<ReturnType<typeof posted>>;
  let all: Row[];
  /** The comments of this voice, newest first. The text of the first one is `own`. */
  let ofThis: Row[];

  beforeEach(async () => {
    const other = await makeVoiceProfile(test.db);
    const ofAnother = await posted('Written in another voice altogether.', 0, other.id);
    const newest = await posted(own, 1);
    const neutral = await posted('Written in nobody’s voice.', 0, null);
    const older = await Promise.all(points.map((text, age) => posted(text, 2 + age)));
    ofThis = [newest, ...older];
    all = [ofAnother, neutral, ...ofThis];
  });

  it('a comment is not among the examples while nothing is marked', async () => {
    expect((await drafted()).system).not.toContain(own);
  });

  it('the five newest marked comments of this voice come first', async () => {
    for (const { id } of all) await mark(id);
    const { system, examples } = await drafted();
    expect(system).toContain(`⟦OWN WORDS⟧\n${own}\n⟦END OF OWN WORDS⟧`);
    expect(examples.slice(0, 5)).toEqual(
      ofThis
        .slice(0, 5)
        .map(({ id, content }) => ({ kind: 'marked', id, text: content })),
    );
    expect(new Set(examples.map(({ text }) => text)).size).toBe(6);
  });

  it('a comment is not among the examples any more once it is unmarked', async () => {
    for (const { id } of all) await mark(id);
    await mark(ofThis[0]?.id ?? 0, false);
    expect((await drafted()).system).not.toContain(own);
  });
});

it('marked comments without a profile come first when no profile is active (rule 13.17)', async () => {
  const ofAda = await posted(own, 0);
  const neutral = await posted(
    'Written in nobody’s voice, about slow deployments.',
    1,
    null,
  );
  for (const { id } of [ofAda, neutral]) await mark(id);
  await setSettings(test.db, { activeVoiceProfileId: null });
  expect((await drafted()).examples).toEqual([
    { kind: 'marked', id: neutral.id, text: neutral.content },
  ]);
});

it.each(['pending', 'rejected', 'failed'] as const)(
  'a %s comment cannot be marked (rule 13.17)',
  async (status) => {
    const { id } = await makeComment(test.db, { status });
    const problem = await expectProblem(await mark(id), 409, 'not_approved');
    expect(problem.detail).toContain('Approve this one first.');
    expect((await test.stored(id)).isExample).toBe(false);
  },
);

describe('a marked comment that returns to review (rule 13.17)', () => {
  async function returned(): Promise<number> {
    const { id } = await makeComment(test.db, {
      status: 'approved',
      content: own,
      voiceProfileId: profileId,
    });
    await mark(id);
    await test.me.patch(`/api/comments/${id}`, { status: 'pending' });
    return id;
  }

  it('is not used as an example', async () => {
    await returned();
    expect((await drafted()).system).not.toContain(own);
  });

  it('can be unmarked', async () => {
    expect((await mark(await returned(), false)).status).toBe(200);
  });
});

it('an unknown comment cannot be marked', async () => {
  await expectProblem(await mark(99_999), 404, 'not_found');
});

it('a request to mark must say whether the comment is an example', async () => {
  const { id } = await posted(own, 1);
  await expectProblem(
    await test.me.post(`/api/comments/${id}/example`, {}),
    400,
    'invalid_request',
  );
});
