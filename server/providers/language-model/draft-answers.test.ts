import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assessAnswer, assessPrompt } from '../../features/videos/assessment.ts';
import {
  connectionTo,
  draftRequest,
  goodAnswer,
  goodReading,
  noMaterial,
  said,
  scriptedServer,
} from '../../testing/scripted-model.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import type { DraftRequest } from './language-model.ts';
import { fitPrompt } from './model-profile.ts';
import { createOpenAiClient } from './openai-client.ts';
import { writerPrompt } from './prompts.ts';
import { findServer } from './servers.ts';

const claim = { sentence: 'Probes lie.', kind: 'transcript', quote: 'a probe lies' };
const read = (change: Record<string, unknown>) =>
  writerAnswer(draftRequest).read({ ...goodAnswer, ...change });

describe('the sources of a draft', () => {
  it('are read in their order', () => {
    const others = [
      { ...claim, kind: 'own_comment' },
      { ...claim, kind: 'none', quote: '' },
    ];
    expect(read({ sources: [claim, ...others] })?.claims).toEqual([claim, ...others]);
  });

  it.each([
    ['no list', 'none'],
    ['missing', undefined],
    ['null', null],
  ])('that are %s leave the draft without any', (_, sources) => {
    expect(read({ sources })).toMatchObject({ comment: goodAnswer.comment, claims: [] });
  });

  it.each([
    ['a kind of nobody’s', { ...claim, kind: 'web' }],
    ['the person’s own word', { ...claim, kind: 'person' }],
    ['no quote', { sentence: 'a', kind: 'notes' }],
    ['no object', 'Probes lie.'],
  ])('leave out a claim with %s, and keep the others', (_, bad) => {
    expect(read({ sources: [bad, claim] })?.claims).toEqual([claim]);
  });

  it('may name a kind as people write it', () => {
    expect(read({ sources: [{ ...claim, kind: ' Own knowledge' }] })?.claims[0]?.kind).toBe('own_knowledge');
  });

  it('are 30 at most, cut, and without control characters', () => {
    const long = { ...claim, sentence: 's'.repeat(3000), quote: `\u0000${'q'.repeat(499)}👋` };
    const claims = read({ sources: Array.from({ length: 40 }, () => long) })?.claims ?? [];
    expect(claims).toHaveLength(30);
    expect(claims[0]).toEqual({ ...claim, sentence: 's'.repeat(2000), quote: 'q'.repeat(499) });
  });
});

it('a comment is read without the marks, blanks and control characters around it', () => {
  expect(read({ comment: ` “\u0000Probes lie.\u0007” ` })?.comment).toBe('Probes lie.');
});

describe('nothing to add', () => {
  it('is a sentence instead of a comment, and beside one it does not count', () => {
    const nothingToAdd = ' Only a title is given. ';
    expect(read({ comment: '', nothingToAdd })).toMatchObject({ nothingToAdd: 'Only a title is given.' });
    expect(read({ nothingToAdd })).toMatchObject({ nothingToAdd: null });
  });

  it.each(['', '  \u0000 '])('is no answer where it must write, nor is a blank comment: %j', (comment) => {
    const must = writerAnswer({ ...draftRequest, anyway: true });
    expect(must.read({ ...goodAnswer, comment, nothingToAdd: 'Nothing.' })).toBeNull();
    expect(read({ comment })).toBeNull();
  });
});

describe('a reading', () => {
  const readingWith = (change: Record<string, unknown>) => readerAnswer.read({ ...goodReading, ...change });

  it.each([
    ['null and wrong types', { wrong: 'none', alreadySaid: null, for: 7, against: null, tone: 3 }],
    ['missing members', { wrong: undefined, alreadySaid: undefined, for: undefined, against: undefined }],
  ])('takes %s for nothing', (_, change) => {
    const nothing = { wrong: [], alreadySaid: null, for: null, against: null, signs: 81 };
    expect(readingWith(change)).toMatchObject(nothing);
  });

  it.each([
    [250, 100],
    ['72', 72],
    [' 7.6 ', 8],
    [-3, 0],
    [null, undefined],
    ['', undefined],
    ['high', undefined],
  ])('reads %j as the number %s', (signs, kept) => {
    expect(readingWith({ signs })?.signs).toBe(kept);
  });
});

describe('an assessment', () => {
  const judged = (id: unknown, change: Record<string, unknown> = {}) => ({
    id,
    fit: 70,
    type: 'tutorial',
    difficulty: 'easy',
    opportunity: 'High',
    topics: ['probes', ''],
    approach: 'Ask about startup probes.',
    ...change,
  });

  it('keeps what it can read of the videos that were asked for', () => {
    const videos = [
      judged(7),
      judged('8', { fit: 300, approach: ' ' }),
      judged(9, { difficulty: '?' }),
      judged(99),
      null,
    ];
    const insights = {
      videoType: 'tutorial',
      difficulty: 'easy',
      commentOpportunity: 'high',
      keyTopics: ['probes'],
      suggestedApproach: ['Ask about startup probes.'],
    };
    expect([...(assessAnswer(new Set([7, 8, 9])).read({ videos }) ?? [])]).toEqual([
      [7, { engagementScore: 70, insights }],
      [8, { engagementScore: 100, insights: { ...insights, suggestedApproach: [] } }],
    ]);
  });

  it('is asked for without anything that YouTube counts or dates (rule 8.4)', () => {
    const figures = { viewCount: 7_654_321, likeCount: 234_567, publishedAt: '2019-08-07T00:00:00Z' };
    const video = { ...figures, id: 7, title: 'Probes', description: null, channelTitle: 'Ops' };
    expect(JSON.stringify(assessPrompt([video], []))).not.toMatch(/7654321|234567|2019/);
  });
});

