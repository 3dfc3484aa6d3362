import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileVersion } from '#shared/contracts/profile-versions.ts';
import type { VoiceRule } from '#shared/contracts/voice-rules.ts';
import { type FakeServer, held, json, problem } from '../../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../../testing/fake-settings.ts';
import { renderPage } from '../../../testing/render.tsx';
import { SettingsPage } from '../settings-page.tsx';

let server: FakeServer;
let rules: VoiceRule[];

const rule = (id: number, over: Partial<VoiceRule> = {}): VoiceRule => ({
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
    .on('GET /api/voice-profiles/:id/rules', () => json(rules))
    .on('POST /api/voice-profiles/:id/rules', (call) => {
      const added = rule(9, call.body as Partial<VoiceRule>);
      rules = [...rules, added];
      return json(added, 201);
    })
    .on('PATCH /api/voice-rules/:id', (call) => {
      rules = rules.map((each) =>
        call.path.endsWith(`/${each.id}`) ? { ...each, ...(call.body as Partial<VoiceRule>) } : each,
      );
      return json(rules.find(({ id }) => call.path.endsWith(`/${id}`)));
    })
    .on('DELETE /api/voice-rules/:id', (call) => {
      rules = rules.filter(({ id }) => !call.path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    });
});

const shown = async (name = 'Rules') => within(await screen.findByRole('region', { name }));
const open = () => renderPage(<SettingsPage />, '/settings');
const line = async (text: string) => {
  const found = (await screen.findByText(text)).closest('li');
  if (!found) throw new Error(`"${text}" is in no list`);
  return within(found);
};

describe('rules', () => {
  it('come with what is below them once the portrait has its place, also where it has none', async () => {
    const portrait = held(null, 500);
    server.on('GET /api/voice-profiles/:id/portrait', portrait.answer);
    server.on('GET /api/voice-profiles/:id/rules', () =>
      problem(503, 'database_unavailable', 'The database is away.'),
    );
    open();
    expect(await screen.findByRole('region', { name: 'Portrait' })).toBeInTheDocument();
    await waitFor(() => expect(server.sent('GET /api/voice-profiles/:id/rules')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Rules' })).not.toBeInTheDocument();
    portrait.release();
    const rules = within(await screen.findByRole('region', { name: 'Rules' }));
    expect(await rules.findByRole('alert')).toHaveTextContent('The database is away.');
    expect(screen.getByRole('region', { name: 'Versions' })).toBeInTheDocument();
  });

  const proposed = () =>
    rule(3, {
      text: 'No exclamation marks',
      status: 'proposed',
      evidence: [{ commentId: 5, before: 'Great point!', after: 'The point about probes holds.' }],
    });

  it('are proposed from edits, with the edits that speak for each, and used once accepted', async () => {
    server.on('POST /api/voice-profiles/:id/rules/propose', () => {
      rules = [proposed()];
      return json({ proposed: rules, edits: 4, detail: null });
    });
    const { user } = open();
    expect(await (await shown()).findByText('No rules yet.')).toBeInTheDocument();
    await user.click((await shown()).getByRole('button', { name: 'Read My Edits' }));
    expect(await screen.findByText('Proposed from your edits')).toBeInTheDocument();
    const card = await line('No exclamation marks');
    expect(card.getByText('1 edit speaks for it')).toBeInTheDocument();
    expect(card.getByText('Great point!')).toBeInTheDocument();
    expect(card.getByText('The point about probes holds.')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Accept' }));
    expect(server.sent('PATCH /api/voice-rules/:id')).toEqual([{ status: 'accepted' }]);
    expect(
      await (await line('No exclamation marks')).findByRole('button', { name: 'Drop' }),
    ).toBeInTheDocument();
    expect(screen.queryByText('Proposed from your edits')).not.toBeInTheDocument();
  });

  it('says why there is nothing new', async () => {
    const detail = 'Your edits show no rule that is not known already.';
    server.on('POST /api/voice-profiles/:id/rules/propose', { proposed: [], edits: 4, detail });
    const { user } = open();
    await user.click((await shown()).getByRole('button', { name: 'Read My Edits' }));
    expect(await screen.findByText(detail)).toBeInTheDocument();
  });

  it('says what went wrong when they could not be read', async () => {
    server.on('POST /api/voice-profiles/:id/rules/propose', () =>
      problem(503, 'writer_unavailable', 'The model does not answer.'),
    );
    const { user } = open();
    await user.click((await shown()).getByRole('button', { name: 'Read My Edits' }));
    expect(await screen.findByText('The model does not answer.')).toBeInTheDocument();
  });

  it('can be reworded while being accepted, and the wording survives a closed page', async () => {
    rules = [proposed()];
    const first = open();
    await first.user.click((await line('No exclamation marks')).getByRole('button', { name: 'Reword' }));
    const field = screen.getByRole('textbox', { name: 'The rule in your words' });
    await first.user.clear(field);
    await first.user.type(field, 'Never shout');
    first.unmount();
    const { user } = open();
    expect(await screen.findByRole('textbox', { name: 'The rule in your words' })).toHaveValue('Never shout');
    await user.click(screen.getByRole('button', { name: 'Accept as Reworded' }));
    expect(await line('Never shout')).toBeTruthy();
    expect(server.sent('PATCH /api/voice-rules/:id')).toEqual([{ text: 'Never shout', status: 'accepted' }]);
  });

  it('that were rejected wait apart, and can be accepted after all or deleted', async () => {
    rules = [rule(1), proposed()];
    const { user } = open();
    await user.click((await line('No exclamation marks')).getByRole('button', { name: 'Reject' }));
    await user.click(await screen.findByText('Rejected (1), not proposed again'));
    const card = await line('No exclamation marks');
    expect(card.getByRole('button', { name: 'Accept' })).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Rule number 1')).toBeInTheDocument();
    expect(screen.queryByText('No exclamation marks')).not.toBeInTheDocument();
  });

  it('can be written by their owner; a typed one is not lost when it could not be added', async () => {
    server.on('POST /api/voice-profiles/:id/rules', () => problem(503, 'database_unavailable', 'Away.'));
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'A rule of your own' });
    await user.type(field, 'Short sentences{Enter}');
    expect(await screen.findByText('Away.')).toBeInTheDocument();
    expect(field).toHaveValue('Short sentences');
  });
});

describe('versions', () => {
  const version = (number: number, over: Partial<ProfileVersion> = {}): ProfileVersion => ({
    number,
    reason: `Change ${number}`,
    name: 'Platform Engineer',
    rules: [],
    isCurrent: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    ...over,
  });

  it('are listed newest first, five at a time, and one click goes back', async () => {
    let versions = [7, 6, 5, 4, 3, 2, 1].map((number) => version(number, { isCurrent: number === 7 }));
    server.on('GET /api/voice-profiles/:id/versions', () => json(versions));
    server.on('POST /api/voice-profiles/:id/versions/:id/restore', () => {
      versions = [version(8, { reason: 'Back to version 6', isCurrent: true }), ...versions];
      return json(aVoiceProfile());
    });
    const { user } = open();
    const list = await shown('Versions');
    expect(await list.findAllByRole('listitem')).toHaveLength(5);
    expect((await line('Change 7')).getByText('Current')).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'Show All (7)' }));
    expect(list.getAllByRole('listitem')).toHaveLength(7);
    await user.click(list.getByRole('button', { name: 'Go back to version 6' }));
    expect(await screen.findByText('This voice is as it was in version 6')).toBeInTheDocument();
    expect(await screen.findByText('Back to version 6')).toBeInTheDocument();
    expect(server.calls.some(({ path }) => path === '/api/voice-profiles/1/versions/6/restore')).toBe(true);
  });
});
