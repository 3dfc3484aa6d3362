import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';
import { noMaterial } from '../../testing/scripted-model.ts';
import { createOwnCommentsRepository } from '../voice/own-comments.repository.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const generate = (videoId: unknown, style: unknown = 'insightful') =>
  request(drafting.app).post('/comments/generate').send({ videoId, style });
const drafted = async () => generate((await makeVideo(drafting.db)).id);

describe('POST /comments/generate', () => {
  describe('for a video about Kubernetes, in an active voice', () => {
    async function draftInVoice() {
      const profile = await makeVoiceProfile(drafting.db, {
        avoidWords: 'synergy',
        keyMessages: 'Measure first',
      });
      await setSettings(drafting.db, { activeVoiceProfileId: profile.id });
      const video = await makeVideo(drafting.db, {
        language: 'de',
        tags: ['Kubernetes', 'DevOps'],
      });
      const { status, body } = await generate(video.id);
      return { profile, video, status, body };
    }

    it('responds 201 with a pending comment, and stores it', async () => {
      const { profile, video, status, body } = await draftInVoice();
      expect(status).toBe(201);
      expect(body.comment).toMatchObject({
        videoId: video.id,
        content: goodDraft.comment,
        generatedContent: goodDraft.comment,
        style: 'insightful',
        status: 'pending',
        revision: 1,
        model: 'some-model',
        voiceProfileId: profile.id,
        createdAt: drafting.clock.now().toISOString(),
        video: { id: video.id, youtubeId: video.youtubeId },
      });
      expect(await drafting.rows()).toHaveLength(1);
    });

    it('checks, reads and scores the comment', async () => {
      const { body } = await draftInVoice();
      expect(body.comment.qualityScore).toBe(84);
      expect(body.analysis).toMatchObject({
        engagementPotential: 'High',
        technicalAccuracy: 'Sure',
        tone: 'friendly',
        platformCompliance: true,
      });
      expect(body.analysis.checks).toHaveLength(5);
      expect(body.analysis.reading).toMatchObject({ text: goodDraft.comment, wrong: [] });
    });

    it('asks the model once, with the video and the profile', async () => {
      const { profile, video } = await draftInVoice();
      expect(drafting.asked).toEqual([
        {
          style: 'insightful',
          video: {
            title: video.title,
            description: video.description,
            channelTitle: video.channelTitle,
            topics: ['Kubernetes', 'DevOps'],
            language: 'de',
          },
          profile: expect.objectContaining({
            name: profile.name,
            avoidWords: 'synergy',
            keyMessages: 'Measure first',
          }),
          rules: [],
          examples: [],
          recent: [],
          corrections: [],
          material: noMaterial,
        },
      ]);
    });

    it('tells open pages about the draft, and then about its reading', async () => {
      const { video, body } = await draftInVoice();
      const itself = { comment: body.comment.id };
      expect(drafting.changed).toEqual([
        itself,
        { video: video.id },
        'stats',
        'analytics',
        itself,
      ]);
    });
  });

  it('responds 409 “already exists” without asking the model (rule 8.3)', async () => {
    const comment = await makeComment(drafting.db);
    const { status, body } = await generate(comment.videoId);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'comment_exists',
      detail: expect.stringContaining('already exists'),
    });
    expect(drafting.asked).toEqual([]);
  });

  it('creates one comment for two requests at once (rules 3.1, 8.3)', async () => {
    const video = await makeVideo(drafting.db);
    const [first, second] = await Promise.all([generate(video.id), generate(video.id)]);
    expect([first?.status, second?.status].sort()).toEqual([201, 409]);
    expect([first?.body.code, second?.body.code]).toContain('comment_exists');
    expect(await drafting.rows()).toHaveLength(1);
  });

  it.each([
    ['comments are off', { commentsOff: true }, 'comments_off'],
    ['the video is gone', { available: false }, 'video_unavailable'],
    ['its channel is blocked', { channelId: 'UCblocked' }, 'channel_blocked'],
  ])('responds 409 when %s', async (_, change, code) => {
    await setSettings(drafting.db, { blockedChannels: ['UCblocked'] });
    const video = await makeVideo(drafting.db, change);
    const { status, body } = await generate(video.id);
    expect([status, body.code]).toEqual([409, code]);
    expect(drafting.asked).toEqual([]);
  });

  it.each([
    ['an unknown video', 999, 'insightful', 404],
    ['an id that overflows', 4_294_967_296, 'insightful', 400],
    ['an id as text', '1', 'insightful', 400],
    ['an unknown style', 1, 'angry', 400],
  ])('refuses %s', async (_, videoId, style, expected) => {
    const { status, body } = await generate(videoId, style);
    expect(status).toBe(expected);
    expect(body.detail).toMatch(/\.$/);
  });
});

