import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleProfileSchema, type TraitName } from '#shared/contracts/voice.ts';
import { styleStatistics } from './style-profile.rules.ts';
import { type TextTraits, textTraits } from './text-traits.rules.ts';

const measure = (...texts: string[]): TextTraits[] => texts.flatMap((text) => textTraits(text) ?? []);
const trait = (name: TraitName, ...texts: string[]) =>
  styleStatistics(measure(...texts)).styleProfile.traits.find((found) => found.name === name);

describe('the style profile', () => {
  it.each<[TraitName, string[], number, string | null]>([
    ['sentence_length', ['One two three. One two three four five.'], 4, 'One two three.'],
    ['comment_length', ['Twelve chars', 'Fourteen chars'], 13, 'Twelve chars'],
    ['exclamations', ['Yes! No. Well. Fine.'], 25, 'Yes!'],
    ['questions', ['Why though? Because.'], 50, 'Why though?'],
    ['dashes', ['Probes — all of them. Fine.', 'A two-part name.'], 33.3, 'Probes — all of them.'],
    ['contractions', ["I don't know. It’s the team’s."], 100, "I don't know."],
    ['emoji', ['Nice 👍🏽🚀', 'Plain'], 100, 'Nice 👍🏽🚀'],
    ['first_person', ['We use Go. It works.', 'Ich auch.'], 67, 'We use Go.'],
    ['second_person', ['You measured it. Good.', 'Nothing.', 'Nothing.'], 25, 'You measured it.'],
    ['hedging', ['Maybe so. I think it is. It is. It was.'], 50, 'Maybe so.'],
    ['exclamations', ['Nothing here.'], 0, null],
  ])('has %s as a number with a quote', (name, texts, value, quote) => {
    expect(trait(name, ...texts)).toMatchObject({ value, quote });
  });

  it.each([
    ['thanks', 'Thanks for the talk. More.', 'with thanks'],
    ['a greeting', 'Hey there, fine.', 'with a greeting'],
    ['praise', 'Great stuff.', 'with praise'],
    ['a question', 'How large is the heap?', 'with a question'],
    ['oneself', 'I’ve seen this fail.', 'with “I” or “we”'],
    ['the other', 'You skip the probes.', 'with “you”'],
    ['the thing', 'Readiness probes lie.', 'with the thing itself'],
    ['thanks in German', 'Vielen Dank für den Vortrag.', 'with thanks'],
  ])('knows an opening with %s', (_, text, expected) => {
    expect(trait('openings', text)).toMatchObject({ value: 100, unit: `% of comments open ${expected}` });
  });

  it('names the words that come back, not those everybody uses', () => {
    const { vocabulary } = styleStatistics(
      measure('Probes that lie about latency.', 'Latency again, with probes.', 'There is latency.'),
    ).styleProfile;
    expect(vocabulary).toEqual([
      { word: 'latency', texts: 3 },
      { word: 'probes', texts: 2 },
    ]);
  });

  it('says when there is too little to tell', () => {
    expect(styleStatistics([]).styleProfile).toEqual({
      texts: 0,
      words: 0,
      hasEnoughTexts: false,
      traits: [],
      vocabulary: [],
    });
    expect(styleStatistics(measure('Only one.')).styleProfile.hasEnoughTexts).toBe(false);
  });

  it('is a valid style profile of any texts, with finite numbers and short quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 12 }), (texts) => {
        const { styleProfile } = styleStatistics(measure(...texts));
        expect(styleProfileSchema.safeParse(styleProfile).success).toBe(true);
        for (const { value, quote } of styleProfile.traits) {
          expect(Number.isFinite(value)).toBe(true);
          expect(quote?.length ?? 0).toBeLessThanOrEqual(201);
        }
      }),
      { numRuns: 50 },
    );
  });
});
