import { describe, expect, it } from 'vitest';
import { profileVersionListSchema } from '#shared/contracts/profile-versions.ts';
import { type VoiceProfile, voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { profileVersions, styleRules } from '#shared/schema.ts';
import { makeVoiceProfile } from '../../../testing/factories.ts';
import { reviewApp } from '../../../testing/review-app.ts';

const test = reviewApp();

async function json(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  expect(response.ok).toBe(true);
  return response.json();
}
const asProfile = async (answer: Promise<Response>) => voiceProfileSchema.parse(await json(answer));
const create = (fields: object) => asProfile(test.me.post('/api/voice-profiles', fields));
const put = (id: number, fields: object) => asProfile(test.me.put(`/api/voice-profiles/${id}`, fields));
const restore = (id: number, number: number) =>
  asProfile(test.me.post(`/api/voice-profiles/${id}/versions/${number}/restore`));
const versions = async (id: number) =>
  profileVersionListSchema.parse(await json(test.me.get(`/api/voice-profiles/${id}/versions`)));
const timeless = ({ updatedAt, ...fields }: VoiceProfile) => fields;

describe('versions of a profile', () => {
  it('begin with its creation and grow with every change, newest first', async () => {
    const { id } = await create({ name: 'Ada' });
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
      expect.objectContaining({ number: 1, reason: 'Created', name: 'Ada', isCurrent: false }),
    ]);
  });

  it('are not made by a change that changes nothing', async () => {
    const { id } = await create({ name: 'Ada' });
    await put(id, { name: 'Ada' });
    expect(await versions(id)).toHaveLength(1);
  });

  it('bring every field back, and the way back can be gone back', async () => {
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
    expect(timeless(await restore(id, 1))).toEqual(timeless(first));
    expect(timeless(await restore(id, 2))).toEqual(timeless(second));
    expect((await versions(id)).map(({ number, reason }) => [number, reason])).toEqual([
      [4, 'Back to version 2'],
      [3, 'Back to version 1'],
      [2, 'Edited the profile'],
      [1, 'Created'],
    ]);
  });

  it('keep what a profile was before there were any', async () => {
    const { id } = await makeVoiceProfile(test.db, { name: 'Old', avoidWords: 'synergy' });
    expect(await versions(id)).toEqual([]);
    await put(id, { avoidWords: 'leverage' });
    expect((await versions(id)).map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'Edited the profile'],
      [1, 'As it was'],
    ]);
    expect((await restore(id, 1)).avoidWords).toBe('synergy');
  });

  it('get a number each when changes come at once', async () => {
    const { id } = await create({ name: 'Ada' });
    await Promise.all([1, 2, 3, 4].map((number) => put(id, { description: `Change ${number}` })));
    expect((await versions(id)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  });

  it('of another profile cannot be restored into this one', async () => {
    const [one, other] = [await create({ name: 'One' }), await create({ name: 'Other' })];
    await put(other.id, { name: 'Other still' });
    const response = await test.me.post(`/api/voice-profiles/${one.id}/versions/2/restore`);
    expect(response.status).toBe(404);
  });

  it('go with their profile, and its rules too', async () => {
    await create({ name: 'Stays' });
    const { id } = await create({ name: 'Goes' });
    await json(test.me.post(`/api/voice-profiles/${id}/style-rules`, { text: 'No emoji.' }));
    expect((await test.me.delete(`/api/voice-profiles/${id}`)).status).toBe(204);
    expect(await test.db.$count(styleRules)).toBe(0);
    expect(await test.db.select().from(profileVersions)).toMatchObject([{ reason: 'Created' }]);
  });
});
