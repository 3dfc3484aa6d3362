import { expect, it } from 'vitest';
import { withAlternatives } from './alternatives.ts';
import { writeComment } from './comment-writer.ts';
import { readPrompt } from './prompt-reader.ts';

const schema = { type: 'object', properties: { comment: {}, alternatives: {} } };

const answered = (title: string, style: string, wanted: object = schema) => {
  const reading = readPrompt([
    { role: 'system', content: 'You write one comment.' },
    { role: 'user', content: `Title: ${title}\n\nStyle of this comment: ${style}.` },
  ]);
  const comment = writeComment(title, reading, reading.subjects[0]);
  return withAlternatives({ comment, rating: 80 }, wanted, title, reading) as {
    comment: string;
    rating: number;
    alternatives?: { comment: string; angle: string }[];
  };
};

it.each(['Insightful', 'Supportive', 'Thought-Provoking'])(
  'two more comments, each begun in another way: %s',
  (style) => {
    for (const title of ['Kubernetes probes', 'React 19 in practice', 'Docker verstehen', 'Kubernetes入門']) {
      const { comment, rating, alternatives = [] } = answered(title, style);
      expect([rating, alternatives]).toEqual([80, [expect.any(Object), expect.any(Object)]]);
      const texts = [comment, ...alternatives.map((one) => one.comment)];
      expect(new Set(texts.map((text) => text.slice(0, 12))).size).toBe(3);
      for (const { angle } of alternatives) expect(angle).toMatch(/\S/);
    }
  },
);

it('none where they are not asked for', () => {
  const asked = { type: 'object', properties: { comment: {} } };
  expect(answered('Kubernetes probes', 'Insightful', asked)).toEqual({
    comment: expect.any(String),
    rating: 80,
  });
});
