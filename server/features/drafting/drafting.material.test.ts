import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { type GivenMaterial, generateResponseSchema, videoMaterialSchema } from '#shared/contracts/drafts.ts';
import { voiceProfileSchema } from '#shared/contracts/voice.ts';
import { draftRecords, ownComments, topComments, videos, voiceProfiles } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makeReply, makeVideo, makeVoiceProfile, setSettings } from '../../testing/factories.ts';
import { noMaterial } from '../../testing/scripted-model.ts';

describe('drafting material', () => {
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
  const answering = () => drafting.answer(...points.map((comment) => () => ({ ...goodDraft, comment })));

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
        material: { chapters, comments: said, ...own, transcript: '[0:00] hello & welcome it failed' },
      });
      expect(body.analysis.why.transcript).toEqual({ words: 5, usedWords: 5, seconds: 42, stretches: null });
    });

    it('leaves out the parts that are switched off, without reading top comments from YouTube', async () => {
      const { id } = await makeVideo(drafting.db, { description });
      const use = { description: false, chapters: false, comments: false };
      const { body } = await generate(id, { use, point: ' ', notes: '\n', transcript: ' ' });
      expect(drafting.asked[0]).toMatchObject({ video: { description: null }, material: noMaterial });
      expect(drafting.topComments.asked).toEqual([]);
      expect(body.analysis.cannotCheck).toBe(true);
      expect(body.analysis.why.transcript).toBeNull();
      const other = await makeVideo(drafting.db, { description });
      await generate(other.id, { use: { description: false } });
      expect(drafting.asked[1]).toMatchObject({ video: { description: null }, material: { chapters } });
    });

    it('contains the stretches of a long transcript that are about the point or that the owner chose', async () => {
      const { id } = await makeVideo(drafting.db);
      const wanted = { point: 'canaries', transcript: talk };
      const { body } = await generate(id, wanted);
      expect(drafting.asked[0]?.material.transcript).toContain('the canary took one whole percent');
      const { words, usedWords, seconds } = body.analysis.why.transcript;
      expect([words, seconds]).toEqual([4000 * 6, 16_000 - 3]);
      expect(usedWords).toBeLessThan(words);
      const other = await makeVideo(drafting.db);
      const { body: chosen } = await generate(other.id, { ...wanted, stretches: [{ from: 1200, to: 1500 }] });
      expect(drafting.asked[1]?.material.transcript).not.toContain('canary');
      expect(chosen.analysis.why.transcript.stretches).toEqual([{ from: 1200, to: 1560 }]);
    });

    it('contains own comments on the same subject, with date and video', async () => {
      const posted = { status: 'posted' as const, postedAt: drafting.clock.now() };
      const about = await makeComment(drafting.db, {
        ...posted,
        content: 'Our startup probe waited ninety seconds on cold nodes.',
      });
      await makeComment(drafting.db, { ...posted, content: 'Herons wade where the water is slow.' });
      await makeComment(drafting.db, { content: 'A startup probe on cold nodes, never posted.' });
      const { id } = await makeVideo(drafting.db, { title: 'Startup probes on cold nodes' });
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
      expect(body.analysis.sentences).toEqual([{ text: sentence, source, unsupported: [] }]);
    });
  });

  describe('own comments of several voices (rule 8.17)', () => {
    const about = (number: number) => `Our startup probe waited ${number} seconds on cold nodes.`;
    let ada = 0;
    let grace = 0;

    beforeEach(async () => {
      ada = (await makeVoiceProfile(drafting.db)).id;
      grace = (await makeVoiceProfile(drafting.db)).id;
      const usual = { status: 'posted' as const, postedAt: drafting.clock.now() };
      await makeComment(drafting.db, { ...usual, voiceProfileId: ada, content: about(1) });
      await makeComment(drafting.db, { ...usual, voiceProfileId: grace, content: about(2) });
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
      const { id } = await makeVideo(drafting.db, { title: 'Startup probes on cold nodes' });
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

  describe('a pasted transcript', () => {
    const plan = (videoId: number, body: object) => post(`/videos/${videoId}/transcript`, body);

    it('is counted and divided into sections before a draft is made from it', async () => {
      const { id } = await makeVideo(drafting.db);
      expect((await plan(id, { transcript: '0:00\nhello\n0:41\nit failed' })).body).toEqual({
        words: 3,
        usedWords: 3,
        seconds: 42,
        stretches: null,
        sections: [{ from: 0, to: 42, line: 'hello' }],
      });
    });

    it.each([
      ['an address', 'https://www.youtube.com/watch?v=abc', 'This is an address.'],
      ['only times', '0:00\n0:04\n0:09', 'no words beside them'],
      ['without words', '[Music]', 'There are no words'],
      ['a binary file', '\u0001\ufffd'.repeat(50), 'This is not text'],
      ['an archive', `PK\u0003\u0004${'\u0001\ufffd'.repeat(50)}`, 'This is a compressed archive'],
      ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>', 'This is a PDF'],
      [
        'a captions file with codes',
        'Scenarist_SCC V1.0\n\n00:00:03:12\t9420 9420',
        'This is a Scenarist file',
      ],
    ])(
      'is refused with what is wrong when it is %s, also in a request for a draft',
      async (_, transcript, sentence) => {
        const { id } = await makeVideo(drafting.db);
        for (const { status, body } of [await plan(id, { transcript }), await generate(id, { transcript })])
          expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
        expect(drafting.asked).toEqual([]);
        await plan(99_999, { transcript: 'hello' }).expect(404);
      },
    );
  });

  describe('a text without spaces', () => {
    it.each([
      ['Japanese', '準備プローブ'],
      ['Thai', 'โพรบความพร้อม'],
      ['surrogate pairs', '準💬'],
    ])('of 130,000 characters in one line can be drafted from: %s', async (_, words) => {
      const { id } = await makeVideo(drafting.db);
      const transcript = words.repeat(130_000 / words.length);
      const { body } = await generate(id, { transcript }).expect(201);
      expect(body.comment.content).toBe(goodDraft.comment);
      expect(drafting.asked[0]?.material.transcript?.length).toBeLessThanOrEqual(72_000);
    });

    it('has its numbers looked up by themselves, not as whole sentences', async () => {
      const quote = '準備プローブはサーバー2台で40秒待つように設定します。';
      const held = '準備プローブはサーバー2台でKubernetesが40秒待つ設定ですね！';
      const wrong = '準備プローブはサーバー2台で90秒待つ設定ですね！';
      const { id } = await makeVideo(drafting.db, { title: 'Kubernetes', description: quote });
      const claims = [held, wrong].map((sentence) => ({ sentence, kind: 'description' as const, quote }));
      drafting.answer(() => ({ ...goodDraft, comment: `${held}\n${wrong}`, claims }));
      const { body } = await generate(id).expect(201);
      expect(body.analysis.sentences).toMatchObject([
        { text: held, source: { kind: 'description' }, unsupported: [] },
        { text: wrong, source: { kind: 'description' }, unsupported: ['90'] },
      ]);
    });
  });

  describe('material from the owner', () => {
    it('is stored with the comment, and used for the next draft unless it is changed or cleared', async () => {
      const { id: videoId } = await makeVideo(drafting.db, { description });
      const transcript = '0:41 one two three';
      answering();
      const given = { point: 'a', notes: 'b', use: { chapters: false } };
      const { body } = await generate(videoId, { ...given, transcript });
      const { id } = body.comment;
      expect(await keptOf(id)).toEqual({ ...given, transcriptWords: 3 });

      await post(`/comments/${id}/regenerate`, { style: 'insightful', point: 'c' }).expect(200);
      expect(drafting.asked.at(-1)?.material).toEqual({
        ...noMaterial,
        point: 'c',
        notes: 'b',
        transcript: '[0:41] one two three',
      });
      const anew = { style: 'insightful', notes: '', transcript: '', use: {} };
      await post(`/comments/${id}/regenerate`, anew).expect(200);
      expect(drafting.asked.at(-1)?.material).toEqual({ ...noMaterial, point: 'c', chapters });
      expect(await keptOf(id)).toEqual({ point: 'c', notes: '', use: {}, transcriptWords: null });
    });

    it('survives other takes and picking one of them', async () => {
      const { id: videoId } = await makeVideo(drafting.db);
      answering();
      const { body } = await generate(videoId, { point: 'a', transcript: 'one two' });
      await post(`/comments/${body.comment.id}/takes`, {}).expect(200);
      expect(drafting.asked.at(-1)?.material).toMatchObject({ point: 'a', transcript: 'one two' });
      const [before] = await drafting.db.select().from(draftRecords);
      drafting.clock.advance(hourMs);
      await post(`/comments/${body.comment.id}/pick`, { alternative: 0 }).expect(200);
      expect(await keptOf(body.comment.id)).toEqual({ point: 'a', transcriptWords: 2 });
      // Picking an alternative does not make its quotes newer.
      expect(await drafting.db.select().from(draftRecords)).toMatchObject([{ quotedAt: before?.quotedAt }]);
    });
  });

  describe('top comments', () => {
    it('are read once a day, however many requests need them', async () => {
      drafting.topComments.answer = async () => said;
      const video = await makeVideo(drafting.db);
      await Promise.all(
        [1, 2].map(() => request(drafting.app).get(`/videos/${video.id}/material`).expect(200)),
      );
      await generate(video.id);
      drafting.clock.advance(24 * hourMs - 1);
      expect(await material(video.id)).toMatchObject({ comments: said, commentsMissing: null });
      expect(drafting.topComments.asked).toEqual([video.youtubeId]);
      drafting.clock.advance(1);
      expect((await material(video.id)).commentsReadAt).toBe(drafting.clock.now().toISOString());
      expect(drafting.topComments.asked).toHaveLength(2);
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
      expect(comments).toMatchObject([{ author: 'a', text: expect.stringMatching(/^half � and NUL {2}💬/) }]);
      expect(comments[0].text.length).toBeLessThanOrEqual(2_000);
      expect(await drafting.db.select().from(topComments)).toMatchObject([{ comments }]);
    });

    it('that cannot be read are reported with the reason, and the draft is written without them', async () => {
      drafting.topComments.answer = async () => {
        throw new AppError(429, 'quota_spent', 'No units are left.');
      };
      const { id } = await makeVideo(drafting.db);
      expect(await material(id)).toMatchObject({
        comments: [],
        commentsReadAt: null,
        commentsMissing: 'No units are left.',
      });
      await generate(id).expect(201);
      expect(drafting.asked[0]?.material.comments).toEqual([]);
    });

    it('that turn out to be off are not requested again', async () => {
      drafting.topComments.answer = async () => {
        throw new AppError(409, 'comments_off', 'Comments are turned off for this video.');
      };
      const video = await makeVideo(drafting.db);
      const gone = await makeVideo(drafting.db, { available: false });
      for (const _ of ['first', 'second'])
        expect((await material(video.id)).commentsMissing).toBe('Comments are turned off for this video.');
      expect((await material(gone.id)).commentsMissing).toBe('This video is no longer available on YouTube.');
      expect(drafting.topComments.asked).toEqual([video.youtubeId]);
    });
  });

  it('GET /videos/:id/material has chapters and whether there are captions, and is 404 for an unknown video', async () => {
    const { id } = await makeVideo(drafting.db, { description, hasCaptions: true });
    expect(await material(id)).toMatchObject({ chapters, hasCaptions: true });
    await request(drafting.app)
      .get(`/videos/${id + 1}/material`)
      .expect(404);
  });

  describe('a file that the browser cannot decode (rule 6.11)', () => {
    const send = (file: Buffer) =>
      request(drafting.app).post('/text-files').set('Content-Type', 'application/octet-stream').send(file);

    it.each([
      ['UTF-16', Buffer.from('\ufeff0:01 Grüße aus Köln', 'utf16le')],
      ['Windows-1252', Buffer.from('0:01 Grüße aus Köln', 'latin1')],
    ])('is returned as text: %s', async (_, file) => {
      const { status, body } = await send(file);
      expect([status, body]).toEqual([200, { text: '0:01 Grüße aus Köln' }]);
    });

    it('is refused with advice when its encoding cannot be detected', async () => {
      const answer = await send(Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x02]));
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.detail).toContain('save it as UTF-8');
    });

    it.each([
      ['a Word document', 'PK\u0003\u0004[Content_Types].xml word/document.xml'],
      ['a sound or video file', '\u0000\u0000\u0000 ftypisom'],
    ])('is refused with its kind: %s', async (kind, begin) => {
      const file = Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.alloc(300, 0xb5)]);
      const { status, body } = await send(file);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`This is ${kind}`)]);
    });

    it('is refused when it exceeds the limit', async () => {
      const { status, body } = await send(Buffer.alloc(4_000_001, 'a'));
      expect([status, body.code]).toEqual([413, 'body_too_large']);
    });
  });
});

