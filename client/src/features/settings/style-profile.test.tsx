import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StyleProfile } from '#shared/contracts/voice.ts';
import { voiceProfilesQuery } from '../../api/voice.ts';
import { brokenOff, type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../testing/fake-settings.ts';
import { expectFacts, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { StyleProfile as StyleProfileSection } from './style-profile.tsx';

let server: FakeServer;
beforeEach(() => {
  server = createFakeSettings().server;
});

const section = async (name: string) =>
  within(await screen.findByRole('region', { name }));

/** The style profile of the first voice profile, once that is loaded. */
function FirstStyleProfile() {
  const profile = useQuery(voiceProfilesQuery).data?.[0];
  return profile && <StyleProfileSection profile={profile} />;
}

const openProfile = () => renderPage(<FirstStyleProfile />);

describe('the style profile', () => {
  const styleProfile: StyleProfile = {
    texts: 12,
    words: 480,
    traits: [
      {
        name: 'exclamations',
        label: 'Exclamation marks',
        value: 0,
        detail: 'No exclamation marks at all.',
        quote: null,
      },
      {
        name: 'sentence_length',
        label: 'Sentence length',
        value: 11.4,
        detail: 'A sentence has 11.4 words on average.',
        quote: 'We drain the node first.',
      },
    ],
    vocabulary: [],
  };

  it('says when there is nothing to measure', async () => {
    openProfile();
    const shown = await section('Style profile');
    expect(await shown.findByText(/^Nothing to measure yet/)).toBeInTheDocument();
  });

  it('says how many texts and words it was measured from', async () => {
    server.on('GET /api/voice-profiles/:id/style-profile', styleProfile);
    openProfile();
    const shown = await section('Style profile');
    expect(
      await shown.findByText('Measured from 12 texts with 480 words.'),
    ).toBeInTheDocument();
  });

  it('shows each trait with its value and a quote if there is one', async () => {
    server.on('GET /api/voice-profiles/:id/style-profile', styleProfile);
    openProfile();
    const shown = await section('Style profile');
    await shown.findByText(/^Measured from/);
    expectFacts({ 'Exclamation marks': 'No exclamation marks at all.' }, shown);
    expect(shown.getByText('Sentence length')).toBeInTheDocument();
    expect(shown.getByText('A sentence has 11.4 words on average.')).toBeInTheDocument();
    expect(shown.getByText('We drain the node first.')).toBeInTheDocument();
    expect(document.querySelectorAll('q')).toHaveLength(1);
  });

  describe('the habits', () => {
    const found = {
      text: 'Name one thing to try.',
      quotes: ['Try two workers', 'Try it on a Friday', 'Try less'],
    };
    const proposed = { habits: [found], texts: 12, detail: null };

    /** Serves a profile and stores the habits that the page sends. */
    function keepHabits(habits: string[]) {
      let profile = aVoiceProfile({ habits });
      server.on('GET /api/voice-profiles', () => json([profile]));
      server.on('PUT /api/voice-profiles/:id', (call) => {
        profile = { ...profile, ...(call.body as object) };
        return json(profile);
      });
    }

    it('are found in the comments, with quotes as evidence', async () => {
      keepHabits([]);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      const { user } = openProfile();
      await press('Find My Habits');
      const list = within(
        await screen.findByRole('list', { name: 'Found in your comments' }),
      );
      await user.click(list.getByText('Seen in 3 of your comments'));
      expect(list.getByText('Try two workers')).toBeVisible();
    });

    it('are saved when the user chooses them', async () => {
      keepHabits([]);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      openProfile();
      await press('Find My Habits');
      await press('Use “Name one thing to try.”');
      expect(
        await screen.findByRole('button', { name: 'Drop “Name one thing to try.”' }),
      ).toBeEnabled();
      expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
        { habits: [found.text] },
      ]);
      expect(
        screen.queryByRole('list', { name: 'Found in your comments' }),
      ).not.toBeInTheDocument();
    });

    it('are at most three, so that another one needs room', async () => {
      keepHabits(['Tell a scene.', 'Give a number.', 'Be dry.']);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      openProfile();
      await press('Find My Habits');
      const use = await screen.findByRole('button', {
        name: 'Use “Name one thing to try.”',
      });
      expect(use).toBeDisabled();
      await press('Drop “Be dry.”');
      await waitFor(() => expect(use).toBeEnabled());
    });

    it('are dropped one by one', async () => {
      keepHabits(['Tell a scene.', 'Give a number.', 'Be dry.']);
      openProfile();
      await press('Drop “Be dry.”');
      await waitFor(() =>
        expect(
          screen.queryByRole('button', { name: 'Drop “Be dry.”' }),
        ).not.toBeInTheDocument(),
      );
      expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
        { habits: ['Tell a scene.', 'Give a number.'] },
      ]);
    });

    it('says why no habit was found', async () => {
      const detail = 'Your comments show no habit that comes back often enough.';
      server.on('POST /api/voice-profiles/:id/habits/propose', {
        habits: [],
        texts: 12,
        detail,
      });
      openProfile();
      await press('Find My Habits');
      expect(await screen.findByText(detail)).toBeInTheDocument();
    });
  });

  it('shows why it could not be loaded', async () => {
    server.on(
      'GET /api/voice-profiles/:id/style-profile',
      problem(503, 'database_unavailable', 'Away.'),
    );
    openProfile();
    expect(
      await (await section('Style profile')).findByText(/Away\./),
    ).toBeInTheDocument();
  });

  it('is loaded again by Try Again', async () => {
    server
      .on('GET /api/voice-profiles/:id/style-profile', styleProfile)
      .once('GET /api/voice-profiles/:id/style-profile', brokenOff);
    openProfile();
    const shown = await section('Style profile');
    await press('Try Again', shown);
    expect(
      await shown.findByText('Measured from 12 texts with 480 words.'),
    ).toBeInTheDocument();
  });
});
