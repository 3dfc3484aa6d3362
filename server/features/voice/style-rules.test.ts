import { describe, expect, it } from 'vitest';
import { draftViewSchema } from '#shared/contracts/drafts.ts';
import {
  profileVersionListSchema,
  proposeRulesResponseSchema,
  type StyleRule,
  styleRuleListSchema,
  styleRuleSchema,
  type VoiceProfile,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { comments, profileVersions, styleRules } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeVideo, makeVoiceProfile } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

const chat = '/v1/chat/completions';
const json = async (
  answer: Response | Promise<Response>,
  status = 200,
): Promise<unknown> => {
  const response = await answer;
  expect(response.status).toBe(status);
  return response.json();
};

async function profile(name = 'Platform engineer') {
  return voiceProfileSchema.parse(
    await json(test.me.post('/api/voice-profiles', { name }), 201),
  ).id;
}
const rules = async (id: number) =>
  styleRuleListSchema.parse(
    await json(test.me.get(`/api/voice-profiles/${id}/style-rules`)),
  );
const propose = async (id: number) =>
  proposeRulesResponseSchema.parse(
    await json(test.me.post(`/api/voice-profiles/${id}/style-rules/propose`)),
  );
const add = async (id: number, text: string) =>
  styleRuleSchema.parse(
    await json(test.me.post(`/api/voice-profiles/${id}/style-rules`, { text }), 201),
  );
const decide = async (rule: Pick<StyleRule, 'id'>, change: object) =>
  styleRuleSchema.parse(await json(test.me.patch(`/api/style-rules/${rule.id}`, change)));
const versions = async (id: number) =>
  profileVersionListSchema.parse(
    await json(test.me.get(`/api/voice-profiles/${id}/versions`)),
  );
const restore = (id: number, number: number) =>
  test.me.post(`/api/voice-profiles/${id}/versions/${number}/restore`);

const edited = (voiceProfileId: number, before: string, after: string, change = {}) =>
  test.comment({
    voiceProfileId,
    status: 'approved',
    generatedContent: before,
    content: after,
    ...change,
  });
const calmed = (id: number, subject: string, change = {}) =>
  edited(
    id,
    `I like how ${subject} is shown! It helped.`,
    `I like how ${subject} is shown. It helped.`,
    change,
  );

/** Returns the rules in the next draft's prompt; null if there are none. */
async function nextPromptRules(): Promise<string | null> {
  test.app.sandbox.admin.clearRequests();
  const video = await makeVideo(test.db);
  await json(
    test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' }),
    201,
  );
  const [asked] = test.app.sandbox.admin.requests().filter(({ path }) => path === chat);
  const { messages } = (asked?.body ?? { messages: [] }) as {
    messages: { content: string }[];
  };
  return (
    /# Rules this person set\n.*\n((?:- .*\n?)+)/
      .exec(messages[0]?.content ?? '')?.[1]
      ?.trim() ?? null
  );
}

describe('rules decided with the profile (rule 2.21)', () => {
  it('make one new version together with its fields', async () => {
    const id = await profile();
    const kept = await add(id, 'Write short sentences.');
    const dropped = await add(id, 'Use no emoji.');
    await decide(kept, { status: 'rejected' });
    const before = (await versions(id)).length;
    const change = { add: ['Ask no questions.'], accept: [kept.id], drop: [dropped.id] };
    await json(
      test.me.put(`/api/voice-profiles/${id}`, {
        expertiseAreas: ['Kubernetes'],
        rules: change,
      }),
    );
    const after = await versions(id);
    expect(after).toHaveLength(before + 1);
    expect(after[0]?.rules).toEqual(['Write short sentences.', 'Ask no questions.']);
    expect(await rules(id)).toMatchObject([
      { id: kept.id, status: 'accepted' },
      { id: dropped.id, status: 'rejected' },
      { text: 'Ask no questions.', status: 'accepted' },
    ]);
  });

  it('change nothing when one rule belongs to another profile', async () => {
    const id = await profile();
    const other = await profile('Another');
    const foreign = await add(other, 'Use no emoji.');
    const change = { add: ['Ask no questions.'], accept: [], drop: [foreign.id] };
    await expectProblem(
      await test.me.put(`/api/voice-profiles/${id}`, { name: 'New', rules: change }),
      404,
      'not_found',
    );
    expect(await rules(id)).toEqual([]);
    expect((await rules(other))[0]?.status).toBe('accepted');
    expect(await nextPromptRules()).toBeNull();
  });
});

