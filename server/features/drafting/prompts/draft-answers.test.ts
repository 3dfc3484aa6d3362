import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  draftRequest,
  goodAnswer,
  goodReading,
  noMaterial,
} from '../../../testing/scripted-model.ts';
import { promptTokens } from '../../../text/model-text.rules.ts';
import { assessAnswer, assessPrompt } from '../../videos/assessment.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import { fitPrompt } from './fit-prompt.ts';
import type { DraftRequest } from './requests.ts';
import { writerPrompt } from './writer-prompt.ts';

const claim = { sentence: 'Probes lie.', kind: 'transcript', quote: 'a probe lies' };
const read = (change: Record<string, unknown>) =>
  writerAnswer(draftRequest).read({ ...goodAnswer, ...change });

describe('draft answer: sources', () => {
  it('are read in the given order', () => {
    const others = [
      { ...claim, kind: 'own_comment' },
      { ...claim, kind: 'none', quote: '' },
    ];
    expect(read({ sources: [claim, ...others] })?.claims).toEqual([claim, ...others]);
  });

  it.each([
    ['a string', 'none'],
    ['missing', undefined],
    ['null', null],
  ])('are empty, and the comment is kept, when they are %s', (_, sources) => {
    expect(read({ sources })).toMatchObject({ comment: goodAnswer.comment, claims: [] });
  });

  it.each([
    ['of an unknown kind', { ...claim, kind: 'web' }],
    ['of the kind reserved for the owner', { ...claim, kind: 'person' }],
    ['without a quote', { sentence: 'a', kind: 'notes' }],
    ['that is not an object', 'Probes lie.'],
  ])('leave out a claim %s, and keep the others', (_, bad) => {
    expect(read({ sources: [bad, claim] })?.claims).toEqual([claim]);
  });

  it('may name a kind with spaces and capital letters', () => {
    expect(
      read({ sources: [{ ...claim, kind: ' Own knowledge' }] })?.claims[0]?.kind,
    ).toBe('own_knowledge');
  });

  it('are at most 30, with long texts cut and control characters removed', () => {
    const long = {
      ...claim,
      sentence: 's'.repeat(3000),
      quote: `\u0000${'q'.repeat(499)}👋`,
    };
    const claims =
      read({ sources: Array.from({ length: 40 }, () => long) })?.claims ?? [];
    expect(claims).toHaveLength(30);
    expect(claims[0]).toEqual({
      ...claim,
      sentence: 's'.repeat(2000),
      quote: 'q'.repeat(499),
    });
  });
});

it('draft answer: comment is read without the quotation marks, spaces and control characters around it', () => {
  expect(read({ comment: ` “\u0000Probes lie.\u0007” ` })?.comment).toBe('Probes lie.');
});

describe('draft answer: nothing to add', () => {
  it('counts only when the answer has no comment', () => {
    const nothingToAdd = ' Only a title is given. ';
    expect(read({ comment: '', nothingToAdd })).toMatchObject({
      nothingToAdd: 'Only a title is given.',
    });
    expect(read({ nothingToAdd })).toMatchObject({ nothingToAdd: null });
  });

  it.each(['', '  \u0000 '])(
    'is rejected with the blank comment %j when a comment is required, as is that comment by itself',
    (comment) => {
      const must = writerAnswer({ ...draftRequest, anyway: true });
      expect(must.read({ ...goodAnswer, comment, nothingToAdd: 'Nothing.' })).toBeNull();
      expect(read({ comment })).toBeNull();
    },
  );
});

describe('reading answer', () => {
  const readingWith = (change: Record<string, unknown>) =>
    readerAnswer.read({ ...goodReading, ...change });

  it.each([
    [
      'null and values of the wrong type',
      { wrong: 'none', alreadySaid: null, for: 7, against: null, tone: 3 },
    ],
    [
      'missing members',
      { wrong: undefined, alreadySaid: undefined, for: undefined, against: undefined },
    ],
  ])('treats %s as no findings', (_, change) => {
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
  ])('reads the score %j as %s', (signs, kept) => {
    expect(readingWith({ signs })?.signs).toBe(kept);
  });
});

describe('assessment of videos', () => {
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

  it('keeps only readable entries for the requested videos', () => {
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

  it('shows the model no view count, like count or date from YouTube (rule 8.4)', () => {
    const figures = {
      viewCount: 7_654_321,
      likeCount: 234_567,
      publishedAt: '2019-08-07T00:00:00Z',
    };
    const video = {
      ...figures,
      id: 7,
      title: 'Probes',
      description: null,
      channelTitle: 'Ops',
    };
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
  const prompt = fitPrompt(full, writerPrompt, room);
  const { transcriptTokens } = prompt;
  const tokens = promptTokens(prompt);
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

it('fitPrompt leaves out parts in a fixed order, but never the point or the form of the answer (rule 8.18)', () => {
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

it('fitPrompt stays within the window for a description and notes of any length', () => {
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
        expect(promptTokens(fitPrompt(request, writerPrompt, room))).toBeLessThanOrEqual(
          room,
        );
      },
    ),
    { numRuns: 60 },
  );
});
