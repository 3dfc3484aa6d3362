import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userSettings } from '../../testing/factories.ts';
import { type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
import { renderPage } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

let state: FakeSettings;
let server: FakeServer;

beforeEach(() => {
  state = createFakeSettings();
  server = state.server;
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
    state.settings = userSettings({ activeVoiceProfileId: null });
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
    state.settings = userSettings({ autoQueueEnabled: false });
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
      state.profiles = state.profiles.slice(0, 1);
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
    server.on('POST /api/voice-profiles', (call) =>
      json(aVoiceProfile({ ...(call.body as object), id: 3 }), 201),
    );
    const { user } = await onTab('All Profiles');
    await user.click(screen.getByRole('button', { name: 'Export Platform Engineer' }));
    expect(files[0]?.[0]).toBe('voice-profile-platform-engineer.json');
    const file = new File([JSON.stringify(state.profiles[0])], 'voice-profile-platform-engineer.json');
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
    state.profiles = [];
    state.settings = userSettings({ activeVoiceProfileId: null });
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByText('No voice profiles created yet')).toBeInTheDocument();
    expect(screen.getByText('Create your first profile to get started')).toBeInTheDocument();
  });
});
