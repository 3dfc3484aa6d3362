import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { someQuota, userSettings } from '../../testing/factories.ts';
import { createFakeServer, type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { toForm } from './profile-form.ts';
import { SettingsPage } from './settings-page.tsx';

let server: FakeServer;
let profiles: VoiceProfile[];
let settings = userSettings();

const aProfile = (over: Partial<VoiceProfile> = {}): VoiceProfile => ({
  ...toForm(null),
  id: 1,
  name: 'Platform Engineer',
  description: null,
  expertiseAreas: ['Kubernetes', 'Go', 'Databases', 'Tracing', 'CI'],
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  ...over,
});

beforeEach(() => {
  profiles = [
    aProfile(),
    aProfile({ id: 2, name: 'Calm Teacher', description: 'For beginners.', expertiseAreas: [] }),
  ];
  settings = userSettings();
  server = createFakeServer()
    .on('GET /api/voice-profiles', () => json(profiles))
    .on('GET /api/user-settings', () => json(settings))
    .on('GET /api/posting-status', {})
    .on('GET /api/quota', someQuota())
    .on('PUT /api/user-settings', (call) => {
      settings = { ...settings, ...(call.body as object) };
      return json(settings);
    });
});

const tab = (name: string) => screen.findByRole('tab', { name });

async function onTab(name: string) {
  const page = renderPage(<SettingsPage />, '/settings');
  await page.user.click(await tab(name));
  return page;
}

describe('the active profile', () => {
  it('shows its name, a stand-in for no description, and three areas', async () => {
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByRole('heading', { name: 'Platform Engineer' })).toBeInTheDocument();
    expect(screen.getByText('No description provided')).toBeInTheDocument();
    expect(screen.getByText('Databases')).toBeInTheDocument();
    expect(screen.queryByText('Tracing')).not.toBeInTheDocument();
    expect(screen.getByText('+2 more')).toBeInTheDocument();
  });

  it('has no tab while there is none', async () => {
    settings = userSettings({ activeVoiceProfileId: null });
    renderPage(<SettingsPage />, '/settings');
    await tab('All Profiles');
    expect(screen.queryByRole('tab', { name: 'Active Profile' })).not.toBeInTheDocument();
  });

  it('says what happened when it cannot be loaded', async () => {
    server.on('GET /api/voice-profiles', () => problem(503, 'database_unavailable', 'The database is away.'));
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByText(/The database is away\./)).toBeInTheDocument();
  });
});

describe('all profiles', () => {
  const card = (name: string) => within(screen.getByRole('article', { name }));

  it('lists them, and says which one is active', async () => {
    await onTab('All Profiles');
    expect(screen.getByText('2 profiles found: Platform Engineer, Calm Teacher')).toBeInTheDocument();
    expect(card('Platform Engineer').getByText('Active')).toBeInTheDocument();
    expect(card('Platform Engineer').queryByRole('button', { name: 'Set Active' })).not.toBeInTheDocument();
  });

  it('makes another one active and keeps auto queue as it is', async () => {
    settings = userSettings({ autoQueueEnabled: false });
    const { user } = await onTab('All Profiles');
    await user.click(card('Calm Teacher').getByRole('button', { name: 'Set Active' }));
    expect(await screen.findByText('Settings updated successfully')).toBeInTheDocument();
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: false, activeVoiceProfileId: 2 },
    ]);
    expect(card('Calm Teacher').getByText('Active')).toBeInTheDocument();
  });

  it('deletes only after a question', async () => {
    server.on('DELETE /api/voice-profiles/:id', () => {
      profiles = profiles.slice(0, 1);
      return new Response(null, { status: 204 });
    });
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'Delete Calm Teacher' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Profile' }));
    expect(
      question.getByText('Are you sure you want to delete "Calm Teacher"? This action cannot be undone.'),
    ).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Voice profile deleted successfully')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Delete Platform Engineer' })).toBeDisabled(),
    );
  });

  it('exports a profile to a file of its name, and takes it back', async () => {
    const files: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      files.push([this.download, this.href]);
    });
    server.on('POST /api/voice-profiles', (call) => json(aProfile({ ...(call.body as object), id: 3 }), 201));
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'Export Platform Engineer' }));
    expect(files[0]?.[0]).toBe('voice-profile-platform-engineer.json');
    const file = new File([JSON.stringify(profiles[0])], 'voice-profile-platform-engineer.json');
    await user.upload(screen.getByLabelText('Import a voice profile'), file);
    expect(await screen.findByText('Voice profile created successfully')).toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles')[0]).toMatchObject({
      name: 'Platform Engineer',
      expertiseAreas: ['Kubernetes', 'Go', 'Databases', 'Tracing', 'CI'],
    });
    expect(server.sent('POST /api/voice-profiles')[0]).not.toHaveProperty('id');
  });

  it('refuses a file that is no profile', async () => {
    const { user } = await onTab('All Profiles');
    await user.upload(screen.getByLabelText('Import a voice profile'), new File(['{"a":1}'], 'other.json'));
    expect(await screen.findByText('This file is not an exported voice profile.')).toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles')).toEqual([]);
  });

  it('says what to do while there are none', async () => {
    profiles = [];
    settings = userSettings({ activeVoiceProfileId: null });
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByText('No voice profiles created yet')).toBeInTheDocument();
    expect(screen.getByText('Create your first profile to get started')).toBeInTheDocument();
  });
});

