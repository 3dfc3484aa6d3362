import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type VoiceProfile,
  voiceProfileFileSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { defaultPostingSlots } from '#shared/rules/posting-slots.ts';
import { fakeClock, testStart } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { servicesApp } from '../../testing/drafting-app.ts';

const test = testDatabase();
let clock = fakeClock();
let voice: ReturnType<typeof servicesApp>;

beforeEach(() => {
  clock = fakeClock();
  voice = servicesApp(test.db, clock);
});

async function create(fields: object): Promise<VoiceProfile> {
  const { body } = await request(voice.app)
    .post('/api/voice-profiles')
    .send(fields)
    .expect(201);
  return voiceProfileSchema.parse(body);
}
const put = (id: number, fields: object) =>
  request(voice.app).put(`/api/voice-profiles/${id}`).send(fields);
const remove = (id: number) => request(voice.app).delete(`/api/voice-profiles/${id}`);
const names = async () =>
  (await request(voice.app).get('/api/voice-profiles').expect(200)).body.map(
    ({ name }: VoiceProfile) => name,
  );
const settings = async () =>
  (await request(voice.app).get('/api/user-settings').expect(200)).body;
const putSettings = (fields: object) =>
  request(voice.app).put('/api/user-settings').send(fields);

describe('voice profiles', () => {
  it.each([
    ['left out', {}],
    ['null', { expertiseAreas: null, defaultCommentStyle: null }],
  ])('have default values when the other fields are %s (rule 3.4)', async (_, rest) => {
    expect(await create({ name: '  Ada  ', ...rest })).toEqual({
      id: 1,
      name: 'Ada',
      defaultCommentStyle: 'insightful',
      ...forVoiceFields({ text: () => null, list: () => [] }),
      createdAt: testStart,
      updatedAt: testStart,
    });
    expect(voice.changed).toEqual(['voice-profiles', 'user-settings']);
  });

  it('are returned as a plain array, oldest first', async () => {
    for (const name of ['One', 'Two', 'Three']) await create({ name });
    expect(await names()).toEqual(['One', 'Two', 'Three']);
  });

  it('keep fields that a change omits, and clear fields that are null', async () => {
    const { id } = await create({
      name: 'Ada',
      description: 'Plain words',
      expertiseAreas: ['Go'],
      avoidWords: 'awesome',
      defaultCommentStyle: 'questioning',
    });
    clock.advance(1_000);
    const { body } = await put(id, { avoidWords: null, expertiseAreas: null }).expect(
      200,
    );
    expect(body).toMatchObject({
      name: 'Ada',
      description: 'Plain words',
      expertiseAreas: [],
      avoidWords: null,
      defaultCommentStyle: 'questioning',
      createdAt: testStart,
      updatedAt: clock.now().toISOString(),
    });
    const cleared = await put(id, { defaultCommentStyle: null }).expect(200);
    expect(cleared.body).toMatchObject({
      defaultCommentStyle: 'insightful',
      description: 'Plain words',
    });
  });

  it('can be imported from an exported profile', async () => {
    const exported = await create({
      name: 'Ada',
      expertiseAreas: ['Go'],
      keyMessages: 'Measure first',
    });
    clock.advance(1_000);
    const imported = await create(
      voiceProfileFileSchema.parse({ ...exported, someday: 'unknown' }),
    );
    const now = clock.now().toISOString();
    expect(imported).toEqual({
      ...exported,
      id: exported.id + 1,
      createdAt: now,
      updatedAt: now,
    });
  });

  it('become active only when they are the first one (rule 3.5)', async () => {
    const first = await create({ name: 'First' });
    await create({ name: 'Second' });
    expect((await voice.voice.activeProfile())?.id).toBe(first.id);
    await putSettings({ autoQueueEnabled: true, activeVoiceProfileId: null }).expect(200);
    await create({ name: 'Third' });
    expect(await voice.voice.activeProfile()).toBeNull();
  });

  it('are replaced as the active one by the most recently updated when deleted (rule 3.5)', async () => {
    const first = await create({ name: 'First' });
    const second = await create({ name: 'Second' });
    await create({ name: 'Third' });
    await remove((await create({ name: 'Fourth' })).id).expect(204);
    expect((await settings()).activeVoiceProfileId).toBe(first.id);
    clock.advance(1_000);
    await put(second.id, { description: 'Updated' }).expect(200);
    const answer = await remove(first.id).expect(204);
    expect(answer.text).toBe('');
    expect((await settings()).activeVoiceProfileId).toBe(second.id);
  });

  it('cannot be deleted down to none (rule 3.5)', async () => {
    const { id } = await create({ name: 'Only' });
    const { body } = await remove(id).expect(409);
    expect(body).toMatchObject({
      code: 'last_profile',
      detail: expect.stringContaining('only voice profile'),
    });
    expect(await names()).toEqual(['Only']);
  });

  it('cannot be deleted down to none by two requests at once', async () => {
    const first = await create({ name: 'First' });
    const second = await create({ name: 'Second' });
    const answers = await Promise.all([remove(first.id), remove(second.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const [left] = (await request(voice.app).get('/api/voice-profiles')).body;
    expect((await settings()).activeVoiceProfileId).toBe(left.id);
  });

  it('have one active profile when the first two are created at once', async () => {
    await Promise.all([create({ name: 'A' }), create({ name: 'B' })]);
    expect((await settings()).activeVoiceProfileId).toBe(
      (await voice.voice.profiles())[0]?.id,
    );
  });

  it('are 404 when they do not exist', async () => {
    await create({ name: 'Ada' });
    for (const call of [put(99, { name: 'X' }), remove(99)]) {
      expect((await call.expect(404)).body.code).toBe('not_found');
    }
    expect(voice.changed).toEqual(['voice-profiles', 'user-settings']);
  });

  it('are refused with a sentence when a field is invalid (rules 5.5, 5.7)', async () => {
    const refused: unknown[] = [
      { name: null },
      { name: 7 },
      { name: 'x'.repeat(201) },
      { name: 'Ada\u0000' },
      { name: 'Ada', expertiseAreas: 'Go' },
      { name: 'Ada', expertiseAreas: [''] },
      { name: 'Ada', expertiseAreas: ['\ud800'] },
      { name: 'Ada', defaultCommentStyle: 'rude' },
      { name: 'Ada', description: 'x'.repeat(20_001) },
      [],
    ];
    for (const fields of refused) {
      const { status, body } = await request(voice.app)
        .post('/api/voice-profiles')
        .send(fields as object);
      expect([fields, status, body.code]).toEqual([fields, 400, 'invalid_request']);
      expect(body.detail).toMatch(/\.$/);
    }
    for (const fields of [{ name: ' ' }, { name: '' }, {}]) {
      const { body } = await request(voice.app)
        .post('/api/voice-profiles')
        .send(fields)
        .expect(400);
      expect(body.detail).toBe('Profile name is required.');
    }
    for (const id of ['0', '-1', '1.5', 'abc', '2147483648']) {
      await request(voice.app)
        .put(`/api/voice-profiles/${id}`)
        .send({ name: 'X' })
        .expect(400);
      await request(voice.app).delete(`/api/voice-profiles/${id}`).expect(400);
    }
    expect([await names(), voice.reported]).toEqual([[], []]);
  });
});

describe('user settings', () => {
  const defaults = {
    id: 1,
    activeVoiceProfileId: null,
    autoQueueEnabled: true,
    readDrafts: true,
    minGapSeconds: 300,
    dailyCap: 20,
    outcomeUnits: 500,
    channelCooldownHours: 0,
    blockedChannels: [],
    postingPaused: false,
    timeZone: null,
    postingSlots: [...defaultPostingSlots],
    skipShorts: true,
    morningDrafts: 0,
    morningHour: 7,
    createdAt: testStart,
    updatedAt: testStart,
  };

  it('have default values at first', async () => {
    expect(await settings()).toEqual(defaults);
  });

  it('change only what is sent, and null clears the active profile', async () => {
    const profile = await create({ name: 'Ada' });
    await create({ name: 'Bea' });
    clock.advance(1_000);
    const { body } = await putSettings({
      autoQueueEnabled: false,
      dailyCap: 3,
      blockedChannels: [' UC1 '],
      timeZone: 'Australia/Lord_Howe',
      postingSlots: [],
    });
    expect(body).toEqual({
      ...defaults,
      activeVoiceProfileId: profile.id,
      autoQueueEnabled: false,
      dailyCap: 3,
      blockedChannels: ['UC1'],
      timeZone: 'Australia/Lord_Howe',
      postingSlots: [],
      updatedAt: clock.now().toISOString(),
    });
    expect(voice.changed).toContain('posting-status');
    const cleared = await putSettings({
      autoQueueEnabled: true,
      activeVoiceProfileId: null,
    }).expect(200);
    expect(cleared.body).toMatchObject({ activeVoiceProfileId: null, dailyCap: 3 });
  });

  it('refuse an active profile that does not exist, and change nothing', async () => {
    await settings();
    const { body } = await putSettings({
      autoQueueEnabled: false,
      activeVoiceProfileId: 42,
    }).expect(404);
    expect(body.code).toBe('not_found');
    expect(await settings()).toEqual(defaults);
  });

  it('refuse an invalid value with a sentence', async () => {
    const slots = (...postingSlots: object[]) => ({
      autoQueueEnabled: true,
      postingSlots,
    });
    const refused = [
      {},
      { autoQueueEnabled: 'yes' },
      { autoQueueEnabled: true, activeVoiceProfileId: 2 ** 31 },
      { autoQueueEnabled: true, activeVoiceProfileId: '1' },
      { autoQueueEnabled: true, dailyCap: 0 },
      { autoQueueEnabled: true, minGapSeconds: -1 },
      { autoQueueEnabled: true, blockedChannels: ['a\u0000'] },
      { autoQueueEnabled: true, timeZone: 'Mars/Olympus' },
      { autoQueueEnabled: true, timeZone: null },
      slots({ day: 7, time: '09:00' }),
      slots({ day: 1, time: '24:00' }),
      slots({ day: 1, time: '9:00' }),
      slots(...Array<object>(169).fill({ day: 1, time: '09:00' })),
    ];
    for (const fields of refused) {
      const { status, body } = await putSettings(fields);
      expect([fields, status, body.code]).toEqual([fields, 400, 'invalid_request']);
      expect(body.detail).toMatch(/\.$/);
    }
    expect(voice.reported).toEqual([]);
  });
});
