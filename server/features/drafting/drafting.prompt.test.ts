import { expect, it } from 'vitest';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { makeVideo } from '../../testing/factories.ts';
import { reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();

async function draftedBy(profile: object): Promise<{ system: string; user: string; why: DraftWhy }> {
  const created = await test.me.post('/api/voice-profiles', { name: 'Ada', ...profile });
  voiceProfileSchema.parse(await created.json());
  const video = await makeVideo(test.db, { title: 'Kubernetes probes', description: 'Liveness.' });
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = (await answer.json()) as { analysis: { why: DraftWhy } };
  const asked = test.app.sandbox.admin.requests().find(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked?.body ?? { messages: [] }) as { messages: { content: string }[] };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  return { system, user, why: analysis.why };
}

const part = ({ why }: { why: DraftWhy }, name: string) => why.parts.find((one) => one.name === name)?.text;

it('sends each field of the profile, and records what was sent part by part (rule 8.1)', async () => {
  const fields = forVoiceFields({
    text: ({ name }) => `A wish about herons for ${name}`,
    list: ({ name }) => [`Wading for ${name}`],
  });
  const drafted = await draftedBy({ name: 'Heron keeper', ...fields });
  for (const wish of ['Heron keeper', ...Object.values(fields).flat()]) {
    expect(drafted.system).toContain(wish);
    expect(part(drafted, 'Voice profile')).toContain(wish);
    expect(drafted.user).not.toContain(wish);
  }
  const texts = drafted.why.parts.map(({ text }) => text);
  expect(`${drafted.system}\n\n${drafted.user}`).toBe(texts.join('\n\n'));
});

it('shortens a long field to its budget, and the recorded part says so (rule 8.1)', async () => {
  const drafted = await draftedBy({ voiceExamples: 'heron '.repeat(1500) });
  expect(part(drafted, 'Voice profile')).toMatch(/\[shortened: the first 5000 of 8999 characters\]/);
  expect(drafted.system).toContain('[shortened: the first 5000 of 8999 characters]');
});

it('drafts by the changed profile and records its new version', async () => {
  const { why } = await draftedBy({ targetAudience: 'Herons.' });
  expect(why.profile).toMatchObject({ name: 'Ada', version: 1 });
  await test.me.put(`/api/voice-profiles/${why.profile?.id}`, { targetAudience: 'Storks.' });
  const video = await makeVideo(test.db);
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = (await answer.json()) as { analysis: { why: DraftWhy } };
  expect(analysis.why.profile).toMatchObject({ name: 'Ada', version: 2 });
  expect(part(analysis, 'Voice profile')).toContain('Storks.');
  expect(part(analysis, 'Voice profile')).not.toContain('Herons.');
});
