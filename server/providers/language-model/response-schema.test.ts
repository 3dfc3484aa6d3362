import { describe, expect, it } from 'vitest';
import { assessAnswer } from './assess-answer.ts';
import { draftAnswer } from './draft-answer.ts';
import { answerScore } from './response-schema.ts';
import { rulesAnswer } from './rules-answer.ts';

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
      enum: ['point', 'description', 'chapter', 'comment', 'transcript', 'notes', 'profile', 'own_knowledge'],
    },
    quote: text,
  }),
);
const draft = {
  comment: { type: 'string', description: 'The comment, ready to post' },
  sources,
  rating: { type: 'integer', description: 'Own rating of the comment from 0 to 100' },
  engagementPotential: text,
  technicalAccuracy: text,
  tone: text,
};

describe('the JSON Schema of an answer', () => {
  it.each([
    ['a draft', draftAnswer(0), object(draft)],
    [
      'a draft with alternatives',
      draftAnswer(2),
      object({ ...draft, alternatives: list(object({ comment: text, angle: text, sources })) }),
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
