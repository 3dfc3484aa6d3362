import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceClaim } from '../../../providers/language-model/language-model.ts';
import { createGrounding, isGrounded } from './ground-draft.rules.ts';
import { isBare, type Material } from './material.ts';
import { partsOf } from './parts.rules.ts';

const bare: Material = {
  title: 'Kubernetes & friends',
  channelTitle: 'Paved Road',
  topics: ['Kubernetes'],
  description: null,
  chapters: [],
  comments: [],
  transcript: null,
  notes: null,
  point: null,
  profile: [],
};
const material: Material = {
  ...bare,
  description:
    'What the scheduler does during a rollout, and why our image went from 9 minutes to 70 seconds with Argo CD 2.11.',
  chapters: [
    { at: 0, title: 'Intro' },
    { at: 462, title: 'What the numbers said' },
    { at: 750, title: 'A fork is a vote' },
  ],
  comments: [
    {
      author: '@kestrel_ops',
      text: 'How do you count adoption if every team forks the template?',
      likeCount: 38,
    },
  ],
  transcript: {
    lines: [
      { at: 460, text: 'we shipped eleven templates' },
      { at: 464, text: 'and three of them survived the first month' },
      { at: 755, text: 'Mirela watched people, and a fork is a vote against the template' },
    ],
  },
  notes: 'counts second commits, 1,500 of them',
  point: 'count second commits, not first ones',
  profile: ['Runs a platform team of seven in Lyon.'],
};
const ground = createGrounding(material);
const claim = (kind: SourceClaim['kind'], quote: string) => (sentence: string) => [{ sentence, kind, quote }];
const sourced = (text: string, claimed: (sentence: string) => SourceClaim[] = () => []) =>
  ground(text, claimed(text)).sentences[0];

const survived = claim('transcript', 'Eleven templates and three of them survived');

describe('the source of a sentence (rule 8.10)', () => {
  it('is the passage that was claimed, letter for letter, with its second', () => {
    const found = sourced(
      'Eleven templates and only three survived a month, which sounds familiar.',
      survived,
    );
    expect(found).toMatchObject({
      source: { kind: 'transcript', quote: 'eleven templates and three of them survived', at: 460 },
      unsupported: [],
    });
  });

  it('counts whatever part the model named for it', () => {
    const quote = 'our image went from 9 minutes to 70 seconds';
    const found = sourced('From 9 minutes to 70 seconds for an image is a lot.', claim('transcript', quote));
    expect(found?.source).toEqual({ kind: 'description', quote, at: null });
  });

  it.each([
    [
      'a quote that is nowhere',
      'Your pods restart in the night.',
      claim('transcript', 'pods restart in the night'),
    ],
    ['a quote about something else', 'Would you do all of it again with a smaller budget?', survived],
    ['no claim', 'Golden paths are the currency of modern delivery.', () => []],
  ])('is none for %s', (_, text, claimed) => {
    expect(sourced(text, claimed)?.source).toBeNull();
  });

  it.each([
    ['number', 'Eleven templates and only five survived a month.', ['five']],
    ['digits', 'Of 14 templates three survived the first month.', ['14']],
    ['name', 'Thanks to Thandeka three of eleven templates survived.', ['Thandeka']],
    [
      'quotation',
      '“Three of them thrived” says it all about eleven templates that survived.',
      ['Three of them thrived'],
    ],
    ['time', 'At 12:30 you say that three of eleven templates survived.', ['12:30']],
    ['commenter', '@nobody is right, three of eleven templates survived.', ['nobody']],
  ])('does not hold a wrong %s', (_, text, words) => {
    const unsupported = sourced(text, survived)?.unsupported.join(' ');
    for (const word of words) expect(unsupported).toContain(word);
  });

  it.each([
    ['digits for words', 'Shipping 11 templates and keeping 3 of them survived our review too.', survived],
    ['the chapter’s time', 'The templates that survived come up at 7:42.', survived],
    ['its own time', 'At 7:40 eleven templates become three.', survived],
    ['a verbatim quotation', '“Three of them survived” is how our templates went as well.', survived],
    [
      'a figure of the person’s notes',
      'I counted 1500 second commits last year.',
      claim('notes', 'counts second commits'),
    ],
    [
      'the person’s own background',
      'We are seven in Lyon, so this is familiar.',
      claim('profile', 'a platform team of seven in Lyon'),
    ],
    [
      'the author of a comment',
      '@kestrel_ops, counting adoption while each team forks is the hard part.',
      claim('comment', 'How do you count adoption if every team forks the template?'),
    ],
  ])('holds %s', (_, text, claimed) => {
    expect(sourced(text, claimed)).toSatisfy(isGrounded);
  });

  it('is own knowledge where the model says so, for the person to vouch for', () => {
    const text = 'Helm keeps ten revisions by default.';
    const found = sourced(text, claim('own_knowledge', ''));
    expect(found).toEqual({
      text,
      source: { kind: 'own_knowledge', quote: null, at: null },
      unsupported: [],
    });
  });

  it('is not given to words of the field thrown together, whatever is quoted for them', () => {
    const filler =
      'That gauge aside on scheduler and rollout changes how we ship our timeout router; would the branch recover when packet proxy doubles?';
    const quotes = ['What the scheduler does during a rollout', ''];
    for (const quote of quotes) expect(sourced(filler, claim('description', quote))?.source).toBeNull();
  });

  it('cannot be told without material beyond the title', () => {
    const found = createGrounding(bare)('A point about Kubernetes. And another?', []);
    expect(found).toMatchObject({ cannotCheck: true, sentences: [{ source: null }, { source: null }] });
  });

  it('names the comment that says the same already (rule 8.11)', () => {
    const [comment] = material.comments;
    const { author = '', text = '' } = comment ?? {};
    expect(ground('How would you count adoption if every team forks the template?', []).alreadySaid).toEqual({
      author,
      text,
    });
    expect(ground('Eleven templates are a lot.', []).alreadySaid).toBeNull();
  });
});

