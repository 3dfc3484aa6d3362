import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPostingStatus, someQuota, userSettings } from '../../testing/factories.ts';
import { brokenOff, type FakeServer, held } from '../../testing/fake-server.ts';
import { createFakeSettings, type FakeSettings } from '../../testing/fake-settings.ts';
import {
  click,
  expectNotice,
  expectPolicyLinks,
  fill,
  press,
  select,
} from '../../testing/page.ts';
import { openSettingsTab } from '../../testing/settings-screen.tsx';

let state: FakeSettings;
let server: FakeServer;

beforeEach(() => {
  state = createFakeSettings();
  server = state.server;
});

describe('general settings', () => {
  it('says why posts are paced', async () => {
    await openSettingsTab('general');
    expect(
      within(screen.getByRole('group', { name: 'Pacing' })).getByText(
        /^YouTube hides what looks like spam, and many comments/,
      ),
    ).toBeInTheDocument();
  });

  it('advises five posts a day in the first week (rule 7.10)', async () => {
    server.on(
      'GET /api/posting-status',
      aPostingStatus({ firstWeekEndsAt: '2026-11-30T09:00:00.000Z' }),
    );
    await openSettingsTab('general');
    const pacing = within(screen.getByRole('group', { name: 'Pacing' }));
    await pacing.findByText(
      /Until Monday, November 30, post at most 5 comments a day\. /,
    );
    expect(
      pacing.getByText(/our advice, not a limit: yours is 50 a day/),
    ).toBeInTheDocument();
  });

  it('shows the stored profile and auto queue', async () => {
    state.settings = userSettings({ activeVoiceProfileId: 2, autoQueueEnabled: false });
    await openSettingsTab('general');
    expect(screen.getByLabelText('Active Voice Profile')).toHaveDisplayValue(
      'Calm Teacher',
    );
    expect(
      screen.getByRole('switch', { name: 'Auto Queue: Disabled' }),
    ).not.toBeChecked();
  });

  it('shows a neutral voice when no profile is active', async () => {
    state.settings = userSettings({ activeVoiceProfileId: null });
    await openSettingsTab('general');
    expect(screen.getByLabelText('Active Voice Profile')).toHaveDisplayValue(
      'No profile: a neutral voice',
    );
  });

  it('saves profile, auto queue and pacing together (rules 5.5, 11.3)', async () => {
    await openSettingsTab('general');
    await select('Active Voice Profile', 'Calm Teacher');
    await click('switch', 'Auto Queue: Enabled');
    await fill('Posts per day', '12');
    await fill('Daily quota for checking results', '300');
    await press('Save Settings');
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([
      {
        activeVoiceProfileId: 2,
        autoQueueEnabled: false,
        dailyCap: 12,
        outcomeUnits: 300,
      },
    ]);
  });

  it('saves each blocked channel once, whether typed as an id or as an address', async () => {
    const { user } = await openSettingsTab('general');
    await user.type(
      screen.getByLabelText('Blocked channels'),
      'UCabc{Enter}{Enter}https://www.youtube.com/channel/UCdef, UCabc{Enter}',
    );
    await press('Save Settings');
    await waitFor(() =>
      expect(server.sent('PUT /api/user-settings')).toEqual([
        { autoQueueEnabled: true, blockedChannels: ['UCabc', 'UCdef'] },
      ]),
    );
  });

  it('disables its button while it saves', async () => {
    const answer = held(state.settings);
    server.on('PUT /api/user-settings', answer.answer);
    await openSettingsTab('general');
    await press('Save Settings');
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer.release();
    expect(await screen.findByRole('button', { name: 'Save Settings' })).toBeEnabled();
  });

  it('can leave no profile active', async () => {
    await openSettingsTab('general');
    await select('Active Voice Profile', 'No profile: a neutral voice');
    await press('Save Settings');
    await waitFor(() =>
      expect(server.sent('PUT /api/user-settings')).toEqual([
        { activeVoiceProfileId: null, autoQueueEnabled: true },
      ]),
    );
  });

  it('shows the time zone of slots and daily limit beside that of the browser (rule 5.10)', async () => {
    state.settings = userSettings({ timeZone: 'Asia/Tokyo' });
    await openSettingsTab('general');
    const zone = screen.getByLabelText('Time zone');
    expect(zone).toHaveDisplayValue('Asia/Tokyo');
    expect(zone).toHaveAccessibleDescription(/This browser is in UTC\.$/);
  });

  it('saves another time zone', async () => {
    state.settings = userSettings({ timeZone: 'Asia/Tokyo' });
    await openSettingsTab('general');
    await select('Time zone', 'America/New York');
    await press('Save Settings');
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, timeZone: 'America/New_York' },
    ]);
  });

  it('does not send a time zone to a server without one until the user chooses it', async () => {
    state.settings = userSettings({ timeZone: null });
    await openSettingsTab('general');
    expect(screen.getByLabelText('Time zone')).toHaveDisplayValue('Not known yet');
    await fill('Posts per day', '12');
    await press('Save Settings');
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/user-settings')).toEqual([
      { autoQueueEnabled: true, dailyCap: 12 },
    ]);
  });

  describe('an unsaved edit', () => {
    const restored = 'Your unsaved changes were restored.';
    const blocked = () => screen.getByLabelText('Blocked channels');
    const save = () => screen.getByRole('button', { name: 'Save Settings' });
    const gap = () => screen.getByLabelText('Seconds between automatic posts');

    /** Shows another tab of the settings and returns to this one. */
    async function leaveAndReturn() {
      await click('tab', 'All Profiles');
      await click('tab', 'General Settings');
    }

    it('stays while unchanged fields follow the server (rule 2.20)', async () => {
      const { client } = await openSettingsTab('general');
      await fill('Posts per day', '250');
      state.settings = userSettings({ minGapSeconds: 90, dailyCap: 30 });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await waitFor(() => expect(gap()).toHaveValue(90));
      expect(screen.getByLabelText('Posts per day')).toHaveValue(250);
      expect(screen.queryByText(restored)).not.toBeInTheDocument();
    });

    it('is restored after another tab was shown, beside what the server changed meanwhile', async () => {
      const { user, client } = await openSettingsTab('general');
      await user.type(blocked(), 'UCabc');
      await fill('Posts per day', '250');
      await click('switch', 'Auto Queue: Enabled');
      await click('tab', 'All Profiles');
      state.settings = userSettings({ minGapSeconds: 120 });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await click('tab', 'General Settings');
      expect(screen.getByText(restored)).toBeInTheDocument();
      expect(blocked()).toHaveValue('UCabc');
      expect(screen.getByLabelText('Posts per day')).toHaveValue(250);
      expect(
        screen.getByRole('switch', { name: 'Auto Queue: Disabled' }),
      ).not.toBeChecked();
      expect(gap()).toHaveValue(120);
    });

    it('is discarded by Start Over', async () => {
      const { user } = await openSettingsTab('general');
      await user.type(blocked(), 'UCabc');
      await leaveAndReturn();
      await press('Start Over');
      expect(blocked()).toHaveValue('');
      expect(screen.queryByText(restored)).not.toBeInTheDocument();
    });

    it('is not restored after it was reverted', async () => {
      const { user } = await openSettingsTab('general');
      await user.type(blocked(), 'x{Backspace}');
      await leaveAndReturn();
      expect(screen.queryByText(restored)).not.toBeInTheDocument();
    });

    it('is not restored after it was saved', async () => {
      const { user } = await openSettingsTab('general');
      await user.type(blocked(), 'x');
      await user.click(save());
      await expectNotice('Success', 'Settings updated successfully');
      await leaveAndReturn();
      expect(blocked()).toHaveValue('x');
      expect(screen.queryByText(restored)).not.toBeInTheDocument();
    });

    it('follows the server again after it was saved', async () => {
      const { user, client } = await openSettingsTab('general');
      await user.type(blocked(), 'x');
      await user.click(save());
      await expectNotice('Success', 'Settings updated successfully');
      state.settings = userSettings({ blockedChannels: ['x', 'y'] });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await waitFor(() => expect(blocked()).toHaveValue('x\ny'));
    });

    it('is forgotten when the same was saved elsewhere', async () => {
      const { user, client } = await openSettingsTab('general');
      await user.type(blocked(), 'UCabc');
      await click('tab', 'All Profiles');
      state.settings = userSettings({ blockedChannels: ['UCabc'] });
      await client.invalidateQueries({ queryKey: ['user-settings'] });
      await click('tab', 'General Settings');
      expect(blocked()).toHaveValue('UCabc');
      expect(screen.queryByText(restored)).not.toBeInTheDocument();
    });

    it('is saved alone, so that what another device saved meanwhile stays', async () => {
      const { user } = await openSettingsTab('general');
      await user.type(blocked(), 'x');
      state.settings = userSettings({ minGapSeconds: 90 });
      await user.click(save());
      await expectNotice('Success', 'Settings updated successfully');
      expect(server.sent('PUT /api/user-settings')).toEqual([
        { autoQueueEnabled: true, blockedChannels: ['x'] },
      ]);
    });
  });

  it('says which number is out of range (rule 5.7)', async () => {
    const { user } = await openSettingsTab('general');
    await fill('Posts per day', '0');
    await user.clear(screen.getByLabelText('Seconds between automatic posts'));
    await fill('Hours between posts on one channel', '8761');
    await press('Save Settings');
    expect(
      await screen.findByText('Enter a whole number from 1 to 200'),
    ).toBeInTheDocument();
    expect(screen.getByText('Enter a whole number from 0 to 8,760')).toBeInTheDocument();
    expect(screen.getByText('Enter a whole number from 0 to 86,400')).toBeInTheDocument();
    expect(server.sent('PUT /api/user-settings')).toEqual([]);
  });

  it('has a section for posting, this browser and the YouTube connection', async () => {
    await openSettingsTab('general');
    for (const name of ['Posting', 'This browser', 'YouTube connection'])
      expect(screen.getByRole('region', { name })).toBeInTheDocument();
  });

  it('links to the policies', async () => {
    await openSettingsTab('general');
    expectPolicyLinks();
  });

  it('stores the theme in this browser', async () => {
    await openSettingsTab('general');
    const themes = within(screen.getByRole('radiogroup', { name: 'Theme' }));
    await click('radio', 'Dark', themes);
    expect(localStorage.getItem('chime-in.theme')).toBe('dark');
  });

  it('stores in this browser that single-key shortcuts are off', async () => {
    const { user } = await openSettingsTab('general');
    const shortcuts = screen.getByRole('switch', { name: 'Single-key shortcuts' });
    expect(shortcuts).toBeChecked();
    await user.click(shortcuts);
    expect(shortcuts).not.toBeChecked();
    expect(localStorage.getItem('chime-in.shortcuts')).toBe('off');
  });

  it('shows that YouTube could not be disconnected', async () => {
    server.on('POST /api/auth/disconnect', brokenOff);
    await openSettingsTab('general');
    await press('Disconnect YouTube');
    await press('Disconnect');
    await expectNotice('Failed to disconnect YouTube');
  });

  describe('the quota', () => {
    const resetsAt = '2026-11-22T08:00:00.000Z';

    /** Returns the list item of one kind of quota. */
    async function quotaOf(label: string) {
      const quota = within(screen.getByRole('region', { name: 'YouTube quota today' }));
      const [item] = (await quota.findAllByRole('listitem')).filter(
        (each) => within(each).queryByText(label) !== null,
      );
      if (!item) throw new Error(`There is no quota "${label}"`);
      return within(item);
    }

    it('shows how much is used and when it resets', async () => {
      server.on('GET /api/quota', someQuota({ search: { resetsAt } }));
      await openSettingsTab('general');
      const searches = await quotaOf('Searches');
      expect(searches.getByText('3 of 100 used')).toBeInTheDocument();
      expect(
        searches.getByRole('progressbar', { name: 'Searches used today' }),
      ).toHaveAttribute('aria-valuenow', '3');
      expect(searches.getByText(/^Resets on/)).toHaveTextContent(
        'Resets on Nov 22, 2026, 8:00 AM.',
      );
    });

    it('says when YouTube will accept requests again', async () => {
      server.on('GET /api/quota', someQuota({ search: { blockedUntil: resetsAt } }));
      await openSettingsTab('general');
      const searches = await quotaOf('Searches');
      expect(searches.getByText(/^YouTube says it is used up/)).toHaveTextContent(
        'YouTube says it is used up. Resumes Nov 22, 2026, 8:00 AM.',
      );
    });

    it('says how much is kept for scheduled comments', async () => {
      server.on('GET /api/quota', someQuota({ shared: { reserved: 1_050 } }));
      await openSettingsTab('general');
      const shared = await quotaOf('Posting and reading');
      expect(
        shared.getByText('150 of 10,000 used, 1,050 kept for scheduled comments'),
      ).toBeInTheDocument();
    });

    it('says how much following and standing searches used', async () => {
      await openSettingsTab('general');
      expect(
        await screen.findByText(
          /^Of these, what you follow took 40 of at most 1,500, and standing searches 4 of at most 30 searches; the last 60 searches of a day are yours alone\. A post counts as 50, reading a list as 1\.$/,
        ),
      ).toBeInTheDocument();
    });

    it('says that it could not be loaded', async () => {
      server.on('GET /api/quota', brokenOff);
      await openSettingsTab('general');
      expect(await screen.findByText('Failed to load the quota')).toBeInTheDocument();
    });
  });
});