describe('style rules proposed from edits', () => {
  it('name the edits that support them, and change nothing until accepted (rule 8.1)', async () => {
    const id = await profile();
    const first = await calmed(id, 'probing');
    const second = await calmed(id, 'scaling');
    const { proposed, edits, detail } = await propose(id);
    expect([edits, detail]).toEqual([2, null]);
    expect(proposed).toMatchObject([
      {
        profileId: id,
        text: 'Use no exclamation marks.',
        status: 'proposed',
        decidedAt: null,
        evidence: expect.arrayContaining([
          { commentId: first.id, before: first.generatedContent, after: first.content },
          {
            commentId: second.id,
            before: second.generatedContent,
            after: second.content,
          },
        ]),
      },
    ]);
    expect(await rules(id)).toEqual(proposed);
    expect(await nextPromptRules()).toBeNull();
    expect(await versions(id)).toHaveLength(1);
  });

  it.each([
    [0, 'So far there are none.'],
    [1, 'So far there is one.'],
  ])('need two edits: with %i edits the model is not asked', async (count, said) => {
    const id = await profile();
    for (let made = 0; made < count; made += 1) await calmed(id, `part ${made}`);
    test.app.sandbox.admin.clearRequests();
    const answer = await propose(id);
    expect(answer).toMatchObject({
      proposed: [],
      edits: count,
      detail: expect.stringContaining(said),
    });
    expect(test.app.sandbox.admin.requests()).toEqual([]);
  });

  it('come only from texts in this voice that the owner edited and approved', async () => {
    const id = await profile();
    const other = await profile('Another');
    await calmed(id, 'one');
    await calmed(other, 'two');
    await calmed(id, 'three', { status: 'pending' });
    await calmed(id, 'four', { status: 'rejected' });
    await test.comment({ voiceProfileId: id, status: 'approved' });
    expect((await propose(id)).edits).toBe(1);
    await calmed(id, 'five', { status: 'posted', youtubeCommentId: 'Ugz' });
    expect((await propose(id)).edits).toBe(2);
  });

  it('do not repeat rules that are known or were rejected', async () => {
    const id = await profile();
    await calmed(id, 'one');
    await calmed(id, 'two');
    const [rule] = (await propose(id)).proposed;
    expect(await propose(id)).toMatchObject({
      proposed: [],
      edits: 2,
      detail: 'Your edits show no rule that is not known already.',
    });
    if (rule) await decide(rule, { status: 'rejected' });
    expect((await propose(id)).proposed).toEqual([]);
    expect(await rules(id)).toMatchObject([{ id: rule?.id, status: 'rejected' }]);
    const asked = test.app.sandbox.admin.requests().at(-1)?.body;
    expect(JSON.stringify(asked)).toContain(
      'Known already:\\n- Use no exclamation marks.',
    );
  });

  it('are stored once when two requests arrive at the same time', async () => {
    const id = await profile();
    await calmed(id, 'one');
    await calmed(id, 'two');
    await Promise.all([propose(id), propose(id)]);
    expect(await rules(id)).toHaveLength(1);
  });
});

