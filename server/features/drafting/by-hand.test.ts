import { describe, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { comments, draftRecords, queueItems, videos } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { draftingApp } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

const words =
  'We gave the probe ten minutes once, and the restarts stopped the same day.';

const write = (body: object) =>
  test.me.post('/api/comments', { style: 'supportive', content: words, ...body });

async function written(body: object = {}): Promise<Comment> {
  const videoId = (await makeVideo(test.db)).id;
  const answer = await write({ videoId, ...body });
  expect(answer.status).toBe(201);
  return commentSchema.parse(await answer.json());
}

const asked = () =>
  test.app.sandbox.admin.requests().filter(({ path }) => path === '/v1/chat/completions');

const checkOf = ({ analysis }: Comment, name: string) =>
  typeof analysis === 'object'
    ? analysis?.checks.find((check) => check.name === name)
    : undefined;

describe('a comment written by hand (rule 8.27)', () => {
  it('is pending, outside the queue, in the owner’s own words', async () => {
    const comment = await written();
    expect(comment).toMatchObject({
      content: words,
      style: 'supportive',
      status: 'pending',
      inQueue: false,
      model: null,
      generatedContent: '',
      analysis: {
        platformCompliance: true,
        sentences: [{ text: words, source: { kind: 'person' } }],
      },
    });
    expect(await test.db.select().from(draftRecords)).toMatchObject([
      { commentId: comment.id, why: null },
    ]);
    expect(await test.db.$count(queueItems)).toBe(0);
  });

  it('asks no model and needs none', async () => {
    test.app.sandbox.admin.fault({
      match: { path: '/v1/chat/completions' },
      fault: { kind: 'status', status: 503 },
    });
    await written();
    expect(asked()).toEqual([]);
  });

  it('has no score until a model read it', async () => {
    const { id, isScoreCurrent } = await written();
    expect(isScoreCurrent).toBe(false);
    expect((await test.me.post(`/api/comments/${id}/read`, {})).status).toBe(200);
    expect(await test.stored(id)).toMatchObject({ content: words, isScoreCurrent: true });
  });

  it('has no part in the average score', async () => {
    await makeComment(test.db, { qualityScore: 90, createdAt: test.now() });
    await written();
    const { totals } = await (await test.me.get('/api/analytics?days=30')).json();
    expect(totals).toMatchObject({ totalComments: 2, averageQuality: 9 });
  });

  it.each([
    ['a link', 'links', `${words} See https://example.com/probes`],
    ['a text longer than 2000 characters', 'length', 'Probes lie. '.repeat(200)],
  ])('has %s reported, and is kept', async (_, name, content) => {
    const comment = await written({ content });
    expect(checkOf(comment, name)).toMatchObject({ passed: false });
    expect(comment).toMatchObject({ content, analysis: { platformCompliance: false } });
  });

  it('has a text close to an earlier comment reported', async () => {
    await test.comment({ content: words });
    const comment = await written({ content: words.replace('once', 'twice') });
    expect(checkOf(comment, 'repetition')).toMatchObject({ passed: false });
  });

  it('is approved and scheduled in one step, as a draft would be', async () => {
    const { id } = await written();
    const scheduledFor = new Date(test.now().getTime() + 3_600_000).toISOString();
    const answer = await test.me.post(`/api/comments/${id}/schedule`, {
      revision: 1,
      scheduledFor,
    });
    expect(answer.status).toBe(200);
    expect(await test.queuedItem(id)).toMatchObject({ scheduledFor, autoPost: true });
  });

  it('keeps the owner’s text among the earlier versions when a draft replaces it', async () => {
    const { id } = await written();
    await test.me.post(`/api/comments/${id}/regenerate`, { style: 'insightful' });
    const record = await (await test.me.get(`/api/comments/${id}/draft`)).json();
    expect(record.previousTexts).toMatchObject([{ content: words, style: 'supportive' }]);
  });

  it('is the only comment of its video, also if two are sent at once (rule 3.1)', async () => {
    const videoId = (await makeVideo(test.db)).id;
    const both = await Promise.all([write({ videoId }), write({ videoId })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await test.db.$count(comments)).toBe(1);
    await expectProblem(await write({ videoId }), 409, 'comment_exists');
  });

  it.each([
    ['an empty one', { content: ' \n' }, 'empty_text'],
    [
      'one that YouTube would not take',
      { content: 'x'.repeat(10_001) },
      'invalid_request',
    ],
    ['one without a style', { style: undefined }, 'invalid_request'],
  ])('is refused as %s', async (_, body, code) => {
    const videoId = (await makeVideo(test.db)).id;
    await expectProblem(await write({ videoId, ...body }), 400, code);
    expect(await test.db.$count(comments)).toBe(0);
  });

  it('is refused where comments are off, and for an unknown video', async () => {
    const videoId = (await makeVideo(test.db)).id;
    await test.db.update(videos).set({ commentsOff: true });
    await expectProblem(await write({ videoId }), 409, 'comments_off');
    await expectProblem(await write({ videoId: videoId + 1 }), 404, 'not_found');
  });
});

describe('what the top comments say already', () => {
  const drafting = draftingApp();

  it('is found if it is almost the same text', async () => {
    drafting.topComments.answer = async () => [
      { author: '@mirelles', text: `${words} Really.`, likeCount: 3 },
    ];
    const videoId = (await makeVideo(drafting.db)).id;
    const answer = await drafting.me.post('/comments', {
      videoId,
      style: 'insightful',
      content: words,
    });
    const { analysis } = await answer.json();
    expect(analysis.alreadySaid).toEqual({
      author: '@mirelles',
      text: `${words} Really.`,
    });
  });
});
