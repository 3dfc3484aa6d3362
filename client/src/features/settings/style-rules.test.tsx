import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileVersion, StyleRule } from '#shared/contracts/voice.ts';
import { brokenOff, type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import { createFakeSettings } from '../../testing/fake-settings.ts';
import { expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { Versions } from './profile-versions.tsx';
import { SettingsPage } from './settings-page.tsx';
import { StyleRules } from './style-rules.tsx';

let server: FakeServer;
let rules: StyleRule[];

const rule = (id: number, over: Partial<StyleRule> = {}): StyleRule => ({
  id,
  profileId: 1,
  text: `Rule number ${id}`,
  status: 'accepted',
  evidence: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  decidedAt: null,
  ...over,
});

beforeEach(() => {
  server = createFakeSettings().server;
  rules = [];
  server
    .on('GET /api/voice-profiles/:id/style-rules', () => json(rules))
    .on('POST /api/voice-profiles/:id/style-rules', (call) => {
      const added = rule(9, call.body as Partial<StyleRule>);
      rules = [...rules, added];
      return json(added, 201);
    })
    .on('PATCH /api/style-rules/:id', (call) => {
      rules = rules.map((each) =>
        call.path.endsWith(`/${each.id}`) ? { ...each, ...(call.body as Partial<StyleRule>) } : each,
      );
      return json(rules.find(({ id }) => call.path.endsWith(`/${id}`)));
    })
    .on('DELETE /api/style-rules/:id', (call) => {
      rules = rules.filter(({ id }) => !call.path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    });
});

const shown = async (name = 'Rules') => within(await screen.findByRole('region', { name }));
const open = () =>
  renderPage(
    <>
      <StyleRules profileId={1} />
      <Versions profileId={1} />
    </>,
  );
const line = async (text: string) => {
  const found = (await screen.findByText(text)).closest('li');
  if (!found) throw new Error(`"${text}" is in no list`);
  return within(found);
};

describe('rules', () => {
  it('appear only after the style profile has loaded or failed, so that the layout does not shift', async () => {
    const styleProfile = held(null, 500);
    server.on('GET /api/voice-profiles/:id/style-profile', styleProfile.answer);
    server.on(
      'GET /api/voice-profiles/:id/style-rules',
      problem(503, 'database_unavailable', 'The database is away.'),
    );
    renderPage(<SettingsPage />, '/settings');
    expect(await screen.findByRole('region', { name: 'Style profile' })).toBeInTheDocument();
    await waitFor(() => expect(server.sent('GET /api/voice-profiles/:id/style-rules')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Rules' })).not.toBeInTheDocument();
    styleProfile.release();
    const rules = within(await screen.findByRole('region', { name: 'Rules' }));
    expect(await rules.findByRole('alert')).toHaveTextContent('The database is away.');
    expect(
      (await shown('Versions')).getByText('The first change makes the first version.'),
    ).toBeInTheDocument();
  });

  const proposed = () =>
    rule(3, {
      text: 'No exclamation marks',
      status: 'proposed',
      evidence: [
        { commentId: 5, before: 'Great point!', after: 'The point about probes holds.' },
        { commentId: 6, before: 'So true!', after: 'It is.' },
      ],
    });

  it('shows why no new rule was found', async () => {
    const detail = 'Your edits show no rule that is not known already.';
    server.on('POST /api/voice-profiles/:id/style-rules/propose', { proposed: [], edits: 4, detail });
    const { user } = open();
    expect(await (await shown()).findByText('No rules yet.')).toBeInTheDocument();
    await user.click((await shown()).getByRole('button', { name: 'Learn from My Edits' }));
    expect(await screen.findByText(detail)).toBeInTheDocument();
  });

  it('shows an error in place of the last result when the edits could not be read', async () => {
    const detail = 'Your edits show no rule that is not known already.';
    server.on('POST /api/voice-profiles/:id/style-rules/propose', { proposed: [], edits: 4, detail });
    const { user } = open();
    await user.click((await shown()).getByRole('button', { name: 'Learn from My Edits' }));
    await screen.findByText(detail);
    server.on(
      'POST /api/voice-profiles/:id/style-rules/propose',
      problem(503, 'model_unavailable', 'The model does not answer.'),
    );
    await user.click((await shown()).getByRole('button', { name: 'Learn from My Edits' }));
    expect(screen.queryByText(detail)).not.toBeInTheDocument();
    await expectNotice('Failed to read your edits', 'The model does not answer.');
  });

  it('can be reworded while being accepted, and the new wording survives leaving the page', async () => {
    rules = [proposed()];
    const first = open();
    await first.user.click((await line('No exclamation marks')).getByRole('button', { name: 'Reword' }));
    const field = screen.getByRole('textbox', { name: 'The rule in your words' });
    await first.user.clear(field);
    await first.user.type(field, ' ');
    expect(screen.getByRole('button', { name: 'Accept as Reworded' })).toBeDisabled();
    await first.user.clear(field);
    await first.user.type(field, 'Never shout');
    first.unmount();
    const { user } = open();
    expect(await screen.findByRole('textbox', { name: 'The rule in your words' })).toHaveValue('Never shout');
    await user.click(screen.getByRole('button', { name: 'Accept as Reworded' }));
    const accepted = await line('Never shout');
    expect(accepted.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reword', 'Drop']);
    expect(server.sent('PATCH /api/style-rules/:id')).toEqual([{ text: 'Never shout', status: 'accepted' }]);
    await user.click(accepted.getByRole('button', { name: 'Reword' }));
    expect(screen.getByRole('textbox', { name: 'The rule in your words' })).toHaveValue('Never shout');
    expect(screen.getByRole('button', { name: 'Save Wording' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Never shout')).toBeInTheDocument();
  });

  it('lists rejected rules separately, where they can be accepted or deleted', async () => {
    rules = [rule(1), { ...proposed(), evidence: proposed().evidence.slice(1) }];
    const { user } = open();
    const press = async (name: string) =>
      user.click((await line('No exclamation marks')).getByRole('button', { name }));
    expect((await line('No exclamation marks')).getByText('Based on 1 of your edits')).toBeInTheDocument();
    server.once('PATCH /api/style-rules/:id', brokenOff).once('DELETE /api/style-rules/:id', brokenOff);
    await press('Reject');
    await expectNotice('Failed to change the rule');
    await press('Reject');
    await user.click(await screen.findByText('Rejected (1), not proposed again'));
    const card = await line('No exclamation marks');
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Accept',
      'Reword',
      'Delete',
    ]);
    await press('Delete');
    await expectNotice('Failed to delete the rule');
    const gone = held({});
    server.once('DELETE /api/style-rules/:id', async (call) => {
      await gone.answer(call);
      rules = [rule(1)];
      return new Response(null, { status: 204 });
    });
    const buttons = card.getAllByRole('button');
    await press('Delete');
    for (const button of buttons) expect(button).toBeDisabled();
    gone.release();
    await waitFor(() => expect(screen.queryByText('No exclamation marks')).not.toBeInTheDocument());
    expect(screen.getByText('Rule number 1')).toBeInTheDocument();
  });

  it('adds a rule by hand, and keeps its text when saving fails (rule 2.20)', async () => {
    server.on('POST /api/voice-profiles/:id/style-rules', brokenOff);
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'A rule of your own' });
    const add = (await shown()).getByRole('button', { name: 'Add' });
    expect(add).toBeDisabled();
    await user.type(field, ' ');
    expect(add).toBeDisabled();
    await user.clear(field);
    await user.type(field, 'Short sentences{Enter}');
    await expectNotice('Failed to add the rule');
    expect(field).toHaveValue('Short sentences');
    server.on('POST /api/voice-profiles/:id/style-rules', (call) => {
      rules = [rule(9, call.body as Partial<StyleRule>)];
      return json(rules[0], 201);
    });
    await user.click(add);
    expect(await screen.findByText('Short sentences')).toBeInTheDocument();
    await waitFor(() => expect(field).toHaveValue(''));
  });
});

it('lists versions newest first, five at a time, and shows why one could not be restored', async () => {
  const versions = [7, 6, 5, 4, 3, 2, 1].map(
    (number): ProfileVersion => ({
      number,
      reason: `Change ${number}`,
      name: 'Platform Engineer',
      rules: number === 6 ? ['Never shout'] : [],
      isCurrent: number === 7,
      createdAt: '2026-11-01T10:00:00.000Z',
    }),
  );
  server
    .on('GET /api/voice-profiles/:id/versions', versions)
    .on('POST /api/voice-profiles/:id/versions/:id/restore', brokenOff);
  const { user } = open();
  const list = await shown('Versions');
  expect(await list.findAllByRole('listitem')).toHaveLength(5);
  expect((await line('Change 7')).getByText('Current')).toBeInTheDocument();
  expect((await line('Change 6')).getByText(/^Platform Engineer,/)).toHaveTextContent(
    'Platform Engineer, 1 rule, Nov 1, 2026, 10:00 AM',
  );
  await user.click(list.getByRole('button', { name: 'Show All (7)' }));
  expect(list.getAllByRole('listitem')).toHaveLength(7);
  expect(list.queryByRole('button', { name: /^Show All/ })).not.toBeInTheDocument();
  await user.click(list.getByRole('button', { name: 'Go back to version 6' }));
  await expectNotice('Failed to go back to this version');
});
