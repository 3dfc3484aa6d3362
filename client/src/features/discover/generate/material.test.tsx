import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TranscriptPlan, VideoMaterial } from '#shared/contracts/material.ts';
import { openGenerateDialog } from '../../../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, noMaterial } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { type FakeServer, problem } from '../../../testing/fake-server.ts';

const video = aFoundVideo({ id: 7, title: 'Probes that lie', description: 'Two words' });
const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
const material: VideoMaterial = {
  ...noMaterial(),
  chapters: [0, 60, 120, 180].map((at) => ({ at, title: `Part ${at}` })),
  comments: ['first', 'second', 'third', 'fourth'].map((text, at) => ({
    author: `@viewer${at}`,
    text: `The ${text} comment`,
    likeCount: at,
  })),
  hasCaptions: true,
};
const TRANSCRIPT = '0:00\nhello there\n0:05\nthree of eleven\n24:13\ngoodbye';
const plan: TranscriptPlan = {
  words: 6,
  usedWords: 4,
  seconds: 1454,
  stretches: [{ from: 0, to: 300 }],
  sections: [
    { from: 0, to: 300, line: 'hello there' },
    { from: 300, to: 1454, line: 'three of eleven' },
  ],
};
let server: FakeServer;

beforeEach(() => {
  const answer = { comment: drafted, analysis: anAnalysis() };
  server = createFrameServer()
    .on('GET /api/comments', [drafted])
    .on('GET /api/videos/:id/material', material)
    .on('POST /api/videos/:id/transcript', plan)
    .on('POST /api/comments/generate', answer)
    .on('POST /api/comments/:id/regenerate', { ...answer, comment: { ...drafted, revision: 2 } })
    .on('DELETE /api/comments/:id', () => new Response(null, { status: 204 }));
});

function opened() {
  const page = openGenerateDialog(video);
  const dialog = within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  const generate = async () => {
    await page.user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
    await dialog.findByRole('button', { name: 'Generate Again' });
  };
  const point = dialog.getByRole('textbox', { name: /^What do you want to say/ });
  const notes = dialog.getByRole('textbox', { name: 'Your notes' });
  return { ...page, dialog, generate, point, notes };
}

const again = () => server.sent('POST /api/comments/70/regenerate');

describe('the material for a draft', () => {
  it('shows what there is, a few of each until all are asked for', async () => {
    const { dialog, user } = opened();
    const chapters = within(dialog.getByRole('region', { name: 'Chapters' }));
    expect(await chapters.findByText('Part 120')).toBeInTheDocument();
    expect(dialog.getByText('3 of 4 used')).toBeInTheDocument();
    expect(chapters.queryByText('Part 180')).not.toBeInTheDocument();
    await user.click(chapters.getByRole('button', { name: 'Show all 4' }));
    expect(chapters.getByRole('link', { name: 'Open at 3:00' })).toBeInTheDocument();
    const comments = within(dialog.getByRole('region', { name: 'Top comments' }));
    expect(comments.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '“The first comment”@viewer0',
      '“The second comment”@viewer1, 1 like',
      '“The third comment”@viewer2, 2 likes',
    ]);
    expect(dialog.getByRole('link', { name: 'open it on YouTube' })).toHaveAttribute(
      'href',
      `https://www.youtube.com/watch?v=${video.youtubeId}`,
    );
  });

  it('says in words why comments are missing, and uses nothing that is not there', async () => {
    server.on('GET /api/videos/:id/material', {
      ...noMaterial(),
      commentsMissing: 'Comments are turned off for this video.',
    });
    const { dialog } = opened();
    expect(await dialog.findByText('Comments are turned off for this video.')).toBeInTheDocument();
    expect(dialog.getByText('1 of 4 used')).toBeInTheDocument();
    for (const name of ['Use chapters', 'Use top comments', 'Use transcript or notes'])
      expect(dialog.getByRole('switch', { name })).toBeDisabled();
  });

  it('is asked for again where it failed to load', async () => {
    server.on('GET /api/videos/:id/material', () => problem(400, 'invalid', 'Not now.'));
    const { dialog, user } = opened();
    expect(await dialog.findByText('Not now.')).toBeInTheDocument();
    server.on('GET /api/videos/:id/material', material);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Part 0')).toBeInTheDocument();
  });

  it('goes into the draft as switched, and the next dialog starts with these switches', async () => {
    const { dialog, user, generate } = opened();
    await dialog.findByText('Part 0');
    await user.click(dialog.getByRole('switch', { name: 'Use top comments' }));
    expect(dialog.getByText('2 of 4 used')).toBeInTheDocument();
    await generate();
    const use = { description: true, chapters: true, comments: false };
    expect(server.sent('POST /api/comments/generate')).toEqual([{ videoId: 7, style: 'insightful', use }]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Generate Comment' }));
    expect(await screen.findByRole('switch', { name: 'Use top comments' })).not.toBeChecked();
  });
});

