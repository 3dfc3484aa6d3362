import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptPlan, VideoMaterial } from '#shared/contracts/drafts.ts';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, noMaterial } from '../testing/factories.ts';
import { type FakeServer, problem } from '../testing/fake-server.ts';
import { click, expectLink, findDialog, press } from '../testing/page.ts';
import { fitTranscript, isTranscript } from './own-material.tsx';

describe('material', () => {
  const video = aFoundVideo({
    id: 7,
    title: 'Probes that lie',
    description: 'Two words',
  });
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
    const again = { comment: { ...drafted, revision: 2 }, analysis: anAnalysis() };
    server = createDraftServer(drafted)
      .on('GET /api/videos/:id/material', material)
      .on('POST /api/videos/:id/transcript', plan)
      .on('POST /api/comments/:id/regenerate', again)
      .on('DELETE /api/comments/:id', new Response(null, { status: 204 }));
  });

  function opened() {
    const page = openGenerateDialog(video);
    const generate = async () => {
      await page.generate();
      await page.dialog.findByRole('button', { name: 'Generate Again' });
    };
    const point = page.dialog.getByRole('textbox', { name: /^What do you want to say/ });
    const notes = page.dialog.getByRole('textbox', { name: 'Your notes' });
    return { ...page, generate, point, notes };
  }

  const again = () => server.sent('POST /api/comments/70/regenerate');

  describe('the material for a draft', () => {
    it('leaves the focus in the point', () => {
      const { point } = opened();
      expect(point).toHaveFocus();
    });

    it('shows a few chapters, and all on request', async () => {
      const { dialog } = opened();
      const chapters = within(dialog.getByRole('region', { name: 'Chapters' }));
      expect(await chapters.findByText('Part 120')).toBeInTheDocument();
      expect(chapters.queryByText('Part 180')).not.toBeInTheDocument();
      await press('Show all 4', chapters);
      expect(chapters.getByRole('link', { name: 'Open at 3:00' })).toBeInTheDocument();
    });

    it('shows a few top comments with their authors and likes', async () => {
      const { dialog } = opened();
      const comments = within(dialog.getByRole('region', { name: 'Top comments' }));
      const [first, second, third, ...others] = await comments.findAllByRole('listitem');
      expect(first).toHaveTextContent(/^“The first comment”\s*@viewer0$/);
      expect(second).toHaveTextContent(/^“The second comment”\s*@viewer1, 1 like$/);
      expect(third).toHaveTextContent(/^“The third comment”\s*@viewer2, 2 likes$/);
      expect(others).toEqual([]);
    });

    it('says how much is used, and links to the transcript on YouTube', async () => {
      const { dialog } = opened();
      expect(await dialog.findByText('3 of 4 used')).toBeInTheDocument();
      expectLink(
        'open it on YouTube',
        `https://www.youtube.com/watch?v=${video.youtubeId}`,
        dialog,
      );
    });

    it('says why comments are missing', async () => {
      server.on('GET /api/videos/:id/material', {
        ...noMaterial(),
        commentsMissing: 'Comments are turned off for this video.',
      });
      const { dialog } = opened();
      expect(
        await dialog.findByText('Comments are turned off for this video.'),
      ).toBeInTheDocument();
    });

    it('counts only existing material as used', async () => {
      server.on('GET /api/videos/:id/material', noMaterial());
      const { dialog } = opened();
      expect(await dialog.findByText('1 of 4 used')).toBeInTheDocument();
      for (const name of ['Use chapters', 'Use top comments', 'Use transcript or notes'])
        expect(dialog.getByRole('switch', { name })).toBeDisabled();
    });

    it('can be loaded again after a failure', async () => {
      server.on('GET /api/videos/:id/material', problem(400, 'invalid', 'Not now.'));
      const { dialog } = opened();
      expect(await dialog.findByText('Not now.')).toBeInTheDocument();
      server.on('GET /api/videos/:id/material', material);
      await press('Try again', dialog);
      expect(await dialog.findByText('Part 0')).toBeInTheDocument();
    });

    it('is used as switched on or off', async () => {
      const { dialog, generate } = opened();
      await dialog.findByText('Part 0');
      await click('switch', 'Use top comments', dialog);
      expect(dialog.getByText('2 of 4 used')).toBeInTheDocument();
      await generate();
      const use = { description: true, chapters: true, comments: false };
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { videoId: 7, style: 'insightful', use },
      ]);
    });

    it('keeps its switches for the next dialog', async () => {
      const { dialog } = opened();
      await dialog.findByText('Part 0');
      await click('switch', 'Use top comments', dialog);
      await press('Cancel', dialog);
      await press('Generate Comment');
      expect(
        await screen.findByRole('switch', { name: 'Use top comments' }),
      ).not.toBeChecked();
    });
  });

  describe('your point', () => {
    it('starts a draft on Enter', async () => {
      const { dialog, user, point } = opened();
      await user.type(point, 'Count second commits{Enter}');
      await dialog.findByRole('button', { name: 'Generate Again' });
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { point: 'Count second commits' },
      ]);
    });

    it('starts no other draft while nothing has changed', async () => {
      const { dialog, user, point, generate } = opened();
      await generate();
      expect(
        dialog.queryByRole('button', { name: 'Draft again' }),
      ).not.toBeInTheDocument();
      await user.type(point, '{Enter}');
      expect(again()).toEqual([]);
    });

    it('offers another draft once the notes have changed', async () => {
      const { dialog, user, notes, generate } = opened();
      await generate();
      await user.type(notes, 'Three of eleven');
      await press('Draft again', dialog);
      await waitFor(() =>
        expect(again()).toMatchObject([
          { style: 'insightful', notes: 'Three of eleven' },
        ]),
      );
      await waitFor(() =>
        expect(
          dialog.queryByRole('button', { name: 'Draft again' }),
        ).not.toBeInTheDocument(),
      );
    });

    it('starts another draft on Enter once the style has changed', async () => {
      const { dialog, user, point } = opened();
      await user.type(point, 'Count second commits{Enter}');
      await dialog.findByRole('button', { name: 'Generate Again' });
      await user.clear(point);
      await click('radio', 'Thought-Provoking', dialog);
      await user.type(point, '{Enter}');
      await waitFor(() =>
        expect(again()).toMatchObject([{ style: 'questioning', point: '' }]),
      );
    });

    it('survives closing the dialog, like the notes', async () => {
      const { dialog, user, point, notes } = opened();
      await user.type(point, 'Mine');
      await user.type(notes, 'Noted');
      await press('Cancel', dialog);
      await press('Generate Comment');
      const reopened = await findDialog('Generate Comment');
      expect(
        reopened.getByRole('textbox', { name: /^What do you want to say/ }),
      ).toHaveValue('Mine');
      expect(reopened.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Noted');
    });

    it('is forgotten, like the notes, once there is a draft', async () => {
      const { dialog, user, point, notes, generate } = opened();
      await user.type(point, 'Mine');
      await user.type(notes, 'Noted');
      await generate();
      await press('Cancel', dialog);
      expect(Object.keys(localStorage).filter((key) => /-on\.7$/.test(key))).toEqual([]);
    });
  });

  describe('a transcript', () => {
    const summary = () => within(screen.getByRole('region', { name: 'Transcript' }));

    async function pasteTranscript() {
      const page = opened();
      await page.user.click(page.notes);
      await page.user.paste(TRANSCRIPT);
      return page;
    }

    it('is recognized by its timestamps among the notes', async () => {
      const { notes } = await pasteTranscript();
      expect(notes).toHaveValue('');
      expect(await summary().findByText(/^The draft knows/)).toBeInTheDocument();
      expect(server.sent('POST /api/videos/7/transcript')).toEqual([
        { transcript: TRANSCRIPT },
      ]);
    });

    it('is summarized by how much a draft knows of it', async () => {
      await pasteTranscript();
      expect(
        await summary().findByText('The draft knows 5 of 24 minutes: 0:00–5:00'),
      ).toBeInTheDocument();
      expect(screen.queryByText(/hello there/)).not.toBeInTheDocument();
    });

    it('is sent with the draft', async () => {
      const { generate } = await pasteTranscript();
      await summary().findByText(/^The draft knows/);
      await generate();
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { transcript: TRANSCRIPT },
      ]);
    });

    it('is left out of the next draft once it was removed', async () => {
      const { dialog, generate } = await pasteTranscript();
      await summary().findByText(/^The draft knows/);
      await generate();
      await press('Remove', summary());
      await press('Draft again', dialog);
      await waitFor(() =>
        expect(again()).toMatchObject([{ style: 'insightful', transcript: '' }]),
      );
    });

    it('offers a choice of parts when it does not fit', async () => {
      const { user, notes, generate } = opened();
      await user.click(notes);
      await user.paste(TRANSCRIPT);
      await press('Choose other parts', summary());
      await click('checkbox', /three of eleven/, summary());
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

    it('is used completely if it fits', async () => {
      server.on('POST /api/videos/:id/transcript', {
        ...plan,
        usedWords: 6,
        stretches: null,
      });
      await pasteTranscript();
      expect(await summary().findByText('The draft knows all of it')).toBeInTheDocument();
    });

    it('stays with the reason when it cannot be parsed', async () => {
      server.on(
        'POST /api/videos/:id/transcript',
        problem(400, 'invalid_request', 'This is an address.'),
      );
      await pasteTranscript();
      expect(await summary().findByRole('alert')).toHaveTextContent(
        'This is an address.',
      );
    });

    it('is left out of the draft while its switch is off', async () => {
      const { dialog, user, notes, generate } = opened();
      await user.click(notes);
      await user.paste(TRANSCRIPT);
      await click('switch', 'Use transcript or notes', dialog);
      await generate();
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { transcript: '', notes: '' },
      ]);
    });

    it('says how much is left out when it is too long', async () => {
      const { notes } = opened();
      fireEvent.paste(notes, {
        clipboardData: { getData: () => 'word '.repeat(40_100) },
      });
      expect(summary().getByText(/left out/)).toHaveTextContent(
        'its last 500 characters are left out',
      );
    });

    it('is read from a dropped file', async () => {
      const { notes } = opened();
      const over = createEvent.dragOver(notes, { dataTransfer: { types: ['Files'] } });
      fireEvent(notes, over);
      expect(over.defaultPrevented).toBe(true);
      const file = new File(
        ['WEBVTT\n\n00:01.000 --> 00:04.000\nhello there'],
        'captions.vtt',
      );
      fireEvent.drop(notes, { dataTransfer: { files: [file] } });
      await waitFor(() =>
        expect(server.sent('POST /api/videos/7/transcript')).toMatchObject([
          { transcript: expect.stringMatching(/^WEBVTT/) },
        ]),
      );
    });
  });
});

describe('a pasted text', () => {
  it.each([
    ['x '.repeat(800)],
    ['0:00\na\n0:05\nb\n0:09\nc'],
    ['Ada  0:00\na\nBob (0:05):\nb\nAda  0:09\nc'],
    ['\u200b0:00\na\n\u200e0:05\nb\n\ufeff0:09\nc'],
  ])('is a transcript if it is long or full of timestamps: %#', (text) => {
    expect(isTranscript(text)).toBe(true);
  });

  it('is a note if it has few timestamps', () => {
    expect(isTranscript('7:42 three were alive\n12:30 a fork is a vote')).toBe(false);
  });

  it('loses characters that the server refuses: NUL and lone surrogates', () => {
    expect(fitTranscript('a\0b \ud83d').text).toBe('ab \ufffd');
  });

  it('is never cut within a character', () => {
    const cut = fitTranscript(`${'x'.repeat(199_999)}😀`).text;
    expect(cut.isWellFormed()).toBe(true);
  });
});
