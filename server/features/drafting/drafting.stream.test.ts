import { describe, expect, it } from 'vitest';
import { comments } from '#shared/schema.ts';
import { draftEvents, generateStreamed, seenDraft } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();

const chat = '/v1/chat/completions';
const calls = () => test.app.sandbox.admin.requests().filter(({ path }) => path === chat);
const rows = () => test.db.select().from(comments);
/** The sandbox writes by the title; one with a number of its own may make it write again. */
const videoToDraft = () => makeVideo(test.db, { title: 'Kubernetes in practice' });
const wanted = (videoId: number) => ({ videoId, style: 'insightful' });
const fault = (behaviour: 'stream-cut' | 'stream-stall' | 'text', rest: object = {}) =>
  test.app.sandbox.admin.fault({ match: { path: chat }, fault: { kind: 'model', behaviour, ...rest } });

const point = 'A rollout that waits for readiness still drops connections without a preStop hook.';
const answerWith = (comment: string) => ({ text: JSON.stringify({ comment, sources: [] }) });
const faulty = 'Slides are at https://example.org/slides';

describe('a streamed draft', () => {
  it('comes word by word and ends as the comment that is stored', async () => {
    const video = await videoToDraft();
    const response = await generateStreamed(test.me, wanted(video.id));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    const { text, names, pieces, last } = await seenDraft(response);
    expect(names).toEqual(['words', 'done', 'judged']);
    expect(pieces).toBeGreaterThan(10);
    const [row] = await rows();
    expect(row).toMatchObject({
      videoId: video.id,
      content: text,
      generatedContent: text,
      status: 'pending',
    });
    expect(last).toMatchObject({
      name: 'judged',
      data: {
        comment: { id: row?.id, content: text },
        analysis: { why: { tokens: { input: expect.any(Number) } } },
      },
    });
    expect(calls()).toMatchObject([
      { body: { stream: true }, status: 200 },
      { body: { stream: true }, status: 200 },
    ]);
  });

  it('is the same draft as the one that comes whole', async () => {
    const [one, other] = [await videoToDraft(), await videoToDraft()];
    const streamed = await seenDraft(await generateStreamed(test.me, wanted(one.id)));
    const whole = await (await test.me.post('/api/comments/generate', wanted(other.id))).json();
    expect(whole).toMatchObject({
      comment: { content: expect.any(String) },
      alternatives: expect.any(Array),
    });
    expect(Object.keys(streamed.last?.data ?? {}).sort()).toEqual(Object.keys(whole as object).sort());
  });

  it('shows its first words before the model has finished, and no row before it is whole', async () => {
    const video = await videoToDraft();
    fault('stream-stall', { words: 12 });
    const events = draftEvents(await generateStreamed(test.me, wanted(video.id)));
    expect((await events.next()).value).toMatchObject({ name: 'words' });
    expect(await rows()).toEqual([]);
    await events.return(undefined);
  });

  it('ends the model’s work when its reader goes', async () => {
    const video = await videoToDraft();
    fault('stream-stall', { words: 12 });
    const response = await generateStreamed(test.me, wanted(video.id));
    for await (const { name } of draftEvents(response)) if (name === 'words') break;
    await expect.poll(() => calls().map(({ brokeOff }) => brokeOff)).toEqual([true]);
    expect(await rows()).toEqual([]);
    expect((await test.me.post('/api/comments/generate', wanted(video.id))).status).toBe(201);
  });

  it('is not kept either when its reader goes while it is written again', async () => {
    const video = await videoToDraft();
    fault('text', answerWith(`${point} ${faulty}`));
    fault('stream-stall', { words: 3 });
    const events = draftEvents(await generateStreamed(test.me, wanted(video.id)));
    expect((await events.next()).value).toMatchObject({ name: 'words' });
    await expect.poll(() => calls().length).toBe(2);
    await events.return(undefined);
    await expect.poll(() => calls()[1]?.brokeOff).toBe(true);
    expect((await test.me.post('/api/comments/generate', wanted(video.id))).status).toBe(201);
  });

  it('is written again where a check failed, and the better one takes the place of the words', async () => {
    const video = await videoToDraft();
    fault('text', answerWith(`${point} ${faulty}`));
    const { text, names, last } = await seenDraft(await generateStreamed(test.me, wanted(video.id)));
    expect(names).toEqual(['words', 'reset', 'words', 'done', 'judged']);
    expect(text).not.toContain('Slides');
    expect(last).toMatchObject({ data: { comment: { content: text } } });
    expect(calls()).toHaveLength(3);
  });

  it.each([
    ['a link', `${point} More at https://evil.example/slides and further on.`],
    ['a link that ends the text', `${point} More at evil-slides.com`],
  ])('never shows %s (rule 6.8)', async (_, comment) => {
    const video = await videoToDraft();
    fault('text', answerWith(comment));
    const shown: string[] = [];
    for await (const event of draftEvents(await generateStreamed(test.me, wanted(video.id))))
      if (event.name === 'words') shown.push(event.data.text);
    expect(shown.join('')).toContain(point);
    expect(shown.join('')).not.toContain('evil');
    expect((await rows())[0]?.content).not.toContain('evil');
  });
});