async function imported(content: string): Promise<void> {
  const { id: profileId } = await makeVoiceProfile(drafting.db);
  await setSettings(drafting.db, { activeVoiceProfileId: profileId });
  const row = { profileId, content, contentKey: 'key', createdAt: drafting.clock.now() };
  await createOwnCommentsRepository(drafting.db).insert([{ ...row, source: 'pasted' }]);
}

const long = points.join(' ').repeat(5);

describe('a draft with a fault (rule 8.10)', () => {
  it('is written once more when the fault is hard, with a note on it, and the better draft is kept', async () => {
    drafting.answer(
      () => ({
        ...goodDraft,
        comment: `${goodDraft.comment} More at https://example.org`,
      }),
      () => goodDraft,
    );
    const { body } = await drafted();
    expect(body.comment.content).toBe(goodDraft.comment);
    expect(body.analysis.platformCompliance).toBe(true);
    expect(drafting.asked.map(({ corrections }) => corrections.length)).toEqual([0, 1]);
    expect(drafting.asked[1]?.corrections[0]).toContain('https://example.org');
  });

  it.each([
    ['an earlier comment', (content: string) => makeComment(drafting.db, { content })],
    ['an example that the prompt shows', imported],
  ])('is kept and flagged when both tries repeat %s', async (_, write) => {
    await write(`${goodDraft.comment} Nice.`);
    const { status, body } = await drafted();
    expect(status).toBe(201);
    expect(drafting.asked).toHaveLength(2);
    expect(body.comment.content).toBe(goodDraft.comment);
    expect(body.analysis.platformCompliance).toBe(false);
    expect(body.analysis.checks).toContainEqual({
      name: 'repetition',
      passed: false,
      detail: 'Almost the same as an earlier comment of yours.',
    });
  });

  describe('a draft that resembles the last comments (rule 8.10)', () => {
    const comment = 'Cold nodes pull 4 GB first. Does the image cache survive a drain?';
    /**
     * Returns the likeness check of a draft with this text. `earlier` is oldest first.
     */
    async function likenessAfter(text: string, earlier: readonly string[]) {
      for (const content of earlier) await makeComment(drafting.db, { content });
      drafting.answer(() => ({ ...goodDraft, comment: text }));
      const { body } = await drafted();
      expect(drafting.asked).toHaveLength(1);
      expect(body.analysis.platformCompliance).toBe(true);
      return body.analysis.checks.find(
        ({ name }: { name: string }) => name === 'likeness',
      );
    }
    const five = (write: (at: number) => string) =>
      Array.from({ length: 5 }, (_, at) => write(at));
    const filler = (at: number) => 'abcde'.charAt(at).repeat(3 * at + 5);

    it.each<[string, string, string[], string]>([
      [
        'its opening, in upper or lower case',
        comment,
        ['COLD nodes, pull 4 of them and then look.'],
        'A recent comment of yours begins with “Cold nodes pull 4” too.',
      ],
      [
        'its closing',
        comment,
        [
          'Who knows how long the cache will survive a drain?',
          'How does the cache survive a drain?',
        ],
        'A recent comment of yours ends with “cache survive a drain?” too.',
      ],
      [
        'its opening in a language without spaces',
        'この設定では起動が遅くなります。他の方法はありますか。',
        ['この設定では起動が早い。'],
        'A recent comment of yours begins with “この設定では起動” too.',
      ],
      [
        'a question at the beginning, as in the last five',
        'Why drain at all? The cache is gone by then.',
        five((at) => `Who asked ${filler(at)} today? ${filler(at)} did it well.`),
        'Your last 5 comments begin with a question too.',
      ],
      [
        'a number at the beginning, as in the last five',
        'About 40 percent of it is waste, and nobody looks.',
        five((at) => `${at + 2} ${filler(at)} in a row went wrong there, ${filler(at)}.`),
        'Your last 5 comments begin with a number too.',
      ],
      [
        'a question at the end, as in the last five',
        'The cache is gone by then. Why drain at all？',
        five((at) => `${filler(at)} did it well. Who asked ${filler(at)} today?`),
        'Your last 5 comments end with a question too.',
      ],
      [
        'its length, as in the last five',
        'The cache is gone by then, so nobody drains.',
        five((at) => `${filler(at)} did it well `.padEnd(42 + at, '.')),
        'Your last 5 comments are about as long as this one.',
      ],
    ])('is kept with a warning about %s', async (_, text, earlier, detail) => {
      expect(await likenessAfter(text, earlier)).toEqual({
        name: 'likeness',
        passed: false,
        detail,
      });
    });

    it.each<[string, string[]]>([
      [
        'no comment resembles it',
        ['Signed images help only behind an admission webhook.'],
      ],
      ['only four comments do', five((at) => `Who, ${filler(at)}?`).slice(1)],
      [
        'only the 21st comment does',
        [
          comment,
          ...Array.from({ length: 20 }, (_, at) => `Signed images help, part ${at}.`),
        ],
      ],
    ])('passes the check when %s', async (_, earlier) => {
      const passed = {
        passed: true,
        detail: 'Begins and ends unlike your recent comments.',
      };
      expect(
        await likenessAfter('Cold nodes pull 4 GB first. Why drain at all?', earlier),
      ).toMatchObject(passed);
    });
  });

  it('is requested with the last twenty comments, newest first, so that openings are not repeated', async () => {
    for (let made = 1; made <= 21; made += 1)
      await makeComment(drafting.db, {
        content: `Comment number ${made} says its own thing.`,
      });
    await drafted();
    const { recent } = drafting.asked[0] ?? {};
    expect(recent).toHaveLength(20);
    expect(recent?.[0]).toContain('number 21');
  });

  it.each([
    ['fails at the second try', () => new LanguageModelError('unavailable')],
    [
      'writes too much at the second try as well',
      () => ({ ...goodDraft, comment: long }),
    ],
  ])(
    'is kept when the model %s, and never exceeds 2,000 characters (rule 5.2)',
    async (_, second) => {
      drafting.answer(() => ({ ...goodDraft, comment: long }), second);
      const { status, body } = await drafted();
      expect([status, drafting.asked.length]).toEqual([201, 2]);
      expect(body.comment.content.length).toBeLessThanOrEqual(2000);
      expect(body.comment.content).toMatch(/[.?]$/);
    },
  );

  it('is the first one when the second is worse', async () => {
    drafting.answer(
      () => ({ ...goodDraft, comment: 'He said “never touch the cluster”.' }),
      () => ({
        ...goodDraft,
        comment: 'He said “never touch the cluster”. www.example.org/x',
      }),
    );
    expect((await drafted()).body.comment.content).toBe(
      'He said “never touch the cluster”.',
    );
  });

  it('can be one with a word that the profile avoids (rule 8.2)', async () => {
    const profile = await makeVoiceProfile(drafting.db, { avoidWords: 'Probes' });
    await setSettings(drafting.db, { activeVoiceProfileId: profile.id });
    const { body } = await drafted();
    expect(body.analysis.checks).toContainEqual(
      expect.objectContaining({ name: 'avoided_words', passed: false }),
    );
    expect(drafting.asked[1]?.corrections).toEqual([
      'It used “probes”, which this person never writes.',
    ]);
  });
});