describe('your point', () => {
  it('drafts by Enter, and again once anything changed, saying only what did', async () => {
    const { dialog, user, point, notes } = opened();
    await user.type(point, 'Count second commits{Enter}');
    await dialog.findByRole('button', { name: 'Generate Again' });
    expect(server.sent('POST /api/comments/generate')).toEqual([
      { videoId: 7, style: 'insightful', point: 'Count second commits' },
    ]);
    expect(dialog.queryByRole('button', { name: 'Draft again' })).not.toBeInTheDocument();
    await user.type(point, '{Enter}');
    expect(again()).toEqual([]);
    await user.type(notes, 'Three of eleven');
    await user.click(dialog.getByRole('button', { name: 'Draft again' }));
    await waitFor(() => expect(again()).toEqual([{ style: 'insightful', notes: 'Three of eleven' }]));
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: 'Draft again' })).not.toBeInTheDocument(),
    );
    await user.clear(point);
    await user.click(dialog.getByRole('radio', { name: 'Thought-Provoking' }));
    await user.type(point, '{Enter}');
    await waitFor(() => expect(again().at(-1)).toEqual({ style: 'questioning', point: '' }));
  });

  it('outlives closing until a comment is kept', async () => {
    const { dialog, user, point, notes, generate } = opened();
    await user.type(point, 'Mine');
    await user.type(notes, 'Noted');
    await generate();
    // Closing discards the draft that nobody touched.
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Generate Comment' }));
    const reopened = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
    expect(reopened.getByRole('textbox', { name: /^What do you want to say/ })).toHaveValue('Mine');
    expect(reopened.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Noted');
    await user.click(reopened.getByRole('button', { name: 'Generate Comment' }));
    await reopened.findByRole('button', { name: 'Generate Again' });
    await user.type(reopened.getByRole('textbox', { name: 'Generated comment' }), ' Kept.');
    await user.click(reopened.getByRole('button', { name: 'Cancel' }));
    expect(Object.keys(localStorage).filter((key) => /-on\.7$/.test(key))).toEqual([]);
  });
});

describe('a transcript', () => {
  const summary = () => within(screen.getByRole('region', { name: 'Transcript' }));

  it('is known by its times when it is pasted among the notes, and tells what a draft knows of it', async () => {
    const { dialog, user, notes, generate } = opened();
    await user.click(notes);
    await user.paste(TRANSCRIPT);
    expect(notes).toHaveValue('');
    expect(await summary().findByText('The draft knows 5 of 24 minutes: 0:00–5:00')).toBeInTheDocument();
    expect(server.sent('POST /api/videos/7/transcript')).toEqual([{ transcript: TRANSCRIPT }]);
    expect(screen.queryByText(/hello there/)).not.toBeInTheDocument();
    await generate();
    expect(server.sent('POST /api/comments/generate')).toEqual([
      { videoId: 7, style: 'insightful', transcript: TRANSCRIPT },
    ]);
    await user.click(summary().getByRole('button', { name: 'Remove' }));
    await user.click(dialog.getByRole('button', { name: 'Draft again' }));
    await waitFor(() => expect(again()).toEqual([{ style: 'insightful', transcript: '' }]));
  });

  it('that does not fit can be chosen from', async () => {
    const { user, notes, generate } = opened();
    await user.click(notes);
    await user.paste(TRANSCRIPT);
    await user.click(await summary().findByRole('button', { name: 'Choose other parts' }));
    await user.click(summary().getByRole('checkbox', { name: /three of eleven/ }));
    const stretches = [{ from: 300, to: 1454 }];
    await waitFor(() =>
      expect(server.sent('POST /api/videos/7/transcript').at(-1)).toEqual({
        transcript: TRANSCRIPT,
        stretches,
      }),
    );
    await generate();
    expect(server.sent('POST /api/comments/generate')).toMatchObject([{ stretches }]);
  });

  it('that fits is known whole, and one that was not understood says why and stays', async () => {
    server.on('POST /api/videos/:id/transcript', { ...plan, usedWords: 6, stretches: null });
    const { user, notes } = opened();
    await user.click(notes);
    await user.paste(TRANSCRIPT);
    expect(await summary().findByText('The draft knows all of it')).toBeInTheDocument();
    server.on('POST /api/videos/:id/transcript', () =>
      problem(400, 'invalid_request', 'This is an address.'),
    );
    await user.click(notes);
    await user.paste(`${TRANSCRIPT} more`);
    expect(await summary().findByRole('alert')).toHaveTextContent('This is an address.');
  });

  it('is left out of the draft while its switch is off', async () => {
    const { dialog, user, notes, generate } = opened();
    await user.click(notes);
    await user.paste(TRANSCRIPT);
    await user.click(dialog.getByRole('switch', { name: 'Use transcript or notes' }));
    await generate();
    expect(server.sent('POST /api/comments/generate')).toEqual([{ videoId: 7, style: 'insightful' }]);
  });

  it('that is too long says how much is left out', async () => {
    const { notes } = opened();
    fireEvent.paste(notes, { clipboardData: { getData: () => 'word '.repeat(40_100) } });
    expect(summary().getByText(/left out/)).toHaveTextContent('its last 500 characters are left out');
  });

  it('is taken from the clipboard by the button, or by hand where the browser forbids it', async () => {
    const { dialog, user, notes } = opened();
    const read = vi.spyOn(navigator.clipboard, 'readText').mockRejectedValueOnce(new Error('denied'));
    await user.click(dialog.getByRole('button', { name: 'Paste transcript' }));
    expect(await dialog.findByText(/Your browser did not allow that/)).toBeInTheDocument();
    expect(notes).toHaveFocus();
    read.mockResolvedValueOnce('plain spoken words');
    await user.click(dialog.getByRole('button', { name: 'Paste transcript' }));
    await waitFor(() =>
      expect(server.sent('POST /api/videos/7/transcript')).toEqual([{ transcript: 'plain spoken words' }]),
    );
  });

  it('is taken from a dropped file', async () => {
    const { notes } = opened();
    const over = createEvent.dragOver(notes, { dataTransfer: { types: ['Files'] } });
    fireEvent(notes, over);
    expect(over.defaultPrevented).toBe(true);
    const file = new File(['WEBVTT\n\n00:01.000 --> 00:04.000\nhello there'], 'captions.vtt');
    fireEvent.drop(notes, { dataTransfer: { files: [file] } });
    await waitFor(() =>
      expect(server.sent('POST /api/videos/7/transcript')).toMatchObject([
        { transcript: expect.stringMatching(/^WEBVTT/) },
      ]),
    );
  });
});
