import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noMaterial } from '../../testing/prompt-material.ts';
import { draftRequest } from '../../testing/scripted-model.ts';
import { fitPrompt } from './fit-prompt.ts';
import type { DraftRequest } from './language-model.ts';
import { writerPrompt } from './prompt/writer-prompt.ts';

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
