import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userSettings } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, json } from '../../testing/fake-server.ts';
import {
  aVoiceProfile,
  createFakeSettings,
  type FakeSettings,
} from '../../testing/fake-settings.ts';
import {
  catchDownloads,
  click,
  expectNotice,
  findQuestion,
  press,
} from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { openSettingsTab } from '../../testing/settings-screen.tsx';
import { SettingsPage } from './settings-page.tsx';

let state: FakeSettings;
let server: FakeServer;

beforeEach(() => {
  state = createFakeSettings();
  server = state.server;
});

describe('all profiles', () => {
  const card = (name: string) => within(screen.getByRole('article', { name }));

  it('lists every profile (rule 2.18)', async () => {
    await openSettingsTab('all');
    expect(
      screen.getByRole('heading', { name: 'Manage All Profiles' }),
    ).toBeInTheDocument();
    expect(
      screen.getByText('2 profiles found: Platform Engineer, Calm Teacher'),
    ).toBeInTheDocument();
  });

  it('marks the active profile', async () => {
    await openSettingsTab('all');
    expect(card('Platform Engineer').getByText('Active')).toBeInTheDocument();
    expect(
      card('Platform Engineer').queryByRole('button', { name: 'Set Active' }),
    ).not.toBeInTheDocument();
    expect(card('Calm Teacher').queryByText('Active')).not.toBeInTheDocument();
  });

  it('shows the description of each profile', async () => {
    await openSettingsTab('all');
    expect(
      card('Platform Engineer').getByText('No description provided'),
    ).toBeInTheDocument();
    expect(card('Calm Teacher').getByText('For beginners.')).toBeInTheDocument();
  });

  it('offers to activate, edit, export and delete a profile', async () => {
    await openSettingsTab('all');
    const buttons = card('Calm Teacher').getAllByRole('button');
    expect(buttons.map((button) => button.title || button.textContent)).toEqual([
      'Set Active',
      'Edit',
      'Export',
      'Delete',
    ]);
    for (const button of buttons) expect(button).toBeEnabled();
  });

  it('reloads the profiles on Refresh', async () => {
    await openSettingsTab('all');
    state.profiles = state.profiles.slice(0, 1);
    await press('Refresh');
    expect(
      await screen.findByText('1 profile found: Platform Engineer'),
    ).toBeInTheDocument();
  });

  it('shows "+N more" only above three areas (rule 9.7)', async () => {
    state.profiles = [aVoiceProfile({ expertiseAreas: ['Rust', 'Zig', 'Ada'] })];
    await openSettingsTab('all');
    for (const area of ['Rust', 'Zig', 'Ada'])
      expect(screen.getByText(area)).toBeInTheDocument();
    expect(screen.queryByText(/more$/)).not.toBeInTheDocument();
  });

  it('keeps a profile when its deletion is not confirmed (rule 3.5)', async () => {
    await openSettingsTab('all');
    await press('Delete Calm Teacher');
    await press('Cancel');
    expect(server.sent('DELETE /api/voice-profiles/:id')).toEqual([]);
    expect(screen.getByRole('article', { name: 'Calm Teacher' })).toBeInTheDocument();
  });

  it('deletes a profile after a confirmation (rule 2.18)', async () => {
    server.on('DELETE /api/voice-profiles/:id', () => {
      state.profiles = state.profiles.slice(0, 1);
      return new Response(null, { status: 204 });
    });
    await openSettingsTab('all');
    await press('Delete Calm Teacher');
    await press('Delete');
    await waitFor(() =>
      expect(
        screen.queryByRole('article', { name: 'Calm Teacher' }),
      ).not.toBeInTheDocument(),
    );
    expect(server.sent('DELETE /api/voice-profiles/2')).toHaveLength(1);
  });

  it('does not offer to delete the only profile', async () => {
    state.profiles = state.profiles.slice(0, 1);
    await openSettingsTab('all');
    const remove = screen.getByRole('button', { name: 'Delete Platform Engineer' });
    expect(remove).toBeDisabled();
    expect(remove).toHaveAttribute('title', 'The only profile cannot be deleted');
  });

  it('opens the file picker on Import', async () => {
    await openSettingsTab('all');
    const asked = vi.spyOn(screen.getByLabelText('Import a voice profile'), 'click');
    await press('Import');
    expect(asked).toHaveBeenCalledOnce();
  });

  it('imports an exported profile without its id (rule 2.18)', async () => {
    server.on('POST /api/voice-profiles', json(aVoiceProfile({ id: 3 }), 201));
    const files = catchDownloads();
    const { user } = await openSettingsTab('all');
    await press('Export Platform Engineer');
    await user.upload(screen.getByLabelText('Import a voice profile'), files);
    await expectNotice('Success', 'Voice profile created successfully');
    const [sent] = server.sent('POST /api/voice-profiles');
    expect(sent).toMatchObject({
      name: 'Platform Engineer',
      expertiseAreas: state.profiles[0]?.expertiseAreas,
    });
    expect(sent).not.toHaveProperty('id');
  });

  it('imports no other file', async () => {
    const { user } = await openSettingsTab('all');
    await user.upload(
      screen.getByLabelText('Import a voice profile'),
      new File(['{"a":1}'], 'other.json'),
    );
    expect(
      await screen.findByText('This file is not an exported voice profile.'),
    ).toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles')).toEqual([]);
  });

  describe('with rules and own comments', () => {
    const accepted = {
      id: 1,
      profileId: 1,
      text: 'Use no emoji.',
      status: 'accepted',
      evidence: [],
      createdAt: '2026-11-01T09:00:00.000Z',
      decidedAt: null,
    };
    const ownComment = {
      id: 5,
      source: 'pasted',
      createdAt: '2026-11-01T09:00:00.000Z',
      content: 'Two “lines”,\n\nand "more".',
      writtenAt: null,
    };

    it('exports those that are chosen (rule 2.18)', async () => {
      server
        .on('GET /api/voice-profiles/:id/style-rules', [
          accepted,
          { ...accepted, id: 2, status: 'proposed' },
        ])
        .on('GET /api/voice-profiles/:id/own-comments', {
          total: 1,
          comments: [ownComment],
        });
      const files = catchDownloads();
      await openSettingsTab('all');
      await press('Export Platform Engineer');
      const question = await findQuestion('Export Voice Profile');
      expect(
        question.getByRole('checkbox', { name: 'Its 1 accepted rule' }),
      ).toBeChecked();
      await click('checkbox', /^Your 1 own comment/, question);
      await press('Export', question);
      const [file] = files;
      expect(JSON.parse((await file?.text()) ?? '')).toMatchObject({
        name: 'Platform Engineer',
        rules: ['Use no emoji.'],
        ownComments: [{ content: ownComment.content, writtenAt: null }],
      });
    });

    it('imports both with the profile', async () => {
      server
        .on('POST /api/voice-profiles', json(aVoiceProfile({ id: 3 }), 201))
        .on('POST /api/voice-profiles/:id/style-rules', accepted)
        .on('POST /api/voice-profiles/:id/own-comments', {
          imported: 1,
          duplicates: 0,
          unreadable: 0,
          problems: [],
          total: 1,
        });
      const { user } = await openSettingsTab('all');
      const exported = {
        ...aVoiceProfile(),
        rules: ['Use no emoji.'],
        ownComments: [{ content: ownComment.content, writtenAt: null }],
      };
      await user.upload(
        screen.getByLabelText('Import a voice profile'),
        new File([JSON.stringify(exported)], 'voice-profile.json'),
      );
      await expectNotice('Success', 'Voice profile created successfully');
      expect(server.sent('POST /api/voice-profiles/3/style-rules')).toEqual([
        { text: 'Use no emoji.' },
      ]);
      const [csv] = server.sent('POST /api/voice-profiles/3/own-comments');
      expect(await (csv as Blob).text()).toBe(
        '"Comment Create Timestamp","Comment Text"\r\n"","Two “lines”,\n\nand ""more""."',
      );
    });
  });

  it('says what to do when there are no profiles (rule 2.18)', async () => {
    state.profiles = [];
    state.settings = userSettings({ activeVoiceProfileId: null });
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByText('No voice profiles created yet')).toBeInTheDocument();
    expect(
      screen.getByText('Create your first profile to get started'),
    ).toBeInTheDocument();
  });
});

