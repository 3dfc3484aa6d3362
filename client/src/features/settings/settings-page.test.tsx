import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { userSettings } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, held, problem } from '../../testing/fake-server.ts';
import { createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
import { click, drawn, expectNoDialog, expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { openSettingsTab } from '../../testing/settings-screen.tsx';
import { SettingsPage } from './settings-page.tsx';

const openSettings = () => renderPage(<SettingsPage />, '/settings');

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

  describe('the active profile', () => {
    it('shows name, "No description provided" and three areas (rules 2.18, 9.7)', async () => {
      openSettings();
      expect(
        await screen.findByRole('heading', { name: 'Platform Engineer' }),
      ).toBeInTheDocument();
      expect(screen.getByText('No description provided')).toBeInTheDocument();
      expect(badges(screen.getByText('Kubernetes'))).toEqual([
        'Kubernetes',
        'Go',
        'Databases',
        '+2 more',
      ]);
      expect(screen.getByText('+2 more')).toHaveAttribute('title', 'Tracing, CI');
    });

    it('says that it loads the versions', async () => {
      server.on('GET /api/voice-profiles/:id/versions', held([]).answer);
      openSettings();
      expect(await screen.findByText('Loading the versions')).toBeInTheDocument();
    });

    it('is edited in a dialog', async () => {
      openSettings();
      await press('Edit');
      expect(
        screen.getByRole('dialog', { name: 'Edit Voice Profile' }),
      ).toBeInTheDocument();
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Platform Engineer');
    });

    it('has no tab while no profile is active (rule 2.18)', async () => {
      state.settings = userSettings({ activeVoiceProfileId: null });
      openSettings();
      expect(await tab('All Profiles')).toHaveAttribute('aria-selected', 'true');
      expect(
        screen.queryByRole('tab', { name: 'Active Profile' }),
      ).not.toBeInTheDocument();
    });

    it('gets a tab when a profile becomes active, without switching to it', async () => {
      state.settings = userSettings({ activeVoiceProfileId: null });
      const { client } = openSettings();
      await tab('All Profiles');
      state.settings = userSettings();
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      expect(await tab('Active Profile')).toHaveAttribute('aria-selected', 'false');
      expect(await tab('All Profiles')).toHaveAttribute('aria-selected', 'true');
    });

    it('switches to All Profiles when no profile is active any more', async () => {
      const { client } = openSettings();
      expect(await tab('Active Profile')).toHaveAttribute('aria-selected', 'true');
      state.settings = userSettings({ activeVoiceProfileId: null });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await waitFor(() =>
        expect(screen.getByRole('tab', { name: 'All Profiles' })).toHaveAttribute(
          'aria-selected',
          'true',
        ),
      );
      expect(
        screen.getByRole('heading', { name: 'Manage All Profiles' }),
      ).toBeInTheDocument();
    });
  });

  describe('the page', () => {
    it('has a heading and four tabs', async () => {
      openSettings();
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Voice Profile' }),
      ).toBeInTheDocument();
      const tabs = within(
        await screen.findByRole('tablist', { name: 'Settings' }),
      ).getAllByRole('tab');
      expect(tabs.map(({ textContent }) => textContent)).toEqual([
        'Active Profile',
        'All Profiles',
        'General Settings',
        'Notices',
      ]);
    });

    it('stays when its settings cannot be loaded again', async () => {
      const { client } = await openSettingsTab('all');
      server.on('GET /api/user-settings', brokenOff);
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await drawn();
      expect(
        screen.getByRole('heading', { name: 'Manage All Profiles' }),
      ).toBeInTheDocument();
    });
  });

  describe('the address', () => {
    it('names the tab (rule 2.18)', async () => {
      renderPage(<SettingsPage />, '/settings?tab=all');
      expect(await tab('All Profiles')).toHaveAttribute('aria-selected', 'true');
      await click('tab', 'General Settings');
      expect(window.location.search).toBe('?tab=general');
    });

    it('names the open profile', async () => {
      await openSettingsTab('all');
      await press('Edit Calm Teacher');
      expect(window.location.search).toBe('?tab=all&profile=2');
    });

    it('closes the dialog on Back', async () => {
      await openSettingsTab('all');
      await press('Edit Calm Teacher');
      window.history.back();
      await waitFor(expectNoDialog);
    });

    it('opens a profile', async () => {
      renderPage(<SettingsPage />, '/settings?profile=2');
      expect(
        await screen.findByRole('dialog', { name: 'Edit Voice Profile' }),
      ).toBeInTheDocument();
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Calm Teacher');
    });

    it('opens no dialog for an unknown profile', async () => {
      renderPage(<SettingsPage />, '/settings?profile=99');
      await tab('Active Profile');
      expectNoDialog();
    });
  });
});

