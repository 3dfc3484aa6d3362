import { describe, expect, it } from 'vitest';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import { profileTextFields, voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { makeVideo } from '../../testing/factories.ts';
import { reviewApp } from '../../testing/review-app.ts';

/** From the profile's form to the model's request: nothing of a voice is lost on the way, or shortened in silence. */
const test = reviewApp();

async function draftedBy(profile: object): Promise<{ system: string; user: string; why: DraftWhy }> {
  const created = await test.me.post('/api/voice-profiles', { name: 'Ada', ...profile });
  voiceProfileSchema.parse(await created.json());
  const video = await makeVideo(test.db, { title: 'Kubernetes probes', description: 'Liveness.' });
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = (await answer.json()) as { analysis: { why: DraftWhy } };
  const [asked] = test.app.sandbox.admin.requests().filter(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked?.body ?? { messages: [] }) as { messages: { content: string }[] };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  return { system, user, why: analysis.why };
}

const part = ({ why }: { why: DraftWhy }, name: string) => why.parts.find((one) => one.name === name)?.text;

describe('each field of the profile reaches the model', () => {
  it.each(profileTextFields)('%s', async (field) => {
    const drafted = await draftedBy({ [field]: `A wish about herons for ${field}` });
    expect(drafted.system).toContain(`A wish about herons for ${field}`);
    expect(drafted.user).not.toContain('herons');
    expect(part(drafted, 'Voice profile')).toContain(`A wish about herons for ${field}`);
  });

  it('name and areas of expertise', async () => {
    const drafted = await draftedBy({ name: 'Heron keeper', expertiseAreas: ['Wading', 'Fishing'] });
    expect(drafted.system).toContain('Heron keeper');
    expect(drafted.system).toContain('Wading, Fishing');
  });

  it('and a long one is cut by its budget, which the part that is shown says', async () => {
    const drafted = await draftedBy({ voiceExamples: 'heron '.repeat(1500) });
    expect(part(drafted, 'Voice profile')).toMatch(/\[shortened: the first 5000 of 8999 characters\]/);
    expect(drafted.system).toContain('[shortened: the first 5000 of 8999 characters]');
  });
});

it('what is shown as the prompt is what was sent, part by part', async () => {
  const { system, user, why } = await draftedBy({ customInstructions: 'Speak of herons.' });
  const texts = why.parts.map(({ text }) => text);
  expect(`${system}\n\n${user}`).toBe(texts.join('\n\n'));
});

it('a profile that changes changes the next prompt, and its version', async () => {
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