describe('decisions about style rules', () => {
  describe('that accept a proposed rule', () => {
    async function accepted() {
      const id = await profile();
      await calmed(id, 'one');
      await calmed(id, 'two');
      const [rule] = (await propose(id)).proposed;
      if (!rule) throw new Error('Nothing was proposed');
      const decided = await decide(rule, { status: 'accepted' });
      expect(decided).toMatchObject({
        status: 'accepted',
        decidedAt: test.now().toISOString(),
      });
      return { id, rule };
    }

    it('put it into the next prompt and a new version', async () => {
      const { id } = await accepted();
      expect(await nextPromptRules()).toBe('- Use no exclamation marks.');
      expect(await versions(id)).toMatchObject([
        {
          number: 2,
          reason: 'Accepted a rule',
          rules: ['Use no exclamation marks.'],
          isCurrent: true,
        },
        { number: 1, reason: 'Created', rules: [], isCurrent: false },
      ]);
    });

    it('are undone when the version before is restored', async () => {
      const { id } = await accepted();
      voiceProfileSchema.parse(await json(restore(id, 1)));
      expect(await nextPromptRules()).toBeNull();
      expect(await versions(id)).toMatchObject([
        { number: 3, reason: 'Back to version 1', rules: [], isCurrent: true },
        { number: 2 },
        { number: 1 },
      ]);
      expect(await rules(id)).toMatchObject([{ status: 'proposed', decidedAt: null }]);
    });

    it('take effect again when their version is restored', async () => {
      const { id, rule } = await accepted();
      await json(restore(id, 1));
      await json(restore(id, 2));
      expect(await nextPromptRules()).toBe('- Use no exclamation marks.');
      expect(await rules(id)).toMatchObject([
        { status: 'accepted', evidence: rule.evidence },
      ]);
    });
  });

  it('put a rule of the owner’s own into a version, and its new words into the prompt', async () => {
    const id = await profile();
    const rule = await add(id, 'No emoji.');
    expect(rule).toMatchObject({ status: 'accepted', evidence: [], text: 'No emoji.' });
    expect(await decide(rule, { text: '  Never any emoji. ' })).toMatchObject({
      text: 'Never any emoji.',
      status: 'accepted',
    });
    expect(await nextPromptRules()).toBe('- Never any emoji.');
    expect((await versions(id)).map(({ reason }) => reason)).toEqual([
      'Reworded a rule',
      'Added a rule',
      'Created',
    ]);
  });

  it('that reword a proposal keep it a proposal, without a version', async () => {
    const id = await profile();
    await calmed(id, 'one');
    await calmed(id, 'two');
    const before = await versions(id);
    const [proposed] = (await propose(id)).proposed;
    if (!proposed) throw new Error('Nothing was proposed');
    await decide(proposed, { text: 'Calm endings.' });
    expect(await rules(id)).toMatchObject([
      { text: 'Calm endings.', status: 'proposed' },
    ]);
    expect(await versions(id)).toEqual(before);
  });

  it('take a rejected or deleted rule out of the prompt, with a version each', async () => {
    const id = await profile();
    const one = await add(id, 'No emoji.');
    const two = await add(id, 'Short sentences.');
    await decide(one, { status: 'rejected' });
    expect(await nextPromptRules()).toBe('- Short sentences.');
    expect((await test.me.delete(`/api/style-rules/${two.id}`)).status).toBe(204);
    expect(await nextPromptRules()).toBeNull();
    expect((await versions(id)).map(({ reason, rules: held }) => [reason, held])).toEqual(
      [
        ['Dropped a rule', []],
        ['Dropped a rule', ['Short sentences.']],
        ['Added a rule', ['No emoji.', 'Short sentences.']],
        ['Added a rule', ['No emoji.']],
        ['Created', []],
      ],
    );
    await json(restore(id, 3));
    expect(await nextPromptRules()).toBe('- No emoji.\n- Short sentences.');
  });

  it('make one version when the same decision is made twice', async () => {
    const id = await profile();
    const rule = await add(id, 'No emoji.');
    await decide(rule, { status: 'accepted' });
    await decide(rule, { text: 'No emoji.' });
    expect(await versions(id)).toHaveLength(2);
  });
});

it('invalid and unknown ids, texts and decisions about style rules are refused with a sentence (rule 5.7)', async () => {
  const id = await profile();
  const rule = await add(id, 'No emoji.');
  const calls: [string, string, unknown, number][] = [
    ['POST', 'voice-profiles/:id/style-rules', { text: '  ' }, 400],
    ['POST', 'voice-profiles/:id/style-rules', { text: 'x'.repeat(301) }, 400],
    ['POST', 'voice-profiles/99999/style-rules', { text: 'No emoji.' }, 404],
    ['GET', 'voice-profiles/99999/style-rules', undefined, 404],
    ['POST', 'voice-profiles/99999/style-rules/propose', undefined, 404],
    ['PATCH', 'style-rules/99999', { status: 'accepted' }, 404],
    ['PATCH', 'style-rules/:rule', {}, 400],
    ['PATCH', 'style-rules/:rule', { status: 'proposed' }, 400],
    ['DELETE', 'style-rules/99999', undefined, 404],
    ['GET', 'voice-profiles/99999/versions', undefined, 404],
    ['POST', 'voice-profiles/:id/versions/99/restore', undefined, 404],
    ['POST', 'voice-profiles/99999/versions/1/restore', undefined, 404],
    ['POST', 'voice-profiles/:id/versions/0/restore', undefined, 400],
  ];
  for (const [method, path, body, status] of calls) {
    const target = `/api/${path.replace(':id', String(id)).replace(':rule', String(rule.id))}`;
    const response = await test.me.send(target, {
      method,
      ...(body !== undefined && { body }),
    });
    await expectProblem(
      response,
      status,
      status === 404 ? 'not_found' : 'invalid_request',
    );
  }
  expect(await rules(id)).toEqual([rule]);
});

