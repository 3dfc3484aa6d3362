import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileVersion, StyleRule } from '#shared/contracts/voice.ts';
import {
  brokenOff,
  databaseAway,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { createFakeSettings } from '../../testing/fake-settings.ts';
import { expectNotice, press } from '../../testing/page.ts';
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
        call.path.endsWith(`/${each.id}`)
          ? { ...each, ...(call.body as Partial<StyleRule>) }
          : each,
      );
      return json(rules.find(({ id }) => call.path.endsWith(`/${id}`)));
    })
    .on('DELETE /api/style-rules/:id', (call) => {
      rules = rules.filter(({ id }) => !call.path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    });
});

const shown = async (name = 'Rules') =>
  within(await screen.findByRole('region', { name }));
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
    renderPage(<SettingsPage />, '/settings');
    expect(
      await screen.findByRole('region', { name: 'Style profile' }),
    ).toBeInTheDocument();
    await waitFor(() =>
      expect(server.sent('GET /api/voice-profiles/:id/style-rules')).toHaveLength(1),
    );
    expect(screen.queryByRole('region', { name: 'Rules' })).not.toBeInTheDocument();
    styleProfile.release();
    expect(await screen.findByRole('region', { name: 'Rules' })).toBeInTheDocument();
  });

  it('say why they could not be loaded', async () => {
    server.on('GET /api/voice-profiles/:id/style-rules', databaseAway());
    open();
    expect(await (await shown()).findByRole('alert')).toHaveTextContent(
      'The database is away.',
    );
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

  it('say that there are none yet', async () => {
    open();
    expect(await (await shown()).findByText('No rules yet.')).toBeInTheDocument();
  });

  describe('when none was found in your edits', () => {
    const PROPOSE = 'POST /api/voice-profiles/:id/style-rules/propose';
    const detail = 'Your edits show no rule that is not known already.';

    beforeEach(async () => {
      server.on(PROPOSE, { proposed: [], edits: 4, detail });
      open();
      await press('Learn from My Edits');
    });

    it('say why', async () => {
      expect(await screen.findByText(detail)).toBeInTheDocument();
    });

    it('show an error in place of that when the edits could not be read', async () => {
      await screen.findByText(detail);
      server.on(PROPOSE, problem(503, 'model_unavailable', 'The model does not answer.'));
      await press('Learn from My Edits');
      expect(screen.queryByText(detail)).not.toBeInTheDocument();
      await expectNotice('Failed to read your edits', 'The model does not answer.');
    });
  });

  describe('rewording', () => {
    const wording = () =>
      screen.findByRole('textbox', { name: 'The rule in your words' });

    /** Opens the page and the wording of the rule. */
    async function reword(text: string) {
      const page = open();
      await press('Reword', await line(text));
      return page;
    }

    it('accepts a proposed rule with the new wording', async () => {
      rules = [proposed()];
      const { user } = await reword('No exclamation marks');
      await user.clear(await wording());
      await user.type(await wording(), 'Never shout');
      await press('Accept as Reworded');
      const accepted = await line('Never shout');
      expect(
        accepted.getAllByRole('button').map(({ textContent }) => textContent),
      ).toEqual(['Reword', 'Drop']);
      expect(server.sent('PATCH /api/style-rules/:id')).toEqual([
        { text: 'Never shout', status: 'accepted' },
      ]);
    });

    it('needs a text', async () => {
      rules = [proposed()];
      const { user } = await reword('No exclamation marks');
      await user.clear(await wording());
      await user.type(await wording(), ' ');
      expect(screen.getByRole('button', { name: 'Accept as Reworded' })).toBeDisabled();
    });

    it('survives leaving the page', async () => {
      rules = [proposed()];
      const { user, unmount } = await reword('No exclamation marks');
      await user.clear(await wording());
      await user.type(await wording(), 'Never shout');
      unmount();
      open();
      expect(await wording()).toHaveValue('Never shout');
    });

    it('starts with the text of an accepted rule', async () => {
      rules = [rule(1, { text: 'Never shout' })];
      await reword('Never shout');
      expect(await wording()).toHaveValue('Never shout');
      expect(screen.getByRole('button', { name: 'Save Wording' })).toBeEnabled();
    });

    it('keeps the rule on Cancel', async () => {
      rules = [rule(1, { text: 'Never shout' })];
      const { user } = await reword('Never shout');
      await user.type(await wording(), '!');
      await press('Cancel');
      expect(await screen.findByText('Never shout')).toBeInTheDocument();
      expect(server.sent('PATCH /api/style-rules/:id')).toEqual([]);
    });
  });

  it('say on how many edits a proposed one is based', async () => {
    rules = [proposed()];
    open();
    expect(
      (await line('No exclamation marks')).getByText('Based on 2 of your edits'),
    ).toBeInTheDocument();
  });

  it('stay unchanged when the server does not reject one', async () => {
    rules = [proposed()];
    server.on('PATCH /api/style-rules/:id', brokenOff);
    open();
    await press('Reject', await line('No exclamation marks'));
    await expectNotice('Failed to change the rule');
    expect(
      (await line('No exclamation marks')).getByRole('button', { name: 'Reject' }),
    ).toBeInTheDocument();
  });

  it('are listed separately once rejected, where they can be accepted or deleted', async () => {
    rules = [rule(1), proposed()];
    const { user } = open();
    await press('Reject', await line('No exclamation marks'));
    await user.click(await screen.findByText('Rejected (1), not proposed again'));
    const rejected = await line('No exclamation marks');
    expect(rejected.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      ['Accept', 'Reword', 'Delete'],
    );
  });

  describe('a rejected rule', () => {
    async function openRejected() {
      rules = [rule(1), { ...proposed(), status: 'rejected' }];
      const { user } = open();
      await user.click(await screen.findByText('Rejected (1), not proposed again'));
      return line('No exclamation marks');
    }

    it('is deleted', async () => {
      const rejected = await openRejected();
      await press('Delete', rejected);
      await waitFor(() =>
        expect(screen.queryByText('No exclamation marks')).not.toBeInTheDocument(),
      );
      expect(screen.getByText('Rule number 1')).toBeInTheDocument();
    });

    it('stays when it could not be deleted', async () => {
      server.on('DELETE /api/style-rules/:id', brokenOff);
      const rejected = await openRejected();
      await press('Delete', rejected);
      await expectNotice('Failed to delete the rule');
      expect(screen.getByText('No exclamation marks')).toBeInTheDocument();
    });

    it('has disabled buttons while it is deleted', async () => {
      const answer = held(new Response(null, { status: 204 }));
      server.on('DELETE /api/style-rules/:id', answer.answer);
      const rejected = await openRejected();
      const buttons = rejected.getAllByRole('button');
      await press('Delete', rejected);
      for (const button of buttons) expect(button).toBeDisabled();
      answer.release();
    });
  });

  describe('a rule of your own', () => {
    const ownRule = () => screen.findByRole('textbox', { name: 'A rule of your own' });

    it('is added with Enter', async () => {
      const { user } = open();
      await user.type(await ownRule(), 'Short sentences{Enter}');
      expect(await screen.findByText('Short sentences')).toBeInTheDocument();
      expect(await ownRule()).toHaveValue('');
    });

    it('is added with the Add button', async () => {
      const { user } = open();
      await user.type(await ownRule(), 'Short sentences');
      await press('Add', await shown());
      expect(await screen.findByText('Short sentences')).toBeInTheDocument();
    });

    it('needs a text', async () => {
      const { user } = open();
      const field = await ownRule();
      const add = (await shown()).getByRole('button', { name: 'Add' });
      expect(add).toBeDisabled();
      await user.type(field, ' ');
      expect(add).toBeDisabled();
    });

    it('stays in its field when saving fails (rule 2.20)', async () => {
      server.on('POST /api/voice-profiles/:id/style-rules', brokenOff);
      const { user } = open();
      await user.type(await ownRule(), 'Short sentences{Enter}');
      await expectNotice('Failed to add the rule');
      expect(await ownRule()).toHaveValue('Short sentences');
    });
  });
});

