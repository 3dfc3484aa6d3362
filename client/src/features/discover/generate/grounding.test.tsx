import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { GroundedSentence, SourceKind } from '#shared/contracts/grounding.ts';
import { openGenerateDialog } from '../../../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, noMaterial } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { type FakeServer, problem } from '../../../testing/fake-server.ts';

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
  over: { at?: number; unsupported?: string[] } = {},
): GroundedSentence => ({
  text,
  source: kind && { kind, quote, at: over.at ?? null },
  unsupported: over.unsupported ?? [],
});
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
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer().on('GET /api/videos/:id/material', material);
});

async function drafted(text = content, grounding: Partial<CommentAnalysis> = { sentences }) {
  const comment = aComment({ id: 70, video, content: text, analysis: anAnalysis(grounding) });
  server
    .on('GET /api/comments', [comment])
    .on('POST /api/comments/generate', { comment, analysis: anAnalysis(grounding) });
  const page = openGenerateDialog(video, { isPressed: true });
  const dialog = within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  await dialog.findByRole('button', { name: 'Generate Again' });
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Shorter/ })).toBeEnabled());
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Generated comment' });
  return { ...page, comment, dialog, field };
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
  it('say for each sentence where it comes from, and what is not in the material', async () => {
    const page = await drafted();
    await waitFor(() => expect(note(page, ASKED)).toHaveTextContent('@kestrel'));
    const said = notes(page)
      .getAllByRole('listitem')
      .map((item) => within(item).getAllByRole('button')[0]?.textContent);
    expect(said).toEqual([
      `1Your point, ${COUNTED}`,
      `2Chapter 7:42, ${ELEVEN}`,
      `3“2019” is in nothing you gave, ${SURVEY}`,
      `4The model’s own knowledge: check this, ${HELM}`,
      `5Top comment by @kestrel, ${ASKED}`,
    ]);
  });

  it('light up with their sentence and its source, and show the quote and its second', async () => {
    const page = await drafted();
    await page.user.hover(note(page, ELEVEN));
    expect(note(page, ELEVEN)).toHaveAttribute('data-lit', 'true');
    expect(litMarks(page)).toEqual(['2']);
    const chapters = within(page.dialog.getByRole('region', { name: 'Chapters' }));
    expect(chapters.getByRole('listitem')).toHaveAttribute('data-lit', 'true');
    expect(page.dialog.getByText('“What the numbers said”')).toBeInTheDocument();
    for (const link of page.dialog.getAllByRole('link', { name: 'Open at 7:42' }))
      expect(link).toHaveAttribute('href', `https://www.youtube.com/watch?v=${video.youtubeId}&t=462s`);
    // The caret points too.
    page.field.setSelectionRange(3, 3);
    fireEvent.select(page.field);
    expect(litMarks(page)).toEqual(['1']);
    expect(note(page, COUNTED)).toHaveAttribute('data-lit', 'true');
    await page.user.hover(
      within(page.dialog.getByRole('region', { name: 'Top comments' })).getByRole('listitem'),
    );
    expect(litMarks(page)).toEqual(['5']);
  });

  it('lose a sentence that is edited', async () => {
    const page = await drafted();
    fireEvent.change(page.field, { target: { value: content.replace('ten revisions', 'many revisions') } });
    expect(notes(page).getAllByRole('listitem')).toHaveLength(4);
  });

  it('say that nothing could be checked, and nothing of a question', async () => {
    const page = await drafted(`${ASKED} ${HELM}`, {
      sentences: [sentence(ASKED, 'none'), sentence(HELM, 'own_knowledge')],
      cannotCheck: true,
    });
    expect(page.dialog.getByText('Cannot check: there was only the title to go by.')).toBeInTheDocument();
    expect(notes(page).getAllByRole('listitem')).toHaveLength(1);
  });

  it('tell what a second reading found wrong, with the passage beside it', async () => {
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
    expect(note(page, HELM)).toHaveTextContent('What you gave says otherwise');
    expect(note(page, COUNTED)).toHaveTextContent('Nothing you gave says this');
    expect(note(page, SURVEY)).toHaveTextContent('Its source was not found');
    expect(within(note(page, HELM)).getByText('“we kept twenty”')).toBeInTheDocument();
  });

  it('name which of one’s own comments it is', async () => {
    const comment = { at: '2026-02-11T09:00:00Z', videoTitle: 'Slow starts' };
    const own = { ...sentence(HELM, 'own_comment', 'ten revisions') };
    const page = await drafted(HELM, {
      sentences: [{ ...own, source: own.source && { ...own.source, comment } }],
    });
    expect(note(page, HELM)).toHaveTextContent('Your comment of Feb 11, 2026, under “Slow starts”');
  });

  it('show the comment that says the same already', async () => {
    const page = await drafted(ASKED, {
      sentences: [],
      alreadySaid: { author: '@early', text: 'Do forks come back?' },
    });
    expect(page.dialog.getByText('Already said by @early')).toBeInTheDocument();
    expect(page.dialog.getByText('“Do forks come back?”')).toBeInTheDocument();
  });
});

