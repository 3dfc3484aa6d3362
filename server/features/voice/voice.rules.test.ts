import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleProfileSchema, type TraitName } from '#shared/contracts/voice.ts';
import { points } from '../../testing/drafting-app.ts';
import { chooseExamples, type OwnText } from './own-comments.rules.ts';
import { type CutText, cutText, styleProfileOf } from './style-profile.rules.ts';
import { newRules, rulesAnswer } from './style-rules.service.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const unlike =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );
/** Returns a text that shares no words with the others or the video. */
const text = (id: number, change: Partial<OwnText> = {}): OwnText => ({
  kind: 'approved',
  id,
  content: `${unlike[id]} ${unlike[id + 1]}town ${unlike[id + 2]}ville keeps ${unlike[id + 3]}berg busy in ${unlike[id + 4]}land.`,
  style: 'insightful',
  at: day(1),
  ...change,
});
const video = {
  title: 'Kubernetes readiness probes',
  description: 'Rolling updates explained.',
  tags: ['DevOps'],
};
const choose = (texts: readonly OwnText[], except: readonly string[] = []) =>
  chooseExamples([], texts, { style: 'insightful', video, except }).map(({ id }) => id);

describe('examples in a prompt (rule 8.1)', () => {
  it('are at most six, the newest first when nothing else decides', () => {
    const texts = [3, 7, 1, 8, 2, 9, 4, 6].map((number) =>
      text(number, { at: day(number) }),
    );
    expect(choose(texts)).toEqual([9, 8, 7, 6, 4, 3]);
  });

  it('have a stable order when they were written at the same time', () => {
    const texts = [1, 2, 3].map((number) => text(number));
    expect(choose(texts)).toEqual(choose([...texts].reverse()));
  });

  it('start with those in the same style, then those without a style, then those in other styles', () => {
    const texts = [
      text(1, { style: 'supportive', at: day(9) }),
      text(2, { kind: 'own', style: null, at: day(8) }),
      text(3, { at: day(1) }),
    ];
    expect(choose(texts)).toEqual([3, 2, 1]);
  });

  it('that are near the video’s topic come before newer ones on other topics', () => {
    const near = text(1, {
      content:
        'Readiness probes during rolling updates in Kubernetes want their own endpoint, we learned.',
    });
    expect(choose([text(2, { at: day(20) }), near])).toEqual([1, 2]);
  });

  it.each([
    ['a link', { content: `${points[0]} https://example.org` }],
    ['too few characters to show a way of writing', { content: 'Nice probes.' }],
    ['too many characters', { content: 'Probes and more. '.repeat(100) }],
  ])('do not include one with %s', (_, change) => {
    expect(choose([text(1, change), text(2)])).toEqual([2]);
  });

  it('include neither the text that the draft replaces nor near repetitions', () => {
    const kept = text(1, { at: day(2) });
    const repeated = text(3, { content: `${kept.content} Yes.` });
    const replaced = text(5);
    expect(choose([kept, repeated, replaced], [replaced.content])).toEqual([1]);
  });
});

const measure = (...texts: string[]): CutText[] =>
  texts.flatMap((text) => cutText(text) ?? []);
const trait = (name: TraitName, ...texts: string[]) =>
  styleProfileOf(measure(...texts)).traits.find((found) => found.name === name);

