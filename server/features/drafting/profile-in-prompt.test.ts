import { expect, it } from 'vitest';
import { draftViewSchema } from '#shared/contracts/drafts.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { reviewApp } from '../../testing/app.ts';
import { makeVideo } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

it('each field of the profile is sent, and the record contains every part of the prompt (rule 8.1)', async () => {
  const fields = forVoiceFields({
    text: ({ name }) => `A wish about herons for ${name}`,
    list: ({ name }) => [`Wading for ${name}`],
  });
  await test.me.post('/api/voice-profiles', { name: 'Heron keeper', ...fields });
  const video = await makeVideo(test.db, {
    title: 'Kubernetes probes',
    description: 'Liveness.',
  });
  const answer = await test.me.post('/api/comments/generate', {
    videoId: video.id,
    style: 'insightful',
  });
  const { why } = draftViewSchema.parse(await answer.json()).analysis;
  const asked = test.app.sandbox.admin
    .requests()
    .find(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked?.body ?? { messages: [] }) as {
    messages: { content: string }[];
  };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  const voice = why?.parts.find(({ name }) => name === 'Voice profile')?.text;
  for (const wish of ['Heron keeper', ...Object.values(fields).flat()]) {
    expect(system).toContain(wish);
    expect(voice).toContain(wish);
    expect(user).not.toContain(wish);
  }
  expect(`${system}\n\n${user}`).toBe(why?.parts.map(({ text }) => text).join('\n\n'));
});
