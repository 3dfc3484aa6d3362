import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DraftProgress, LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

/** The events of a stream that is over, each as its name and data. */
async function streamed(body: object = {}) {
  const video = await makeVideo(drafting.db);
  const { text } = await request(drafting.app)
    .post('/comments/generate')
    .set('Accept', 'text/event-stream')
    .send({ videoId: video.id, style: 'insightful', ...body })
    .expect(200);
  return text
    .trim()
    .split('\n\n')
    .map((event) => {
      const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      return [name, JSON.parse(data)];
    });
}

/** A model that writes these, one after another, before it answers or fails. */
const writes =
  (...steps: string[]) =>
  (progress: DraftProgress | undefined) => {
    for (const step of steps) progress?.onComment(step);
  };
const begun = 'Readiness probes that call';
const half = 'Readiness probes that call the database take ';

describe('what a reader sees', () => {
  it('is whole words, each once, and what was missing in the end', async () => {
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
      ['done', { comment: { content: goodDraft.comment }, analysis: { reading: null } }],
      ['judged', { comment: { qualityScore: 79 }, analysis: { reading: { text: goodDraft.comment } } }],
    ]);
  });

  it('waits while the model begins again with other words, and is told why it changes', async () => {
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

  it.each([
    ['repeats it', ['R', `${begun} the `], goodDraft.comment],
    ['writes the rest alone', ['t', 'the '], goodDraft.comment.slice(begun.length).trim()],
  ])('goes on behind what was begun where the model %s', async (_, steps, comment) => {
    drafting.answer(async (_request, progress) => {
      writes(...steps)(progress);
      return { ...goodDraft, comment };
    });
    const events = await streamed({ begun });
    expect(events[0]).toEqual(['words', { text: ' the' }]);
    expect(events.at(-2)).toMatchObject(['done', { comment: { content: goodDraft.comment } }]);
  });

  it('is what the model does, also where that begins late (rule 8.20)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    drafting.answer(async (_, progress) => {
      progress?.onPhase?.({ name: 'loading', tokens: null });
      await vi.advanceTimersByTimeAsync(1000);
      progress?.onPhase?.({ name: 'reading', tokens: 900 });
      return goodDraft;
    });
    const phases = async () => (await streamed()).flatMap(([name, data]) => (name === 'waiting' ? data : []));
    const [loading, reading] = [
      { name: 'loading', tokens: null },
      { name: 'reading', tokens: 900 },
    ];
    expect(await phases()).toEqual([loading, reading]);
    drafting.answer(async (_, progress) => {
      await vi.advanceTimersByTimeAsync(1000);
      progress?.onPhase?.({ name: 'loading', tokens: null });
      progress?.onPhase?.({ name: 'reading', tokens: 900 });
      return { ...goodDraft, comment: points[0] ?? '' };
    });
    expect(await phases()).toEqual([loading, reading]);
  });

  it('is the sentence of a model that has nothing to add', async () => {
    drafting.answer(() => ({ ...goodDraft, comment: '', nothingToAdd: 'Only a title is given.' }));
    expect(await streamed()).toEqual([
      ['problem', { status: 409, code: 'nothing_to_add', detail: 'Only a title is given.', text: '' }],
    ]);
    expect(await drafting.rows()).toEqual([]);
  });

  it('ends with the draft where its reader fails', async () => {
    drafting.answerReader(() => new LanguageModelError('slow'));
    expect((await streamed()).at(-1)).toMatchObject(['done', { comment: { qualityScore: 60 } }]);
  });

  it('is a sentence and a line in the log where something happens that nobody foresaw', async () => {
    drafting.answer(async (_, progress) => {
      writes(half)(progress);
      throw new TypeError('a secret of ours');
    });
    const events = await streamed();
    expect(events.at(-1)).toEqual([
      'problem',
      {
        status: 500,
        code: 'internal',
        detail:
          'Something went wrong on the server. Try again; if it happens again, look at the server’s log.',
        text: half.trim(),
      },
    ]);
    expect(drafting.reported).toEqual([expect.any(TypeError)]);
    expect(await drafting.rows()).toEqual([]);
  });
});

it('a draft that comes whole goes on from what was begun too', async () => {
  const video = await makeVideo(drafting.db);
  drafting.answer(() => ({ ...goodDraft, comment: goodDraft.comment.slice(begun.length).trim() }));
  const { body } = await request(drafting.app)
    .post('/comments/generate')
    .send({ videoId: video.id, style: 'insightful', begun })
    .expect(201);
  expect(body.comment.content).toBe(goodDraft.comment);
  expect(drafting.asked).toMatchObject([{ begun }]);
});