describe('marked examples', () => {
  const test = reviewApp({}, 'once, emptied');
  const own = 'Herons wade where the drain is slow, and so does our oldest deployment.';
  let profileId = 0;

  beforeEach(async () => {
    const created = await test.me.post('/api/voice-profiles', { name: 'Ada' });
    profileId = voiceProfileSchema.parse(await created.json()).id;
  });

  const days = (number: number) => test.later(-number * 86_400_000);
  const posted = (content: string, age: number, voiceProfileId: number | null = profileId) =>
    makeComment(test.db, {
      content,
      generatedContent: 'Something else entirely.',
      status: 'posted',
      voiceProfileId,
      createdAt: days(age),
    });
  const mark = (id: number, isExample = true) => test.me.post(`/api/comments/${id}/example`, { isExample });

  /** Drafts a comment, and returns the newest request to the model with what the draft's record names. */
  async function drafted() {
    const video = await makeVideo(test.db);
    const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
    const { analysis } = generateResponseSchema.parse(await answer.json());
    const asked = test.app.sandbox.admin.requests().filter(({ path }) => path === '/v1/chat/completions');
    const { messages } = (asked.at(-2)?.body ?? { messages: [] }) as { messages: { content: string }[] };
    return { system: messages[0]?.content ?? '', examples: analysis.why?.examples ?? [] };
  }

  it('of this voice come first, the five newest, and no longer once they are unmarked (rule 13.17)', async () => {
    const other = await makeVoiceProfile(test.db);
    const ofAnother = await posted('Written in another voice altogether.', 0, other.id);
    const newest = await posted(own, 1);
    const neutral = await posted('Written in nobody’s voice.', 0, null);
    const ofThis = await Promise.all(points.map((text, age) => posted(text, 2 + age)));
    expect((await drafted()).system).not.toContain(own);
    for (const { id } of [ofAnother, neutral, newest, ...ofThis]) {
      const marked: Comment = commentSchema.parse(await (await mark(id)).json());
      expect(marked).toMatchObject({ id, isExample: true, revision: 1 });
    }
    const { system, examples } = await drafted();
    expect(system).toContain(`⟦OWN WORDS⟧\n${own}\n⟦END OF OWN WORDS⟧`);
    const five = [newest, ...ofThis].slice(0, 5);
    expect(examples.slice(0, 5)).toEqual(
      five.map(({ id, content }) => ({ kind: 'marked', id, text: content })),
    );
    expect(new Set(examples.map(({ text }) => text)).size).toBe(6);

    await mark(newest.id, false);
    expect((await drafted()).system).not.toContain(own);
  });

  it('without a profile come first when no profile is active (rule 13.17)', async () => {
    const ofAda = await posted(own, 0);
    const neutral = await posted('Written in nobody’s voice, about slow deployments.', 1, null);
    for (const { id } of [ofAda, neutral]) await mark(id);
    await setSettings(test.db, { activeVoiceProfileId: null });
    expect((await drafted()).examples).toEqual([{ kind: 'marked', id: neutral.id, text: neutral.content }]);
  });

  it('must be approved or posted comments (rule 13.17)', async () => {
    for (const status of ['pending', 'rejected', 'failed'] as const) {
      const { id } = await makeComment(test.db, { status });
      const problem = await expectProblem(await mark(id), 409, 'not_approved');
      expect(problem.detail).toContain('Approve this one first.');
      expect((await test.stored(id)).isExample).toBe(false);
    }
    const { id } = await makeComment(test.db, {
      status: 'approved',
      content: own,
      voiceProfileId: profileId,
    });
    await mark(id);
    await test.me.patch(`/api/comments/${id}`, { status: 'pending' });
    expect((await drafted()).system).not.toContain(own);
    expect((await mark(id, false)).status).toBe(200);
    await expectProblem(await mark(99_999), 404, 'not_found');
    await expectProblem(await test.me.post(`/api/comments/${id}/example`, {}), 400, 'invalid_request');
  });
});

