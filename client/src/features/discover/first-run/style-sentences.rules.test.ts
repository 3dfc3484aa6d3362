import { describe, expect, it } from 'vitest';
import type { Trait, TraitName } from '#shared/contracts/style-profile.ts';
import { isSameRule, styleSentences } from './style-sentences.rules.ts';

const trait = (name: TraitName, value: number, over: Partial<Trait> = {}): Trait => ({
  name,
  label: name,
  value,
  unit: '',
  detail: `${value} counted`,
  quote: `A sentence with ${name}.`,
  ...over,
});

describe('what a style profile says', () => {
  it.each<[TraitName, number, string | null]>([
    ['sentence_length', 10, 'You write short sentences: 10 words.'],
    ['sentence_length', 15.4, 'Your sentences have 15 words.'],
    ['sentence_length', 22, 'You write long sentences: 22 words.'],
    ['questions', 0, 'You ask no questions.'],
    ['questions', 5, null],
    ['questions', 20, 'You ask something back.'],
    ['first_person', 39, null],
    ['first_person', 40, 'You say “I” or “we”.'],
    ['hedging', 20, 'You leave room for doubt.'],
    ['exclamations', 0, 'You use no exclamation marks.'],
    ['exclamations', 19, null],
    ['exclamations', 50, 'You like exclamation marks.'],
    ['emoji', 0, 'You use no emoji.'],
    ['emoji', 3, 'You use an emoji now and then.'],
    ['contractions', 14, null],
    ['contractions', 15, 'You write “don’t” and “it’s”.'],
    ['vocabulary', 60, null],
  ])('of %s %d', (name, value, told) => {
    expect(styleSentences([trait(name, value)]).map((sentence) => sentence.told)).toEqual(told ? [told] : []);
  });

  it('names how the comments open, and gives the words it was read from', () => {
    const opens = trait('openings', 60, { unit: '% of comments open with the thing itself' });
    expect(styleSentences([opens])).toEqual([
      {
        told: 'You mostly open with the thing itself.',
        rule: 'Mostly open with the thing itself.',
        quote: 'A sentence with openings.',
        detail: '60 counted',
      },
    ]);
    expect(styleSentences([{ ...opens, value: 39 }])).toEqual([]);
  });

  it('is five sentences at most, the most telling first', () => {
    const all = (
      ['emoji', 'exclamations', 'hedging', 'first_person', 'questions', 'sentence_length'] as const
    ).map((name) => trait(name, 60));
    expect(styleSentences(all).map(({ told }) => told)).toEqual([
      'You write long sentences: 60 words.',
      'You ask something back.',
      'You say “I” or “we”.',
      'You leave room for doubt.',
      'You like exclamation marks.',
    ]);
  });
});

it('knows a rule again when its figure changed', () => {
  const rule = (words: number) => styleSentences([trait('sentence_length', words)])[0]?.rule ?? '';
  expect(isSameRule(rule(10), rule(11))).toBe(true);
  expect(isSameRule(rule(10), rule(25))).toBe(false);
});
