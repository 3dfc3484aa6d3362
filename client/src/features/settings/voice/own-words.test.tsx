import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnComment } from '#shared/contracts/own-comments.ts';
import type { Portrait } from '#shared/contracts/portrait.ts';
import { type FakeServer, json, problem } from '../../../testing/fake-server.ts';
import { createFakeSettings } from '../../../testing/fake-settings.ts';
import { renderPage } from '../../../testing/render.tsx';
import { SettingsPage } from '../settings-page.tsx';

let server: FakeServer;
beforeEach(() => {
  server = createFakeSettings().server;
});

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const open = () => renderPage(<SettingsPage />, '/settings');
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

/** The comments the server has, in pages. */
function listing(all: OwnComment[]) {
  server.on('GET /api/voice-profiles/:id/own-comments', ({ query }) => {
    const from = Number(query['offset'] ?? 0);
    return json({ total: all.length, comments: all.slice(from, from + Number(query['limit'])) });
  });
}

describe('own words', () => {
  it('say when they could not be loaded, and ask again', async () => {
    server.on('GET /api/voice-profiles/:id/own-comments', () =>
      problem(503, 'database_unavailable', 'The database is away.'),
    );
    const { user } = open();
    const own = await section('Your own words');
    expect(await own.findByRole('alert')).toHaveTextContent('The database is away.');
    listing([]);
    await user.click(own.getByRole('button', { name: 'Try again' }));
    expect(await own.findByText('None yet.')).toBeInTheDocument();
  });

  it('takes pasted comments and says what became of them', async () => {
    server.on('POST /api/voice-profiles/:id/own-comments', report({ imported: 2, duplicates: 1, total: 2 }));
    const { user } = open();
    await user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste Comments' }));
    expect(dialog.getByRole('button', { name: 'Add Comments' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'One.{Enter}{Enter}Two.');
    await user.click(dialog.getByRole('button', { name: 'Add Comments' }));
    expect(await screen.findByText('Added 2 comments. 1 was there already.')).toBeInTheDocument();
    expect(server.sent('POST /api/voice-profiles/:id/own-comments')).toEqual([{ text: 'One.\n\nTwo.' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('keeps what was pasted where the server could not take it', async () => {
    server.on('POST /api/voice-profiles/:id/own-comments', () =>
      problem(503, 'database_unavailable', 'Away.'),
    );
    const { user, unmount } = open();
    await user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    await user.type(await screen.findByRole('textbox', { name: 'Comments you wrote' }), 'Never lost.');
    await user.click(screen.getByRole('button', { name: 'Add Comments' }));
    expect(await screen.findByText('Away.')).toBeInTheDocument();
    unmount();
    const again = open();
    await again.user.click((await section('Your own words')).getByRole('button', { name: 'Paste Comments' }));
    expect(await screen.findByRole('textbox', { name: 'Comments you wrote' })).toHaveValue('Never lost.');
  });

  it('sends a Takeout file as it is, and names the rows that could not be read', async () => {
    const problems = [{ line: 14, reason: 'There is no text in it.' }];
    server.on(
      'POST /api/voice-profiles/:id/own-comments',
      report({ imported: 4812, unreadable: 2, problems, total: 4812 }),
    );
    const { user } = open();
    const file = new File(['Comment ID,Comment Text\n1,"{""text"":""Hi""}"\n'], 'comments.csv', {
      type: 'text/csv',
    });
    await user.upload(await screen.findByLabelText('The comments file of a Google Takeout'), file);
    expect(await screen.findByText('Added 4,812 comments. 2 rows could not be read.')).toBeInTheDocument();
    expect(screen.getByText('Line 14: There is no text in it.')).toBeInTheDocument();
    expect(screen.getByText('and 1 more')).toBeInTheDocument();
    const [sent] = server.sent('POST /api/voice-profiles/:id/own-comments');
    expect(await (sent as File).text()).toContain('Comment Text');
  });

  it('shows them page by page, and removes one or all after a question', async () => {
    let all = Array.from({ length: 60 }, (_, index) => own(60 - index));
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
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show Them' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your own words' }));
    expect(dialog.getAllByRole('listitem')).toHaveLength(50);
    await user.click(dialog.getByRole('button', { name: 'Show More' }));
    expect(await dialog.findByText('My comment number 1')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove “My comment number 60”' }));
    expect(await dialog.findByText('59 comments, newest first')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove All' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove all 59 comments?' }));
    await user.click(question.getByRole('button', { name: 'Remove All' }));
    expect(await screen.findByText('None yet.')).toBeInTheDocument();
  });

  it('speaks of one where it is one', async () => {
    listing([own(1)]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show Them' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your own words' }));
    expect(await dialog.findByText('1 comment, newest first')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove All' }));
    expect(await screen.findByRole('alertdialog', { name: 'Remove 1 comment?' })).toBeInTheDocument();
  });
});

describe('the portrait', () => {
  const portrait: Portrait = {
    texts: 12,
    words: 480,
    isTelling: true,
    traits: [
      {
        name: 'exclamations',
        label: 'Exclamation marks',
        value: 0,
        unit: 'exclamation marks per 100 sentences',
        detail: 'No exclamation marks at all.',
        quote: null,
      },
      {
        name: 'sentence_length',
        label: 'Sentence length',
        value: 11.4,
        unit: 'words in a sentence',
        detail: 'A sentence has 11.4 words on average.',
        quote: 'We drain the node first.',
      },
    ],
    vocabulary: [],
  };

  it('says that there is nothing to draw from', async () => {
    open();
    expect(await (await section('Portrait')).findByText(/^Nothing to draw from yet/)).toBeInTheDocument();
  });

  it('shows each trait with its number and a quote', async () => {
    server.on('GET /api/voice-profiles/:id/portrait', portrait);
    open();
    const shown = await section('Portrait');
    expect(await shown.findByText('Drawn from 12 texts with 480 words.')).toBeInTheDocument();
    expect(shown.getByText('A sentence has 11.4 words on average.')).toBeInTheDocument();
    expect(shown.getByText('We drain the node first.')).toBeInTheDocument();
  });

  it('says when it is drawn from too little', async () => {
    server.on('GET /api/voice-profiles/:id/portrait', { ...portrait, texts: 3, isTelling: false });
    open();
    expect(await screen.findByText(/too little to measure drafts against it yet/)).toBeInTheDocument();
  });

  it('says what went wrong, and tries again when asked', async () => {
    server.on('GET /api/voice-profiles/:id/portrait', () => problem(503, 'database_unavailable', 'Away.'));
    const { user } = open();
    const shown = await section('Portrait');
    expect(await shown.findByText(/Away\./)).toBeInTheDocument();
    server.on('GET /api/voice-profiles/:id/portrait', portrait);
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    expect(await shown.findByText('Drawn from 12 texts with 480 words.')).toBeInTheDocument();
  });
});
