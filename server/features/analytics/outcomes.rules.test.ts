import { expect, it } from 'vitest';
import { type CountedOutcome, outcomes } from './outcomes.rules.ts';

const group = (over: Partial<CountedOutcome>): CountedOutcome => ({
  fate: 'public',
  isAnswer: false,
  style: 'insightful',
  opening: 'statement',
  profile: null,
  count: 1,
  known: 1,
  likes: 2,
  replies: 1,
  oldest: null,
  newest: null,
  ...over,
});

it('list the ten voice versions used most, the newer first among equals (rule 13.19)', () => {
  const versions = Array.from({ length: 12 }, (_, index) =>
    group({ profile: { id: 1, name: 'Ada', version: index + 1 }, count: index === 2 ? 9 : 1 }),
  );
  const { byVoice } = outcomes(versions);
  expect(byVoice.map(({ profile }) => profile?.version)).toEqual([3, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
});

it('count answers by their fate alone, and withdrawn ones not among the figures (rule 13.19)', () => {
  const { afterSevenDays, figures } = outcomes([
    group({}),
    group({ isAnswer: true, fate: 'only_you' }),
    group({ fate: 'withdrawn', likes: 900 }),
  ]);
  expect(afterSevenDays).toMatchObject({ public: 1, onlyYou: 1, withdrawn: 1 });
  expect(figures).toMatchObject({ count: 1, likes: 2 });
});
