import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnComment, StyleProfile } from '#shared/contracts/voice.ts';
import { brokenOff, type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import { aVoiceProfile, createFakeSettings } from '../../testing/fake-settings.ts';
import { expectFacts, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { OwnWords } from './own-words.tsx';
import { StyleProfile as StyleProfileSection } from './style-profile.tsx';

let server: FakeServer;
beforeEach(() => {
  server = createFakeSettings().server;
});

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const open = () => renderPage(<OwnWords profileId={1} />);
const report = (over: object) => ({
  imported: 0,
  duplicates: 0,
  unreadable: 0,
  problems: [],
  total: 0,
  ...over,
});
const own = (id: number): OwnComment => ({
  id,
  content: `My comment number ${id}`,
  source: 'takeout',
  writtenAt: '2025-02-03T10:00:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
});

function listing(all: OwnComment[]) {
  server.on('GET /api/voice-profiles/:id/own-comments', ({ query }) => {
    const from = Number(query['offset'] ?? 0);
    return json({ total: all.length, comments: all.slice(from, from + Number(query['limit'])) });
  });
}

describe('own words', () => {
  it('imports pasted comments and says how many were added', async () => {
    const answer = held(report({ imported: 2, duplicates: 1, total: 2 }));
    server.on('POST /api/voice-profiles/:id/own-comments', answer.answer);
    const { user } = open();
    const words = await section('Your own words');
    expect(await words.findByText('None yet.')).toBeInTheDocument();
    expect(words.queryByRole('button', { name: 'Show Them' })).not.toBeInTheDocument();
    await user.click(words.getByRole('button', { name: 'Paste Comments' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste Comments' }));
    const field = dialog.getByRole('textbox');
    const add = dialog.getByRole('button', { name: 'Add Comments' });
    expect(add).toBeDisabled();
    const tooMuch = 'Too much at once: at most 90,000 characters. Add a part of it first.';
    fireEvent.change(field, { target: { value: 'x'.repeat(90_001) } });
    expect(dialog.getByText(tooMuch)).toBeInTheDocument();
    expect(add).toBeDisabled();
    fireEvent.change(field, { target: { value: 'x'.repeat(90_000) } });
    expect(dialog.queryByText(tooMuch)).not.toBeInTheDocument();
    expect(add).toBeEnabled();
    await user.clear(field);
    await user.type(field, ' ');
    expect(add).toBeDisabled();
    await user.clear(field);
    await user.type(field, 'One.{Enter}{Enter}Two.');
    await user.click(add);
    expect(dialog.getByRole('button', { name: 'Adding...' })).toBeDisabled();
    answer.release();
    expect(await screen.findByText('Added 2 comments. 1 was there already.')).toBeInTheDocument();
    expect(screen.queryByText('Which rows')).not.toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles/:id/own-comments')).toEqual([{ text: 'One.\n\nTwo.' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    expect(screen.getByRole('textbox', { name: 'Comments you wrote' })).toHaveValue('');
  });

  it('keeps pasted text when the import fails (rule 2.20)', async () => {
    server.on('POST /api/voice-profiles/:id/own-comments', brokenOff);
    const { user, unmount } = open();
    await user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    await user.type(await screen.findByRole('textbox', { name: 'Comments you wrote' }), 'Never lost.');
    await user.click(screen.getByRole('button', { name: 'Add Comments' }));
    await expectNotice('Failed to import the comments');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    unmount();
    const again = open();
    await again.user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    expect(await screen.findByRole('textbox', { name: 'Comments you wrote' })).toHaveValue('Never lost.');
  });

  it('sends a Takeout file unchanged and lists unreadable rows', async () => {
    const problems = [{ line: 14, reason: 'There is no text in it.' }];
    const answer = held(report({ imported: 4812, unreadable: 2, problems, total: 4812 }));
    server.on('POST /api/voice-profiles/:id/own-comments', answer.answer);
    const { user } = open();
    const file = new File(['Comment ID,Comment Text\n1,"{""text"":""Hi""}"\n'], 'comments.csv', {
      type: 'text/csv',
    });
    expect(await screen.findByRole('button', { name: 'Import from Takeout' })).toBeEnabled();
    const input = screen.getByLabelText('The comments file of a Google Takeout');
    const asked = vi.spyOn(input, 'click');
    await user.click(screen.getByRole('button', { name: 'Import from Takeout' }));
    expect(asked).toHaveBeenCalledOnce();
    await user.upload(input, file);
    expect(await screen.findByRole('button', { name: 'Reading...' })).toBeDisabled();
    answer.release();
    expect(await screen.findByText('Added 4,812 comments. 2 rows could not be read.')).toBeInTheDocument();
    expect(screen.getByText('Line 14: There is no text in it.')).toBeInTheDocument();
    expect(screen.getByText('Which rows')).toBeInTheDocument();
    expect(screen.getByText('and 1 more')).toBeInTheDocument();
    const [sent] = server.sent('POST /api/voice-profiles/:id/own-comments');
    expect(await (sent as File).text()).toContain('Comment Text');
    const whole = report({ imported: 1, duplicates: 2, unreadable: 1, problems, total: 4813 });
    server.on('POST /api/voice-profiles/:id/own-comments', whole);
    await user.upload(screen.getByLabelText('The comments file of a Google Takeout'), file);
    const words = 'Added 1 comment. 2 were there already. 1 row could not be read.';
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/^and \d+ more$/)).not.toBeInTheDocument();
  });

  describe('the list of sixty comments', () => {
    let all: ReturnType<typeof own>[];

    beforeEach(() => {
      all = Array.from({ length: 60 }, (_, index) => own(60 - index));
      listing(all);
      server.on('DELETE /api/own-comments/:id', ({ path }) => {
        all = all.filter(({ id }) => !path.endsWith(`/${id}`));
        listing(all);
        return new Response(null, { status: 204 });
      });
      server.on('DELETE /api/voice-profiles/:id/own-comments', () => {
        listing([]);
        return new Response(null, { status: 204 });
      });
    });

    async function openList() {
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Show Them' }));
      return { user, dialog: within(await screen.findByRole('dialog', { name: 'Your own words' })) };
    }

    it('is closed by Escape', async () => {
      const { user } = await openList();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('shows fifty comments with their dates, and the others on Show More', async () => {
      const { user, dialog } = await openList();
      expect(dialog.getAllByRole('listitem')).toHaveLength(50);
      expect(dialog.getAllByText('Feb 3, 2025')).toHaveLength(50);
      const answer = held({ total: 60, comments: all.slice(50) });
      server.once('GET /api/voice-profiles/:id/own-comments', answer.answer);
      const more = dialog.getByRole('button', { name: 'Show More' });
      await user.click(more);
      expect(more).toBeDisabled();
      answer.release();
      expect(await dialog.findByText('My comment number 1')).toBeInTheDocument();
    });

    it('removes one comment at once', async () => {
      const { user, dialog } = await openList();
      await user.click(dialog.getByRole('button', { name: 'Remove “My comment number 60”' }));
      expect(await dialog.findByText('59 comments, newest first')).toBeInTheDocument();
    });

    it('keeps a comment that could not be removed, and removes it on the next press', async () => {
      server.once('DELETE /api/own-comments/:id', brokenOff);
      const { user, dialog } = await openList();
      await user.click(dialog.getByRole('button', { name: 'Remove “My comment number 60”' }));
      await expectNotice('Failed to remove the comment');
      await user.click(dialog.getByRole('button', { name: 'Remove “My comment number 60”' }));
      expect(await dialog.findByText('59 comments, newest first')).toBeInTheDocument();
    });

    it('removes all comments after a confirmation, and closes', async () => {
      const { user, dialog } = await openList();
      await user.click(dialog.getByRole('button', { name: 'Remove All' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Remove all 60 comments?' }));
      await user.click(question.getByRole('button', { name: 'Remove All' }));
      expect(await screen.findByText('None yet.')).toBeInTheDocument();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('uses the singular for one comment and disables Remove All when none is left', async () => {
    listing([{ ...own(1), writtenAt: null }]);
    const { user } = open();
    expect(await screen.findByText('1 comment.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show Them' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your own words' }));
    expect(dialog.getByText('1 comment, newest first')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove All' }));
    expect(await screen.findByRole('alertdialog', { name: 'Remove 1 comment?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const remove = dialog.getByRole('button', { name: /^Remove “/ });
    expect(remove.closest('li')?.querySelector('time')).toBeNull();
    server.on('DELETE /api/own-comments/:id', () => {
      listing([]);
      return new Response(null, { status: 204 });
    });
    await user.click(remove);
    expect(await dialog.findByText('0 comments, newest first')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Remove All' })).toBeDisabled();
  });
});

const openProfile = () => renderPage(<StyleProfileSection profileId={1} />);

describe('the style profile', () => {
  const styleProfile: StyleProfile = {
    texts: 12,
    words: 480,
    traits: [
      {
        name: 'exclamations',
        label: 'Exclamation marks',
        value: 0,
        detail: 'No exclamation marks at all.',
        quote: null,
      },
      {
        name: 'sentence_length',
        label: 'Sentence length',
        value: 11.4,
        detail: 'A sentence has 11.4 words on average.',
        quote: 'We drain the node first.',
      },
    ],
    vocabulary: [],
  };

  it('says when there is nothing to measure', async () => {
    openProfile();
    const shown = await section('Style profile');
    expect(await shown.findByText(/^Nothing to measure yet/)).toBeInTheDocument();
  });

  it('shows each trait with its value and a quote', async () => {
    server.on('GET /api/voice-profiles/:id/style-profile', styleProfile);
    openProfile();
    const shown = await section('Style profile');
    expect(await shown.findByText('Measured from 12 texts with 480 words.')).toBeInTheDocument();
    expectFacts({ 'Exclamation marks': 'No exclamation marks at all.' }, shown);
    expect(shown.getByText('Sentence length')).toBeInTheDocument();
    expect(shown.getByText('A sentence has 11.4 words on average.')).toBeInTheDocument();
    expect(shown.getByText('We drain the node first.')).toBeInTheDocument();
    expect(document.querySelectorAll('q')).toHaveLength(1);
  });

  describe('the habits', () => {
    const found = {
      text: 'Name one thing to try.',
      quotes: ['Try two workers', 'Try it on a Friday', 'Try less'],
    };
    const proposed = { habits: [found], texts: 12, detail: null };

    /** Serves a profile and stores the habits that the page sends. */
    function keepHabits(habits: string[]) {
      let profile = aVoiceProfile({ habits });
      server.on('GET /api/voice-profiles', () => json([profile]));
      server.on('PUT /api/voice-profiles/:id', (call) => {
        profile = { ...profile, ...(call.body as object) };
        return json(profile);
      });
    }

    it('are found in the comments, with quotes as evidence', async () => {
      keepHabits([]);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      const { user } = openProfile();
      await user.click(await screen.findByRole('button', { name: 'Find My Habits' }));
      const list = within(await screen.findByRole('list', { name: 'Found in your comments' }));
      await user.click(list.getByText('Seen in 3 of your comments'));
      expect(list.getByText('Try two workers')).toBeVisible();
    });

    it('are saved when the user chooses them', async () => {
      keepHabits([]);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      const { user } = openProfile();
      await user.click(await screen.findByRole('button', { name: 'Find My Habits' }));
      await user.click(await screen.findByRole('button', { name: 'Use “Name one thing to try.”' }));
      expect(await screen.findByRole('button', { name: 'Drop “Name one thing to try.”' })).toBeEnabled();
      expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([{ habits: [found.text] }]);
      expect(screen.queryByRole('list', { name: 'Found in your comments' })).not.toBeInTheDocument();
    });

    it('are at most three, so that another one needs room', async () => {
      keepHabits(['Tell a scene.', 'Give a number.', 'Be dry.']);
      server.on('POST /api/voice-profiles/:id/habits/propose', proposed);
      const { user } = openProfile();
      await user.click(await screen.findByRole('button', { name: 'Find My Habits' }));
      const use = await screen.findByRole('button', { name: 'Use “Name one thing to try.”' });
      expect(use).toBeDisabled();
      await user.click(screen.getByRole('button', { name: 'Drop “Be dry.”' }));
      await waitFor(() => expect(use).toBeEnabled());
    });

    it('are dropped one by one', async () => {
      keepHabits(['Tell a scene.', 'Give a number.', 'Be dry.']);
      const { user } = openProfile();
      await user.click(await screen.findByRole('button', { name: 'Drop “Be dry.”' }));
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: 'Drop “Be dry.”' })).not.toBeInTheDocument(),
      );
      expect(server.sent('PUT /api/voice-profiles/:id')).toEqual([
        { habits: ['Tell a scene.', 'Give a number.'] },
      ]);
    });

    it('says why no habit was found', async () => {
      const detail = 'Your comments show no habit that comes back often enough.';
      server.on('POST /api/voice-profiles/:id/habits/propose', { habits: [], texts: 12, detail });
      const { user } = openProfile();
      await user.click(await screen.findByRole('button', { name: 'Find My Habits' }));
      expect(await screen.findByText(detail)).toBeInTheDocument();
    });
  });

  it('shows a load error, and Try Again loads the profile', async () => {
    server.on('GET /api/voice-profiles/:id/style-profile', problem(503, 'database_unavailable', 'Away.'));
    const { user } = openProfile();
    const shown = await section('Style profile');
    expect(await shown.findByText(/Away\./)).toBeInTheDocument();
    server.on('GET /api/voice-profiles/:id/style-profile', { ...styleProfile, texts: 3 });
    await user.click(shown.getByRole('button', { name: 'Try Again' }));
    expect(await shown.findByText('Measured from 3 texts with 480 words.')).toBeInTheDocument();
  });
});