describe('a sentence that is not in the material', () => {
  const confirmed = () =>
    aComment({
      id: 70,
      video,
      content: `${content} Mine.`,
      revision: 3,
      analysis: anAnalysis({
        sentences: sentences.map((each) => (each.text === SURVEY ? sentence(SURVEY, 'person') : each)),
      }),
    });

  it('becomes the person’s own by “I know this”, after unsaved edits are saved', async () => {
    const page = await drafted();
    server
      .on('PATCH /api/comments/:id', { ...page.comment, content: `${content} Mine.`, revision: 2 })
      .on('POST /api/comments/:id/vouch', confirmed());
    await page.user.type(page.field, ' Mine.');
    await page.user.click(within(note(page, SURVEY)).getByRole('button', { name: 'I know this' }));
    await waitFor(() => expect(note(page, SURVEY)).toHaveTextContent('Confirmed by you'));
    expect(server.sent('POST /api/comments/70/vouch')).toEqual([{ sentence: SURVEY, revision: 2 }]);
    expect(within(note(page, SURVEY)).queryByRole('button', { name: 'I know this' })).not.toBeInTheDocument();
    expect(page.field).toHaveValue(`${content} Mine.`);
    expect(page.dialog.queryByText('What you had typed was set aside.')).not.toBeInTheDocument();
  });

  it('stays marked when the confirmation is refused', async () => {
    const page = await drafted();
    server.on('POST /api/comments/:id/vouch', () => problem(503, 'database_unavailable', 'Away.'));
    await page.user.click(within(note(page, HELM)).getByRole('button', { name: 'I know this' }));
    expect(await screen.findByText('Away.')).toBeInTheDocument();
    expect(note(page, HELM)).toHaveTextContent('own knowledge: check this');
  });

  it('is struck by Remove, and comes back by Undo', async () => {
    const page = await drafted();
    await page.user.click(within(note(page, SURVEY)).getByRole('button', { name: 'Remove' }));
    expect(page.field).toHaveValue([COUNTED, ELEVEN, HELM, ASKED].join(' '));
    await page.user.click(within(note(page, HELM)).getByRole('button', { name: 'Remove' }));
    expect(page.field).toHaveValue([COUNTED, ELEVEN, ASKED].join(' '));
    for (let times = 0; times < 2; times += 1)
      await page.user.click(page.dialog.getByRole('button', { name: 'Undo' }));
    expect(page.field).toHaveValue(content);
    expect(page.dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('a gap', () => {
  const withGaps = `${COUNTED} We saved ‹your figure› a week. It took ‹your time›.`;
  const post = ({ dialog }: Page) => dialog.getByRole('button', { name: 'Post Now' });
  const selected = ({ field }: Page) => field.value.slice(field.selectionStart, field.selectionEnd);

  it('is selected by F2 or the button and filled by typing; open ones keep from posting', async () => {
    const page = await drafted(withGaps, { sentences: [] });
    expect(page.dialog.getByText('2 gaps to fill before you post')).toBeInTheDocument();
    expect(post(page)).toBeDisabled();
    expect(page.dialog.getByRole('button', { name: 'Approve & Schedule 2 gaps open' })).toBeDisabled();
    for (const name of ['Save Edits', 'Add to Queue'])
      expect(page.dialog.getByRole('button', { name })).toBeEnabled();
    page.field.focus();
    page.field.setSelectionRange(0, 0);
    await page.user.keyboard('{F2}');
    expect(selected(page)).toBe('‹your figure›');
    await page.user.keyboard('{F2}');
    expect(selected(page)).toBe('‹your time›');
    await page.user.click(page.dialog.getByRole('button', { name: 'Next gap' }));
    expect(selected(page)).toBe('‹your figure›');
    await page.user.keyboard('9 hours{F2}a month');
    expect(page.field).toHaveValue(`${COUNTED} We saved 9 hours a week. It took a month.`);
    expect(page.dialog.queryByText(/to fill before you post/)).not.toBeInTheDocument();
    expect(post(page)).toBeEnabled();
  });

  it('goes with its sentence by Alt+Backspace or Strike, and comes back by Undo', async () => {
    const page = await drafted(withGaps, { sentences: [] });
    page.field.focus();
    await page.user.keyboard('{F2}{Alt>}{Backspace}{/Alt}');
    expect(page.field).toHaveValue(`${COUNTED} It took ‹your time›.`);
    await page.user.click(page.dialog.getByRole('button', { name: 'Strike' }));
    expect(page.field).toHaveValue(COUNTED);
    await page.user.click(page.dialog.getByRole('button', { name: 'Undo' }));
    expect(page.field).toHaveValue(`${COUNTED} It took ‹your time›.`);
  });
});