describe('the style profile', () => {
  it.each<[TraitName, string[], number, string | null]>([
    ['sentence_length', ['One two three. One two three four five.'], 4, 'One two three.'],
    ['comment_length', ['Twelve chars', 'Fourteen chars'], 13, 'Twelve chars'],
    ['exclamations', ['Yes! No. Well. Fine.'], 25, 'Yes!'],
    ['questions', ['Why though? Because.'], 50, 'Why though?'],
    [
      'dashes',
      ['Probes — all of them. Fine.', 'A two-part name.'],
      33.3,
      'Probes — all of them.',
    ],
    ['contractions', ["I don't know. It’s the team’s."], 100, "I don't know."],
    ['emoji', ['Nice 👍🏽🚀', 'Plain'], 100, 'Nice 👍🏽🚀'],
    ['first_person', ['We use Go. It works.', 'Ich auch.'], 67, 'We use Go.'],
    [
      'second_person',
      ['You measured it. Good.', 'Nothing.', 'Nothing.'],
      25,
      'You measured it.',
    ],
    ['hedging', ['Maybe so. I think it is. It is. It was.'], 50, 'Maybe so.'],
    ['exclamations', ['Nothing here.'], 0, null],
  ])('measures %s as a number with a quote', (name, texts, value, quote) => {
    expect(trait(name, ...texts)).toMatchObject({ value, quote });
  });

  it.each([
    ['thanks', 'Thanks for the talk. More.', 'with thanks'],
    ['a greeting', 'Hey there, fine.', 'with a greeting'],
    ['praise', 'Great stuff.', 'with praise'],
    ['a question', 'How large is the heap?', 'with a question'],
    ['the writer', 'I’ve seen this fail.', 'with “I” or “we”'],
    ['the reader', 'You skip the probes.', 'with “you”'],
    ['the point itself', 'Readiness probes lie.', 'with the point itself'],
    ['thanks in German', 'Vielen Dank für den Vortrag.', 'with thanks'],
  ])('recognizes an opening with %s', (_, text, expected) => {
    expect(trait('openings', text)).toMatchObject({
      value: 100,
      detail: `100% of the comments open ${expected}.`,
    });
  });

  it('lists words that recur, except common ones', () => {
    const { vocabulary } = styleProfileOf(
      measure(
        'Probes that lie about latency.',
        'Latency again, with probes.',
        'There is latency.',
      ),
    );
    expect(vocabulary).toEqual([
      { word: 'latency', texts: 3 },
      { word: 'probes', texts: 2 },
    ]);
  });

  it('is empty without texts', () => {
    expect(styleProfileOf([])).toEqual({
      texts: 0,
      words: 0,
      traits: [],
      vocabulary: [],
    });
  });

  it('is valid for any texts, with finite numbers and short quotes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 12 }),
        (texts) => {
          const styleProfile = styleProfileOf(measure(...texts));
          expect(styleProfileSchema.safeParse(styleProfile).success).toBe(true);
          for (const { value, quote } of styleProfile.traits) {
            expect(Number.isFinite(value)).toBe(true);
            expect(quote?.length ?? 0).toBeLessThanOrEqual(201);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

const rule = (text: string, ...edits: number[]) => ({ text, edits });

it('newRules puts rules with more edits as evidence first', () => {
  const few = rule('Name one number.', 0, 1);
  const many = rule('Use no exclamation marks.', 0, 1, 2);
  expect(newRules([few, many], [])).toEqual([many, few]);
});

it.each([
  ['the same words', 'Use no exclamation marks.'],
  ['different case and no full stop', 'use no exclamation marks'],
  ['almost the same words', 'Use no exclamation mark.'],
])('newRules leaves out a rule that is known in %s', (_, known) => {
  expect(newRules([rule('Use no exclamation marks.', 0, 1)], [known])).toEqual([]);
});

it('newRules leaves out a rule that another proposal repeats', () => {
  const kept = rule('Use no exclamation marks.', 0, 1, 2);
  const same = rule('Use no exclamation mark.', 0, 1);
  expect(newRules([same, kept], ['Start with the concrete thing.'])).toEqual([kept]);
});

const read = (rules: unknown) => rulesAnswer(3).read({ rules });

describe('style rules in the model’s answer', () => {
  it('cite edits of the request by number, starting at one, each once', () => {
    expect(read([{ text: '  No\nemoji. ', edits: [2, '3', 2, 9, 0] }])).toEqual([
      { text: 'No emoji.', edits: [1, 2] },
    ]);
  });

  it.each([
    ['no text', { text: ' ', edits: [1, 2] }],
    ['no edit', { text: 'No emoji.', edits: [] }],
    ['only one edit', { text: 'No emoji.', edits: [1, 1] }],
    ['edits that do not exist', { text: 'No emoji.', edits: [1, 4] }],
    ['a fraction as an edit', { text: 'No emoji.', edits: [1, 1.5] }],
    ['a text that is too long', { text: 'x'.repeat(301), edits: [1, 2] }],
    ['a NUL', { text: 'No \u0000emoji.', edits: [1, 2] }],
    ['another shape', 'No emoji.'],
    ['nothing', null],
  ])('are dropped when they have %s', (_, rule) => {
    expect(read([rule, { text: 'Short sentences.', edits: [1, 2] }])).toEqual([
      { text: 'Short sentences.', edits: [0, 1] },
    ]);
  });

  it('are at most six', () => {
    const many = Array.from({ length: 9 }, (_, number) => ({
      text: `Rule ${number}.`,
      edits: [1, 2],
    }));
    expect(read(many)).toHaveLength(6);
  });

  it.each([undefined, null, 'none', {}])(
    'make the answer unreadable when they are %j',
    (rules) => {
      expect(read(rules)).toBeNull();
    },
  );

  it('may be an empty list', () => {
    expect(read([])).toEqual([]);
  });
});
