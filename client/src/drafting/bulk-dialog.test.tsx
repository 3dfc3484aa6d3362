import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { openResults } from '../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
} from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { brokenOff, type FakeServer, held, problem } from '../testing/fake-server.ts';
import {
  click,
  drawn,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
} from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

const answer: GenerateBulkResponse = {
  results: [
    {
      videoId: 1,
      success: true,
      addedToQueue: true,
      skipped: false,
      reason: null,
      commentId: 51,
    },
    {
      videoId: 2,
      success: false,
      addedToQueue: false,
      skipped: true,
      reason: 'comments are off',
      commentId: null,
    },
  ],
  errors: [{ videoId: 3, error: 'The model refused.' }],
  summary: { successful: 1, skipped: 1, failed: 1, addedToQueue: 1 },
};
const BULK = 'POST /api/comments/generate-bulk';
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on(
      'GET /api/videos/search',
      aSearchAnswer([1, 2, 3].map((id) => aFoundVideo({ id, title: `Video ${id}` }))),
    )
    .on(BULK, answer);
});

async function opened() {
  const page = openResults();
  await click('checkbox', 'Select All');
  await press('Generate 3 Comments');
  return {
    ...page,
    dialog: await findDialog('Bulk Comment Generation'),
  };
}

async function generateAll() {
  const page = await opened();
  await press('Generate 3 Comments', page.dialog);
  return page;
}

it('sends one request for a double click on Generate (rule 12.9)', async () => {
  const videos = [aFoundVideo({ id: 1, title: 'Video 1' })];
  const nothing = () => undefined;
  renderPage(
    <BulkDialog videos={videos} onClose={nothing} onProcessed={nothing} />,
    '/discover',
    {
      pressPause: 60_000,
    },
  );
  const generate = await screen.findByRole('button', { name: 'Generate 1 Comment' });
  await waitFor(() => expect(generate).toBeEnabled());
  // Both clicks in one task: the second one comes before the page reacts to the first.
  act(() => {
    generate.click();
    generate.click();
  });
  await screen.findByRole('button', { name: 'Generate More' });
  expect(server.sent(BULK)).toHaveLength(1);
});

it('lists the selected videos, with the insightful style and the queue chosen', async () => {
  const { dialog } = await opened();
  const selected = within(dialog.getByRole('list', { name: 'Selected videos' }));
  expect(selected.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.getByRole('radio', { name: 'Insightful & Technical' })).toBeChecked();
  expect(dialog.getByRole('checkbox')).toBeChecked();
  expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
});

it('sends the videos with style and queue choice (rule 2.12)', async () => {
  const { dialog } = await opened();
  await click('radio', 'Supportive & Encouraging', dialog);
  await click(
    'checkbox',
    'Automatically add all generated comments to review queue',
    dialog,
  );
  await press('Generate 3 Comments', dialog);
  await dialog.findByText('Skipped: comments are off');
  expect(server.sent(BULK)).toEqual([
    { videoIds: [1, 2, 3], style: 'supportive', addToQueue: false },
  ]);
});