describe('the profile dialog', () => {
  it('wants a name, on whatever tab one is', async () => {
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    await user.click(screen.getByRole('tab', { name: 'AI Framework' }));
    await user.click(screen.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('Profile name is required')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Basic Info' })).toHaveAttribute('aria-selected', 'true');
    expect(server.sent('POST /api/voice-profiles')).toEqual([]);
  });

  it('creates a profile with the fields of all four tabs', async () => {
    server.on('POST /api/voice-profiles', (call) => json(aProfile({ ...(call.body as object), id: 3 }), 201));
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create Voice Profile' }));
    await user.type(dialog.getByLabelText('Profile Name'), '  Data Person ');
    await user.selectOptions(dialog.getByLabelText('Default Comment Style'), 'Thought-Provoking');
    await user.type(dialog.getByLabelText('Expertise Areas'), ' SQL {Enter}   {Enter}Spark');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.click(dialog.getByRole('button', { name: 'Remove SQL' }));
    await user.click(dialog.getByRole('tab', { name: 'Voice & Style' }));
    await user.type(dialog.getByLabelText('Words to Avoid'), 'synergy');
    await user.click(dialog.getByRole('tab', { name: 'Business Context' }));
    await user.type(dialog.getByLabelText('Target Audience'), 'Analysts');
    await user.click(dialog.getByRole('tab', { name: 'AI Framework' }));
    await user.type(dialog.getByLabelText('Prompt Framework'), 'Claim, reason, question');
    await user.click(dialog.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('Voice profile created successfully')).toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles')).toEqual([
      expect.objectContaining({
        name: 'Data Person',
        defaultCommentStyle: 'questioning',
        expertiseAreas: ['Spark'],
        avoidWords: 'synergy',
        targetAudience: 'Analysts',
        promptFramework: 'Claim, reason, question',
        keyMessages: null,
      }),
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('updates a profile, and clears what was emptied', async () => {
    server.on('PUT /api/voice-profiles/:id', (call) => json(aProfile({ ...(call.body as object), id: 2 })));
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'Edit Calm Teacher' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Voice Profile' }));
    await user.clear(dialog.getByLabelText('Description'));
    await user.click(dialog.getByRole('button', { name: 'Update Profile' }));
    expect(await screen.findByText('Voice profile updated successfully')).toBeInTheDocument();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
      expect.objectContaining({ name: 'Calm Teacher', description: null }),
    ]);
  });

  it('keeps what was typed when it is closed by mistake or the server refuses; Cancel gives it up', async () => {
    server.on('POST /api/voice-profiles', () =>
      problem(503, 'database_unavailable', 'The database is away.'),
    );
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    await user.type(screen.getByLabelText('Profile Name'), 'Half done');
    await user.click(screen.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    expect(screen.getByLabelText('Profile Name')).toHaveValue('Half done');
    expect(screen.getByText('What you had typed and not saved is here again.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    expect(screen.getByLabelText('Profile Name')).toHaveValue('');
  });
});

describe('general settings', () => {
  it('stores voice, auto queue and pacing together', async () => {
    const { user } = await onTab('General Settings');
    await user.selectOptions(screen.getByLabelText('Active Voice Profile'), 'Calm Teacher');
    await user.click(screen.getByRole('switch', { name: 'Auto Queue: Enabled' }));
    expect(screen.getByRole('switch', { name: 'Auto Queue: Disabled' })).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Posts per day'));
    await user.type(screen.getByLabelText('Posts per day'), '12');
    await user.type(
      screen.getByLabelText('Blocked channels'),
      'UCabc{Enter}https://www.youtube.com/channel/UCdef{Enter}UCabc',
    );
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings updated successfully')).toBeInTheDocument();
    expect(server.sent('PUT /api/user-settings')).toEqual([
      {
        activeVoiceProfileId: 2,
        autoQueueEnabled: false,
        minGapSeconds: 60,
        dailyCap: 12,
        channelCooldownHours: 0,
        blockedChannels: ['UCabc', 'UCdef'],
      },
    ]);
  });

  it('says which number is not possible', async () => {
    const { user } = await onTab('General Settings');
    await user.clear(screen.getByLabelText('Posts per day'));
    await user.type(screen.getByLabelText('Posts per day'), '0');
    await user.clear(screen.getByLabelText('Seconds between automatic posts'));
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Enter a whole number from 1 to 200')).toBeInTheDocument();
    expect(screen.getByText('Enter a whole number from 0 to 86,400')).toBeInTheDocument();
    expect(server.sent('PUT /api/user-settings')).toEqual([]);
  });

  it('pauses posting at once', async () => {
    const { user } = await onTab('General Settings');
    await user.click(screen.getByRole('switch', { name: 'Pause posting' }));
    await waitFor(() =>
      expect(server.sent('PUT /api/user-settings')).toEqual([
        { autoQueueEnabled: true, postingPaused: true },
      ]),
    );
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Pause posting' })).toBeChecked());
  });

  it('shows the quota, and keeps the choices of this browser', async () => {
    const { user } = await onTab('General Settings');
    expect(await screen.findByText('3 of 100 used')).toBeInTheDocument();
    expect(screen.getByText('150 of 10,000 used')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
    expect(localStorage.getItem('chime-in.theme')).toBe('dark');
    expect(localStorage.getItem('chime-in.shortcuts')).toBe('off');
  });

  it('disconnects YouTube after a question', async () => {
    server.on('POST /api/auth/disconnect', () => new Response(null, { status: 204 }));
    const { user } = await onTab('General Settings');
    await user.click(screen.getByRole('button', { name: 'Disconnect YouTube' }));
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('YouTube Disconnected')).toBeInTheDocument();
    expect(server.sent('POST /api/auth/disconnect')).toHaveLength(1);
  });
});
