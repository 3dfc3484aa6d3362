import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { Trait, TraitName } from '#shared/contracts/voice.ts';
import { DiscoverScreen } from '../../app/discover-screen.tsx';
import { someStats, userSettings } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile } from '../../testing/fake-settings.ts';
import { expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { isSameRule, proposedSubjects, styleSentences } from './first-style.tsx';

let server: FakeServer;
const openDiscover = () => renderPage(<DiscoverScreen />, '/discover');

const nothing = someStats({ videosFound: 0, inQueue: 0, commentsPosted: 0 });
const title = 'Make the drafts sound like you';

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/channels/commented', [])
    .on('GET /api/voice-profiles', [])
    .on('GET /api/user-settings', userSettings({ activeVoiceProfileId: null }))
    .on('GET /api/stats', nothing);
});

const changes = () =>
  server.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path);
const step = (name: string) =>
  within(screen.getByRole('region', { name: new RegExp(`^${name}`) }));

it('opens while nothing was queued or posted (rule 2.21)', async () => {
  openDiscover();
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  for (const name of ['Paste five comments of yours', 'See your style', 'First draft'])
    expect(step(name).getByRole('button', { name: `Skip: ${name}` })).toBeInTheDocument();
});

it('starts nothing by itself (rule 2.21)', async () => {
  openDiscover();
  await screen.findByRole('heading', { name: title });
  expect(changes()).toEqual([]);
  expect(server.calls.some(({ path }) => path.startsWith('/api/videos/search'))).toBe(
    false,
  );
});

