import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dismissToast } from '../../lib/toast.ts';
import { brokenOff } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../testing/fake-settings.ts';
import { renderPage } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

it('names each failure when the server gives no reason (rule 11.3)', async () => {
  const { server } = createFakeSettings();
  for (const call of ['POST /api/voice-profiles', 'PUT /api/voice-profiles/:id', 'PUT /api/user-settings'])
    server.on(call, () => new Response(null, { status: 500 }));
  server.on('DELETE /api/voice-profiles/:id', () => new Response(null, { status: 500 }));
  for (const part of ['own-comments', 'style-profile', 'style-rules', 'versions'])
    server.on(`GET /api/voice-profiles/:id/${part}`, brokenOff);
  const { user } = renderPage(<SettingsPage />, '/settings');
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const told = async (words: string) => {
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Error')).toBeInTheDocument();
    expect(toast.getByText(words)).toBeInTheDocument();
    dismissToast();
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  };

  for (const part of ['your comments', 'the style profile', 'the rules', 'the versions'])
    expect(await screen.findByText(`Failed to load ${part}`)).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'All Profiles' }));
  await press('Set Active');
  await told('Failed to update settings');
  await press('Delete Calm Teacher');
  await press('Delete');
  await told('Failed to delete voice profile');
  await press('Edit Calm Teacher');
  await press('Update Profile');
  await told('Failed to update voice profile');
  await press('Cancel');
  await press('New Profile');
  await user.type(screen.getByLabelText('Profile Name'), 'Third');
  await press('Create Profile');
  await told('Failed to create voice profile');
  await press('Cancel');
  const file = new File([JSON.stringify(aVoiceProfile())], 'voice-profile.json');
  await user.upload(screen.getByLabelText('Import a voice profile'), file);
  await told('Failed to create voice profile');
  await user.click(screen.getByRole('tab', { name: 'General Settings' }));
  await press('Save Settings');
  await told('Failed to update settings');
  await user.click(screen.getByRole('switch', { name: 'Pause posting' }));
  await told('Failed to update settings');
});
