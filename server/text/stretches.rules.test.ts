import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from './model-text.rules.ts';
import { transcriptPlanner, type Wanted } from './stretches.rules.ts';
import type { Transcript } from './transcript.rules.ts';

/** Under a window of so many tokens, of which everything else takes 6,000. */
const planTranscript = (transcript: Transcript, { window, ...asked }: Wanted & { window: number }) =>
  transcriptPlanner(transcript, asked)(window - 6000);

const wanted: Wanted = {
  chapters: [],
  point: null,
  notes: null,
  title: 'A talk',
  profile: [],
  chosen: [],
};
const word = (at: number) => ['probe', 'rollout', 'queue', 'deploy', 'latency', 'cluster'][at % 6] ?? '';

/** So many words, eight a line, a line every three seconds. */
const talkOf = (words: number, special: Record<number, string> = {}): Transcript => ({
  lines: Array.from({ length: Math.ceil(words / 8) }, (_, line) => ({
    at: line * 3,
    text: special[line] ?? Array.from({ length: 8 }, (_, at) => `${word(line * 7 + at)}${line}`).join(' '),
  })),
});
const said = ({ lines }: Transcript, from: number, to: number) =>
  lines
    .filter(({ at }) => at !== null && at >= from && at < to)
    .map(({ text }) => text)
    .join(' ');
const withoutMarks = (text: string) => text.replace(/(?:^|\n)\[[\d:…]+\] ?/g, ' ').replace(/\s+/g, ' ');

describe('a talk of 9,000 words', () => {
  const talk = talkOf(9000, { 500: 'and here the canary took one percent of all traffic' });

  it('goes in whole under a window of 32,000 tokens', () => {
    const plan = planTranscript(talk, { ...wanted, window: 32_000 });
    expect(plan).toMatchObject({ stretches: null, seconds: 1125 * 3 - 2 });
    expect(plan.usedWords).toBe(plan.words);
    expect(withoutMarks(plan.text)).toContain(said(talk, 0, 4000));
  });

  it('goes in as marks and whole stretches around the point under one of 8,000', () => {
    const plan = planTranscript(talk, { ...wanted, point: 'canaries and traffic', window: 8000 });
    expect(tokensOf(plan.text)).toBeLessThanOrEqual(2000);
    expect(plan.text).toMatch(/^All parts of it:\n0:00 /);
    expect(plan.sections.map(({ from }) => from)).toEqual(
      Array.from({ length: 12 }, (_, index) => index * 300),
    );
    expect(plan.stretches?.length).toBeGreaterThan(0);
    for (const { from, to } of plan.stretches ?? []) {
      expect(to - from).toBeGreaterThanOrEqual(120);
      expect(withoutMarks(plan.text)).toContain(said(talk, from, to));
    }
    expect(plan.stretches?.some(({ from, to }) => from <= 1500 && 1500 < to)).toBe(true);
  });

  it('has the chapters for its marks where the video has some', () => {
    const chapters = [
      { at: 0, title: 'Intro' },
      { at: 900, title: 'What a startup probe costs' },
    ];
    const { text, sections } = planTranscript(talk, { ...wanted, chapters, window: 8000 });
    expect(text).toContain('0:00 Intro\n15:00 What a startup probe costs\n');
    expect(sections).toEqual([
      { from: 0, to: 900, line: 'Intro' },
      { from: 900, to: 3373, line: 'What a startup probe costs' },
    ]);
  });

  it('takes what the person chose, and nothing else', () => {
    const chosen = [{ from: 600, to: 700 }];
    const plan = planTranscript(talk, { ...wanted, chosen, point: 'canaries', window: 8000 });
    expect(plan.stretches).toEqual([{ from: 600, to: 720 }]);
  });
});

it('every stretch is in the prompt word for word, in order, two minutes at least', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          pause: fc.integer({ min: 0, max: 90 }),
          text: fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,30}$/),
        }),
        {
          minLength: 1,
          maxLength: 300,
        },
      ),
      fc.integer({ min: 6100, max: 9000 }),
      (drawn, window) => {
        let at = 0;
        const lines = drawn.map(({ pause, text }) => {
          at += pause;
          return { at, text };
        });
        const plan = planTranscript({ lines }, { ...wanted, window });
        let last = -1;
        for (const { from, to } of plan.stretches ?? []) {
          expect(from).toBeGreaterThan(last);
          expect(to - from >= 120 || to >= at).toBe(true);
          expect(withoutMarks(plan.text)).toContain(said({ lines }, from, to).trim());
          last = to;
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('a text without times is taken in parts of 300 words', () => {
  const text = Array.from({ length: 9000 }, (_, at) => `${word(at)}${at}.`).join(' ');
  const plan = planTranscript({ lines: [{ at: null, text }] }, { ...wanted, window: 8000 });
  expect(plan).toMatchObject({ words: 9000, seconds: null, stretches: [], sections: [] });
  expect(plan.usedWords).toBeGreaterThanOrEqual(300);
  expect(plan.text).toContain('[…]');
});

it.each([
  ['Latin letters, four a token', 'abcdefgh', 2],
  ['Japanese, one a token', '準備プローブ', 6],
])('counts tokens of %s', (_, text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});
