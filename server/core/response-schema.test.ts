import { describe, expect, it } from 'vitest';
import { assessAnswer } from '../features/videos/assessment.ts';
import { rulesAnswer } from '../features/voice/style-rules.rules.ts';
import { readerAnswer, writerAnswer } from '../providers/language-model/draft-answers.ts';
import { draftRequest } from '../testing/scripted-model.ts';
import { answerScore } from './response-schema.ts';

const text = { type: 'string' };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: unknown) => ({ type: 'array', items });
const sources = list(
  object({
    sentence: text,
    kind: {
      type: 'string',
      enum: [
        'point',
        'description',
        'chapter',
        'comment',
        'transcript',
        'notes',
        'profile',
        'own_comment',
        'own_knowledge',
        'none',
      ],
    },
    quote: text,
  }),
);
const draft = {
  comment: { type: 'string', description: 'The comment, ready to post' },
  sources,
};

describe('the JSON Schema of an answer', () => {
  it.each([
    ['a draft', writerAnswer(draftRequest), object({ ...draft, nothingToAdd: text })],
    ['a draft that must be', writerAnswer({ ...draftRequest, anyway: true }), object(draft)],
    [
      'a reading',
      readerAnswer,
      object({
        wrong: list(object({ sentence: text, passage: text })),
        alreadySaid: object({ author: text, words: text }),
        for: text,
        against: text,
        signs: { type: 'integer' },
        engagementPotential: text,
        technicalAccuracy: text,
        tone: text,
      }),
    ],
    [
      'an assessment',
      assessAnswer(new Set([1])),
      object({
        videos: list(
          object({
            id: { type: 'integer' },
            fit: { type: 'integer', description: 'From 0 to 100' },
            type: text,
            difficulty: { type: 'string', enum: ['easy', 'medium', 'hard'] },
            opportunity: { type: 'string', enum: ['high', 'medium', 'low'] },
            topics: list(text),
            approach: text,
          }),
        ),
      }),
    ],
    [
      'style rules',
      rulesAnswer(3),
      object({ rules: list(object({ text, edits: list({ type: 'integer' }) })) }),
    ],
  ])('uses only what every server takes, for %s', (_, { schema }, expected) => {
    expect(schema).toEqual(expected);
  });
});

describe('a score', () => {
  it.each([
    [85, 85],
    ['85', 85],
    [' 7.6 ', 8],
    [140, 100],
    [-3, 0],
  ])('%j is read as %i', (written, expected) => {
    expect(answerScore.parse(written)).toBe(expected);
  });

  it.each([null, '', 'high', Number.NaN])('%j is none', (written) => {
    expect(answerScore.safeParse(written).success).toBe(false);
  });
});
