import { expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { ReaderAnswer, SourceClaim } from '../../providers/language-model/language-model.ts';
import { goodDraft } from '../../testing/drafting-app.ts';
import { createLookups, type Given } from './lookups.rules.ts';

const given: Given = {
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

function judged(text: string, reading: Partial<ReaderAnswer>, claims: SourceClaim[] = []) {
  const lookups = createLookups(given, { profile, instructions: '' });
  const { checks } = lookups.check(text, []);
  const { qualityScore, analysis } = lookups.judge(text, lookups.ground(text, claims), checks, {
    ...answer,
    ...reading,
  });
  return { score: qualityScore, reading: analysis.reading, sentences: analysis.sentences };
}

it('finds words for a comment that go over two of its sentences', () => {
  const words = 'door from the next room first. They hear a person before they hear a level';
  expect(judged(suggestion, { for: words })).toMatchObject({ score: 84, reading: { for: words } });
});

it('finds them in a language without spaces', () => {
  const text = '声だけを測ってください。音量ではなく人が聞こえます。次はいつですか？';
  const words = '測ってください。音量ではなく人が聞こえます';
  expect(judged(text, { for: words })).toMatchObject({ score: 84, reading: { for: words } });
});

it.each([
  ['cut a word', 'oor from the next room first. They hear a person'],
  ['are all of the comment', suggestion],
  ['touch a sentence that is called wrong', 'next room first. They hear a person'],
])('leaves 50 at most where the words %s', (_, words) => {
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

it('takes nothing off for a name or figure of the field that is marked', () => {
  const words = 'so quiet speech never counts';
  const [sentence = ''] = ownKnowledge.split('. ');
  const { score, reading, sentences } = judged(ownKnowledge, { for: words }, [
    { sentence, kind: 'description', quote: 'the dialogue alone at minus nineteen' },
  ]);
  expect(sentences[0]?.unsupported).toContain('BS.1770');
  expect({ score, words: reading?.for }).toEqual({ score: 84, words });
});

it.each([
  ['leaves 50 at most where the owner is said to have told it, and did not', 'profile', '. Do you?', 50],
  ['leaves 50 at most where the writer says that it needs no source', 'none', '. Do you?', 50],
  ['takes nothing off in a question', 'none', '? Do you?', 84],
] as const)('a marked figure in the words for it %s', (_, kind, rest, most) => {
  const words = 'On 340 documentaries I never once needed it';
  const quote = kind === 'profile' ? 'Mixes dialogue for documentaries' : '';
  const { score, reading } = judged(`${words}${rest}`, { for: words }, [{ sentence: words, kind, quote }]);
  expect({ score, words: reading?.for }).toEqual({ score: most, words: most === 50 ? null : words });
});

it.each([
  ['video', 60],
  ['person', 60],
  ['other', 84],
] as const)('"nothing given says this" about the %s leaves %i at most', (about, most) => {
  const [sentence = ''] = suggestion.split('. ');
  const wrong = [{ sentence, about, passage: null }];
  const { score, reading } = judged(suggestion, { for: 'They hear a person', wrong });
  expect(score).toBe(most);
  expect(reading?.wrong).toHaveLength(about === 'other' ? 0 : 1);
});

it('a passage that contradicts the comment leaves 30 at most, whatever the sentence is about', () => {
  const [sentence = ''] = suggestion.split('. ');
  const passage = 'The mix sits at minus sixteen';
  const { score } = judged(suggestion, {
    for: 'They hear a person',
    wrong: [{ sentence, about: 'other', passage }],
  });
  expect(score).toBe(30);
});
