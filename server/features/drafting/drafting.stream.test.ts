import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { comments, videos } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import {
  draftEvents,
  draftingApp,
  generateStreamed,
  goodDraft,
  goodReading,
  points,
  seenDraft,
} from '../../testing/drafting-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import type { DraftProgress } from './prompts/requests.ts';

const test = reviewApp({}, 'once, emptied');

const chat = '/v1/chat/completions';
const calls = () => test.app.sandbox.admin.requests().filter(({ path }) => path === chat);
const rows = () => test.db.select().from(comments);
/**
 * Uses a fixed title. The sandbox writes from the title, and a number in it may cause a
 * second draft.
 */
const videoToDraft = () => makeVideo(test.db, { title: 'Kubernetes in practice' });
const wanted = (videoId: number) => ({ videoId, style: 'insightful' });
const fault = (behaviour: 'stream-cut' | 'stream-stall' | 'text', rest: object = {}) =>
  test.app.sandbox.admin.fault({
    match: { path: chat },
    fault: { kind: 'model', behaviour, ...rest },
  });

const point =
  'A rollout that waits for readiness still drops connections without a preStop hook.';
const answerWith = (comment: string) => ({
  text: JSON.stringify({ comment, sources: [] }),
});
const faulty = 'Slides are at https://example.org/slides';

describe('a streamed draft', () => {
  it('of a stored comment becomes its next version, back in review (rules 8.3, 8.14)', async () => {
    const video = await videoToDraft();
    const [first] = await seenDraft(
      await generateStreamed(test.me, wanted(video.id)),
    ).then(rows);
    await test.db.update(comments).set({ status: 'approved' });
    const response = await test.me.send(`/api/comments/${first?.id}/regenerate`, {
      method: 'POST',
      body: { style: 'insightful', steer: 'shorter' },
      headers: { Accept: 'text/event-stream' },
    });
    const { text, names, last } = await seenDraft(response);
    expect(names).toEqual(['words', 'step', 'done', 'judged']);
    expect(await rows()).toMatchObject([
      { content: text, status: 'pending', previousTexts: [{ content: first?.content }] },
    ]);
    expect(last).toMatchObject({
      data: { alternatives: [{ angle: 'Before: Shorter' }] },
    });
  });

  it('is sent without being cached, compressed or held back', async () => {
    const video = await videoToDraft();
    const response = await generateStreamed(test.me, wanted(video.id));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    await seenDraft(response);
  });

  it('arrives word by word', async () => {
    const video = await videoToDraft();
    const { names, pieces } = await seenDraft(
      await generateStreamed(test.me, wanted(video.id)),
    );
    expect(names).toEqual(['words', 'done', 'judged']);
    expect(pieces).toBeGreaterThan(10);
    expect(calls()).toMatchObject([
      { body: { stream: true }, status: 200 },
      { body: { stream: true }, status: 200 },
    ]);
  });

  it('ends as the stored comment', async () => {
    const video = await videoToDraft();
    const { text, last } = await seenDraft(
      await generateStreamed(test.me, wanted(video.id)),
    );
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
  });

  it.each([
    ['first written', [], 12],
    ['written again', [`${point} ${faulty}`], 3],
  ])(
    'shows words while it is %s, and stores nothing when the client disconnects',
    async (_, before, words) => {
      const video = await videoToDraft();
      for (const text of before) fault('text', answerWith(text));
      fault('stream-stall', { words });
      const events = draftEvents(await generateStreamed(test.me, wanted(video.id)));
      expect(await firstBut('waiting', events)).toMatchObject({ name: 'words' });
      expect(await rows()).toEqual([]);
      await expect.poll(() => calls().length).toBe(before.length + 1);
      await events.return(undefined);
      await expect.poll(() => calls().at(-1)?.brokeOff).toBe(true);
      expect(await rows()).toEqual([]);
      expect(
        (await test.me.post('/api/comments/generate', wanted(video.id))).status,
      ).toBe(201);
    },
  );

  it.each([
    ['a link', `${point} More at https://evil.example/slides and further on.`],
    ['a link that ends the text', `${point} More at evil-slides.com`],
  ])('never shows %s (rule 6.8)', async (_, comment) => {
    const video = await videoToDraft();
    fault('text', answerWith(comment));
    const shown: string[] = [];
    for await (const event of draftEvents(
      await generateStreamed(test.me, wanted(video.id)),
    ))
      if (event.name === 'words') shown.push(event.data.text);
    expect(shown.join('')).toContain(point);
    expect(shown.join('')).not.toContain('evil');
    expect((await rows())[0]?.content).not.toContain('evil');
  });
});