it('an edit consists of the picked draft and the approved text', async () => {
  const id = await profile();
  const video = await makeVideo(test.db, { tags: ['Kubernetes'] });
  const wanted = { videoId: video.id, style: 'insightful' };
  const made = draftViewSchema.parse(
    await json(test.me.post('/api/comments/generate', wanted), 201),
  );
  const path = `/api/comments/${made.comment.id}`;
  const { alternatives } = draftViewSchema.parse(
    await json(test.me.post(`${path}/takes`, {})),
  );
  await json(test.me.post(`${path}/pick`, { alternative: 0 }));
  const typed = 'What I really wanted to say about it, in my own words.';
  await json(test.me.patch(path, { content: typed }));
  await json(test.me.patch(path, { status: 'approved' }));
  await calmed(id, 'one');
  await propose(id);
  const asked = JSON.stringify(test.app.sandbox.admin.requests().at(-1)?.body);
  const picked = JSON.stringify(alternatives?.[0]?.content).slice(1, -1);
  expect(asked).toContain(JSON.stringify(`Draft: ${picked}`).slice(1, -1).slice(0, 60));
  expect(asked).toContain(`Approved: ${typed}`);
  expect(await test.db.$count(comments)).toBe(2);
});

describe('versions', () => {
  const asProfile = async (answer: Promise<Response>, status = 200) =>
    voiceProfileSchema.parse(await json(answer, status));
  const create = (fields: object) =>
    asProfile(test.me.post('/api/voice-profiles', fields), 201);
  const put = (id: number, fields: object) =>
    asProfile(test.me.put(`/api/voice-profiles/${id}`, fields));
  const timeless = ({ updatedAt, ...fields }: VoiceProfile) => fields;

  describe('versions of a profile', () => {
    it('start at its creation, and each real change adds one, newest first', async () => {
      const { id } = await create({ name: 'Ada' });
      await put(id, { name: 'Ada' });
      test.app.clock.advance(60_000);
      await put(id, { name: 'Ada L.', expertiseAreas: ['Engines'] });
      expect(await versions(id)).toEqual([
        {
          number: 2,
          reason: 'Edited the profile',
          name: 'Ada L.',
          rules: [],
          isCurrent: true,
          createdAt: test.now().toISOString(),
        },
        expect.objectContaining({
          number: 1,
          reason: 'Created',
          name: 'Ada',
          isCurrent: false,
        }),
      ]);
    });

    it('can restore every field, and restoring can itself be undone', async () => {
      const first = await create({
        name: 'Ada',
        expertiseAreas: ['Engines'],
        avoidWords: 'synergy',
        defaultCommentStyle: 'supportive',
      });
      const { id } = first;
      const second = await put(id, {
        name: 'Countess',
        expertiseAreas: null,
        avoidWords: null,
        defaultCommentStyle: 'questioning',
      });
      expect(timeless(await asProfile(restore(id, 1)))).toEqual(timeless(first));
      expect(timeless(await asProfile(restore(id, 2)))).toEqual(timeless(second));
      expect((await versions(id)).map(({ number, reason }) => [number, reason])).toEqual([
        [4, 'Back to version 2'],
        [3, 'Back to version 1'],
        [2, 'Edited the profile'],
        [1, 'Created'],
      ]);
    });

    it('include the profile as it was before versions existed', async () => {
      const { id } = await makeVoiceProfile(test.db, {
        name: 'Old',
        avoidWords: 'synergy',
      });
      expect(await versions(id)).toEqual([]);
      await put(id, { avoidWords: 'leverage' });
      expect((await versions(id)).map(({ number, reason }) => [number, reason])).toEqual([
        [2, 'Edited the profile'],
        [1, 'As it was'],
      ]);
      expect((await asProfile(restore(id, 1))).avoidWords).toBe('synergy');
    });

    it('have a number each when changes arrive at the same time', async () => {
      const { id } = await create({ name: 'Ada' });
      await Promise.all(
        [1, 2, 3, 4].map((number) => put(id, { description: `Change ${number}` })),
      );
      expect((await versions(id)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    });

    it('cannot be restored into another profile', async () => {
      const one = await create({ name: 'One' });
      const other = await create({ name: 'Other' });
      await put(other.id, { name: 'Other still' });
      expect((await restore(one.id, 2)).status).toBe(404);
    });

    it('are deleted with their profile, as its rules are', async () => {
      await create({ name: 'Stays' });
      const { id } = await create({ name: 'Goes' });
      await add(id, 'No emoji.');
      expect((await test.me.delete(`/api/voice-profiles/${id}`)).status).toBe(204);
      expect(await test.db.$count(styleRules)).toBe(0);
      expect(await test.db.select().from(profileVersions)).toMatchObject([
        { reason: 'Created' },
      ]);
    });
  });
});
