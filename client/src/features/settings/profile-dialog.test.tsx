import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, held, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../testing/fake-settings.ts';
import { expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFakeSettings().server;
});

const TABS = {
  'Basic Info': ['Profile Name', 'Description', 'Default Comment Style', 'Expertise Areas'],
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

async function openTab() {
  const page = renderPage(<SettingsPage />, '/settings?tab=all');
  await tab('All Profiles');
  return page;
}

describe('the profile dialog', () => {
  it('shows four tabs with their fields, and requires a name from every tab (rules 2.19, 5.5)', async () => {
    const { user } = await openTab();
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create Voice Profile' }));
    expect(dialog.getByLabelText('Default Comment Style')).toHaveDisplayValue('Insightful & Technical');
    expect(dialog.queryByRole('list')).not.toBeInTheDocument();
    expect(dialog.queryByText(/were restored/)).not.toBeInTheDocument();
    const shown = [];
    for (const each of within(dialog.getByRole('tablist', { name: 'Parts of the profile' })).getAllByRole(
      'tab',
    )) {
      await user.click(each);
      const fields = dialog.getByRole('tabpanel').querySelectorAll('label');
      shown.push([each.textContent, [...fields].map(({ textContent }) => textContent)]);
    }
    expect(shown).toEqual(Object.entries(TABS).map(([tab, fields]) => [tab, expect.arrayContaining(fields)]));
    await user.click(screen.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByText('Profile name is required')).toBeInTheDocument();
    expect(dialog.getByLabelText('Profile Name')).toHaveAccessibleDescription('Profile name is required');
    expect(screen.getByRole('tab', { name: 'Basic Info' })).toHaveAttribute('aria-selected', 'true');
    expect(server.sent('POST /api/voice-profiles')).toEqual([]);
  });

  it('creates a profile with the fields of all four tabs', async () => {
    const answer = held(aVoiceProfile({ id: 3 }), 201);
    server.on('POST /api/voice-profiles', answer.answer);
    const { user } = await openTab();
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create Voice Profile' }));
    await user.type(dialog.getByLabelText('Profile Name'), '  Data Person ');
    await user.selectOptions(dialog.getByLabelText('Default Comment Style'), 'Thought-Provoking');
    await user.type(dialog.getByLabelText('Expertise Areas'), ' SQL');
    // This Enter accepts a suggestion of an input method.
    fireEvent.keyDown(dialog.getByLabelText('Expertise Areas'), { key: 'Enter', isComposing: true });
    expect(dialog.queryByRole('button', { name: 'Remove SQL' })).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('Expertise Areas'), ' {Enter}   {Enter}SQL{Enter}Spark');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['SQL', 'Spark']);
    await user.click(dialog.getByRole('button', { name: 'Remove SQL' }));
    await user.type(dialog.getByLabelText('Expertise Areas'), 'Airflow');
    // Enter adds an area. It must not submit the form, as Enter does by default.
    expect(fireEvent.keyDown(dialog.getByLabelText('Expertise Areas'), { key: 'Enter' })).toBe(false);
    await user.type(dialog.getByLabelText('Expertise Areas'), 'dbt{Tab}');
    await user.click(dialog.getByRole('tab', { name: 'Voice & Style' }));
    await user.type(dialog.getByLabelText('Words to Avoid'), 'synergy');
    await user.click(dialog.getByRole('tab', { name: 'Business Context' }));
    await user.type(dialog.getByLabelText('Target Audience'), 'Analysts');
    await user.click(dialog.getByRole('tab', { name: 'AI Framework' }));
    await user.type(dialog.getByLabelText('Prompt Framework'), 'Claim, reason, question');
    await user.click(dialog.getByRole('button', { name: 'Create Profile' }));
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer.release();
    await expectNotice('Success', 'Voice profile created successfully');
    expect(server.sent('POST /api/voice-profiles')).toEqual([
      expect.objectContaining({
        name: 'Data Person',
        defaultCommentStyle: 'questioning',
        expertiseAreas: ['Spark', 'Airflow', 'dbt'],
        avoidWords: 'synergy',
        targetAudience: 'Analysts',
        promptFramework: 'Claim, reason, question',
        keyMessages: null,
      }),
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The next new profile starts empty.
    await user.click(screen.getByRole('button', { name: 'New Profile' }));
    expect(screen.getByLabelText('Profile Name')).toHaveValue('');
    expect(screen.queryByText(/were restored/)).not.toBeInTheDocument();
  });

  it('switches to the tab with the first invalid field', async () => {
    const { user } = await openTab();
    await user.click(screen.getByRole('button', { name: 'Edit Calm Teacher' }));
    await user.click(await tab('Business Context'));
    fireEvent.change(screen.getByLabelText('Key Messages'), { target: { value: 'x'.repeat(20_001) } });
    await user.click(await tab('AI Framework'));
    await user.click(screen.getByRole('button', { name: 'Update Profile' }));
    expect(await tab('Business Context')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText('Key Messages')).toBeInvalid();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  it('sends only the changed fields, including restored edits, and null for emptied ones (rule 3.4)', async () => {
    server.on('PUT /api/voice-profiles/:id', aVoiceProfile({ id: 2, name: 'Calm Teacher' }));
    const { user, client } = await openTab();
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('Edit Calm Teacher');
    await user.type(screen.getByLabelText('Expertise Areas'), 'SQL{Enter}');
    await user.click(document.querySelector('.bg-scrim') ?? document.body);
    await press('Edit Calm Teacher');
    await user.clear(screen.getByLabelText('Description'));
    const elsewhere = { description: 'For beginners.', avoidWords: 'game-changer' };
    client.setQueryData(['voice-profiles'], [aVoiceProfile({ id: 2, name: 'Calm Teacher', ...elsewhere })]);
    await press('Update Profile');
    await expectNotice('Success', 'Voice profile updated successfully');
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
      { description: null, expertiseAreas: ['SQL'] },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('accepts at most 50 expertise areas', async () => {
    const areas = Array.from({ length: 50 }, (_, index) => `Area ${index}`);
    server.on('GET /api/voice-profiles', [aVoiceProfile({ expertiseAreas: areas })]);
    const { user } = await openTab();
    await user.click(screen.getByRole('button', { name: 'Edit Platform Engineer' }));
    fireEvent.change(screen.getByLabelText('Expertise Areas'), { target: { value: 'One more' } });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(screen.getByRole('button', { name: 'Update Profile' }));
    expect(await screen.findByText('At most 50 areas')).toBeInTheDocument();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  it('does not update a profile that was deleted meanwhile', async () => {
    const { user, client } = await openTab();
    await user.click(screen.getByRole('button', { name: 'Edit Calm Teacher' }));
    client.setQueryData(['voice-profiles'], [aVoiceProfile()]);
    await user.click(screen.getByRole('button', { name: 'Update Profile' }));
    expect(await screen.findByText('No profile selected for editing')).toBeInTheDocument();
    expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([]);
  });

  it('restores edits after an accidental close or a failed save; Cancel discards them', async () => {
    server.on('POST /api/voice-profiles', problem(503, 'database_unavailable', 'The database is away.'));
    const { user } = await openTab();
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    const name = () => screen.getByLabelText('Profile Name');
    await press('New Profile');
    await user.type(name(), 'Half done');
    await press('Create Profile');
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    await user.click(document.querySelector('.bg-scrim') ?? document.body);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The stored edit belongs only to that dialog.
    await press('Edit Calm Teacher');
    expect(name()).toHaveValue('Calm Teacher');
    await press('Cancel');
    await press('New Profile');
    expect(screen.getByText('Your unsaved changes were restored.')).toBeInTheDocument();
    expect(name()).toHaveValue('Half done');
    await press('Cancel');
    await press('New Profile');
    expect(name()).toHaveValue('');
  });
});