describe('a stream that breaks', () => {
  describe('after its first words', () => {
    async function broken() {
      const video = await videoToDraft();
      fault('stream-cut', { words: 16 });
      return {
        video,
        seen: await seenDraft(await generateStreamed(test.me, wanted(video.id))),
      };
    }

    it('keeps these words and reports the problem, without another call', async () => {
      const { seen } = await broken();
      expect(seen.names).toEqual(['words', 'problem']);
      expect(seen.last?.data).toEqual({
        status: 503,
        code: 'model_unavailable',
        detail: expect.stringMatching(/^The language model .*\.$/),
      });
      expect(seen.text.split(' ').length).toBeGreaterThan(8);
      expect(calls()).toHaveLength(1);
    });

    it('stores nothing', async () => {
      await broken();
      expect(await rows()).toEqual([]);
    });

    it('can be continued from there', async () => {
      const { video, seen } = await broken();
      const begun = seen.text;
      const whole = await seenDraft(
        await generateStreamed(test.me, { ...wanted(video.id), begun }),
        begun,
      );
      expect(whole.names).toEqual(['words', 'done', 'judged']);
      expect(whole.text.startsWith(`${begun} `)).toBe(true);
      expect(await rows()).toMatchObject([
        { content: whole.text, generatedContent: whole.text },
      ]);
    });
  });

  it('is tried again when it breaks before the first word', async () => {
    const video = await makeVideo(test.db, { title: 'Readiness probes' });
    fault('stream-cut', { words: 0 });
    expect(
      (await seenDraft(await generateStreamed(test.me, wanted(video.id)))).names,
    ).toEqual(['words', 'done', 'judged']);
    expect(calls()).toHaveLength(3);
  });
});

async function firstBut(name: string, events: ReturnType<typeof draftEvents>) {
  for (;;) {
    const { value } = await events.next();
    if (value?.name !== name) return value;
  }
}

it.each<[string, () => Promise<unknown>, string, { status: number; code: string }]>([
  [
    'a video that has a comment',
    async () => (await test.comment()).videoId,
    '',
    { status: 409, code: 'comment_exists' },
  ],
  [
    'a begun text that is too long',
    async () => (await videoToDraft()).id,
    'x'.repeat(2001),
    { status: 400, code: 'invalid_request' },
  ],
])(
  'an error before the first word is an ordinary HTTP problem: %s',
  async (_, videoId, begun, { status, code }) => {
    const asked = { videoId: await videoId(), style: 'insightful', begun };
    await expectProblem(await generateStreamed(test.me, asked), status, code);
  },
);

it('a client that does not prefer events gets JSON', async () => {
  for (const Accept of ['*/*', 'application/json, text/event-stream;q=0.5']) {
    const video = await videoToDraft();
    const { status, headers } = await generateStreamed(test.me, wanted(video.id), {
      Accept,
    });
    expect([status, headers.get('content-type')]).toEqual([
      201,
      'application/json; charset=utf-8',
    ]);
  }
});