describe('a selection', () => {
  const select = (videos: FoundVideo[]) =>
    renderPage(<BulkDialog videos={videos} onClose={vi.fn()} onProcessed={vi.fn()} />);

  it.each([
    [0, false, undefined],
    [50, true, undefined],
    [51, false, 'At most 50 videos at once. Deselect 1 first.'],
  ])('of %i videos can be drafted: %s (rule 5.6)', async (count, canDraft, tooMany) => {
    select(Array.from({ length: count }, (_, id) => aFoundVideo({ id })));
    expect(await screen.findByText(`${count} videos selected`)).toBeInTheDocument();
    const generate = screen.getByRole<HTMLButtonElement>('button', { name: /^Generate/ });
    await waitFor(() => expect(generate.disabled).toBe(!canDraft));
    expect(screen.queryByText(/^At most/)?.textContent).toBe(tooMany);
  });

  it.each([
    ['comments are off', { commentsOff: true }],
    ['has a comment', { commentStatus: aCommentState(aComment()).commentStatus }],
    ['no longer available', { available: false }],
  ])('names a video that will be skipped: %s', async (why, over) => {
    select([aFoundVideo({ id: 1, ...over }), aFoundVideo({ id: 2 })]);
    await screen.findByText('2 videos selected');
    const line = `Cluster Notes (${why}, will be skipped)`;
    expect(screen.getAllByText(line)).toHaveLength(1);
  });

  it('counts on its button only the videos that will not be skipped', async () => {
    select([aFoundVideo({ id: 1, commentsOff: true }), aFoundVideo({ id: 2 })]);
    await screen.findByText('2 videos selected');
    const generate = screen.getByRole('button', { name: 'Generate 1 Comment' });
    await waitFor(() => expect(generate).toBeEnabled());
  });

  it('cannot be drafted if all of its videos will be skipped', async () => {
    select([aFoundVideo({ id: 1, commentsOff: true })]);
    await screen.findByText('1 video selected');
    await drawn();
    expect(screen.getByRole('button', { name: 'Generate 0 Comments' })).toBeDisabled();
  });
});

it('shows the outcome of each video (rules 2.12, 4.10)', async () => {
  const { dialog } = await generateAll();
  expect(await dialog.findByText('Skipped: comments are off')).toBeInTheDocument();
  expect(dialog.getByText('The model refused.')).toBeInTheDocument();
  for (const state of ['Added to queue', 'Skipped', 'Failed'])
    expect(dialog.getByText(state)).toBeInTheDocument();
  expect(dialog.queryByRole('list', { name: 'Selected videos' })).not.toBeInTheDocument();
});

it('shows a summary in the dialog and in a toast (rule 11.1)', async () => {
  const { dialog } = await generateAll();
  expect(
    await dialog.findByText('1 generated, 1 skipped, 1 failed, 1 added to queue'),
  ).toBeInTheDocument();
  await expectNotice(
    'Bulk Generation Complete',
    'Generated 1 comment, skipped 1, 1 failed, 1 added to queue',
  );
});

it('ends with a full progress bar and a button to close', async () => {
  const { dialog } = await generateAll();
  await dialog.findByText('Skipped: comments are off');
  expect(
    dialog.getByRole('progressbar', { name: 'Generation progress' }),
  ).toHaveAttribute('aria-valuenow', '100');
  // The cross is also named Close.
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
});

describe('with incomplete results', () => {
  async function finish() {
    const [first, second] = answer.results;
    server.on(BULK, {
      results: [
        { ...first, addedToQueue: false },
        { ...second, reason: null },
      ],
      errors: [],
      summary: { successful: 2, skipped: 0, failed: 0, addedToQueue: 0 },
    });
    const page = await generateAll();
    const leave = await page.dialog.findByRole('button', {
      name: 'Go to Review Queue (0)',
    });
    return { ...page, leave };
  }

  it('says what is known of each video', async () => {
    const { dialog } = await finish();
    for (const words of [
      'Generated',
      'Skipped: no reason given',
      'No answer came for this video.',
    ])
      expect(dialog.getByText(words)).toBeInTheDocument();
  });

  it('leaves out of the summary what is zero', async () => {
    await finish();
    await expectNotice('Bulk Generation Complete', 'Generated 2 comments');
  });

  it('leads to the review queue, from where Back does not open the dialog again (rule 2.12)', async () => {
    const { user, leave } = await finish();
    const entries = window.history.length;
    await user.click(leave);
    expect([window.location.pathname, window.history.length]).toEqual([
      '/queue',
      entries,
    ]);
  });
});