describe('requests for a draft', () => {
  const test = reviewApp({}, 'once, emptied');

  /** Returns the requests to YouTube except those of signing in. */
  const toYouTube = () =>
    test.app.sandbox.admin
      .requests()
      .filter(({ path }) => path.startsWith('/youtube/') && !path.endsWith('/channels'));

  async function busyVideo() {
    const { admin } = test.app.sandbox;
    const busy = admin
      .videos()
      .find((video) => admin.acceptsComments(video) && video.eventualViews * video.commentsPerView > 100);
    return makeVideo(test.db, { youtubeId: busy?.id ?? '' });
  }

  it('cost one YouTube unit for a video, and no further one for a day', async () => {
    const { id: videoId } = await busyVideo();
    const drafted = await test.me.post('/api/comments/generate', { videoId, style: 'insightful' });
    const { comment } = generateResponseSchema.parse(await drafted.json());
    await test.me.post(`/api/comments/${comment.id}/regenerate`, { style: 'insightful', point: 'my point' });
    const seen = videoMaterialSchema.parse(
      await (await test.me.get(`/api/videos/${videoId}/material`)).json(),
    );
    expect(seen.comments.length).toBeGreaterThan(9);
    expect(seen.comments.length).toBeLessThanOrEqual(20);
    expect(seen.commentsMissing).toBeNull();
    expect(toYouTube()).toMatchObject([{ method: 'GET', path: '/youtube/v3/commentThreads' }]);
  });

  it('cost no YouTube unit for an answer in a thread', async () => {
    const { id: commentId } = await test.comment({ status: 'posted', youtubeCommentId: 'Ugmine' });
    const { id } = await makeReply(test.db, { commentId });
    expect((await test.me.post(`/api/replies/${id}/draft`)).status).toBe(201);
    expect(toYouTube()).toEqual([]);
  });

  it('accept a transcript of 200,000 characters, and no longer one', async () => {
    const { id: videoId } = await busyVideo();
    const send = (characters: number) =>
      test.me.post('/api/comments/generate', {
        videoId,
        style: 'insightful',
        transcript: 'ü '.repeat(characters / 2),
      });
    expect((await send(200_002)).status).toBe(400);
    expect((await send(1_000_000)).status).toBe(413);
    expect((await send(200_000)).status).toBe(201);
  });
});
