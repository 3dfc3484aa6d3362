import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast } from '../../lib/toast.ts';
import { userSettings } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, held, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
import { catchDownloads, drawn, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

describe('settings page', () => {
  let state: FakeSettings;
  let server: FakeServer;

  beforeEach(() => {
    state = createFakeSettings();
    server = state.server;
  });

  const tab = (name: string) => screen.findByRole('tab', { name });

  /** Returns the texts of the list that contains this badge. */
  const badges = (one: HTMLElement) =>
    [...(one.closest('ul')?.children ?? [])].map(({ textContent }) => textContent);

  async function openTab() {
    const page = renderPage(<SettingsPage />, '/settings?tab=all');
    await tab('All Profiles');
    return page;
  }

  describe('the active profile', () => {
    it('shows name, "No description provided" and three areas (rules 2.18, 9.7)', async () => {
      server.on('GET /api/voice-profiles/:id/versions', held([]).answer);
      const { user } = renderPage(<SettingsPage />, '/settings');
      expect(screen.getByText('Loading profiles and settings')).toBeInTheDocument();
      expect(await screen.findByRole('heading', { name: 'Platform Engineer' })).toBeInTheDocument();
      expect(screen.getByRole('heading', { level: 1, name: 'Voice Profile' })).toBeInTheDocument();
      const tabs = within(screen.getByRole('tablist', { name: 'Settings' })).getAllByRole('tab');
      expect(tabs.map(({ textContent }) => textContent)).toEqual([
        'Active Profile',
        'All Profiles',
        'General Settings',
        'Notices',
      ]);
      expect(screen.getByText('No description provided')).toBeInTheDocument();
      expect(badges(screen.getByText('Kubernetes'))).toEqual(['Kubernetes', 'Go', 'Databases', '+2 more']);
      expect(screen.getByText('+2 more')).toHaveAttribute('title', 'Tracing, CI');
      expect(await screen.findByText('Loading the versions')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Edit' }));
      expect(screen.getByRole('dialog', { name: 'Edit Voice Profile' })).toBeInTheDocument();
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Platform Engineer');
    });

    it('hides its tab without an active profile, and does not switch tabs when one becomes active (rule 2.18)', async () => {
      state.settings = userSettings({ activeVoiceProfileId: null });
      const { client } = renderPage(<SettingsPage />, '/settings');
      await tab('All Profiles');
      expect(screen.queryByRole('tab', { name: 'Active Profile' })).not.toBeInTheDocument();
      state.settings = userSettings();
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      expect(await tab('Active Profile')).toHaveAttribute('aria-selected', 'false');
      expect(await tab('All Profiles')).toHaveAttribute('aria-selected', 'true');
    });

    it('switches to All Profiles when no profile is active, and a failed refetch keeps the page', async () => {
      const { client } = renderPage(<SettingsPage />, '/settings');
      expect(await tab('Active Profile')).toHaveAttribute('aria-selected', 'true');
      state.settings = userSettings({ activeVoiceProfileId: null });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await waitFor(() =>
        expect(screen.getByRole('tab', { name: 'All Profiles' })).toHaveAttribute('aria-selected', 'true'),
      );
      expect(screen.getByRole('heading', { name: 'Manage All Profiles' })).toBeInTheDocument();
      server.on('GET /api/user-settings', brokenOff);
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await drawn();
      expect(screen.getByRole('heading', { name: 'Manage All Profiles' })).toBeInTheDocument();
    });
  });

  describe('the address', () => {
    it('contains the tab and the open profile, and Back closes the dialog (rule 2.18)', async () => {
      const { user } = renderPage(<SettingsPage />, '/settings?tab=all');
      expect(await tab('All Profiles')).toHaveAttribute('aria-selected', 'true');
      await user.click(screen.getByRole('button', { name: 'Edit Calm Teacher' }));
      expect(window.location.search).toBe('?tab=all&profile=2');
      window.history.back();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await user.click(await tab('General Settings'));
      expect(window.location.search).toBe('?tab=general');
    });

    it('opens an existing profile, and no dialog for an unknown one', async () => {
      const page = renderPage(<SettingsPage />, '/settings?profile=2');
      expect(await screen.findByRole('dialog', { name: 'Edit Voice Profile' })).toBeInTheDocument();
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Calm Teacher');
      page.unmount();
      renderPage(<SettingsPage />, '/settings?profile=99');
      await tab('Active Profile');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  describe('all profiles', () => {
    const card = (name: string) => within(screen.getByRole('article', { name }));

    it('lists every profile and marks the active one (rule 2.18)', async () => {
      await openTab();
      expect(screen.getByRole('heading', { name: 'Manage All Profiles' })).toBeInTheDocument();
      expect(screen.getByText('2 profiles found: Platform Engineer, Calm Teacher')).toBeInTheDocument();
      const active = card('Platform Engineer');
      expect(active.getByText('Active')).toBeInTheDocument();
      expect(active.queryByRole('button', { name: 'Set Active' })).not.toBeInTheDocument();
      expect(active.getByText('No description provided')).toBeInTheDocument();
      expect(badges(active.getByText('Go'))).toEqual(['Kubernetes', 'Go', 'Databases', '+2 more']);
      const other = card('Calm Teacher');
      expect(other.queryByText('Active')).not.toBeInTheDocument();
      expect(other.getByText('For beginners.')).toBeInTheDocument();
      expect(other.queryByRole('list')).not.toBeInTheDocument();
      const tools = other.getAllByRole('button').map((button) => button.title || button.textContent);
      expect(tools).toEqual(['Set Active', 'Edit', 'Export', 'Delete']);
      for (const button of other.getAllByRole('button')) expect(button).toBeEnabled();
    });

    it('reloads the profiles on Refresh, and shows "+N more" only above three areas (rule 9.7)', async () => {
      const { user } = await openTab();
      const [first] = state.profiles;
      state.profiles = [aVoiceProfile({ ...first, expertiseAreas: ['Rust', 'Zig', 'Ada'] })];
      await user.click(screen.getByRole('button', { name: 'Refresh' }));
      expect(await screen.findByText('1 profile found: Platform Engineer')).toBeInTheDocument();
      expect(badges(screen.getByText('Rust'))).toEqual(['Rust', 'Zig', 'Ada']);
    });

    it('deletes a profile only after a confirmation, and never the last one (rules 2.18, 3.5)', async () => {
      server.on('DELETE /api/voice-profiles/:id', () => {
        state.profiles = state.profiles.slice(0, 1);
        return new Response(null, { status: 204 });
      });
      const { user } = await openTab();
      for (const answer of ['Cancel', 'Delete']) {
        expect(server.sent('DELETE /api/voice-profiles/:id')).toEqual([]);
        await user.click(screen.getByRole('button', { name: 'Delete Calm Teacher' }));
        await user.click(await screen.findByRole('button', { name: answer }));
      }
      const last = screen.getByRole('button', { name: 'Delete Platform Engineer' });
      await waitFor(() => expect(last).toBeDisabled());
      expect(last).toHaveAttribute('title', 'The only profile cannot be deleted');
    });

    it('imports only files written by Export, without the profile’s id (rule 2.18)', async () => {
      server.on('POST /api/voice-profiles', Response.json(aVoiceProfile({ id: 3 }), { status: 201 }));
      const files = catchDownloads();
      const { user } = await openTab();
      await user.click(screen.getByRole('button', { name: 'Export Platform Engineer' }));
      const asked = vi.spyOn(screen.getByLabelText('Import a voice profile'), 'click');
      await user.click(screen.getByRole('button', { name: 'Import' }));
      expect(asked).toHaveBeenCalledOnce();
      await user.upload(screen.getByLabelText('Import a voice profile'), files);
      await expectNotice('Success', 'Voice profile created successfully');
      const [sent] = server.sent('POST /api/voice-profiles');
      expect(sent).toMatchObject({
        name: 'Platform Engineer',
        expertiseAreas: state.profiles[0]?.expertiseAreas,
      });
      expect(sent).not.toHaveProperty('id');
      await user.upload(screen.getByLabelText('Import a voice profile'), new File(['{"a":1}'], 'other.json'));
      expect(await screen.findByText('This file is not an exported voice profile.')).toBeInTheDocument();
      expect(server.sent('POST /api/voice-profiles')).toHaveLength(1);
    });

    it('exports and imports a profile with the chosen rules and own comments (rule 2.18)', async () => {
      const rule = { id: 1, profileId: 1, text: 'Use no emoji.', evidence: [], decidedAt: null };
      const comment = { id: 5, source: 'pasted', createdAt: '2026-11-01T09:00:00.000Z' };
      const content = 'Two “lines”,\n\nand "more".';
      server
        .on('GET /api/voice-profiles/:id/style-rules', [
          { ...rule, status: 'accepted', createdAt: '2026-11-01T09:00:00.000Z' },
          { ...rule, id: 2, status: 'proposed', createdAt: '2026-11-01T09:00:00.000Z' },
        ])
        .on('GET /api/voice-profiles/:id/own-comments', {
          total: 1,
          comments: [{ ...comment, content, writtenAt: null }],
        })
        .on('POST /api/voice-profiles', Response.json(aVoiceProfile({ id: 3 }), { status: 201 }))
        .on('POST /api/voice-profiles/:id/style-rules', {
          ...rule,
          status: 'accepted',
          createdAt: '2026-11-01T09:00:00.000Z',
        })
        .on('POST /api/voice-profiles/:id/own-comments', {
          imported: 1,
          duplicates: 0,
          unreadable: 0,
          problems: [],
          total: 1,
        });
      const files = catchDownloads();
      const { user } = await openTab();
      await user.click(screen.getByRole('button', { name: 'Export Platform Engineer' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Export Voice Profile' }));
      expect(question.getByRole('checkbox', { name: 'Its 1 accepted rule' })).toBeChecked();
      await user.click(question.getByRole('checkbox', { name: /^Your 1 own comment/ }));
      await user.click(question.getByRole('button', { name: 'Export' }));
      const [file] = files;
      expect(JSON.parse((await file?.text()) ?? '')).toMatchObject({
        name: 'Platform Engineer',
        rules: ['Use no emoji.'],
        ownComments: [{ content, writtenAt: null }],
      });
      await user.upload(screen.getByLabelText('Import a voice profile'), files);
      await expectNotice('Success', 'Voice profile created successfully');
      expect(server.sent('POST /api/voice-profiles/:id/style-rules')).toEqual([{ text: 'Use no emoji.' }]);
      const [csv] = server.sent('POST /api/voice-profiles/:id/own-comments');
      expect(await (csv as Blob).text()).toBe(
        '"Comment Create Timestamp","Comment Text"\r\n"","Two “lines”,\n\nand ""more""."',
      );
    });

    it('says what to do when there are no profiles (rule 2.18)', async () => {
      state.profiles = [];
      state.settings = userSettings({ activeVoiceProfileId: null });
      renderPage(<SettingsPage />, '/settings');
      expect(await screen.findByText('No voice profiles created yet')).toBeInTheDocument();
      expect(screen.getByText('Create your first profile to get started')).toBeInTheDocument();
    });
  });
});

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
});

describe('backups', () => {
  let server: FakeSettings['server'];
  beforeEach(() => {
    ({ server } = createFakeSettings());
  });

  async function openBackups(answer: object) {
    server.on('GET /api/backups', { last: null, failure: null, folder: '/data/backups', ...answer });
    const { user } = renderPage(<SettingsPage />, '/settings');
    await user.click(await screen.findByRole('tab', { name: 'General Settings' }));
    const section = within(screen.getByRole('region', { name: 'Backups' }));
    await section.findByText('/data/backups');
    return { user, section };
  }

  describe('backups (rule 3.9)', () => {
    it('shows when the last one was made', async () => {
      const { section } = await openBackups({
        last: { madeAt: '2026-11-22T03:00:00.000Z', bytes: 1_234_567 },
      });
      expect(section.getByText(/^Last backup:/)).toHaveTextContent(
        'Last backup: Nov 22, 2026, 3:00 AM (1.2 MB)',
      );
      expect(section.queryByRole('status')).not.toBeInTheDocument();
    });

    it('shows why the last backup failed and what to do', async () => {
      const reason =
        'There is no room left for /data/backups. Free some, or set BACKUP_DIR to another folder.';
      const { section } = await openBackups({ failure: { at: '2026-11-22T03:00:00.000Z', reason } });
      expect(section.getByText('No backup has been made yet.')).toBeInTheDocument();
      expect(section.getByRole('status')).toHaveTextContent(
        `The backup of Nov 22, 2026, 3:00 AM failed. ${reason} Chime In tries again every hour.`,
      );
    });

    it('shows why a backup could not be downloaded', async () => {
      const { user, section } = await openBackups({});
      const sentence = 'The database does not answer right now. Try again in a moment.';
      server.on('GET /api/backups/download', problem(503, 'database_unavailable', sentence));
      await user.click(section.getByRole('button', { name: 'Download a backup' }));
      await expectNotice('Failed to download a backup', sentence);
    });
  });
});

const line = {
  name: 'Backup',
  state: 'ok',
  tried: 'Looked.',
  found: 'It is there.',
  page: null,
  command: null,
};

it('checks the setup and shows what was tried, what was found and how to fix it (rule 6.9)', async () => {
  const { server } = createFakeSettings();
  const page = 'https://console.cloud.google.com/apis/library/youtube.googleapis.com?project=1';
  const api = { ...line, name: 'YouTube Data API', state: 'failed', found: 'It is not enabled.', page };
  const clock = { ...line, name: 'Clock', state: 'failed', command: 'sudo timedatectl set-ntp true' };
  const gate = held([api, clock, line]);
  server.on('POST /api/setup-check', gate.answer);
  const { user } = renderPage(<SettingsPage />, '/settings');
  await user.click(await screen.findByRole('tab', { name: 'General Settings' }));
  const section = within(screen.getByRole('region', { name: 'YouTube connection' }));
  await user.click(section.getByRole('button', { name: 'Check the setup' }));
  expect(section.getByRole('button', { name: 'Checking…' })).toBeDisabled();
  gate.release();
  const [first, second, third] = await section.findAllByRole('listitem');
  for (const text of ['YouTube Data API', 'Failed', 'Looked.', 'It is not enabled.'])
    expect(within(first as HTMLElement).getByText(text)).toBeInTheDocument();
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', page);
  expect(second).toHaveTextContent('sudo timedatectl set-ntp true');
  expect(within(third as HTMLElement).getByText('Backup')).toBeInTheDocument();
  expect(within(third as HTMLElement).getByText('OK')).toBeInTheDocument();
});

it('shows why the setup could not be checked', async () => {
  const { server } = createFakeSettings();
  server.on('POST /api/setup-check', problem(429, 'rate_limited', 'Wait a few minutes.'));
  const { user } = renderPage(<SettingsPage />, '/settings');
  await user.click(await screen.findByRole('tab', { name: 'General Settings' }));
  const section = within(screen.getByRole('region', { name: 'YouTube connection' }));
  await user.click(section.getByRole('button', { name: 'Check the setup' }));
  expect(await section.findByText(/Wait a few minutes\./)).toBeInTheDocument();
});