describe('Generate More', () => {
  it('starts a new round for the failed videos (rule 2.12)', async () => {
    const { dialog } = await generateAll();
    await press('Generate More', dialog);
    expect(dialog.getByText('1 video selected')).toBeInTheDocument();
    const selected = within(dialog.getByRole('list', { name: 'Selected videos' }));
    expect(selected.getByText('Video 3')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Generate 1 Comment' })).toBeEnabled();
  });

  it('starts a new round for all videos when none failed', async () => {
    server.on(BULK, {
      ...answer,
      results: [1, 2, 3].map((videoId) => ({ ...answer.results[0], videoId })),
      errors: [],
    });
    const { dialog } = await generateAll();
    await press('Generate More', dialog);
    expect(dialog.getByText('3 videos selected')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Generate 3 Comments' })).toBeEnabled();
  });

  it('resets the queue choice to the Auto Queue setting', async () => {
    const { dialog, user } = await opened();
    await user.click(dialog.getByRole('checkbox'));
    await press('Generate 3 Comments', dialog);
    await press('Generate More', dialog);
    expect(dialog.getByRole('checkbox')).toBeChecked();
  });

  it('can be cancelled', async () => {
    const { dialog } = await generateAll();
    await press('Generate More', dialog);
    await press('Cancel', dialog);
    expectNoDialog();
  });
});

it('clears the selection once its videos were processed', async () => {
  server.on('GET /api/videos/comment-states', [noCommentState(1)]);
  const { dialog, user } = await opened();
  const comment = aComment({ id: 51, videoId: 1 });
  server.on('GET /api/videos/comment-states', [
    aCommentState(comment, aQueueItem({ comment })),
  ]);
  await press('Generate 3 Comments', dialog);
  await dialog.findByText('Failed');
  await user.keyboard('{Escape}');
  expect(
    screen.queryByRole('button', { name: 'Generate 3 Comments' }),
  ).not.toBeInTheDocument();
  expect(await screen.findAllByRole('button', { name: 'View Comment' })).toHaveLength(1);
  expect(
    screen.getByText(/^Comment generated \(.*\) - needs review$/),
  ).toBeInTheDocument();
});

describe('while it runs', () => {
  async function start() {
    const later = held(answer);
    server.on(BULK, later.answer);
    const page = await generateAll();
    return { ...page, release: later.release };
  }

  it('shows the progress, and that the dialog can be closed', async () => {
    const { dialog } = await start();
    expect(
      dialog.getByRole('progressbar', { name: 'Generation progress' }),
    ).toHaveAttribute('aria-valuenow', '5');
    expect(dialog.getByText('Generating 3 comments...')).toBeInTheDocument();
    expect(
      dialog.getByText('You can close this; generating continues.'),
    ).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  });

  it('reports the outcome even after the dialog was closed (rule 8.5)', async () => {
    const { user, release } = await start();
    await user.keyboard('{Escape}');
    release();
    expect(await screen.findByText('Bulk Generation Complete')).toBeInTheDocument();
  });
});

it.each([
  [
    'as the server says',
    () => problem(503, 'model_unavailable', 'The model is away.'),
    'The model is away.',
  ],
  ['in its own words', brokenOff, 'Failed to generate comments'],
])(
  'returns to the form when the run fails as a whole, %s (rule 11.1)',
  async (_, fails, words) => {
    server.on(BULK, fails);
    const { dialog } = await generateAll();
    await expectNotice('Bulk Generation Failed', words);
    expect(dialog.getByRole('button', { name: 'Generate 3 Comments' })).toBeEnabled();
    expect(screen.queryByText('Connect Yours')).not.toBeInTheDocument();
  },
);

it('links to connecting a model when there is none (rule 8.7)', async () => {
  server.on(BULK, problem(409, 'no_model', 'No model yet.'));
  await generateAll();
  await expectNotice('Bulk Generation Failed', 'No model yet.');
  expect(screen.getByText('Connect Yours')).toHaveAttribute(
    'href',
    '/settings?tab=general',
  );
});
