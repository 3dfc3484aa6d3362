import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { userSettings } from '../../testing/factories.ts';
import { type FakeServer, held } from '../../testing/fake-server.ts';
import { createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
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
    state.settings = userSettings({ activeVoiceProfileId: 2, autoQueueEnabled: false });
    const answer = held(state.settings);
    server.on('PUT /api/user-settings', answer.answer);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer.release();
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
    await user.selectOptions(
      screen.getByLabelText('Active Voice Profile'),
      screen.getByRole('option', { name: 'No profile: a neutral voice' }),
    );
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await waitFor(() => expect(server.sent('PUT /api/user-settings')).toHaveLength(2));
    expect(server.sent('PUT /api/user-settings')[1]).toMatchObject({
      activeVoiceProfileId: null,
      autoQueueEnabled: false,
    });
  });

  it('says which number is not possible', async () => {
    state.settings = userSettings({ autoQueueEnabled: false });
    const { user } = await onTab('General Settings');
    expect(screen.getByRole('switch', { name: 'Auto Queue: Disabled' })).not.toBeChecked();
    await user.clear(screen.getByLabelText('Posts per day'));
    await user.type(screen.getByLabelText('Posts per day'), '0');
    await user.clear(screen.getByLabelText('Seconds between automatic posts'));
    await user.clear(screen.getByLabelText('Hours between posts on one channel'));
    await user.type(screen.getByLabelText('Hours between posts on one channel'), '8761');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Enter a whole number from 1 to 200')).toBeInTheDocument();
    expect(screen.getByText('Enter a whole number from 0 to 8,760')).toBeInTheDocument();
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