describe('backups', () => {
  let server: FakeSettings['server'];
  beforeEach(() => {
    ({ server } = createFakeSettings());
  });

  async function openBackups(answer: object) {
    server.on('GET /api/backups', {
      last: null,
      failure: null,
      folder: '/data/backups',
      ...answer,
    });
    openSettings();
    await click('tab', 'General Settings');
    const section = within(screen.getByRole('region', { name: 'Backups' }));
    await section.findByText('/data/backups');
    return section;
  }

  describe('backups (rule 3.9)', () => {
    it('shows when the last one was made', async () => {
      const section = await openBackups({
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
      const section = await openBackups({
        failure: { at: '2026-11-22T03:00:00.000Z', reason },
      });
      expect(section.getByText('No backup has been made yet.')).toBeInTheDocument();
      expect(section.getByRole('status')).toHaveTextContent(
        `The backup of Nov 22, 2026, 3:00 AM failed. ${reason} Chime In tries again every hour.`,
      );
    });

    it('shows why a backup could not be downloaded', async () => {
      const section = await openBackups({});
      const sentence = 'The database does not answer right now. Try again in a moment.';
      server.on(
        'GET /api/backups/download',
        problem(503, 'database_unavailable', sentence),
      );
      await press('Download a backup', section);
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

describe('the check of the setup', () => {
  async function checkSetup(answer: Parameters<FakeServer['on']>[1]) {
    createFakeSettings().server.on('POST /api/setup-check', answer);
    renderPage(<SettingsPage />, '/settings?tab=general');
    await screen.findByRole('tab', { name: 'General Settings' });
    const section = within(screen.getByRole('region', { name: 'YouTube connection' }));
    await press('Check the setup', section);
    return section;
  }

  it('disables its button while it runs', async () => {
    const gate = held([line]);
    const section = await checkSetup(gate.answer);
    expect(section.getByRole('button', { name: 'Checking…' })).toBeDisabled();
    gate.release();
    expect(await section.findByRole('button', { name: 'Check the setup' })).toBeEnabled();
  });

  it('shows what was tried, what was found and whether that is right (rule 6.9)', async () => {
    const section = await checkSetup([line]);
    const backup = within(await section.findByRole('listitem'));
    for (const text of ['Backup', 'OK', 'Looked.', 'It is there.'])
      expect(backup.getByText(text)).toBeInTheDocument();
  });

  it('links to the page where a failure is fixed (rule 6.9)', async () => {
    const page =
      'https://console.cloud.google.com/apis/library/youtube.googleapis.com?project=1';
    const section = await checkSetup([
      { ...line, name: 'YouTube Data API', state: 'failed', page },
    ]);
    const api = within(await section.findByRole('listitem'));
    expect(api.getByText('Failed')).toBeInTheDocument();
    expect(api.getByRole('link')).toHaveAttribute('href', page);
  });

  it('shows the command that fixes a failure (rule 6.9)', async () => {
    const command = 'sudo timedatectl set-ntp true';
    const section = await checkSetup([
      { ...line, name: 'Clock', state: 'failed', command },
    ]);
    expect(await section.findByRole('listitem')).toHaveTextContent(command);
  });

  it('says why it could not run', async () => {
    const section = await checkSetup(problem(429, 'rate_limited', 'Wait a few minutes.'));
    expect(await section.findByText(/Wait a few minutes\./)).toBeInTheDocument();
  });
});
