import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile, SourceClaim } from '../../../providers/language-model/language-model.ts';
import { ownTexts } from '../../../testing/labelled/voices.ts';
import { styleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import { textTraits } from '../../voice/style-profile/text-traits.rules.ts';
import { checkDraft } from '../checks/checks.rules.ts';
import { createGrounding } from '../grounding/ground-draft.rules.ts';
import type { Material } from '../grounding/material.ts';
import { scoreDraft } from './score.rules.ts';

const comments = [
  {
    author: '@ada',
    text: 'Liveness probes restarted our gateway in a loop until we removed them.',
    likeCount: 9,
  },
];
const material: Material = {
  title: 'Kubernetes probes explained',
  channelTitle: 'Cloud Kitchen',
  topics: ['Kubernetes', 'DevOps'],
  description:
    'Why readiness checks that call the database take every pod down at once. A startup check needs the slowest start, here 90 seconds. Paul Novak shows his dashboard.',
  chapters: [],
  comments,
  transcript: null,
  notes: null,
  point: 'Forty pods mean forty pools, and one unhappy Postgres.',
  profile: ['Ran Kubernetes for a payments company.'],
};
const bare: Material = { ...material, description: null, comments: [], point: null };
const withoutPoint: Material = { ...material, point: null };

const sourced = 'Readiness probes that call the database take every pod down at once.';
const detailed = 'A startup check needs the slowest start, so 90 seconds is not much.';
const pointed = 'Forty pods mean forty pools, one unhappy Postgres.';
const question = 'Does the readiness check still call the database?';
const quotes: Record<string, Omit<SourceClaim, 'sentence'>> = {
  [sourced]: { kind: 'description', quote: 'readiness checks that call the database take every pod down' },
  [detailed]: { kind: 'description', quote: 'A startup check needs the slowest start, here 90 seconds.' },
  [pointed]: { kind: 'point', quote: 'Forty pods mean forty pools, and one unhappy Postgres.' },
  [question]: { kind: 'description', quote: 'readiness checks that call the database' },
};
const claims = Object.entries(quotes).map(([sentence, claim]) => ({ ...claim, sentence }));

const profile: PromptProfile = {
  ...forVoiceFields({ text: () => null, list: () => ['Kubernetes'] }),
  name: 'Platform engineer',
  description: 'Ran Kubernetes for a payments company.',
  avoidWords: 'game changer',
  preferredWords: 'readiness',
};
const statistics = (texts: readonly string[]) =>
  styleStatistics(texts.flatMap((own) => textTraits(own) ?? []));

interface Person {
  material: Material;
  profile: PromptProfile | null;
  ownStyle: ReturnType<typeof styleStatistics> | null;
}
const known: Person = { material, profile, ownStyle: statistics(ownTexts.dry) };
const unknown: Person = { material: bare, profile: null, ownStyle: null };
const people: Person[] = [
  known,
  unknown,
  { ...known, ownStyle: null },
  { ...known, profile: null },
  { ...known, material: withoutPoint },
  { ...unknown, material },
];

function scored(text: string, person: Person, { rating = 90, earlierTexts = [] as string[] } = {}) {
  const grounding = createGrounding(person.material)(text, claims);
  const { profile: told } = person.material;
  const avoidWords = person.profile?.avoidWords ?? null;
  const { checks } = checkDraft(text, grounding, {
    avoidWords,
    earlierTexts,
    background: new Set<string>(),
    told,
    isAnswer: false,
  });
  return scoreDraft({ text, rating, checks, grounding }, { ...person, told });
}

const partOf = (name: string, text: string, person: Person = known) =>
  scored(text, person).parts.find((part) => part.name === name);

const excellent = `${sourced} ${pointed} ${detailed}`;
const praises = [
  'Great video, thanks!',
  'Absolutely brilliant. You make complicated things look so easy, and I could listen to you all day long, keep it up!',
];

describe('the quality score (rule 3.2)', () => {
  it('is excellent where every sentence has a source, with the point, a detail and the voice of the person', () => {
    const { score, parts } = scored(excellent, known);
    expect(score).toBeGreaterThanOrEqual(80);
    expect(parts.map(({ name, outOf }) => [name, outOf])).toEqual([
      ['Sources', 20],
      ['Your point', 10],
      ['Something of your own', 20],
      ['Concrete detail', 15],
      ['Your voice', 15],
      ['First-hand experience', 5],
      ['Length', 5],
      ['Wording', 5],
      ['What the model says', 5],
    ]);
  });

  it.each([
    ['a sentence without a source', `${excellent} Crypto replaces all of this.`, 'Sources'],
    ['no thought of the person’s own', `${sourced} ${detailed}`, 'Something of your own'],
    ['no detail', `${sourced} Unhappy pools and pods, then.`, 'Concrete detail'],
    [
      'the voice of somebody else',
      `${excellent} 😍😍😍 OMG!!! I love it!!! You’re the best!!!`,
      'Your voice',
    ],
  ])('is not excellent with %s', (_, text, lacking) => {
    const part = partOf(lacking, text);
    expect(scored(text, known, { rating: 100 }).score).toBeLessThan(80);
    expect(part?.points).toBeLessThan(part?.outOf ?? 0);
  });

  it('is 60 to 79 for a sound draft that asks but adds nothing of the person’s own', () => {
    const { score } = scored(`${sourced} ${question}`, { ...known, material: withoutPoint });
    expect(score).toBeGreaterThanOrEqual(60);
    expect(score).toBeLessThan(80);
  });

  it('says what keeps it from 80', () => {
    const text = `${sourced} ${detailed} ${pointed}`;
    const few = { ...known, ownStyle: statistics(ownTexts.dry.slice(0, 3)) };
    expect(scored(text, few).score).toBe(79);
    expect(partOf('Your voice', text, few)?.detail).toBe(
      'A style profile takes 8 comments of yours; there are 3. Counts as the average of the other parts. A score of 80 or more needs it.',
    );
  });

  it('is at most 79 in a neutral voice, and says why (rule 4.8)', () => {
    const { score, parts } = scored(excellent, { ...known, profile: null, ownStyle: null });
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeGreaterThan(79);
    expect(score).toBe(79);
    expect(parts.find(({ name }) => name === 'Your voice')?.detail).toContain(
      'this is a neutral voice, and the score is at most 79.',
    );
  });

  it.each(praises)('is limited for empty praise, whatever the model thinks of it: %s', (praise) => {
    for (const person of people) expect(scored(praise, person, { rating: 100 }).score).toBeLessThan(40);
  });

  it('is not excellent while a check fails', () => {
    const { score, parts } = scored(excellent, known, { rating: 100, earlierTexts: [excellent] });
    expect(score).toBeLessThan(80);
    expect(parts.at(-1)).toMatchObject({
      points: 0,
      detail: 'The model rates its draft 100 of 100, which does not count while a check of ours fails.',
    });
  });

  it('takes points for what a draft gets wrong, and says what', () => {
    expect(partOf('Sources', 'A bond ladder needs a rule for selling.')?.points).toBe(0);
    expect(partOf('Your point', sourced)).toMatchObject({
      points: 0,
      detail: 'Leaves out the point you gave.',
    });
    expect(partOf('First-hand experience', 'My sourdough failed three times.')).toMatchObject({
      points: 0,
      detail: expect.stringContaining('“My sourdough failed three times.”'),
    });
    for (const fine of ['We ran Kubernetes for two years.', 'What stays is “the errors we had to fix”.'])
      expect(partOf('First-hand experience', fine)?.points).toBe(5);
    expect(partOf('Wording', 'A game changer.')?.points).toBe(0);
    expect(partOf('Wording', 'Liveness alone restarts the pod.')?.points).toBe(3.5);
    expect(partOf('Your voice', 'OMG!!! I love this so much, you’re the best!!! 😍😍')?.points).toBeLessThan(
      4,
    );
    expect(partOf('Something of your own', `Why? ${comments[0]?.text}`)).toMatchObject({
      points: 0,
      detail: 'A viewer’s comment says this already.',
    });
    const copy = 'Readiness checks that call the database take every pod down at once.';
    expect(partOf('Something of your own', copy)).toMatchObject({
      points: 0,
      detail: 'Adds nothing to what the material says.',
    });
  });

  it('gives half for knowledge that the person has yet to vouch for', () => {
    const grounding = {
      sentences: [
        {
          text: 'Helm keeps ten.',
          source: { kind: 'own_knowledge' as const, quote: null, at: null },
          unsupported: [],
        },
      ],
      cannotCheck: false,
      alreadySaid: null,
    };
    const { parts } = scoreDraft(
      { text: 'Helm keeps ten.', rating: 50, checks: [], grounding },
      { ...known, told: [] },
    );
    expect(parts[0]).toMatchObject({ name: 'Sources', points: 10 });
  });

  it('measures the length against the person’s own, where there is enough to tell', () => {
    const short = 'Readiness should not touch the database. One slow disk, all gone.';
    expect(partOf('Length', short)?.points).toBe(5);
    expect(partOf('Length', short, { ...known, ownStyle: null })?.points).toBeLessThan(5);
    expect(partOf('Length', `${sourced} `.repeat(5))?.points).toBeLessThan(3);
  });

  it('counts what cannot be measured like the rest, and says so', () => {
    const { parts } = scored(`${question} Kubernetes wants it.`, unknown, { rating: 30 });
    const measured = parts.filter(
      ({ detail }) => !detail.includes('Counts as the average of the other parts.'),
    );
    expect(measured.map(({ name }) => name)).toEqual([
      'Sources',
      'Something of your own',
      'First-hand experience',
      'Length',
      'What the model says',
    ]);
    const share = (list: typeof parts) =>
      list.reduce((sum, { points }) => sum + points, 0) / list.reduce((sum, { outOf }) => sum + outOf, 0);
    expect(share(parts)).toBeCloseTo(share(measured), 2);
  });
});

const anything = fc.oneof(
  fc.string({ maxLength: 3000 }),
  fc.array(fc.constantFrom(...Object.keys(quotes), ...praises), { maxLength: 6 }).map((all) => all.join(' ')),
);
const anyone = fc.constantFrom(...people);

describe('the quality score of any text', () => {
  it('is a whole number from 0 to 100, the sum of parts that stay within their own bounds', () => {
    fc.assert(
      fc.property(anything, anyone, fc.integer({ min: -50, max: 150 }), (text, person, rating) => {
        const { score, parts } = scored(text, person, { rating });
        expect(Number.isInteger(score)).toBe(true);
        const total = Math.round(parts.reduce((sum, { points }) => sum + points, 0));
        expect([total, Math.min(79, total)]).toContain(score);
        expect(parts.reduce((sum, { outOf }) => sum + outOf, 0)).toBe(100);
        for (const { points, outOf } of parts) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(outOf);
        }
      }),
    );
  });

  it('never falls with the rating, and its upper half makes no difference', () => {
    fc.assert(
      fc.property(anything, anyone, fc.integer({ min: 0, max: 50 }), (text, person, rating) => {
        const half = scored(text, person, { rating: 50 });
        expect(scored(text, person, { rating }).score).toBeLessThanOrEqual(half.score);
        expect(scored(text, person, { rating: 50 + rating }).score).toBe(half.score);
      }),
    );
  });
});
