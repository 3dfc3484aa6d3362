import { describe, expect, it } from 'vitest';
import {
  draftRequest,
  failed,
  goodAnswer,
  type ScriptedAnswer,
  said,
  scriptedModel,
} from '../../testing/scripted-model.ts';
import type { LanguageModelFailure } from './language-model.ts';

const text = JSON.stringify(goodAnswer);
const chunk = (extra: object) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'served-model', ...extra })}\n\n`;
const delta = (content: string) =>
  chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const finish = (reason: string) => chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const usage = chunk({
  choices: [],
  usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 },
});
const done = 'data: [DONE]\n\n';
const streamed = (...events: string[]): ScriptedAnswer => ({
  text: events.join(''),
  headers: { 'content-type': 'text/event-stream' },
});
const whole = streamed(...[...text].map(delta), finish('stop'), usage, done);

async function watched(script: ScriptedAnswer[], signal = new AbortController().signal) {
  const made = await scriptedModel(script);
  const seen: string[] = [];
  const draft = () =>
    made.languageModel.draft(draftRequest, { signal, onComment: (soFar) => void seen.push(soFar) });
  return { ...made, seen, draft };
}

describe('a streamed draft', () => {
  it('is requested as a stream that counts its tokens, and read as it grows', async () => {
    const { draft, seen, sent } = await watched([whole]);
    expect(await draft()).toMatchObject({
      comment: goodAnswer.comment,
      model: 'served-model',
      call: { tokens: { input: 900, output: 100 } },
    });
    expect(sent()).toMatchObject([{ stream: true, stream_options: { include_usage: true } }]);
    expect(seen.at(-1)).toBe(goodAnswer.comment);
    expect(new Set(seen.map((soFar) => goodAnswer.comment.startsWith(soFar)))).toEqual(new Set([true]));
  });

  it.each<[string, ScriptedAnswer]>([
    ['answers in one piece all the same', said(text)],
    ['says nothing of tokens and no last word', streamed(delta(text), done)],
    ['leaves out what it likes', streamed(delta(text), 'data: {}\n\n', ': hm\n\n', finish('stop'))],
    [
      'writes around the JSON',
      streamed(delta('Sure!\n```json\n'), delta(text), delta('\n```'), finish('stop')),
    ],
  ])('is read from a server that %s', async (_, answer) => {
    const { draft } = await watched([answer]);
    expect(await draft()).toMatchObject({ comment: goodAnswer.comment });
  });

  it('does without counted tokens where the server refuses to count', async () => {
    const refusal = failed(400, { message: 'Unrecognized request argument: stream_options' });
    const { draft, sent } = await watched([refusal, whole]);
    await draft();
    expect(sent().map((body) => 'stream_options' in body)).toEqual([true, false]);
  });

  it('is requested once more after an unusable answer, and streamed from the beginning', async () => {
    const { draft, seen, sent } = await watched([
      streamed(delta('{"comment":"Probes li"'), finish('stop'), done),
      whole,
    ]);
    expect(await draft()).toMatchObject({ comment: goodAnswer.comment });
    expect(seen[0]).toBe('Probes li');
    expect(seen.at(-1)).toBe(goodAnswer.comment);
    expect(sent()[1]?.['messages']).toHaveLength(4);
  });

  it('is tried again when it breaks before its first word', async () => {
    const { draft, server } = await watched(['reset', failed(503, { message: 'm' }), whole]);
    expect(await draft()).toMatchObject({ comment: goodAnswer.comment });
    expect(server.received).toHaveLength(3);
  });

  it.each<[string, ScriptedAnswer, LanguageModelFailure]>([
    ['ends in the middle', streamed(delta('{"comment":"Probes lie')), 'unavailable'],
    [
      'breaks off with an error',
      streamed(delta('{"comment":"Probes lie'), `data: ${JSON.stringify({ error: { message: 'm' } })}\n\n`),
      'unavailable',
    ],
    [
      'runs out of credit on the way',
      streamed(
        delta('{"comment":"P'),
        `data: ${JSON.stringify({ error: { message: 'm', code: 'insufficient_quota' } })}\n\n`,
      ),
      'quota',
    ],
    ['is filtered on the way', streamed(delta('{"comment":"P'), finish('content_filter'), done), 'refused'],
    [
      'is a refusal',
      streamed(chunk({ choices: [{ index: 0, delta: { refusal: 'No.' } }] }), finish('stop'), done),
      'refused',
    ],
    ['is empty', streamed(done), 'bad_answer'],
    ['is a page', { text: '<html></html>' }, 'not_a_server'],
  ])('that %s is not tried again', async (_, answer, kind) => {
    const { draft, server } = await watched([answer, whole]);
    await expect(draft()).rejects.toMatchObject({ name: 'LanguageModelError', kind });
    expect(server.received).toHaveLength(1);
  });

  it('ends when its reader goes, before the first word and after it', async () => {
    const gone = new AbortController();
    const { draft, server } = await watched(['hang'], gone.signal);
    const drafted = draft();
    await expect.poll(() => server.received.length).toBe(1);
    gone.abort();
    await expect(drafted).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(draft()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.received).toHaveLength(1);
  });
});
