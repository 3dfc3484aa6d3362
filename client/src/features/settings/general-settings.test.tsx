import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPostingStatus, someQuota, userSettings } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, held } from '../../testing/fake-server.ts';
import { createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
import { expectNotice, expectPolicyLinks } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

let state: FakeSettings;
let server: FakeServer;

beforeEach(() => {
  state = createFakeSettings();
  server = state.server;
});

const tab = (name: string) => screen.findByRole('tab', { name });

async function openTab() {
  const page = renderPage(<SettingsPage />, '/settings?tab=general');
  await tab('General Settings');
  return page;
}

describe('general settings', () => {
  it('says why posts are paced, and advises five a day in the first week (rule 7.10)', async () => {
    server.on('GET /api/posting-status', aPostingStatus({ firstWeekEndsAt: '2026-11-30T09:00:00.000Z' }));
    await openTab();
    const pacing = within(screen.getByRole('group', { name: 'Pacing' }));
    expect(pacing.getByText(/^YouTube hides what looks like spam, and many comments/)).toBeInTheDocument();
    await pacing.findByText(/Until Monday, November 30, post at most 5 comments a day\. /);
    expect(pacing.getByText(/our advice, not a limit: yours is 50 a day/)).toBeInTheDocument();
  });

  it('saves profile, auto queue and pacing together (rules 5.5, 11.3)', async () => {
    const { user } = await openTab();
    expect(screen.getByLabelText('Active Voice Profile')).toHaveDisplayValue('Platform Engineer');
    await user.selectOptions(screen.getByLabelText('Active Voice Profile'), 'Calm Teacher');
    await user.click(screen.getByRole('switch', { name: 'Auto Queue: Enabled' }));
    expect(screen.getByRole('switch', { name: 'Auto Queue: Disabled' })).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Posts per day'));
    await user.type(screen.getByLabelText('Posts per day'), '12');
    await user.clear(screen.getByLabelText('Daily quota for checking results'));
    await user.type(screen.getByLabelText('Daily quota for checking results'), '300');
    await user.type(
      screen.getByLabelText('Blocked channels'),
      'UCabc{Enter}{Enter}https://www.youtube.com/channel/UCdef, UCabc{Enter}',
    );
    state.settings = userSettings({ activeVoiceProfileId: 2, autoQueueEnabled: false });
    const answer = held(state.settings);
    server.on('PUT /api/user-settings', answer.answer);
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer.release();
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([
      {
        activeVoiceProfileId: 2,
        autoQueueEnabled: false,
        dailyCap: 12,
        outcomeUnits: 300,
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

  it('shows the time zone of slots and daily limit, and saves another (rule 5.10)', async () => {
    state.settings = userSettings({ timeZone: 'Asia/Tokyo' });
    const { user } = await openTab();
    const zone = screen.getByLabelText('Time zone');
    expect(zone).toHaveDisplayValue('Asia/Tokyo');
    expect(zone).toHaveAccessibleDescription(/This browser is in UTC\.$/);
    await user.selectOptions(zone, 'America/New York');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, timeZone: 'America/New_York' },
    ]);
  });

  it('does not send a time zone to a server without one until the user chooses it', async () => {
    state.settings = userSettings({ timeZone: null });
    const { user } = await openTab();
    expect(screen.getByLabelText('Time zone')).toHaveDisplayValue('Not known yet');
    await user.clear(screen.getByLabelText('Posts per day'));
    await user.type(screen.getByLabelText('Posts per day'), '12');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([{ autoQueueEnabled: true, dailyCap: 12 }]);
  });

  it('keeps unsaved edits while unchanged fields follow the server (rule 2.20)', async () => {
    const { user, client } = await openTab();
    const field = (label: string) => screen.getByLabelText(label);
    const again = 'Your unsaved changes were restored.';
    await user.type(field('Blocked channels'), 'UCabc');
    await user.clear(field('Posts per day'));
    await user.type(field('Posts per day'), '250');
    await user.click(screen.getByRole('switch', { name: 'Auto Queue: Enabled' }));
    state.settings = userSettings({ minGapSeconds: 90, dailyCap: 30 });
    await client.invalidateQueries({ queryKey: ['user-settings'] });
    await waitFor(() => expect(field('Seconds between automatic posts')).toHaveValue(90));
    expect(field('Posts per day')).toHaveValue(250);
    expect(screen.queryByText(again)).not.toBeInTheDocument();
    await user.click(await tab('All Profiles'));
    state.settings = userSettings({ minGapSeconds: 120 });
    await client.invalidateQueries({ queryKey: ['user-settings'] });
    await user.click(await tab('General Settings'));
    expect(screen.getByText(again)).toBeInTheDocument();
    expect(field('Blocked channels')).toHaveValue('UCabc');
    expect(field('Posts per day')).toHaveValue(250);
    expect(field('Seconds between automatic posts')).toHaveValue(120);
    expect(screen.getByRole('switch', { name: 'Auto Queue: Disabled' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Start Over' }));
    expect(field('Blocked channels')).toHaveValue('');
    expect(field('Posts per day')).toHaveValue(50);
    expect(screen.queryByText(again)).not.toBeInTheDocument();
    // Edits that were reverted or saved are not restored.
    for (const leave of ['{Backspace}', '{Tab}']) {
      await user.type(field('Blocked channels'), `x${leave}`);
      if (leave === '{Tab}') {
        await user.click(screen.getByRole('button', { name: 'Save Settings' }));
        await expectNotice('Success', 'Settings updated successfully');
        // A saved field follows the server again.
        state.settings = userSettings({ blockedChannels: ['x', 'y'] });
        await client.invalidateQueries({ queryKey: ['user-settings'] });
        await waitFor(() => expect(field('Blocked channels')).toHaveValue('x\ny'));
      }
      await user.click(await tab('All Profiles'));
      await user.click(await tab('General Settings'));
      expect(screen.queryByText(again)).not.toBeInTheDocument();
    }
    // The request contains only the changed fields, so what another tab or a phone saved meanwhile stays.
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, blockedChannels: ['x'] },
    ]);
  });

  it('forgets unsaved edits that were already saved elsewhere', async () => {
    const { user, client } = await openTab();
    await user.type(screen.getByLabelText('Blocked channels'), 'UCabc');
    await user.click(await tab('All Profiles'));
    state.settings = userSettings({ blockedChannels: ['UCabc'] });
    await client.invalidateQueries({ queryKey: ['user-settings'] });
    await user.click(await tab('General Settings'));
    expect(screen.getByLabelText('Blocked channels')).toHaveValue('UCabc');
    expect(screen.queryByText(/were restored/)).not.toBeInTheDocument();
  });

  it('says which number is out of range (rule 5.7)', async () => {
    state.settings = userSettings({ autoQueueEnabled: false, activeVoiceProfileId: null });
    const { user } = await openTab();
    expect(screen.getByLabelText('Active Voice Profile')).toHaveDisplayValue('No profile: a neutral voice');
    expect(screen.getByRole('switch', { name: 'Auto Queue: Disabled' })).not.toBeChecked();
    expect(screen.getByRole('group', { name: 'Pacing' })).toBeInTheDocument();
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

  it('shows the quota, and stores theme and shortcuts in this browser', async () => {
    const until = '2026-11-22T08:00:00.000Z';
    server.on('GET /api/quota', someQuota({ search: { blockedUntil: until }, shared: { reserved: 1_050 } }));
    const { user } = await openTab();
    const quota = within(screen.getByRole('region', { name: 'YouTube quota today' }));
    expect((await quota.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Searches3 of 100 usedYouTube says it is used up. Resumes Nov 22, 2026, 8:00 AM.',
      'Posting and reading150 of 10,000 used, 1,050 kept for scheduled commentsResets on Nov 22, 2026, 8:00 AM.',
      'Of these, what you follow took 40 of at most 1,500, and standing searches 4 of at most 30 searches; the last 60 searches of a day are yours alone. A post counts as 50, reading a list as 1.',
    ]);
    expect(quota.getByRole('progressbar', { name: 'Searches used today' })).toHaveAttribute(
      'aria-valuenow',
      '3',
    );
    for (const name of ['Posting', 'This browser', 'YouTube connection'])
      expect(screen.getByRole('region', { name })).toBeInTheDocument();
    expectPolicyLinks();
    const themes = within(screen.getByRole('radiogroup', { name: 'Theme' }));
    await user.click(themes.getByRole('radio', { name: 'Dark' }));
    const shortcuts = screen.getByRole('switch', { name: 'Single-key shortcuts' });
    expect(shortcuts).toBeChecked();
    await user.click(shortcuts);
    expect(shortcuts).not.toBeChecked();
    expect(localStorage.getItem('chime-in.theme')).toBe('dark');
    expect(localStorage.getItem('chime-in.shortcuts')).toBe('off');
  });

  it('shows that YouTube could not be disconnected or the quota not loaded', async () => {
    server.on('POST /api/auth/disconnect', brokenOff).on('GET /api/quota', brokenOff);
    const { user } = await openTab();
    expect(await screen.findByText('Failed to load the quota')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Disconnect YouTube' }));
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    await expectNotice('Failed to disconnect YouTube');
  });
});