describe('a stream that breaks', () => {
  it('keeps what came, says so, and goes on from there', async () => {
    const video = await videoToDraft();
    fault('stream-cut', { words: 16 });
    const broken = await seenDraft(await generateStreamed(test.me, wanted(video.id)));
    expect(broken.names).toEqual(['words', 'problem']);
    expect(broken.last?.data).toEqual({
      status: 503,
      code: 'model_unavailable',
      detail: expect.stringMatching(/^The language model .*\.$/),
      text: broken.text,
    });
    expect(broken.text.split(' ').length).toBeGreaterThan(8);
    expect(calls()).toHaveLength(1);
    expect(await rows()).toEqual([]);

    const begun = broken.text;
    const whole = await seenDraft(await generateStreamed(test.me, { ...wanted(video.id), begun }), begun);
    expect(whole.names).toEqual(['words', 'done', 'judged']);
    expect(whole.text.startsWith(`${begun} `)).toBe(true);
    expect(await rows()).toMatchObject([{ content: whole.text, generatedContent: whole.text }]);
  });

  it('twice keeps both', async () => {
    const video = await videoToDraft();
    fault('stream-cut', { words: 12 });
    const first = await seenDraft(await generateStreamed(test.me, wanted(video.id)));
    fault('stream-cut', { words: 24 });
    const again = await generateStreamed(test.me, { ...wanted(video.id), begun: first.text });
    const second = await seenDraft(again, first.text);
    expect(second.text.length).toBeGreaterThan(first.text.length);
    expect(second.last).toMatchObject({ name: 'problem', data: { text: second.text } });
  });

  it('before its first word is tried again', async () => {
    const video = await makeVideo(test.db, { title: 'Readiness probes' });
    fault('stream-cut', { words: 0 });
    expect((await seenDraft(await generateStreamed(test.me, wanted(video.id)))).names).toEqual([
      'words',
      'done',
      'judged',
    ]);
    expect(calls()).toHaveLength(3);
  });

  it('because a comment came first elsewhere, ends with that sentence and one row', async () => {
    const video = await videoToDraft();
    let made = false;
    let problem: unknown;
    for await (const event of draftEvents(await generateStreamed(test.me, wanted(video.id)))) {
      if (!made) await makeComment(test.db, { videoId: video.id });
      made = true;
      if (event.name === 'problem') problem = event.data;
    }
    expect(problem).toMatchObject({
      status: 409,
      code: 'comment_exists',
      text: expect.stringMatching(/\w/),
      detail: expect.stringContaining('already exists'),
    });
    expect(await rows()).toHaveLength(1);
  });
});

describe('what fails before the first word is an ordinary problem', () => {
  it.each<[string, () => Promise<unknown>, number, string]>([
    ['a video that has a comment', async () => (await test.comment()).videoId, 409, 'comment_exists'],
    ['an unknown video', async () => 99_999, 404, 'not_found'],
    ['no video', async () => 'x', 400, 'invalid_request'],
  ])('%s', async (_, videoId, status, code) => {
    const response = await generateStreamed(test.me, { videoId: await videoId(), style: 'insightful' });
    await expectProblem(response, status, code);
  });

  it('a begun text that is too long', async () => {
    const video = await videoToDraft();
    const begun = 'x'.repeat(2001);
    await expectProblem(
      await generateStreamed(test.me, { ...wanted(video.id), begun }),
      400,
      'invalid_request',
    );
  });

  it('nobody who is signed in, another site, too many', async () => {
    const video = await videoToDraft();
    const stranger = test.app.browser();
    await expectProblem(await generateStreamed(stranger, wanted(video.id)), 401, 'unauthenticated');
    const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    await expectProblem(await generateStreamed(test.me, wanted(video.id), evil), 403, 'cross_site');
    for (let call = 0; call < 60; call += 1)
      await (await generateStreamed(test.me, { videoId: 99_999, style: 'insightful' })).text();
    await expectProblem(await generateStreamed(test.me, wanted(video.id)), 429, 'rate_limited');
    expect(calls()).toEqual([]);
  });
});

it.each(['application/json', '*/*', 'application/json, text/event-stream;q=0.5'])(
  'who accepts %s gets JSON',
  async (Accept) => {
    const video = await videoToDraft();
    const response = await generateStreamed(test.me, wanted(video.id), { Accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      201,
      'application/json; charset=utf-8',
    ]);
  },
);