const words = (count: number) => 'probe rollout '.repeat(count);
const full: DraftRequest = {
  ...draftRequest,
  video: { ...draftRequest.video, description: words(150) },
  examples: Array.from({ length: 4 }, (_, at) => `Example ${at}. ${words(20)}`),
  material: {
    ...noMaterial,
    chapters: [{ at: 0, title: 'Intro' }],
    comments: Array.from({ length: 8 }, (_, at) => ({
      author: `Viewer ${at}`,
      text: words(10),
      likeCount: null,
    })),
    ownComments: Array.from({ length: 4 }, (_, at) => ({
      text: `Own ${at}. ${words(10)}`,
      at: new Date(0),
      videoTitle: null,
    })),
    transcript: (tokens) => `Transcript of ${Math.floor(tokens)}.`,
    notes: words(60),
    point: 'The point stays.',
  },
};
const shapeAt = (room: number) => {
  const { prompt, tokens, transcriptTokens } = fitPrompt(full, writerPrompt, room);
  const text = `${prompt.system}\n${prompt.user}`;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    text,
    tokens,
    transcriptTokens,
    own: count(/: Own \d\./g),
    comments: count(/^Viewer \d:/gm),
    description: /Description: (probe|\(none\))/.exec(text)?.[1] === 'probe',
    examples: count(/^Example \d\./gm),
  };
};

it('leaves parts out in one order, and the point, the instructions and the form never (rule 8.18)', () => {
  let last = shapeAt(100_000);
  expect(last).toMatchObject({ own: 4, comments: 8, description: true, examples: 4 });
  for (let room = 3500; room >= 600; room -= 50) {
    const now = shapeAt(room);
    expect(now.text).toContain('The point stays.');
    expect(now.text).toContain('# Form of the answer');
    if (now.comments < 8) expect(now.own).toBe(0);
    if (!now.description) expect(now.comments).toBe(0);
    if (now.examples < 4) expect(now.transcriptTokens).toBe(0);
    if (now.tokens > room)
      expect(now).toMatchObject({ own: 0, comments: 0, description: false, examples: 0 });
    last = now;
  }
  expect(last.tokens).toBeGreaterThan(600);
});

it('comes to an end for texts of any length, and never goes over where it may leave out more', () => {
  fc.assert(
    fc.property(
      fc.nat(700),
      fc.nat(3000),
      fc.integer({ min: 1500, max: 6000 }),
      (description, notes, room) => {
        const request = {
          ...full,
          video: { ...full.video, description: 'x'.repeat(description) },
          material: { ...full.material, notes: 'y '.repeat(notes) },
        };
        expect(fitPrompt(request, writerPrompt, room).tokens).toBeLessThanOrEqual(room);
      },
    ),
    { numRuns: 60 },
  );
});

const base = 'https://api.openai.com/v1';

/** Returns the request body for a server at this address, without messages and schema. */
async function sentTo(baseUrl: string, model: string) {
  const { thinking, isOpenAi } = await findServer(connectionTo(baseUrl, { model }));
  const server = await scriptedServer([said(JSON.stringify(goodAnswer))]);
  onTestFinished(() => server.close());
  const client = createOpenAiClient(connectionTo(`${server.origin}/v1`, { model }), isOpenAi);
  await client.complete({
    messages: [],
    schema: writerAnswer(draftRequest),
    limit: 100,
    members: thinking.members,
    signal: AbortSignal.timeout(5000),
    hear: { alive() {}, sign() {}, thought() {}, text() {} },
  });
  const { messages, response_format, ...rest } = JSON.parse(server.received[0]?.body ?? '{}');
  return rest;
}

it.each([base, 'https://eu.api.openai.com/v1'])('speaks OpenAI’s own to %s', async (address) => {
  expect(await sentTo(address, 'gpt-6-luna')).toEqual({
    model: 'gpt-6-luna',
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 100,
    reasoning_effort: 'none',
  });
});

it.each([
  ['gpt-5.6-luna', 'none'],
  ['gpt-5-mini', 'low'],
  ['o3', 'low'],
  ['gpt-4.1-mini', undefined],
])('asks %s for as little thinking as it offers', async (model, effort) => {
  expect((await sentTo(base, model)).reasoning_effort).toBe(effort);
});

it.each(['http://localhost:11434/v1', 'https://api.openai.com.example.org/v1', 'https://evil-openai.com/v1'])(
  'speaks the portable subset to %s',
  async (address) => {
    expect(await sentTo(address, 'gpt-6-luna')).toEqual({
      model: 'gpt-6-luna',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
    });
  },
);
