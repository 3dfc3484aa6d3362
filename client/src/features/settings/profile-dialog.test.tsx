import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseAway, type FakeServer, held, json } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../testing/fake-settings.ts';
import {
  click,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
  select,
} from '../../testing/page.ts';
import { openSettingsTab } from '../../testing/settings-screen.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFakeSettings().server;
});

const TABS = {
  'Basic Info': [
    'Profile Name',
    'Description',
    'Default Comment Style',
    'Expertise Areas',
  ],
  'Voice & Style': [
    'Communication Style',
    'Brand Personality',
    'Voice Examples',
    'Words to Avoid',
    'Preferred Words',
  ],
  'Business Context': [
    'Business Goals',
    'Business Description',
    'Target Audience',
    'Key Messages',
    'Industry Focus',
  ],
  'AI Framework': ['Prompt Framework', 'Custom Instructions'],
};

const tab = (name: string) => screen.findByRole('tab', { name });

const pressBesideDialog = (user: UserEvent) =>
  user.click(document.querySelector('.bg-scrim') ?? document.body);

describe('the profile dialog', () => {
  /** Opens the dialog of a new profile, and types its name if there is one. */
  async function openNewProfile(name = '') {
    const { user } = await openSettingsTab('all');
    await press('New Profile');
    const dialog = await findDialog('Create Voice Profile');
    if (name) await user.type(dialog.getByLabelText('Profile Name'), name);
    return { user, dialog };
  }

  it('starts empty, with the insightful style', async () => {
    const { dialog } = await openNewProfile();
    expect(dialog.getByLabelText('Profile Name')).toHaveValue('');
    expect(dialog.getByLabelText('Default Comment Style')).toHaveDisplayValue(
      'Insightful & Technical',
    );
    expect(dialog.queryByRole('list')).not.toBeInTheDocument();
    expect(dialog.queryByText(/were restored/)).not.toBeInTheDocument();
  });

  it('shows four tabs with their fields (rule 2.19)', async () => {
    const { dialog } = await openNewProfile();
    const tabs = within(
      dialog.getByRole('tablist', { name: 'Parts of the profile' }),
    ).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(Object.keys(TABS));
    for (const [name, labels] of Object.entries(TABS)) {
      await click('tab', name, dialog);
      const panel = within(dialog.getByRole('tabpanel', { name }));
      for (const label of labels) expect(panel.getByLabelText(label)).toBeInTheDocument();
    }
  });

  it('requires a name from every tab (rule 5.5)', async () => {
    const { dialog } = await openNewProfile();
    await click('tab', 'AI Framework', dialog);
    await press('Create Profile');
    expect(await screen.findByText('Profile name is required')).toBeInTheDocument();
    expect(dialog.getByLabelText('Profile Name')).toHaveAccessibleDescription(
      'Profile name is required',
    );
    expect(screen.getByRole('tab', { name: 'Basic Info' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(server.sent('POST /api/voice-profiles')).toEqual([]);
  });

  it('creates a profile with the fields of all four tabs', async () => {
    server.on('POST /api/voice-profiles', json(aVoiceProfile({ id: 3 }), 201));
    const { user, dialog } = await openNewProfile('  Data Person ');
    await select('Default Comment Style', 'Thought-Provoking');
    await click('tab', 'Voice & Style', dialog);
    await user.type(dialog.getByLabelText('Words to Avoid'), 'synergy');
    await click('tab', 'Business Context', dialog);
    await user.type(dialog.getByLabelText('Target Audience'), 'Analysts');
    await click('tab', 'AI Framework', dialog);
    await user.type(dialog.getByLabelText('Prompt Framework'), 'Claim, reason, question');
    await press('Create Profile', dialog);
    await expectNotice('Success', 'Voice profile created successfully');
    expect(server.sent('POST /api/voice-profiles')).toEqual([
      expect.objectContaining({
        name: 'Data Person',
        defaultCommentStyle: 'questioning',
        avoidWords: 'synergy',
        targetAudience: 'Analysts',
        promptFramework: 'Claim, reason, question',
        keyMessages: null,
      }),
    ]);
  });

  it('disables its button while it saves, and closes afterwards', async () => {
    const answer = held(aVoiceProfile({ id: 3 }), 201);
    server.on('POST /api/voice-profiles', answer.answer);
    const { dialog } = await openNewProfile('Data Person');
    await press('Create Profile', dialog);
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer.release();
    await waitFor(expectNoDialog);
  });

  it('starts empty again after a profile was created', async () => {
    server.on('POST /api/voice-profiles', json(aVoiceProfile({ id: 3 }), 201));
    const { dialog } = await openNewProfile('Data Person');
    await press('Create Profile', dialog);
    await waitFor(expectNoDialog);
    await press('New Profile');
    expect(screen.getByLabelText('Profile Name')).toHaveValue('');
    expect(screen.queryByText(/were restored/)).not.toBeInTheDocument();
  });

  describe('the expertise areas', () => {
    const areas = () => screen.getByLabelText('Expertise Areas');
    const listed = () =>
      screen.getAllByRole('listitem').map(({ textContent }) => textContent);

    it('are added by Enter, once each and without spaces around them', async () => {
      const { user } = await openNewProfile();
      await user.type(areas(), ' SQL {Enter}   {Enter}SQL{Enter}Spark{Enter}');
      expect(listed()).toEqual(['SQL', 'Spark']);
    });

    it('are not added by an Enter that accepts a suggestion of an input method', async () => {
      const { user, dialog } = await openNewProfile();
      await user.type(areas(), 'SQL');
      fireEvent.keyDown(areas(), { key: 'Enter', isComposing: true });
      expect(
        dialog.queryByRole('button', { name: 'Remove SQL' }),
      ).not.toBeInTheDocument();
    });

    it('are added by Enter without submitting the form', async () => {
      const { user } = await openNewProfile();
      await user.type(areas(), 'SQL');
      const isSubmitted = fireEvent.keyDown(areas(), { key: 'Enter' });
      expect(isSubmitted).toBe(false);
    });

    it('are added by the Add button', async () => {
      const { user, dialog } = await openNewProfile();
      await user.type(areas(), 'Spark');
      await press('Add', dialog);
      expect(listed()).toEqual(['Spark']);
    });

    it('are added when the field is left', async () => {
      const { user } = await openNewProfile();
      await user.type(areas(), 'dbt{Tab}');
      expect(listed()).toEqual(['dbt']);
    });

    it('are removed one by one', async () => {
      const { user, dialog } = await openNewProfile();
      await user.type(areas(), 'SQL{Enter}Spark{Enter}');
      await press('Remove SQL', dialog);
      expect(listed()).toEqual(['Spark']);
    });

    it('are saved with the profile', async () => {
      server.on('POST /api/voice-profiles', json(aVoiceProfile({ id: 3 }), 201));
      const { user, dialog } = await openNewProfile('Data Person');
      await user.type(areas(), 'SQL{Enter}Spark{Tab}');
      await press('Create Profile', dialog);
      await expectNotice('Success', 'Voice profile created successfully');
      expect(server.sent('POST /api/voice-profiles')).toEqual([
        expect.objectContaining({ expertiseAreas: ['SQL', 'Spark'] }),
      ]);
    });
  });

  it('switches to the tab with the first invalid field', async () => {
    await openSettingsTab('all');
    await press('Edit Calm Teacher');
    await click('tab', 'Business Context');
    fireEvent.change(screen.getByLabelText('Key Messages'), {
      target: { value: 'x'.repeat(20_001) },
    });
    await click('tab', 'AI Framework');
    await press('Update Profile');
    expect(await tab('Business Context')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText('Key Messages')).toBeInvalid();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  it('sends only the changed fields, and null for an emptied one (rule 3.4)', async () => {
    server.on(
      'PUT /api/voice-profiles/:id',
      aVoiceProfile({ id: 2, name: 'Calm Teacher' }),
    );
    const { user, client } = await openSettingsTab('all');
    await press('Edit Calm Teacher');
    await user.clear(screen.getByLabelText('Description'));
    const elsewhere = { description: 'For beginners.', avoidWords: 'game-changer' };
    client.setQueryData(
      ['voice-profiles'],
      [aVoiceProfile({ id: 2, name: 'Calm Teacher', ...elsewhere })],
    );
    await press('Update Profile');
    await expectNotice('Success', 'Voice profile updated successfully');
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([{ description: null }]);
    expectNoDialog();
  });

  it('sends restored edits too', async () => {
    server.on(
      'PUT /api/voice-profiles/:id',
      aVoiceProfile({ id: 2, name: 'Calm Teacher' }),
    );
    const { user } = await openSettingsTab('all');
    await press('Edit Calm Teacher');
    await user.type(screen.getByLabelText('Expertise Areas'), 'SQL{Enter}');
    await pressBesideDialog(user);
    await press('Edit Calm Teacher');
    await press('Update Profile');
    await expectNotice('Success', 'Voice profile updated successfully');
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
      { expertiseAreas: ['SQL'] },
    ]);
  });

  it('accepts at most 50 expertise areas', async () => {
    const areas = Array.from({ length: 50 }, (_, index) => `Area ${index}`);
    server.on('GET /api/voice-profiles', [aVoiceProfile({ expertiseAreas: areas })]);
    await openSettingsTab('all');
    await press('Edit Platform Engineer');
    fireEvent.change(screen.getByLabelText('Expertise Areas'), {
      target: { value: 'One more' },
    });
    await press('Add');
    await press('Update Profile');
    expect(await screen.findByText('At most 50 areas')).toBeInTheDocument();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  it('does not update a profile that was deleted meanwhile', async () => {
    const { client } = await openSettingsTab('all');
    await press('Edit Calm Teacher');
    client.setQueryData(['voice-profiles'], [aVoiceProfile()]);
    await press('Update Profile');
    expect(
      await screen.findByText('No profile selected for editing'),
    ).toBeInTheDocument();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  describe('an unsaved edit', () => {
    it('stays after a failed save', async () => {
      server.on('POST /api/voice-profiles', databaseAway());
      const { dialog } = await openNewProfile('Half done');
      await press('Create Profile', dialog);
      expect(await screen.findByText('The database is away.')).toBeInTheDocument();
      expect(dialog.getByLabelText('Profile Name')).toHaveValue('Half done');
    });

    it('is restored after a press beside the dialog closed it', async () => {
      const { user } = await openNewProfile('Half done');
      await pressBesideDialog(user);
      expectNoDialog();
      await press('New Profile');
      expect(screen.getByText('Your unsaved changes were restored.')).toBeInTheDocument();
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Half done');
    });

    it('is not shown in the dialog of another profile', async () => {
      const { user } = await openNewProfile('Half done');
      await pressBesideDialog(user);
      await press('Edit Calm Teacher');
      expect(screen.getByLabelText('Profile Name')).toHaveValue('Calm Teacher');
    });

    it('is discarded by Cancel', async () => {
      const { dialog } = await openNewProfile('Half done');
      await press('Cancel', dialog);
      await press('New Profile');
      expect(screen.getByLabelText('Profile Name')).toHaveValue('');
    });
  });
});
