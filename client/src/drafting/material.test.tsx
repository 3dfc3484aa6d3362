import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentAnalysis, GroundedSentence, SourceKind } from '#shared/contracts/comment-detail.ts';
import type { TranscriptPlan, VideoMaterial } from '#shared/contracts/drafts.ts';
import { createDraftServer, openDraft, openGenerateDialog } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, noMaterial } from '../testing/factories.ts';
import { type FakeServer, problem } from '../testing/fake-server.ts';
import { expectLink } from '../testing/page.ts';
import { fitTranscript, isTranscript } from './own-material.tsx';

describe('material', () => {
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
    it('shows the material, only a few of each until all are requested', async () => {
      const { dialog, user, point } = opened();
      expect(point).toHaveFocus();
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
      expectLink('open it on YouTube', `https://www.youtube.com/watch?v=${video.youtubeId}`, dialog);
    });

    it('says why comments are missing, and counts only existing material as used', async () => {
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

    it('can be loaded again after a failure', async () => {
      server.on('GET /api/videos/:id/material', problem(400, 'invalid', 'Not now.'));
      const { dialog, user } = opened();
      expect(await dialog.findByText('Not now.')).toBeInTheDocument();
      server.on('GET /api/videos/:id/material', material);
      await user.click(dialog.getByRole('button', { name: 'Try again' }));
      expect(await dialog.findByText('Part 0')).toBeInTheDocument();
    });

    it('is used as switched on or off, and the next dialog starts with the same switches', async () => {
      const { dialog, user, generate } = opened();
      await dialog.findByText('Part 0');
      await user.click(dialog.getByRole('switch', { name: 'Use top comments' }));
      expect(dialog.getByText('2 of 4 used')).toBeInTheDocument();
      await generate();
      const use = { description: true, chapters: true, comments: false };
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { videoId: 7, style: 'insightful', use },
      ]);
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Generate Comment' }));
      expect(await screen.findByRole('switch', { name: 'Use top comments' })).not.toBeChecked();
    });
  });

  describe('your point', () => {
    it('starts a draft on Enter, and another once something has changed', async () => {
      const { dialog, user, point, notes } = opened();
      await user.type(point, 'Count second commits{Enter}');
      await dialog.findByRole('button', { name: 'Generate Again' });
      expect(server.sent('POST /api/comments/generate')).toMatchObject([{ point: 'Count second commits' }]);
      expect(dialog.queryByRole('button', { name: 'Draft again' })).not.toBeInTheDocument();
      await user.type(point, '{Enter}');
      expect(again()).toEqual([]);
      await user.type(notes, 'Three of eleven');
      await user.click(dialog.getByRole('button', { name: 'Draft again' }));
      await waitFor(() => expect(again()).toMatchObject([{ style: 'insightful', notes: 'Three of eleven' }]));
      await waitFor(() =>
        expect(dialog.queryByRole('button', { name: 'Draft again' })).not.toBeInTheDocument(),
      );
      await user.clear(point);
      await user.click(dialog.getByRole('radio', { name: 'Thought-Provoking' }));
      await user.type(point, '{Enter}');
      await waitFor(() => expect(again().at(-1)).toMatchObject({ style: 'questioning', point: '' }));
    });

    it('survives closing the dialog until there is a draft', async () => {
      const { dialog, user, point, notes } = opened();
      await user.type(point, 'Mine');
      await user.type(notes, 'Noted');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Generate Comment' }));
      const reopened = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
      expect(reopened.getByRole('textbox', { name: /^What do you want to say/ })).toHaveValue('Mine');
      expect(reopened.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Noted');
      await user.click(reopened.getByRole('button', { name: 'Generate Comment' }));
      await reopened.findByRole('button', { name: 'Generate Again' });
      await user.click(reopened.getByRole('button', { name: 'Cancel' }));
      expect(Object.keys(localStorage).filter((key) => /-on\.7$/.test(key))).toEqual([]);
    });
  });

  describe('a transcript', () => {
    const summary = () => within(screen.getByRole('region', { name: 'Transcript' }));

    it('is recognized by its timestamps among the notes, and shows how much a draft knows of it', async () => {
      const { dialog, user, notes, generate } = opened();
      await user.click(notes);
      await user.paste(TRANSCRIPT);
      expect(notes).toHaveValue('');
      expect(await summary().findByText('The draft knows 5 of 24 minutes: 0:00–5:00')).toBeInTheDocument();
      expect(server.sent('POST /api/videos/7/transcript')).toEqual([{ transcript: TRANSCRIPT }]);
      expect(screen.queryByText(/hello there/)).not.toBeInTheDocument();
      await generate();
      expect(server.sent('POST /api/comments/generate')).toMatchObject([{ transcript: TRANSCRIPT }]);
      await user.click(summary().getByRole('button', { name: 'Remove' }));
      await user.click(dialog.getByRole('button', { name: 'Draft again' }));
      await waitFor(() => expect(again()).toMatchObject([{ style: 'insightful', transcript: '' }]));
    });

    it('offers a choice of parts when it does not fit', async () => {
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

    it('is used completely if it fits, and one that cannot be parsed stays with the reason', async () => {
      server.on('POST /api/videos/:id/transcript', { ...plan, usedWords: 6, stretches: null });
      const { user, notes } = opened();
      await user.click(notes);
      await user.paste(TRANSCRIPT);
      expect(await summary().findByText('The draft knows all of it')).toBeInTheDocument();
      server.on('POST /api/videos/:id/transcript', problem(400, 'invalid_request', 'This is an address.'));
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
      expect(server.sent('POST /api/comments/generate')).toMatchObject([{ transcript: '', notes: '' }]);
    });

    it('says how much is left out when it is too long', async () => {
      const { notes } = opened();
      fireEvent.paste(notes, { clipboardData: { getData: () => 'word '.repeat(40_100) } });
      expect(summary().getByText(/left out/)).toHaveTextContent('its last 500 characters are left out');
    });

    it('is read from a dropped file', async () => {
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
});

describe('grounding', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  const COUNTED = 'Counting second commits changed our talks.';
  const ELEVEN = 'Eleven templates looked healthy at 7:42.';
  const SURVEY = 'The survey of 2019 told us less.';
  const HELM = 'Helm keeps ten revisions.';
  const ASKED = 'Did forks ever come back?';

  const sentence = (
    text: string,
    kind: SourceKind | null,
    quote: string | null = null,
    { at = null, unsupported = [] }: { at?: number | null; unsupported?: string[] } = {},
  ): GroundedSentence => ({ text, source: kind && { kind, quote, at }, unsupported });
  const sentences = [
    sentence(COUNTED, 'point', 'count second commits'),
    sentence(ELEVEN, 'chapter', 'What the numbers said', { at: 462 }),
    sentence(SURVEY, null, null, { unsupported: ['2019'] }),
    sentence(HELM, 'own_knowledge'),
    sentence(ASKED, 'comment', 'every team forks'),
  ];
  const content = sentences.map(({ text }) => text).join(' ');
  const material = {
    ...noMaterial(),
    chapters: [{ at: 462, title: 'What the numbers said' }],
    comments: [{ author: '@kestrel', text: 'How do you count when every team forks it?', likeCount: 38 }],
  };
  async function drafted(text = content, grounding: Partial<CommentAnalysis> = { sentences }) {
    const analysis = anAnalysis(grounding);
    const comment = aComment({ id: 70, video, content: text, analysis });
    createDraftServer(comment, { analysis }).on('GET /api/videos/:id/material', material);
    const page = await openDraft(video);
    return { ...page, field: page.text };
  }

  type Page = Awaited<ReturnType<typeof drafted>>;

  const notes = ({ dialog }: Page) => within(dialog.getByRole('list', { name: 'Sources' }));
  const note = (page: Page, text: string) =>
    notes(page)
      .getAllByRole('listitem')
      .find((item) => item.textContent?.includes(text)) as HTMLElement;
  const litMarks = ({ field }: Page) =>
    [...(field.parentElement?.querySelectorAll<HTMLElement>('[data-mark][data-lit="true"]') ?? [])].map(
      ({ dataset }) => dataset['mark'],
    );

  describe('the notes beside a draft', () => {
    it('show the source of each sentence, and what is not in the material', async () => {
      const page = await drafted();
      await waitFor(() => expect(note(page, ASKED)).toHaveTextContent('@kestrel'));
      const said = notes(page)
        .getAllByRole('listitem')
        .map((item) => within(item).getAllByRole('button')[0]?.textContent);
      expect(said).toEqual([
        `1Your point, ${COUNTED}`,
        `2Chapter 7:42, ${ELEVEN}`,
        `3“2019” not found in your material, ${SURVEY}`,
        `4The model’s own knowledge: check this, ${HELM}`,
        `5Top comment by @kestrel, ${ASKED}`,
      ]);
    });

    it('are highlighted with their sentence and source, and show the quote and its time', async () => {
      const page = await drafted();
      await page.user.hover(note(page, ELEVEN));
      expect(note(page, ELEVEN)).toHaveAttribute('data-lit', 'true');
      expect(litMarks(page)).toEqual(['2']);
      const chapters = within(page.dialog.getByRole('region', { name: 'Chapters' }));
      expect(chapters.getByRole('listitem')).toHaveAttribute('data-lit', 'true');
      expect(page.dialog.getByText('“What the numbers said”')).toBeInTheDocument();
      for (const link of page.dialog.getAllByRole('link', { name: 'Open at 7:42' }))
        expect(link).toHaveAttribute('href', `https://www.youtube.com/watch?v=${video.youtubeId}&t=462s`);
      // Moving the caret also highlights the mark.
      page.field.setSelectionRange(3, 3);
      fireEvent.select(page.field);
      expect(litMarks(page)).toEqual(['1']);
      expect(note(page, COUNTED)).toHaveAttribute('data-lit', 'true');
      await page.user.hover(
        within(page.dialog.getByRole('region', { name: 'Top comments' })).getByRole('listitem'),
      );
      expect(litMarks(page)).toEqual(['5']);
    });

    it('show what the second reading criticized, beside the passage', async () => {
      const passage = { kind: 'transcript' as const, quote: 'we kept twenty', at: 30 };
      const page = await drafted(`${HELM} ${COUNTED} ${SURVEY}`, {
        sentences: [sentence(HELM, 'none'), sentence(COUNTED, 'none'), sentence(SURVEY, null)],
        reading: {
          text: '',
          for: null,
          against: null,
          wrong: [
            { sentence: HELM, passage },
            { sentence: COUNTED, passage: null },
          ],
        },
      });
      expect(note(page, HELM)).toHaveTextContent('Your material says otherwise');
      expect(note(page, COUNTED)).toHaveTextContent('Nothing in your material says this');
      expect(note(page, SURVEY)).toHaveTextContent('Source not found');
      expect(within(note(page, HELM)).getByText('“we kept twenty”')).toBeInTheDocument();
    });

    it('name the own comment that is the source', async () => {
      const comment = { at: '2026-02-11T09:00:00Z', videoTitle: 'Slow starts' };
      const own = { ...sentence(HELM, 'own_comment', 'ten revisions') };
      const page = await drafted(HELM, {
        sentences: [{ ...own, source: own.source && { ...own.source, comment } }],
      });
      expect(note(page, HELM)).toHaveTextContent('Your comment of Feb 11, 2026, under “Slow starts”');
    });
  });

  describe('a gap', () => {
    const withGaps = `${COUNTED} We saved ‹your figure› a week. It took ‹your time›.`;
    const post = ({ dialog }: Page) => dialog.getByRole('button', { name: 'Post Now' });

    it('is selected by the button and filled by typing; open gaps prevent posting', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      expect(page.dialog.getByText('2 gaps to fill before you post')).toBeInTheDocument();
      expect(post(page)).toBeDisabled();
      expect(page.dialog.getByRole('button', { name: 'Approve & Schedule 2 gaps open' })).toBeDisabled();
      for (const name of ['Save Edits', 'Add to Queue'])
        expect(page.dialog.getByRole('button', { name })).toBeEnabled();
      await page.user.click(page.dialog.getByRole('button', { name: 'Next gap' }));
      expect(page.field.value.slice(page.field.selectionStart, page.field.selectionEnd)).toBe(
        '‹your figure›',
      );
      await page.user.keyboard('9 hours{F2}a month');
      expect(page.field).toHaveValue(`${COUNTED} We saved 9 hours a week. It took a month.`);
      expect(page.dialog.queryByText(/to fill before you post/)).not.toBeInTheDocument();
      expect(post(page)).toBeEnabled();
    });

    it('is removed with its sentence by Alt+Backspace or Remove Sentence, and restored by Undo', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      page.field.focus();
      await page.user.keyboard('{F2}{Alt>}{Backspace}{/Alt}');
      expect(page.field).toHaveValue(`${COUNTED} It took ‹your time›.`);
      await page.user.click(page.dialog.getByRole('button', { name: 'Remove Sentence' }));
      expect(page.field).toHaveValue(COUNTED);
      await page.user.click(page.dialog.getByRole('button', { name: 'Undo' }));
      expect(page.field).toHaveValue(`${COUNTED} It took ‹your time›.`);
    });
  });
});

describe('a pasted text', () => {
  it('is a transcript if it is long or full of timestamps, otherwise a note', () => {
    expect(isTranscript('x '.repeat(800))).toBe(true);
    expect(isTranscript('0:00\na\n0:05\nb\n0:09\nc')).toBe(true);
    expect(isTranscript('Ada  0:00\na\nBob (0:05):\nb\nAda  0:09\nc')).toBe(true);
    expect(isTranscript('\u200b0:00\na\n\u200e0:05\nb\n\ufeff0:09\nc')).toBe(true);
    expect(isTranscript('7:42 three were alive\n12:30 a fork is a vote')).toBe(false);
  });

  it('loses characters that the server refuses: NUL and lone surrogates', () => {
    expect(fitTranscript('a\0b \ud83d').text).toBe('ab \ufffd');
    const cut = fitTranscript(`${'x'.repeat(199_999)}😀`).text;
    expect(cut.isWellFormed()).toBe(true);
  });
});
