import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GivenMaterial } from '#shared/contracts/drafts.ts';
import {
  draftRecords,
  ownComments,
  topComments,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';
import { noMaterial } from '../../testing/scripted-model.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const hourMs = 3_600_000;
const said = [
  { author: '@kim', text: 'Our probes flap under load.', likeCount: 12 },
  { author: '@lena', text: 'What about startup probes?', likeCount: null },
];
const description = 'Probes in practice.\n\n0:00 Intro\n1:05 The failure\n2:10 The fix';
const chapters = [
  { at: 0, title: 'Intro' },
  { at: 65, title: 'The failure' },
  { at: 130, title: 'The fix' },
];

/** A transcript of four and a half hours with one line about a canary in the middle. */
const talk = Array.from({ length: 4000 }, (_, at) => {
  const seconds = at * 4;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `${time}\n${at === 2000 ? 'the canary took one whole percent' : `we went on with ${at} more`}`;
}).join('\n');

const post = (path: string, body: object) => request(drafting.app).post(path).send(body);
const generate = (videoId: number, given: GivenMaterial = {}) =>
  post('/comments/generate', { videoId, style: 'insightful', ...given });
const material = async (videoId: number) =>
  (await request(drafting.app).get(`/videos/${videoId}/material`).expect(200)).body;
const keptOf = async (id: number) =>
  (await request(drafting.app).get(`/comments/${id}/draft`).expect(200)).body.material;
const answering = () =>
  drafting.answer(...points.map((comment) => () => ({ ...goodDraft, comment })));

describe('the material of a draft', () => {
  beforeEach(() => {
    drafting.topComments.answer = async () => said;
  });

  it('contains description, chapters, top comments and what the owner gave (rule 8.17)', async () => {
    const { id } = await makeVideo(drafting.db, { description });
    const own = { point: 'probes need a budget', notes: 'nice chart at 1:10' };
    const { body } = await generate(id, {
      ...own,
      transcript: '0:00\nhello &amp; welcome\n0:41\nit failed',
    });
    expect(drafting.asked[0]).toMatchObject({
      video: { description },
      material: {
        chapters,
        comments: said,
        ...own,
        transcript: '[0:00] hello & welcome it failed',
      },
    });
    expect(body.analysis.why.transcript).toEqual({
      words: 5,
      usedWords: 5,
      seconds: 42,
      stretches: null,
    });
  });

  it('leaves out the parts that are switched off, without reading top comments from YouTube', async () => {
    const { id } = await makeVideo(drafting.db, { description });
    const use = { description: false, chapters: false, comments: false };
    const { body } = await generate(id, {
      use,
      point: ' ',
      notes: '\n',
      transcript: ' ',
    });
    expect(drafting.asked[0]).toMatchObject({
      video: { description: null },
      material: noMaterial,
    });
    expect(drafting.topComments.asked).toEqual([]);
    expect(body.analysis.cannotCheck).toBe(true);
    expect(body.analysis.why.transcript).toBeNull();
  });

  it('contains the chapters when only the description is switched off', async () => {
    const { id } = await makeVideo(drafting.db, { description });
    await generate(id, { use: { description: false } });
    expect(drafting.asked[0]).toMatchObject({
      video: { description: null },
      material: { chapters },
    });
  });

  it('contains the stretches of a long transcript that are about the point', async () => {
    const { id } = await makeVideo(drafting.db);
    const { body } = await generate(id, { point: 'canaries', transcript: talk });
    expect(drafting.asked[0]?.material.transcript).toContain(
      'the canary took one whole percent',
    );
    const { words, usedWords, seconds } = body.analysis.why.transcript;
    expect([words, seconds]).toEqual([4000 * 6, 16_000 - 3]);
    expect(usedWords).toBeLessThan(words);
  });

  it('contains only the stretches of a long transcript that the owner chose', async () => {
    const { id } = await makeVideo(drafting.db);
    const stretches = [{ from: 1200, to: 1500 }];
    const { body } = await generate(id, {
      point: 'canaries',
      transcript: talk,
      stretches,
    });
    expect(drafting.asked[0]?.material.transcript).not.toContain('canary');
    expect(body.analysis.why.transcript.stretches).toEqual([{ from: 1200, to: 1560 }]);
  });

  it('contains own comments on the same subject, with date and video', async () => {
    const posted = { status: 'posted' as const, postedAt: drafting.clock.now() };
    const about = await makeComment(drafting.db, {
      ...posted,
      content: 'Our startup probe waited ninety seconds on cold nodes.',
    });
    await makeComment(drafting.db, {
      ...posted,
      content: 'Herons wade where the water is slow.',
    });
    await makeComment(drafting.db, {
      content: 'A startup probe on cold nodes, never posted.',
    });
    const { id } = await makeVideo(drafting.db, {
      title: 'Startup probes on cold nodes',
    });
    const sentence = 'Ours waited ninety seconds.';
    const quote = 'waited ninety seconds';
    const claims = [{ sentence, kind: 'own_comment' as const, quote }];
    drafting.answer(() => ({ ...goodDraft, comment: sentence, claims }));
    const { body } = await generate(id);
    expect(drafting.asked[0]?.material.ownComments).toEqual([
      { text: about.content, at: posted.postedAt, videoTitle: expect.any(String) },
    ]);
    const comment = { at: posted.postedAt.toISOString(), videoTitle: expect.any(String) };
    const source = { kind: 'own_comment', quote, at: null, comment };
    expect(body.analysis.sentences).toEqual([
      { text: sentence, source, unsupported: [] },
    ]);
  });
});

describe('own comments of several voices (rule 8.17)', () => {
  const about = (number: number) =>
    `Our startup probe waited ${number} seconds on cold nodes.`;
  let ada = 0;
  let grace = 0;

  beforeEach(async () => {
    ada = (await makeVoiceProfile(drafting.db)).id;
    grace = (await makeVoiceProfile(drafting.db)).id;
    const usual = { status: 'posted' as const, postedAt: drafting.clock.now() };
    await makeComment(drafting.db, { ...usual, voiceProfileId: ada, content: about(1) });
    await makeComment(drafting.db, {
      ...usual,
      voiceProfileId: grace,
      content: about(2),
    });
    await makeComment(drafting.db, { ...usual, voiceProfileId: null, content: about(3) });
    const imported = { source: 'pasted' as const, createdAt: drafting.clock.now() };
    await drafting.db.insert(ownComments).values([
      { ...imported, profileId: ada, content: about(4), contentKey: '4' },
      { ...imported, profileId: grace, content: about(5), contentKey: '5' },
    ]);
  });

  /** Returns the texts that a draft in this voice may refer to or learn from. */
  async function offered(activeVoiceProfileId: number | null): Promise<Set<string>> {
    await setSettings(drafting.db, { activeVoiceProfileId });
    const { id } = await makeVideo(drafting.db, {
      title: 'Startup probes on cold nodes',
    });
    await generate(id);
    const [asked] = drafting.asked.slice(-1);
    const material = asked?.material.ownComments.map(({ text }) => text) ?? [];
    return new Set([...material, ...(asked?.examples ?? [])]);
  }

  it('are offered to a draft in the voice that they were imported into or posted with', async () => {
    expect(await offered(ada)).toEqual(new Set([about(1), about(4)]));
    expect(await offered(grace)).toEqual(new Set([about(2), about(5)]));
  });

  it('that were posted without a profile are offered to a draft without one', async () => {
    expect(await offered(null)).toEqual(new Set([about(3)]));
  });

  it('of a deleted profile are not offered to another one', async () => {
    await drafting.db.delete(voiceProfiles).where(eq(voiceProfiles.id, ada));
    expect(await offered(grace)).toEqual(new Set([about(2), about(5)]));
  });
});

describe('material from the owner', () => {
  describe('given with a first draft', () => {
    const given = { point: 'a', notes: 'b', use: { chapters: false } };

    async function drafted(): Promise<number> {
      const { id: videoId } = await makeVideo(drafting.db, { description });
      answering();
      const { body } = await generate(videoId, {
        ...given,
        transcript: '0:41 one two three',
      });
      return body.comment.id;
    }

    it('is stored with the comment', async () => {
      expect(await keptOf(await drafted())).toEqual({ ...given, transcriptWords: 3 });
    });

    it('is used for the next draft unless it is changed', async () => {
      const id = await drafted();
      await post(`/comments/${id}/regenerate`, {
        style: 'insightful',
        point: 'c',
      }).expect(200);
      expect(drafting.asked.at(-1)?.material).toEqual({
        ...noMaterial,
        point: 'c',
        notes: 'b',
        transcript: '[0:41] one two three',
      });
    });

    it('is not used for the next draft when it is cleared', async () => {
      const id = await drafted();
      const cleared = { style: 'insightful', notes: '', transcript: '', use: {} };
      await post(`/comments/${id}/regenerate`, cleared).expect(200);
      expect(drafting.asked.at(-1)?.material).toEqual({
        ...noMaterial,
        point: 'a',
        chapters,
      });
      expect(await keptOf(id)).toEqual({
        point: 'a',
        notes: '',
        use: {},
        transcriptWords: null,
      });
    });
  });

  describe('given with a draft that has another take', () => {
    async function withTake(): Promise<number> {
      const { id: videoId } = await makeVideo(drafting.db);
      answering();
      const { body } = await generate(videoId, { point: 'a', transcript: 'one two' });
      await post(`/comments/${body.comment.id}/takes`, {}).expect(200);
      return body.comment.id;
    }

    it('is used for that take', async () => {
      await withTake();
      expect(drafting.asked.at(-1)?.material).toMatchObject({
        point: 'a',
        transcript: 'one two',
      });
    });

    it('stays when that take is picked', async () => {
      const id = await withTake();
      await post(`/comments/${id}/pick`, { alternative: 0 }).expect(200);
      expect(await keptOf(id)).toEqual({ point: 'a', transcriptWords: 2 });
    });

    it('keeps the age of its quotes when that take is picked', async () => {
      const id = await withTake();
      const [before] = await drafting.db.select().from(draftRecords);
      drafting.clock.advance(hourMs);
      await post(`/comments/${id}/pick`, { alternative: 0 }).expect(200);
      expect(await drafting.db.select().from(draftRecords)).toMatchObject([
        { quotedAt: before?.quotedAt },
      ]);
    });
  });
});

describe('top comments', () => {
  describe('of a video that was read a moment ago', () => {
    beforeEach(() => {
      drafting.topComments.answer = async () => said;
    });

    it('are read once, even when two requests need them at the same time', async () => {
      const { id, youtubeId } = await makeVideo(drafting.db);
      await Promise.all([material(id), material(id)]);
      await generate(id);
      expect(drafting.topComments.asked).toEqual([youtubeId]);
    });

    it('are not read again for a day', async () => {
      const { id, youtubeId } = await makeVideo(drafting.db);
      await material(id);
      drafting.clock.advance(24 * hourMs - 1);
      expect(await material(id)).toMatchObject({ comments: said, commentsMissing: null });
      expect(drafting.topComments.asked).toEqual([youtubeId]);
    });

    it('are read again after a day', async () => {
      const { id } = await makeVideo(drafting.db);
      await material(id);
      drafting.clock.advance(24 * hourMs);
      expect((await material(id)).commentsReadAt).toBe(
        drafting.clock.now().toISOString(),
      );
      expect(drafting.topComments.asked).toHaveLength(2);
    });
  });

  it('raise a stored count of comments that is lower', async () => {
    drafting.topComments.answer = async () => [...said, ...said];
    const { id } = await makeVideo(drafting.db, { commentCount: 3 });
    expect((await material(id)).comments).toHaveLength(4);
    expect(await drafting.db.select().from(videos)).toMatchObject([{ commentCount: 4 }]);
  });

  it('are shortened and cleaned to what the database can store', async () => {
    const text = `half \ud83d and NUL \u0000 ${'💬'.repeat(2_000)}`;
    drafting.topComments.answer = async () => [{ author: 'a\u0000', text, likeCount: 1 }];
    const { id } = await makeVideo(drafting.db);
    const { comments } = await material(id);
    expect(comments).toMatchObject([
      { author: 'a', text: expect.stringMatching(/^half � and NUL {2}💬/) },
    ]);
    expect(comments[0].text.length).toBeLessThanOrEqual(2_000);
    expect(await drafting.db.select().from(topComments)).toMatchObject([{ comments }]);
  });

  describe('that cannot be read', () => {
    beforeEach(() => {
      drafting.topComments.answer = async () => {
        throw new AppError(429, 'quota_spent', 'No units are left.');
      };
    });

    it('are missing with the reason', async () => {
      const { id } = await makeVideo(drafting.db);
      expect(await material(id)).toMatchObject({
        comments: [],
        commentsReadAt: null,
        commentsMissing: 'No units are left.',
      });
    });

    it('do not prevent a draft, which is written without them', async () => {
      const { id } = await makeVideo(drafting.db);
      await generate(id).expect(201);
      expect(drafting.asked[0]?.material.comments).toEqual([]);
    });
  });

  it('that turn out to be off are not requested again', async () => {
    drafting.topComments.answer = async () => {
      throw new AppError(409, 'comments_off', 'Comments are turned off for this video.');
    };
    const video = await makeVideo(drafting.db);
    for (const _ of ['first', 'second'])
      expect((await material(video.id)).commentsMissing).toBe(
        'Comments are turned off for this video.',
      );
    expect(drafting.topComments.asked).toEqual([video.youtubeId]);
  });

  it('of a video that is gone are not requested', async () => {
    const { id } = await makeVideo(drafting.db, { available: false });
    expect((await material(id)).commentsMissing).toBe(
      'This video is no longer available on YouTube.',
    );
    expect(drafting.topComments.asked).toEqual([]);
  });
});

describe('GET /videos/:id/material', () => {
  it('has chapters and whether there are captions', async () => {
    const { id } = await makeVideo(drafting.db, { description, hasCaptions: true });
    expect(await material(id)).toMatchObject({ chapters, hasCaptions: true });
  });

  it('is 404 for an unknown video', async () => {
    await request(drafting.app).get('/videos/99999/material').expect(404);
  });
});
