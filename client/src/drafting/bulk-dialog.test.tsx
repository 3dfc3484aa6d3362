import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkRun, GenerateBulkResponse } from '#shared/contracts/drafts.ts';
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
import { expectNotice } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { BulkDialog, BulkProgress, timeLeft } from './bulk-dialog.tsx';

const answer: GenerateBulkResponse = {
  results: [
    { videoId: 1, success: true, addedToQueue: true, skipped: false, reason: null, commentId: 51 },
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
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on(
      'GET /api/videos/search',
      aSearchAnswer([1, 2, 3].map((id) => aFoundVideo({ id, title: `Video ${id}` }))),
    )
    .on('POST /api/comments/generate-bulk', answer);
});

async function opened() {
  const page = openResults();
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
  await page.user.click(screen.getByRole('button', { name: 'Generate 3 Comments' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' })) };
}

it('sends one request for a double click on Generate (rule 12.9)', async () => {
  const videos = [aFoundVideo({ id: 1, title: 'Video 1' })];
  const nothing = () => undefined;
  renderPage(<BulkDialog videos={videos} onClose={nothing} onProcessed={nothing} />, '/discover', {
    pressPause: 60_000,
  });
  const generate = await screen.findByRole('button', { name: 'Generate 1 Comment' });
  await waitFor(() => expect(generate).toBeEnabled());
  // Both clicks in one task: the second one comes before the page reacts to the first.
  act(() => {
    generate.click();
    generate.click();
  });
  await screen.findByRole('button', { name: 'Generate More' });
  expect(server.sent('POST /api/comments/generate-bulk')).toHaveLength(1);
});

it('lists the selected videos and sends them with style and queue choice (rule 2.12)', async () => {
  const { dialog, user } = await opened();
  const selected = within(dialog.getByRole('list', { name: 'Selected videos' }));
  expect(selected.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(dialog.getByRole('checkbox')).toBeChecked();
  expect(dialog.getByRole('radio', { name: 'Insightful & Technical' })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: 'Supportive & Encouraging' }));
  await user.click(
    dialog.getByRole('checkbox', { name: 'Automatically add all generated comments to review queue' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  await dialog.findByText('Skipped: comments are off');
  expect(server.sent('POST /api/comments/generate-bulk')).toEqual([
    { videoIds: [1, 2, 3], style: 'supportive', addToQueue: false },
  ]);
});

it('needs 1 to 50 videos and names those that will be skipped (rule 5.6)', async () => {
  const videos = Array.from({ length: 51 }, (_, id) => aFoundVideo({ id, commentsOff: id === 0 }));
  videos[1] = aFoundVideo({ id: 1, commentStatus: aCommentState(aComment()).commentStatus });
  for (const [count, tooMany] of [
    [0, undefined],
    [50, undefined],
    [51, 'At most 50 videos at once. Deselect 1 first.'],
  ] as const) {
    const shown = videos.slice(0, count);
    const { unmount } = renderPage(<BulkDialog videos={shown} onClose={vi.fn()} onProcessed={vi.fn()} />);
    expect(await screen.findByText(`${count} videos selected`)).toBeInTheDocument();
    const generate = screen.getByRole<HTMLButtonElement>('button', { name: /^Generate/ });
    await waitFor(() => expect(generate.disabled).toBe(count !== 50));
    expect(screen.queryByText(/^At most/)?.textContent).toBe(tooMany);
    for (const why of ['comments are off', 'has a comment'])
      expect(screen.queryAllByText(`${why}, will be skipped · Cluster Notes`)).toHaveLength(count ? 1 : 0);
    unmount();
  }
});

it('shows the outcome of each video, and a summary in a toast (rules 2.12, 4.10, 11.1)', async () => {
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  expect(await dialog.findByText('Skipped: comments are off')).toBeInTheDocument();
  expect(dialog.getByText('The model refused.')).toBeInTheDocument();
  expect(dialog.queryByRole('list', { name: 'Selected videos' })).not.toBeInTheDocument();
  for (const state of ['Skipped', 'Failed']) expect(dialog.getByText(state)).toBeInTheDocument();
  expect(dialog.getByText('1 generated, 1 skipped, 1 failed, 1 added to queue')).toBeInTheDocument();
  expect(dialog.getByRole('progressbar', { name: 'Generation progress' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  // The cross is also named Close.
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
  expect(dialog.getByText('Added to queue')).toBeInTheDocument();
  await expectNotice(
    'Bulk Generation Complete',
    'Generated 1 comment, skipped 1, 1 failed, 1 added to queue',
  );
});

it('links to the review queue (rule 2.12)', async () => {
  const [first, second] = answer.results;
  server.on('POST /api/comments/generate-bulk', {
    results: [
      { ...first, addedToQueue: false },
      { ...second, reason: null },
    ],
    errors: [],
    summary: { successful: 2, skipped: 0, failed: 0, addedToQueue: 0 },
  });
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  const leave = await dialog.findByRole('button', { name: 'Go to Review Queue (0)' });
  const entries = window.history.length;
  for (const words of ['Generated', 'Skipped: no reason given', 'No answer came for this video.'])
    expect(dialog.getByText(words)).toBeInTheDocument();
  await expectNotice('Bulk Generation Complete', 'Generated 2 comments');
  await user.click(leave);
  // Pressing Back must not open the dialog again.
  expect([window.location.pathname, window.history.length]).toEqual(['/queue', entries]);
});

it('starts a new round with Generate More, for the failed videos or all (rule 2.12)', async () => {
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  await user.click(await dialog.findByRole('button', { name: 'Generate More' }));
  // The box is reset to the Auto Queue setting.
  expect(dialog.getByRole('checkbox')).toBeChecked();
  expect(
    within(dialog.getByRole('list', { name: 'Selected videos' })).getByText('Video 3'),
  ).toBeInTheDocument();
  expect(dialog.getByText('1 video selected')).toBeInTheDocument();
  server.on('POST /api/comments/generate-bulk', {
    results: [{ ...answer.results[0], videoId: 3 }],
    errors: [],
    summary: { successful: 1, skipped: 0, failed: 0, addedToQueue: 0 },
  });
  await user.click(dialog.getByRole('button', { name: 'Generate 1 Comment' }));
  await user.click(await dialog.findByRole('button', { name: 'Generate More' }));
  expect(dialog.getByText('3 videos selected')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Generate 3 Comments' })).toBeEnabled();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('clears the selection once its videos were processed', async () => {
  server.on('GET /api/videos/comment-states', [noCommentState(1)]);
  const { dialog, user } = await opened();
  const comment = aComment({ id: 51, videoId: 1 });
  server.on('GET /api/videos/comment-states', [aCommentState(comment, aQueueItem({ comment }))]);
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  await dialog.findByText('Failed');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Generate 3 Comments' })).not.toBeInTheDocument();
  expect(await screen.findAllByRole('button', { name: 'View Comment' })).toHaveLength(1);
  expect(screen.getByText(/^Comment generated \(.*\) - needs review$/)).toBeInTheDocument();
});

it('reports the outcome even after the dialog was closed (rule 8.5)', async () => {
  const later = held(answer);
  server.on('POST /api/comments/generate-bulk', later.answer);
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  expect(dialog.getByRole('progressbar', { name: 'Generation progress' })).toHaveAttribute(
    'aria-valuenow',
    '5',
  );
  expect(dialog.getByText('Generating 3 comments...')).toBeInTheDocument();
  expect(dialog.getByText('You can close this; generating continues.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  await user.keyboard('{Escape}');
  later.release();
  expect(await screen.findByText('Bulk Generation Complete')).toBeInTheDocument();
});

it.each([
  ['as the server says', () => problem(503, 'model_unavailable', 'The model is away.'), 'The model is away.'],
  ['with the way to Settings', () => problem(409, 'no_model', 'No model yet.'), 'No model yet.'],
  ['in its own words', brokenOff, 'Failed to generate comments'],
])('returns to the form when the run fails as a whole, %s (rules 8.7, 11.1)', async (_, fails, words) => {
  server.on('POST /api/comments/generate-bulk', fails);
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('button', { name: 'Generate 3 Comments' }));
  await expectNotice('Bulk Generation Failed', words);
  expect(dialog.getByRole('button', { name: 'Generate 3 Comments' })).toBeEnabled();
  const way = screen.queryByText('Connect Yours')?.getAttribute('href') ?? null;
  expect(way).toBe(words === 'No model yet.' ? '/settings?tab=general' : null);
});

describe('the progress line of a bulk run (rule 2.12)', () => {
  const run: BulkRun = {
    isRunning: true,
    all: 3,
    drafted: 1,
    skipped: 0,
    failed: 0,
    left: [],
    stopped: false,
    restarted: false,
    failure: null,
  };
  const line = () => screen.findByRole('region', { name: 'Bulk drafting' });

  it('shows the progress and stops the run; videos not started stay selected and can be drafted', async () => {
    server
      .on('GET /api/bulk-run', run)
      .on('POST /api/bulk-run/stop', { ...run, isRunning: false, stopped: true, left: [2, 3] })
      .on('POST /api/bulk-run/rest', answer);
    const { user } = openResults();
    expect(await line()).toHaveTextContent('1 of 3 drafted');
    const shown = within(await line());
    expect(shown.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/queue');
    await user.click(shown.getByRole('button', { name: 'Stop' }));
    expect(await shown.findByText('You stopped it: 2 videos got no draft.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Generate 2 Comments' })).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Draft the Rest (2)' }));
    await expectNotice('Bulk Generation Complete');
    expect(server.sent('POST /api/bulk-run/rest')).toHaveLength(1);
  });

  it('says after a restart which videos are left, drafts them in one request, and can be dismissed', async () => {
    const left = Array.from({ length: 60 }, (_, id) => id + 1);
    server
      .on('GET /api/bulk-run', { ...run, isRunning: false, restarted: true, left })
      .on('POST /api/bulk-run/rest', answer)
      .on('DELETE /api/bulk-run', new Response(null, { status: 204 }));
    const { user } = openResults();
    expect(await line()).toHaveTextContent('The server was restarted: 60 videos got no draft.');
    await user.click(within(await line()).getByRole('button', { name: 'Draft the Rest (60)' }));
    await expectNotice('Bulk Generation Complete');
    expect(server.sent('POST /api/bulk-run/rest')).toHaveLength(1);
    await user.click(within(await line()).getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Bulk drafting' })).not.toBeInTheDocument(),
    );
  });
});

describe('the progress', () => {
  it('starts at 5, grows every second and waits at 90 (rule 4.10)', () => {
    vi.useFakeTimers();
    renderPage(<BulkProgress all={3} />);
    const bar = screen.getByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuenow', '5');
    act(() => vi.advanceTimersByTime(2000));
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    act(() => vi.advanceTimersByTime(60_000));
    expect(bar).toHaveAttribute('aria-valuenow', '90');
    renderPage(<BulkProgress all={1} />);
    expect(screen.getByText('Generating 1 comment...')).toBeInTheDocument();
  });

  it.each([
    [40, 0, 10, 'Time left appears after the first draft.'],
    [60, 2, 10, 'About 4 minutes left.'],
    [50, 8, 10, 'Less than a minute left.'],
  ])('says after %i s and %i of %i videos: %s', (seconds, done, all, words) => {
    expect(timeLeft(seconds, done, all)).toBe(words);
  });
});