describe('a draft without a hard fault', () => {
  it.each([
    [
      'a number that nobody gave',
      'Kubernetes 1.99 fixes this for 4711 pods.',
      ['1.99', '4711'],
    ],
    ['empty praise', 'Great video, thanks!', []],
    ['an experience that nobody told', 'We lost a whole weekend to this.', []],
  ])('is not written again because of %s', async (_, comment, unsupported) => {
    drafting.answer(() => ({ ...goodDraft, comment, claims: [] }));
    const { body } = await drafted();
    expect(drafting.asked).toHaveLength(1);
    expect(body.comment.content).toBe(comment);
    expect(body.analysis.sentences[0].unsupported).toEqual(unsupported);
  });
});

describe('the model’s “nothing to add” (rule 8.15)', () => {
  const nothing = {
    ...goodDraft,
    comment: '',
    claims: [],
    nothingToAdd: 'Only a title is given.',
  };

  it('is returned and stores no comment, unless a draft is forced, was begun or has a point', async () => {
    drafting.answer(({ anyway }) => (anyway ? goodDraft : nothing));
    const { status, body } = await drafted();
    expect([status, body.code, body.detail]).toEqual([
      409,
      'nothing_to_add',
      'Only a title is given.',
    ]);
    expect(await drafting.rows()).toEqual([]);
    for (const more of [
      { anyway: true },
      { point: 'Probes lie' },
      { begun: 'Probes that' },
    ]) {
      const { id: videoId } = await makeVideo(drafting.db);
      drafting.answer(({ anyway }) =>
        anyway ? { ...goodDraft, comment: points[videoId % 6] ?? '' } : nothing,
      );
      const asked = { videoId, style: 'insightful', ...more };
      await request(drafting.app).post('/comments/generate').send(asked).expect(201);
    }
  });

  it('is returned without links', async () => {
    drafting.answer(() => ({
      ...nothing,
      nothingToAdd: 'See https://evil.example instead.',
    }));
    expect((await drafted()).body.detail).not.toContain('evil');
  });
});