describe('draft stream routes', () => {
  const drafting = draftingApp();
  beforeEach(() => drafting.reset());

  /** Returns all events of one draft. Its reading starts only once `done` has arrived. */
  async function streamed(body: object = {}) {
    const done = Promise.withResolvers<void>();
    drafting.answerReader(async ({ comment }) => {
      await done.promise;
      return goodReading(comment);
    });
    const video = await makeVideo(drafting.db);
    const response = await generateStreamed(drafting.me, {
      ...wanted(video.id),
      ...body,
    });
    expect(response.status).toBe(200);
    const events: [string, unknown][] = [];
    for await (const { name, data } of draftEvents(response)) {
      events.push([name, data]);
      if (name === 'done') done.resolve();
    }
    return events;
  }

  /** Makes the model stream these texts one after another before it answers or fails. */
  const writes =
    (...steps: string[]) =>
    (progress: DraftProgress | undefined) => {
      for (const step of steps) progress?.onComment(step);
    };
  const begun = 'Readiness probes that call';
  const half = 'Readiness probes that call the database take ';

  describe('the events of a streamed draft', () => {
    it('contain whole words, each once, and the rest at the end', async () => {
      drafting.answer(async (_, progress) => {
        writes('Readin', 'Readiness', 'Readiness probes th', half)(progress);
        return goodDraft;
      });
      const events = await streamed();
      expect(events.slice(0, -2)).toEqual([
        ['words', { text: 'Readiness probes' }],
        ['words', { text: ' that call the database take' }],
        ['words', { text: goodDraft.comment.slice(half.trim().length) }],
      ]);
      expect(events.slice(-2)).toMatchObject([
        [
          'done',
          { comment: { content: goodDraft.comment }, analysis: { reading: null } },
        ],
        [
          'judged',
          {
            comment: { qualityScore: 79 },
            analysis: { reading: { text: goodDraft.comment } },
          },
        ],
      ]);
    });

    it('pause while the model starts over with other words, and then give the reason for the change', async () => {
      drafting.answer(async (_, progress) => {
        writes(half, 'Nodes ', 'Nodes drain ')(progress);
        return { ...goodDraft, comment: points[0] ?? '' };
      });
      expect((await streamed()).slice(0, -2)).toEqual([
        ['words', { text: half.trim() }],
        ['reset', { reason: 'The model’s text was corrected before it was kept.' }],
        ['words', { text: points[0] }],
      ]);
    });

    it('end with a problem when another comment on the video was stored first', async () => {
      drafting.answer(async (_, progress) => {
        writes(half)(progress);
        for (const { id } of await drafting.db.select().from(videos))
          await makeComment(drafting.db, { videoId: id });
        return goodDraft;
      });
      const detail = expect.stringContaining('already exists');
      expect((await streamed()).at(-1)).toEqual([
        'problem',
        { status: 409, code: 'comment_exists', detail },
      ]);
      expect(await drafting.rows()).toHaveLength(1);
    });

    it.each([
      ['repeats it', ['R', `${begun} the `], goodDraft.comment],
      [
        'writes only the rest',
        ['t', 'the '],
        goodDraft.comment.slice(begun.length).trim(),
      ],
    ])('continue after the begun text when the model %s', async (_, steps, comment) => {
      drafting.answer(async (_request, progress) => {
        writes(...steps)(progress);
        return { ...goodDraft, comment };
      });
      const events = await streamed({ begun });
      expect(events[0]).toEqual(['words', { text: ' the' }]);
      expect(events.at(-2)).toMatchObject([
        'done',
        { comment: { content: goodDraft.comment } },
      ]);
    });

    it('report what the model is doing, also when it begins late (rule 8.20)', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      drafting.answer(async (_, progress) => {
        progress?.onPhase?.({ name: 'loading', tokens: null });
        await vi.advanceTimersByTimeAsync(1000);
        progress?.onPhase?.({ name: 'reading', tokens: 900 });
        return goodDraft;
      });
      const phases = async () =>
        (await streamed()).flatMap(([name, data]) => (name === 'waiting' ? data : []));
      const loading = { name: 'loading', tokens: null };
      const reading = { name: 'reading', tokens: 900 };
      expect(await phases()).toEqual([loading, reading]);
      drafting.answer(async (_, progress) => {
        await vi.advanceTimersByTimeAsync(1000);
        progress?.onPhase?.({ name: 'loading', tokens: null });
        progress?.onPhase?.({ name: 'reading', tokens: 900 });
        return { ...goodDraft, comment: points[0] ?? '' };
      });
      expect(await phases()).toEqual([loading, reading]);
    });

    it('consist of a problem when the model has nothing to add', async () => {
      drafting.answer(() => ({
        ...goodDraft,
        comment: '',
        nothingToAdd: 'Only a title is given.',
      }));
      expect(await streamed()).toEqual([
        [
          'problem',
          { status: 409, code: 'nothing_to_add', detail: 'Only a title is given.' },
        ],
      ]);
      expect(await drafting.rows()).toEqual([]);
    });

    it('end with a problem after an unexpected error, which is logged', async () => {
      drafting.answer(async (_, progress) => {
        writes(half)(progress);
        throw new TypeError('a secret of ours');
      });
      const events = await streamed();
      const detail = expect.stringMatching(
        /^Something went wrong on the server\. .* the server’s log\.$/,
      );
      expect(events.at(-1)).toEqual([
        'problem',
        { status: 500, code: 'internal', detail },
      ]);
      expect(drafting.reported).toEqual([expect.any(TypeError)]);
      expect(await drafting.rows()).toEqual([]);
    });
  });

  it('a draft that fails unexpectedly before its first event is logged once', async () => {
    drafting.answer(async () => {
      throw new TypeError('a secret of ours');
    });
    const { id } = await makeVideo(drafting.db);
    const response = await generateStreamed(drafting.me, {
      videoId: id,
      style: 'insightful',
    });
    expect(response.status).toBe(500);
    expect(drafting.reported).toEqual([expect.any(TypeError)]);
  });

  it('a draft that is not streamed may change the begun text', async () => {
    const video = await makeVideo(drafting.db);
    const comment = 'Readiness probes, that query it, fail.';
    drafting.answer(() => ({ ...goodDraft, comment }));
    const { body } = await request(drafting.app)
      .post('/comments/generate')
      .send({ videoId: video.id, style: 'insightful', begun })
      .expect(201);
    expect(body.comment.content).toBe(comment);
    expect(drafting.asked).toMatchObject([{ begun }]);
  });
});
