import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { proposedHabitsSchema, voiceProfileSchema } from '#shared/contracts/voice.ts';
import { profileVersions } from '#shared/schema.ts';
import type { Prompt, Question } from '../../providers/language-model/language-model.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { servicesApp } from '../../testing/drafting-app.ts';
import { makeVoiceProfile } from '../../testing/factories.ts';

const test = testDatabase();
let app: ReturnType<typeof servicesApp>['app'];
let profileId = 0;
let answer: unknown = null;
const prompts: Prompt[] = [];

beforeEach(async () => {
  prompts.length = 0;
  const languageModel = {
    async answer<T>({ prompt, schema }: Question<T>): Promise<T> {
      prompts.push(prompt(20_000));
      const read = schema.read(answer);
      if (read === null) throw new Error('The answer cannot be read');
      return read;
    },
  };
  ({ app } = servicesApp(test.db, fakeClock(), { languageModel }));
  profileId = (await makeVoiceProfile(test.db)).id;
});

const comments = [
  'Last winter we lost 40 nodes to one probe. Try a startup probe first.',
  'Twelve pods went down while I was on the phone with the customer.',
  'Our queue held 9,000 jobs. Try two workers and watch the depth.',
  '去年の冬、本番で40台が落ちました。まず起動用のプローブを試してください。',
  'We moved 3 teams to one cluster. Try it on a Friday and you will see.',
];
const scene = {
  text: 'Tell one concrete scene.',
  quotes: [comments[0], comments[1], '去年の冬、本番で40台が落ちました'],
};
const thing = {
  text: 'Name one thing to try.',
  quotes: [
    'try a startup probe FIRST',
    'Try two workers',
    '試してください',
    'Try it on a Friday',
  ],
};

const bring = (texts: readonly string[]) =>
  request(app)
    .post(`/api/voice-profiles/${profileId}/own-comments`)
    .send({ text: texts.join('\n\n') });
async function proposed(texts: readonly string[], said: unknown) {
  await bring(texts);
  answer = { habits: said };
  const { status, body } = await request(app).post(
    `/api/voice-profiles/${profileId}/habits/propose`,
  );
  expect(status).toBe(200);
  return proposedHabitsSchema.parse(body);
}

describe('habits (rule 8.26)', () => {
  it('are requested with the owner’s comments inside the fence', async () => {
    await proposed(comments, []);
    expect(prompts).toHaveLength(1);
    for (const comment of comments) expect(prompts[0]?.user).toContain(comment);
    expect(prompts[0]?.user).toMatch(
      /^Name the habits in these comments\.\n\n⟦YOUTUBE DATA⟧\nComment 1\n/,
    );
  });

  it('are returned with their quotes as proof, the best proven first', async () => {
    expect(await proposed(comments, [scene, thing])).toEqual({
      habits: [thing, scene],
      texts: 5,
      detail: null,
    });
  });

  it.each<[string, { text: string; quotes: (string | undefined)[] }]>([
    ['only two comments prove', { ...thing, quotes: thing.quotes.slice(0, 2) }],
    [
      'only one comment proves, three times,',
      { ...thing, quotes: ['Last winter', 'we lost 40 nodes', 'one probe'] },
    ],
    [
      'only invented quotes prove',
      { ...thing, quotes: ['Try three things', 'Try harder', 'Have you tried'] },
    ],
    ['only single words prove', { ...thing, quotes: ['Try', 'we', 'our'] }],
    ['have a text that is too long', { ...thing, text: 'x'.repeat(121) }],
  ])('that %s are dropped', async (_, odd) => {
    expect(await proposed(comments, [odd])).toEqual({
      habits: [],
      texts: 5,
      detail: 'Your comments show no habit that comes back often enough.',
    });
  });

  it('are at most three, without repetitions', async () => {
    const said = [
      'Name one thing to try.',
      'Name one thing to try!',
      'Give a number.',
      'Speak as we.',
      'Be dry.',
    ];
    const { habits } = await proposed(
      comments,
      said.map((text) => ({ ...thing, text })),
    );
    expect(habits.map(({ text }) => text)).toEqual([said[0], said[2], said[3]]);
  });

  it('are not requested from the model with fewer than five comments', async () => {
    const { habits, detail } = await proposed(comments.slice(0, 1), [thing]);
    expect(habits).toEqual([]);
    expect(detail).toBe(
      'Habits are found in at least 5 comments of yours. So far there is one.',
    );
    expect(prompts).toEqual([]);
  });

  it('are not stored until the owner uses one, which makes a new version of the profile', async () => {
    await proposed(comments, [scene, thing]);
    const path = `/api/voice-profiles/${profileId}`;
    const [before] = (await request(app).get('/api/voice-profiles')).body;
    expect(before.habits).toEqual([]);
    expect(await test.db.select().from(profileVersions)).toEqual([]);
    const { body } = await request(app)
      .put(path)
      .send({ habits: [thing.text] });
    expect(voiceProfileSchema.parse(body).habits).toEqual([thing.text]);
    const versions = await test.db.select().from(profileVersions);
    expect(versions.map(({ fields }) => fields.habits)).toContainEqual([thing.text]);
  });

  it('are 404 for an unknown profile', async () => {
    const { status, body } = await request(app).post(
      '/api/voice-profiles/999/habits/propose',
    );
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