const word = fc.constantFrom(
  'three',
  '11',
  '7:42',
  'Mirela',
  'template',
  'fork',
  '“vote”',
  '.*',
  '(',
  '@kestrel_ops',
  '\u200b',
  '🙂',
  'Ünïcode',
  '1,500',
  '‹gap›',
  '\n',
);
const words = fc.array(word, { maxLength: 14 }).map((list) => list.join(' '));
const texts = partsOf(material).map(({ text }) => text);
const slice = fc
  .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(80))
  .map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length));
const anyText = fc.oneof(
  words,
  slice,
  fc.string({ unit: 'binary', maxLength: 60 }),
  slice.map((text) => text.toUpperCase()),
);
const kinds = [
  'point',
  'description',
  'chapter',
  'comment',
  'transcript',
  'notes',
  'profile',
  'own_knowledge',
] as const;
const answer = fc
  .array(
    fc.record({ sentence: anyText, kind: fc.constantFrom(...kinds), quote: anyText, isOwn: fc.boolean() }),
    { maxLength: 5 },
  )
  .map((claims) => ({
    text: claims.map(({ sentence }) => sentence).join('. '),
    claims: claims.map(({ isOwn, ...each }) => (isOwn ? { ...each, quote: each.sentence } : each)),
  }));

it('shows no quote that the material does not hold letter for letter, over 10,000 answers', () => {
  const grounds = [material, bare, { ...bare, point: material.point }].map((each) => ({
    holds: partsOf(each),
    isBare: isBare(each),
    ground: createGrounding(each),
  }));
  fc.assert(
    fc.property(answer, fc.constantFrom(...grounds), ({ text, claims }, { holds, isBare, ground }) => {
      const found = ground(text, claims);
      expect(found.cannotCheck).toBe(isBare);
      for (const { text: sentence, source, unsupported } of found.sentences) {
        if (isBare) expect(source).toBeNull();
        if (source?.quote)
          expect(
            holds.some((part) => part.kind === source.kind && part.text.includes(source.quote ?? '')),
          ).toBe(true);
        for (const each of unsupported) expect(sentence).toContain(each);
      }
    }),
    { numRuns: 10_000 },
  );
});