describe('versions', () => {
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

  it('say that the first change makes the first one', async () => {
    open();
    const list = await shown('Versions');
    expect(
      await list.findByText('The first change makes the first version.'),
    ).toBeInTheDocument();
  });

  it('are listed newest first, five at a time', async () => {
    server.on('GET /api/voice-profiles/:id/versions', versions);
    open();
    const list = await shown('Versions');
    const items = await list.findAllByRole('listitem');
    expect(items).toHaveLength(5);
    for (const [index, item] of items.entries())
      expect(within(item).getByText(`Change ${7 - index}`)).toBeInTheDocument();
    await press('Show All (7)', list);
    expect(list.getAllByRole('listitem')).toHaveLength(7);
    expect(list.queryByRole('button', { name: /^Show All/ })).not.toBeInTheDocument();
  });

  it('name the profile, the number of rules and the time', async () => {
    server.on('GET /api/voice-profiles/:id/versions', versions);
    open();
    expect((await line('Change 6')).getByText(/^Platform Engineer,/)).toHaveTextContent(
      'Platform Engineer, 1 rule, Nov 1, 2026, 10:00 AM',
    );
  });

  it('mark the current one', async () => {
    server.on('GET /api/voice-profiles/:id/versions', versions);
    open();
    expect((await line('Change 7')).getByText('Current')).toBeInTheDocument();
  });

  it('say that one could not be restored', async () => {
    server
      .on('GET /api/voice-profiles/:id/versions', versions)
      .on('POST /api/voice-profiles/:id/versions/:id/restore', brokenOff);
    open();
    await press('Go back to version 6');
    await expectNotice('Failed to go back to this version');
  });
});
