import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  CommentAnalysis,
  GroundedSentence,
  SourceKind,
} from '#shared/contracts/comment-detail.ts';
import { createDraftServer, openDraft } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, noMaterial } from '../testing/factories.ts';
import { press } from '../testing/page.ts';

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
    comments: [
      {
        author: '@kestrel',
        text: 'How do you count when every team forks it?',
        likeCount: 38,
      },
    ],
  };
  async function drafted(
    text = content,
    grounding: Partial<CommentAnalysis> = { sentences },
  ) {
    const analysis = anAnalysis(grounding);
    const comment = aComment({ id: 70, video, content: text, analysis });
    createDraftServer(comment, { analysis }).on('GET /api/videos/:id/material', material);
    const page = await openDraft(video);
    return { ...page, field: page.text };
  }

  type Page = Awaited<ReturnType<typeof drafted>>;

  const notes = ({ dialog }: Page) =>
    within(dialog.getByRole('list', { name: 'Sources' }));
  const note = (page: Page, text: string) =>
    notes(page)
      .getAllByRole('listitem')
      .find((item) => item.textContent?.includes(text)) as HTMLElement;
  const litMarks = ({ field }: Page) =>
    [
      ...(field.parentElement?.querySelectorAll<HTMLElement>(
        '[data-mark][data-lit="true"]',
      ) ?? []),
    ].map(({ dataset }) => dataset['mark']);

  describe('the notes beside a draft', () => {
    it('show the source of each sentence, and what is not in the material', async () => {
      const page = await drafted();
      await waitFor(() => expect(note(page, ASKED)).toHaveTextContent('@kestrel'));
      const sources = [
        ['Your point', COUNTED],
        ['Chapter 7:42', ELEVEN],
        ['“2019” not found in your material', SURVEY],
        ['The model’s own knowledge: check this', HELM],
        ['Top comment by @kestrel', ASKED],
      ] as const;
      const items = notes(page).getAllByRole('listitem');
      expect(items).toHaveLength(sources.length);
      for (const [index, [source, text]] of sources.entries())
        expect(items[index]).toHaveTextContent(`${index + 1}${source}, ${text}`);
    });

    it('are highlighted with their sentence and source by the pointer', async () => {
      const page = await drafted();
      await page.user.hover(note(page, ELEVEN));
      expect(note(page, ELEVEN)).toHaveAttribute('data-lit', 'true');
      expect(litMarks(page)).toEqual(['2']);
      const chapters = within(page.dialog.getByRole('region', { name: 'Chapters' }));
      expect(chapters.getByRole('listitem')).toHaveAttribute('data-lit', 'true');
    });

    it('show the quote, and link to its time, under the pointer', async () => {
      const page = await drafted();
      await page.user.hover(note(page, ELEVEN));
      expect(page.dialog.getByText('“What the numbers said”')).toBeInTheDocument();
      for (const link of page.dialog.getAllByRole('link', { name: 'Open at 7:42' }))
        expect(link).toHaveAttribute(
          'href',
          `https://www.youtube.com/watch?v=${video.youtubeId}&t=462s`,
        );
    });

    it('are highlighted by the caret in their sentence', async () => {
      const page = await drafted();
      page.field.setSelectionRange(3, 3);
      fireEvent.select(page.field);
      expect(litMarks(page)).toEqual(['1']);
      expect(note(page, COUNTED)).toHaveAttribute('data-lit', 'true');
    });

    it('are highlighted by the pointer on their source', async () => {
      const page = await drafted();
      const comments = within(page.dialog.getByRole('region', { name: 'Top comments' }));
      await page.user.hover(await comments.findByRole('listitem'));
      expect(litMarks(page)).toEqual(['5']);
    });

    it('show what the second reading criticized, beside the passage', async () => {
      const passage = { kind: 'transcript' as const, quote: 'we kept twenty', at: 30 };
      const page = await drafted(`${HELM} ${COUNTED} ${SURVEY}`, {
        sentences: [
          sentence(HELM, 'none'),
          sentence(COUNTED, 'none'),
          sentence(SURVEY, null),
        ],
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
      expect(note(page, HELM)).toHaveTextContent(
        'Your comment of Feb 11, 2026, under “Slow starts”',
      );
    });
  });

  describe('a gap', () => {
    const withGaps = `${COUNTED} We saved ‹your figure› a week. It took ‹your time›.`;
    const post = ({ dialog }: Page) => dialog.getByRole('button', { name: 'Post Now' });

    it('prevents posting, but neither saving nor queuing', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      expect(page.dialog.getByText('2 gaps to fill before you post')).toBeInTheDocument();
      expect(post(page)).toBeDisabled();
      expect(
        page.dialog.getByRole('button', { name: 'Approve & Schedule 2 gaps open' }),
      ).toBeDisabled();
      for (const name of ['Save Edits', 'Add to Queue'])
        expect(page.dialog.getByRole('button', { name })).toBeEnabled();
    });

    it('is selected by the button', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      await press('Next gap', page.dialog);
      expect(
        page.field.value.slice(page.field.selectionStart, page.field.selectionEnd),
      ).toBe('‹your figure›');
    });

    it('is filled by typing, after which the comment can be posted', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      await press('Next gap', page.dialog);
      await page.user.keyboard('9 hours{F2}a month');
      expect(page.field).toHaveValue(
        `${COUNTED} We saved 9 hours a week. It took a month.`,
      );
      expect(page.dialog.queryByText(/to fill before you post/)).not.toBeInTheDocument();
      expect(post(page)).toBeEnabled();
    });

    it('is removed with its sentence by Alt+Backspace', async () => {
      const page = await drafted(withGaps, { sentences: [] });
      page.field.focus();
      await page.user.keyboard('{F2}{Alt>}{Backspace}{/Alt}');
      expect(page.field).toHaveValue(`${COUNTED} It took ‹your time›.`);
    });

    it('is removed with its sentence by Remove Sentence, and restored by Undo', async () => {
      const text = `${COUNTED} It took ‹your time›.`;
      const page = await drafted(text, { sentences: [] });
      page.field.focus();
      await page.user.keyboard('{F2}');
      await press('Remove Sentence', page.dialog);
      expect(page.field).toHaveValue(COUNTED);
      await press('Undo', page.dialog);
      expect(page.field).toHaveValue(text);
    });
  });
});
