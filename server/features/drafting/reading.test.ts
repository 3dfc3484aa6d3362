import { expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { goodDraft } from '../../testing/drafting-app.ts';
import { createLookups } from './lookups.rules.ts';
import type { Material } from './material.rules.ts';
import type { ReaderAnswer, SourceClaim } from './prompts/requests.ts';

const given: Material = {
  title: 'How loud is loud enough?',
  channelTitle: 'Spoken Level',
  topics: [],
  description: 'The mix sits at minus sixteen, and the dialogue alone at minus nineteen.',
  chapters: [],
  comments: [],
  thread: [],
  transcript: null,
  notes: null,
  point: null,
  profile: ['Mixes dialogue for documentaries.'],
  ownComments: [],
};

const profile = {
  name: 'Mixer',
  ...forVoiceFields({ text: () => null, list: () => [] }),
  description: 'Mixes dialogue for documentaries.',
};

const ownKnowledge =
  'Since version 4 BS.1770 gates at minus 10, so quiet speech never counts. Measure the dialogue by itself.';
const suggestion =
  'Play them the door from the next room first. They hear a person before they hear a level. Would you keep it?';

const answer: ReaderAnswer = {
  wrong: [],
  alreadySaid: null,
  for: null,
  against: null,
  signs: 84,
  engagementPotential: '',
  technicalAccuracy: '',
  tone: '',
  model: goodDraft.model,
  call: goodDraft.call,
};

function judged(
  text: string,
  reading: Partial<ReaderAnswer>,
  claims: SourceClaim[] = [],
) {
  const lookups = createLookups(given, { profile, instructions: '' });
  const { checks } = lookups.check(text, []);
  const { qualityScore, analysis } = lookups.judge(
    text,
    lookups.ground(text, claims),
    checks,
    {
      ...answer,
      ...reading,
    },
  );
  return {
    score: qualityScore,
    reading: analysis.reading,
    sentences: analysis.sentences,
  };
}

it('a quotation in favour of a comment may span two of its sentences', () => {
  const words =
    'door from the next room first. They hear a person before they hear a level';
  expect(judged(suggestion, { for: words })).toMatchObject({
    score: 84,
    reading: { for: words },
  });
});

it('a quotation in favour of a comment may span two sentences without spaces', () => {
  const text = '声だけを測ってください。音量ではなく人が聞こえます。次はいつですか？';
  const words = '測ってください。音量ではなく人が聞こえます';
  expect(judged(text, { for: words })).toMatchObject({
    score: 84,
    reading: { for: words },
  });
});

it.each([
  ['cut a word', 'oor from the next room first. They hear a person'],
  ['are the whole comment', suggestion],
  ['belong to a sentence that is called wrong', 'next room first. They hear a person'],
])('the score is at most 50 when the words in favour %s', (_, words) => {
  const contradicted = {
    sentence: 'They hear a person before they hear a level.',
    about: 'video' as const,
    passage: 'the dialogue alone at minus nineteen',
  };
  const wrong = words.startsWith('next') ? [contradicted] : [];
  const { score, reading } = judged(suggestion, { for: words, wrong });
  expect(score).toBeLessThanOrEqual(50);
  expect(reading?.for).toBeNull();
});

it('a marked name or figure from the field does not lower the score', () => {
  const words = 'so quiet speech never counts';
  const [sentence = ''] = ownKnowledge.split('. ');
  const { score, reading, sentences } = judged(ownKnowledge, { for: words }, [
    { sentence, kind: 'description', quote: 'the dialogue alone at minus nineteen' },
  ]);
  expect(sentences[0]?.unsupported).toContain('BS.1770');
  expect({ score, words: reading?.for }).toEqual({ score: 84, words });
});

it.each([
  [
    'limits the score to 50 when the owner is wrongly said to have told it',
    'profile',
    '. Do you?',
    50,
  ],
  [
    'limits the score to 50 when the writer says that it needs no source',
    'none',
    '. Do you?',
    50,
  ],
  ['does not lower the score in a question', 'none', '? Do you?', 84],
] as const)('a marked figure in the words in favour %s', (_, kind, rest, most) => {
  const words = 'On 340 documentaries I never once needed it';
  const quote = kind === 'profile' ? 'Mixes dialogue for documentaries' : '';
  const { score, reading } = judged(`${words}${rest}`, { for: words }, [
    { sentence: words, kind, quote },
  ]);
  expect({ score, words: reading?.for }).toEqual({
    score: most,
    words: most === 50 ? null : words,
  });
});

it.each([
  ['video', 60],
  ['person', 60],
  ['other', 84],
] as const)(
  'a sentence about the subject “%s” that nothing given says leaves a score of %i',
  (about, most) => {
    const [sentence = ''] = suggestion.split('. ');
    const wrong = [{ sentence, about, passage: null }];
    const { score, reading } = judged(suggestion, { for: 'They hear a person', wrong });
    expect(score).toBe(most);
    expect(reading?.wrong).toHaveLength(about === 'other' ? 0 : 1);
  },
);

it('a passage that contradicts the comment limits the score to 30, whatever the sentence is about', () => {
  const [sentence = ''] = suggestion.split('. ');
  const passage = 'The mix sits at minus sixteen';
  const { score } = judged(suggestion, {
    for: 'They hear a person',
    wrong: [{ sentence, about: 'other', passage }],
  });
  expect(score).toBe(30);
});