it.each([
  ['something was queued', '/discover', someStats({ commentsPosted: 0 })],
  ['something was posted', '/discover', someStats({ inQueue: 0 })],
])('does not open once %s (rule 2.21)', async (_, path, stats) => {
  server.on('GET /api/stats', stats);
  renderPage(<DiscoverScreen />, path);
  expect(
    await screen.findByRole('searchbox', { name: 'Search for videos' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument();
});

it('does not replace an address of Discover (rule 2.21)', async () => {
  renderPage(<DiscoverScreen />, '/discover?sort=date');
  expect(
    await screen.findByRole('searchbox', { name: 'Search for videos' }),
  ).toBeInTheDocument();
});

it('closes when an address of Discover is opened (rule 2.21)', async () => {
  openDiscover();
  await screen.findByRole('heading', { name: title });
  act(() => navigate('/discover?text=kubernetes'));
  expect(await screen.findByRole('searchbox', { name: 'Search for videos' })).toHaveValue(
    'kubernetes',
  );
});

describe('once it was skipped', () => {
  beforeEach(async () => {
    const { unmount } = openDiscover();
    await press('Skip setup');
    expect(
      screen.getByRole('searchbox', { name: 'Search for videos' }),
    ).toBeInTheDocument();
    unmount();
  });

  it('stays closed, even before the counts have loaded (rule 2.21)', () => {
    server.on('GET /api/stats', held(nothing).answer);
    openDiscover();
    expect(
      screen.getByRole('searchbox', { name: 'Search for videos' }),
    ).toBeInTheDocument();
  });

  it('opens again by its address (rule 2.21)', async () => {
    renderPage(<DiscoverScreen />, '/discover?setup=open');
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  });
});

describe('the first comments', () => {
  const OWN_COMMENTS = 'POST /api/voice-profiles/:id/own-comments';

  beforeEach(() => {
    server.on('POST /api/voice-profiles', () => {
      server
        .on('GET /api/voice-profiles', [aVoiceProfile({ id: 7, name: 'My voice' })])
        .on('GET /api/user-settings', userSettings({ activeVoiceProfileId: 7 }))
        .on('GET /api/voice-profiles/:id/own-comments', { total: 0, comments: [] })
        .on('GET /api/voice-profiles/:id/style-rules', [])
        .on('GET /api/voice-profiles/:id/style-profile', {
          texts: 0,
          words: 0,
          traits: [],
          vocabulary: [],
        });
      return json(aVoiceProfile({ id: 7, name: 'My voice' }), 201);
    });
  });

  async function pasteTwo() {
    const { user } = openDiscover();
    const field = await screen.findByRole('textbox', { name: 'Comments you wrote' });
    await user.type(field, 'One thing.{Enter}{Enter}Another thing.');
    return field;
  }

  it('are counted while they are pasted', async () => {
    await pasteTwo();
    expect(screen.getByText('2 of 5')).toBeInTheDocument();
  });

  it('stay in their field when the server refuses them (rules 2.20, 2.21)', async () => {
    server.on(OWN_COMMENTS, problem(503, 'database_unavailable', 'It is away.'));
    const field = await pasteTwo();
    await press('Add Comments');
    await expectNotice('Failed to import the comments', 'It is away.');
    expect(field).toHaveValue('One thing.\n\nAnother thing.');
  });

  it('are added to the profile of the first attempt when they are sent again', async () => {
    server.on(OWN_COMMENTS, problem(503, 'database_unavailable', 'It is away.'));
    const field = await pasteTwo();
    await press('Add Comments');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Update Profile' })).toBeEnabled(),
    );
    server.on(OWN_COMMENTS, () =>
      json({ imported: 2, duplicates: 0, unreadable: 0, problems: [], total: 2 }),
    );
    await press('Add Comments');
    await waitFor(() => expect(field).toHaveValue(''));
    expect(changes().filter((path) => path === '/api/voice-profiles')).toHaveLength(1);
  });
});

it('activates the new profile if no other is active (rule 2.21)', async () => {
  server
    .on('GET /api/voice-profiles', [aVoiceProfile({ id: 3, name: 'Resting' })])
    .on('POST /api/voice-profiles', () =>
      json(aVoiceProfile({ id: 7, name: 'My voice' }), 201),
    )
    .on('PUT /api/user-settings', userSettings({ activeVoiceProfileId: 7 }))
    .on('POST /api/voice-profiles/:id/own-comments', () =>
      json({ imported: 1, duplicates: 0, unreadable: 0, problems: [], total: 1 }),
    );
  const { user } = renderPage(<DiscoverScreen />, '/discover?setup=open');
  await user.type(
    await screen.findByRole('textbox', { name: 'Comments you wrote' }),
    'One thing.',
  );
  await press('Add Comments');
  await waitFor(() =>
    expect(changes()).toEqual([
      '/api/voice-profiles',
      '/api/user-settings',
      '/api/voice-profiles/7/own-comments',
    ]),
  );
  expect(server.sent('PUT /api/user-settings')).toEqual([
    expect.objectContaining({ activeVoiceProfileId: 7 }),
  ]);
});

it.each<[string, string, [string, number][], string[]]>([
  [
    'Grafana, SLOs',
    'We run Docker and a GraphQL API.',
    [],
    ['Grafana', 'SLOs', 'Docker', 'API', 'GraphQL'],
  ],
  [
    'https://youtu.be/abcdefghijk',
    'We fixed the boiler.',
    [
      ['boiler', 3],
      ['pump', 2],
    ],
    ['boiler'],
  ],
  ['docker', 'Docker again.', [], ['docker']],
  ['', 'Nothing.', [], []],
])(
  'proposes subjects from the search “%s” and the comments (rule 2.21)',
  (search, content, words, subjects) => {
    const vocabulary = words.map(([word, texts]) => ({ word, texts }));
    expect(proposedSubjects(search, [{ content }], vocabulary)).toEqual(subjects);
  },
);

const trait = (name: TraitName, value: number, over: Partial<Trait> = {}): Trait => ({
  name,
  label: name,
  value,
  detail: `${value} counted`,
  quote: `A sentence with ${name}.`,
  ...over,
});

describe('what a style profile says', () => {
  const opens = { detail: '60% of the comments open with the thing itself.' };

  it.each<[TraitName, number, string | null]>([
    ['openings', 60, 'You mostly open with the thing itself.'],
    ['openings', 59, 'You often open with the thing itself.'],
    ['openings', 39, null],
    ['sentence_length', 10, 'You write short sentences: 10 words.'],
    ['sentence_length', 15.4, 'Your sentences average 15 words.'],
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
  ])('for the trait %s of %d', (name, value, told) => {
    const said = styleSentences([trait(name, value, opens)]).map(
      (sentence) => sentence.told,
    );
    expect(said).toEqual(told ? [told] : []);
  });

  it('includes the words from which a rule was derived', () => {
    const [sentence] = styleSentences([trait('openings', 60, opens)]);
    const [rule, quote] = [
      'Mostly open with the thing itself.',
      'A sentence with openings.',
    ];
    expect(sentence).toMatchObject({ rule, quote, ...opens });
  });

  it('repeats no topic', () => {
    const self = trait('openings', 60, {
      detail: '60% of the comments open with “I” or “we”.',
    });
    const asks = trait('openings', 60, {
      detail: '60% of the comments open with a question.',
    });
    const others = [trait('first_person', 60), trait('questions', 60)];
    const told = (opening: Trait) =>
      styleSentences([opening, ...others]).map((each) => each.told);
    expect(told(self)).toEqual([
      'You mostly open with “I” or “we”.',
      'You ask something back.',
    ]);
    expect(told(asks)).toEqual([
      'You mostly open with a question.',
      'You say “I” or “we”.',
    ]);
  });

  it('has at most five sentences, the most important first', () => {
    const all = (
      [
        'emoji',
        'exclamations',
        'hedging',
        'first_person',
        'questions',
        'sentence_length',
      ] as const
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

it('recognizes a rule whose number has changed', () => {
  const rule = (words: number) =>
    styleSentences([trait('sentence_length', words)])[0]?.rule ?? '';
  expect(isSameRule(rule(10), rule(11))).toBe(true);
  expect(isSameRule(rule(10), rule(25))).toBe(false);
});