describe('a failure without a reason from the server', () => {
  const failure = () => new Response(null, { status: 500 });
  const exported = new File([JSON.stringify(aVoiceProfile())], 'voice-profile.json');

  it.each([
    ['own-comments', 'Failed to load your comments'],
    ['style-profile', 'Failed to load the style profile'],
    ['style-rules', 'Failed to load the rules'],
    ['versions', 'Failed to load the versions'],
  ])('names what could not be loaded: %s', async (part, words) => {
    const { server } = createFakeSettings();
    server.on(`GET /api/voice-profiles/:id/${part}`, brokenOff);
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it.each([
    {
      action: 'activating a profile',
      route: 'PUT /api/user-settings',
      act: () => press('Set Active'),
      words: 'Failed to update settings',
    },
    {
      action: 'deleting a profile',
      route: 'DELETE /api/voice-profiles/:id',
      act: async () => {
        await press('Delete Calm Teacher');
        await press('Delete');
      },
      words: 'Failed to delete voice profile',
    },
    {
      action: 'editing a profile',
      route: 'PUT /api/voice-profiles/:id',
      act: async () => {
        await press('Edit Calm Teacher');
        await press('Update Profile');
      },
      words: 'Failed to update voice profile',
    },
    {
      action: 'creating a profile',
      route: 'POST /api/voice-profiles',
      act: async (user: UserEvent) => {
        await press('New Profile');
        await user.type(screen.getByLabelText('Profile Name'), 'Third');
        await press('Create Profile');
      },
      words: 'Failed to create voice profile',
    },
    {
      action: 'importing a profile',
      route: 'POST /api/voice-profiles',
      act: async (user: UserEvent) =>
        user.upload(await screen.findByLabelText('Import a voice profile'), exported),
      words: 'Failed to create voice profile',
    },
  ])('is named by $action (rule 11.3)', async ({ route, act, words }) => {
    const { server } = createFakeSettings();
    server.on(route, failure);
    const { user } = renderPage(<SettingsPage />, '/settings?tab=all');
    await act(user);
    await expectNotice('Error', words);
  });
});
