import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnComment } from '#shared/contracts/voice.ts';
import { brokenOff, type FakeServer, held, json } from '../../testing/fake-server.ts';
import { createFakeSettings } from '../../testing/fake-settings.ts';
import {
  expectNoDialog,
  expectNotice,
  findDialog,
  findQuestion,
  press,
} from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { OwnWords } from './own-words.tsx';

let server: FakeServer;
beforeEach(() => {
  server = createFakeSettings().server;
});

const section = async (name: string) =>
  within(await screen.findByRole('region', { name }));
const open = () => renderPage(<OwnWords profileId={1} />);
const report = (over: object) => ({
  imported: 0,
  duplicates: 0,
  unreadable: 0,
  problems: [],
  total: 0,
  ...over,
});
const IMPORT = 'POST /api/voice-profiles/:id/own-comments';
const answerImport = (over: object) => server.on(IMPORT, report(over));
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
    return json({
      total: all.length,
      comments: all.slice(from, from + Number(query['limit'])),
    });
  });
}

describe('own words', () => {
  async function openPasting() {
    const { user } = open();
    await press('Paste Comments', await section('Your own words'));
    const dialog = await findDialog('Paste Comments');
    return {
      user,
      dialog,
      field: dialog.getByRole('textbox', { name: 'Comments you wrote' }),
      add: dialog.getByRole('button', { name: 'Add Comments' }),
    };
  }

  it('says that there are none yet', async () => {
    open();
    const words = await section('Your own words');
    expect(await words.findByText('None yet.')).toBeInTheDocument();
    expect(words.queryByRole('button', { name: 'Show Them' })).not.toBeInTheDocument();
  });

  it('imports pasted comments and says how many were added', async () => {
    answerImport({ imported: 2, duplicates: 1, total: 2 });
    const { user, field, add } = await openPasting();
    await user.type(field, 'One.{Enter}{Enter}Two.');
    await user.click(add);
    expect(
      await screen.findByText('Added 2 comments. 1 was there already.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Which rows')).not.toBeInTheDocument();
    expect(server.sent(IMPORT)).toEqual([{ text: 'One.\n\nTwo.' }]);
  });

  it('disables its button while pasted comments are added', async () => {
    const answer = held(report({ imported: 1, total: 1 }));
    server.on(IMPORT, answer.answer);
    const { user, dialog, field, add } = await openPasting();
    await user.type(field, 'One.');
    await user.click(add);
    expect(dialog.getByRole('button', { name: 'Adding...' })).toBeDisabled();
    answer.release();
    await waitFor(expectNoDialog);
  });

  it('starts empty after pasted comments were added', async () => {
    answerImport({ imported: 1, total: 1 });
    const { user, field, add } = await openPasting();
    await user.type(field, 'One.');
    await user.click(add);
    await waitFor(expectNoDialog);
    await press('Paste Comments', await section('Your own words'));
    expect(screen.getByRole('textbox', { name: 'Comments you wrote' })).toHaveValue('');
  });

  it('adds no empty text', async () => {
    const { user, field, add } = await openPasting();
    expect(add).toBeDisabled();
    await user.type(field, ' ');
    expect(add).toBeDisabled();
  });

  it('adds at most 90,000 characters at once', async () => {
    const { dialog, field, add } = await openPasting();
    const tooMuch =
      'Too much at once: at most 90,000 characters. Add a part of it first.';
    fireEvent.change(field, { target: { value: 'x'.repeat(90_001) } });
    expect(dialog.getByText(tooMuch)).toBeInTheDocument();
    expect(add).toBeDisabled();
    fireEvent.change(field, { target: { value: 'x'.repeat(90_000) } });
    expect(dialog.queryByText(tooMuch)).not.toBeInTheDocument();
    expect(add).toBeEnabled();
  });

  it('keeps pasted text when the import fails (rule 2.20)', async () => {
    server.on(IMPORT, brokenOff);
    const { user, field, add } = await openPasting();
    await user.type(field, 'Never lost.');
    await user.click(add);
    await expectNotice('Failed to import the comments');
    expect(field).toHaveValue('Never lost.');
  });

  it.each(['Cancel', 'Escape'])(
    'keeps pasted text after %s and a reload',
    async (way) => {
      const { user, field } = await openPasting();
      await user.type(field, 'Never lost.');
      if (way === 'Cancel') await press('Cancel');
      else await user.keyboard('{Escape}');
      expectNoDialog();
      cleanup();
      const again = await openPasting();
      expect(again.field).toHaveValue('Never lost.');
    },
  );

  describe('a Takeout file', () => {
    const takeout = new File(
      ['Comment ID,Comment Text\n1,"{""text"":""Hi""}"\n'],
      'comments.csv',
      {
        type: 'text/csv',
      },
    );
    const problems = [{ line: 14, reason: 'There is no text in it.' }];

    async function upload() {
      const { user } = open();
      expect(
        await screen.findByRole('button', { name: 'Import from Takeout' }),
      ).toBeEnabled();
      await user.upload(
        screen.getByLabelText('The comments file of a Google Takeout'),
        takeout,
      );
    }

    it('is chosen with the button', async () => {
      const { user } = open();
      const button = await screen.findByRole('button', { name: 'Import from Takeout' });
      await waitFor(() => expect(button).toBeEnabled());
      const asked = vi.spyOn(
        screen.getByLabelText('The comments file of a Google Takeout'),
        'click',
      );
      await user.click(button);
      expect(asked).toHaveBeenCalledOnce();
    });

    it('is sent unchanged', async () => {
      answerImport({ imported: 1, total: 1 });
      await upload();
      await screen.findByText('Added 1 comment.');
      const [sent] = server.sent(IMPORT);
      expect(await (sent as File).text()).toBe(await takeout.text());
    });

    it('disables its button while it is read', async () => {
      const answer = held(report({ imported: 1, total: 1 }));
      server.on(IMPORT, answer.answer);
      await upload();
      expect(await screen.findByRole('button', { name: 'Reading...' })).toBeDisabled();
      answer.release();
      expect(
        await screen.findByRole('button', { name: 'Import from Takeout' }),
      ).toBeEnabled();
    });

    it('lists the rows that could not be read, and how many more there are', async () => {
      answerImport({ imported: 4812, unreadable: 2, problems, total: 4812 });
      await upload();
      expect(
        await screen.findByText('Added 4,812 comments. 2 rows could not be read.'),
      ).toBeInTheDocument();
      expect(screen.getByText('Which rows')).toBeInTheDocument();
      expect(screen.getByText('Line 14: There is no text in it.')).toBeInTheDocument();
      expect(screen.getByText('and 1 more')).toBeInTheDocument();
    });

    it('uses the singular for one comment and one row', async () => {
      answerImport({ imported: 1, duplicates: 2, unreadable: 1, problems, total: 4813 });
      await upload();
      const words = 'Added 1 comment. 2 were there already. 1 row could not be read.';
      expect(await screen.findByText(words)).toBeInTheDocument();
      expect(screen.queryByText(/^and \d+ more$/)).not.toBeInTheDocument();
    });
  });

  async function openList() {
    open();
    await press('Show Them');
    return findDialog('Your own words');
  }

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

    it('shows fifty comments with their dates, and the others on Show More', async () => {
      const dialog = await openList();
      expect(dialog.getAllByRole('listitem')).toHaveLength(50);
      expect(dialog.getAllByText('Feb 3, 2025')).toHaveLength(50);
      const answer = held({ total: 60, comments: all.slice(50) });
      server.once('GET /api/voice-profiles/:id/own-comments', answer.answer);
      const more = dialog.getByRole('button', { name: 'Show More' });
      await press('Show More', dialog);
      expect(more).toBeDisabled();
      answer.release();
      expect(await dialog.findByText('My comment number 1')).toBeInTheDocument();
    });

    it('removes one comment at once', async () => {
      const dialog = await openList();
      await press('Remove “My comment number 60”', dialog);
      expect(await dialog.findByText('59 comments, newest first')).toBeInTheDocument();
    });

    it('keeps a comment that could not be removed, and removes it on the next press', async () => {
      server.once('DELETE /api/own-comments/:id', brokenOff);
      const dialog = await openList();
      await press('Remove “My comment number 60”', dialog);
      await expectNotice('Failed to remove the comment');
      await press('Remove “My comment number 60”', dialog);
      expect(await dialog.findByText('59 comments, newest first')).toBeInTheDocument();
    });

    it('removes all comments after a confirmation, and closes', async () => {
      const dialog = await openList();
      await press('Remove All', dialog);
      const question = await findQuestion('Remove all 60 comments?');
      await press('Remove All', question);
      expect(await screen.findByText('None yet.')).toBeInTheDocument();
      expectNoDialog();
    });
  });

  describe('the list of one comment', () => {
    beforeEach(() => listing([{ ...own(1), writtenAt: null }]));

    it('uses the singular', async () => {
      const dialog = await openList();
      expect(screen.getByText('1 comment.')).toBeInTheDocument();
      expect(dialog.getByText('1 comment, newest first')).toBeInTheDocument();
      await press('Remove All', dialog);
      expect(
        await screen.findByRole('alertdialog', { name: 'Remove 1 comment?' }),
      ).toBeInTheDocument();
    });

    it('shows no date for a comment without one', async () => {
      const dialog = await openList();
      expect(
        within(dialog.getByRole('listitem')).queryByRole('time'),
      ).not.toBeInTheDocument();
    });

    it('disables Remove All when none is left', async () => {
      server.on('DELETE /api/own-comments/:id', () => {
        listing([]);
        return new Response(null, { status: 204 });
      });
      const dialog = await openList();
      await press('Remove “My comment number 1”', dialog);
      expect(await dialog.findByText('0 comments, newest first')).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Remove All' })).toBeDisabled();
    });
  });
});
