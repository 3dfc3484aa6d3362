import './video-dialog.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { refreshAllButSearches } from '../api/live.ts';
import { newestUnsavedEdits, unsavedEdit } from '../lib/unsaved.ts';
import { openResults } from '../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  anAlternative,
  anAnalysis,
  aQueueItem,
  aSearchAnswer,
  someInsights,
} from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { type FakeServer, held, problem } from '../testing/fake-server.ts';
import { expectFacts, expectLink, expectNotice } from '../testing/page.ts';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [comment])
    .on('GET /api/videos/search', aSearchAnswer([video]));
});

const video = aFoundVideo({
  id: 7,
  youtubeId: 'abc',
  title: 'Probes that lie',
  description: 'All of it.',
  contentInsights: someInsights(),
  engagementScore: 77,
  generatedComment: { id: 70 },
  inQueue: true,
});
const comment = aComment({ id: 70, video, content: 'Stored text.' });

async function opened() {
  const page = openResults();
  await page.user.click(await screen.findByRole('button', { name: 'View Comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Probes that lie' }));
  return { ...page, dialog };
}

async function openedComment() {
  const page = await opened();
  await page.dialog.findByRole('region', { name: 'Comment' });
  return page;
}

it('shows the video, its comment in the editor, and the link to YouTube', async () => {
  const { dialog, client } = await openedComment();
  expect(dialog.getByText('Cluster Notes')).toBeInTheDocument();
  expectFacts({ Views: '12.3K', Likes: '800', Comments: '42', Published: 'Nov 10, 2026, 9:00 AM' }, dialog);
  expect(dialog.getByRole('heading', { name: 'Description' }).nextElementSibling).toHaveTextContent(
    'All of it.',
  );
  for (const badge of ['91% Match', 'Kubernetes', 'DevOps'])
    expect(dialog.getByText(badge)).toBeInTheDocument();
  const asked = server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query);
  expect(asked).toEqual([{ ids: '70' }]);
  expect(dialog.getByRole('progressbar', { name: 'Engagement score' })).toHaveAttribute(
    'aria-valuenow',
    '77',
  );
  expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=abc', dialog);
  expect(await dialog.findByRole('textbox', { name: 'Comment' })).toHaveValue('Stored text.');
  expect(dialog.getByText('Pending')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Save Edits' })).toBeDisabled();
  expect(dialog.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
  expectLink('Go to Review Queue', '/queue?comment=70', dialog);
  const scheduledFor = '2026-11-22T10:00:00.000Z';
  const approved = { ...comment, status: 'approved', scheduledFor } as const;
  const item = aQueueItem({ scheduledFor, comment: approved });
  server
    .on('GET /api/comments', [approved])
    .on('GET /api/videos/comment-states', [aCommentState(approved, item)]);
  await refreshAllButSearches(client);
  expect(await dialog.findByText(/^Scheduled, .*10:00 AM$/)).toBeInTheDocument();
  expectLink('Go to Scheduled', '/scheduled', dialog);
});

it('drafts when there is no comment, or says why it cannot', async () => {
  const without = { ...video, generatedComment: null, inQueue: false, engagementScore: null };
  const bare = { ...without, contentInsights: null, engagementScore: 64, description: null };
  const gone = { ...bare, id: 8, title: 'Gone', available: false };
  const silent = { ...bare, id: 9, title: 'Silent', commentsOff: true };
  server.on('GET /api/videos/search', aSearchAnswer([without, gone, silent]));
  const page = openResults();
  for (const [title, reason, comments] of [
    ['Gone', 'This video is no longer available.', '42'],
    ['Silent', 'Comments are off for this video.', 'Off'],
  ] as const) {
    await page.user.click(await screen.findByRole('button', { name: title }));
    const refused = within(await screen.findByRole('dialog', { name: title }));
    expect(refused.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
    expect(refused.getAllByText(/^(This video is|Comments are)/).map((said) => said.textContent)).toEqual([
      reason,
    ]);
    expectFacts({ Comments: comments }, refused);
    expect(refused.queryByText(/^Description$|^Engagement score$/)).not.toBeInTheDocument();
    await page.user.keyboard('{Escape}');
  }
  await page.user.click(screen.getByRole('button', { name: 'Probes that lie' }));
  const detail = within(await screen.findByRole('dialog', { name: 'Probes that lie' }));
  // The video has insights but no score.
  expect(detail.queryByText('Engagement score')).not.toBeInTheDocument();
  await page.user.click(detail.getByRole('button', { name: 'Generate Comment' }));
  expect(await screen.findByRole('dialog', { name: 'Generate Comment' })).toBeInTheDocument();
});

it('restores an unsaved edit and saves it (rule 2.20)', async () => {
  unsavedEdit(70, 1).write('Half a thought');
  const { dialog, user } = await openedComment();
  const text = dialog.getByRole('textbox', { name: 'Comment' });
  expect(text).toHaveValue('Half a thought');
  const content = 'Half a thought, finished';
  server.on('PATCH /api/comments/:id', { ...comment, content, revision: 2 });
  await user.type(text, ', finished');
  await user.click(dialog.getByRole('button', { name: 'Save Edits' }));
  await expectNotice('Comment Saved', 'Your edits have been saved successfully.');
  expect(dialog.getByRole('button', { name: 'Save Edits' })).toBeDisabled();
  expect(server.sent('PATCH /api/comments/70')).toEqual([{ content, revision: 1 }]);
  expect(newestUnsavedEdits().size).toBe(0);
});

it('queues a comment that is not in the queue', async () => {
  const answer = held([comment]);
  const added = held(aQueueItem({ comment }), 201);
  server
    .on('GET /api/videos/search', aSearchAnswer([{ ...video, inQueue: false }]))
    .on('GET /api/comments', answer.answer)
    .on('POST /api/queue', added.answer);
  const { dialog, user } = await opened();
  // The comment is still loading.
  expect(dialog.queryByRole('button', { name: 'Generate Comment' })).not.toBeInTheDocument();
  answer.release();
  await dialog.findByRole('region', { name: 'Comment' });
  const add = dialog.getByRole('button', { name: 'Add to Queue' });
  await user.click(add);
  expect(add).toBeDisabled();
  added.release();
  expect(await screen.findByText('Added to Queue')).toBeInTheDocument();
  expect(server.sent('POST /api/queue')).toEqual([{ commentId: 70, priority: 0, autoPost: false }]);
});

it('offers both texts when the comment was changed elsewhere during an edit (rule 2.20)', async () => {
  const { dialog, user } = await openedComment();
  const text = dialog.getByRole('textbox', { name: 'Comment' });
  await user.type(text, ' And mine.');
  server.on(
    'PATCH /api/comments/:id',
    problem(409, 'revision_conflict', 'This comment was changed meanwhile.', {
      current: { content: 'Again.', status: 'rejected', revision: 4 },
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Save Edits' }));
  await expectNotice('Save Failed', 'This comment was changed meanwhile.');
  expect(text).toHaveValue('Stored text. And mine.');
  await user.click(await dialog.findByRole('button', { name: 'Use the Newer Text' }));
  expect(text).toHaveValue('Again.');
  expect(dialog.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
});

it('shows the quality of a draft and the failed checks (rule 4.8)', async () => {
  const { dialog, client } = await openedComment();
  expect(dialog.getByText('82/100 Excellent')).toBeInTheDocument();
  const checks = [{ name: 'links', passed: false, detail: 'One link' }] as const;
  const analysis = anAnalysis({ platformCompliance: false, checks: [...checks], scoreParts: [] });
  server.on('GET /api/comments', [{ ...comment, qualityScore: 79, voiceProfileId: null, analysis }]);
  await client.invalidateQueries({ queryKey: ['comments'] });
  expect(await dialog.findByText('79/100 Good · neutral voice')).toBeInTheDocument();
  expect(dialog.getByRole('list', { name: 'Checks' })).toHaveTextContent('Not passed: Links');
  const shown = within(dialog.getByRole('region', { name: 'Analysis' }));
  expectFacts({ 'Platform compliance': 'See what did not pass' }, shown);
  expect(shown.getByText('Not passed:').parentElement).toHaveTextContent('Not passed: Links One link');
  expect(dialog.queryByText('How the score is calculated')).not.toBeInTheDocument();
});

it('shows why the comment could not be loaded', async () => {
  server.on('GET /api/comments', problem(503, 'database_unavailable', 'The database is away.'));
  const { dialog } = await opened();
  expect(await dialog.findByText('The comment could not be loaded')).toBeInTheDocument();
  expect(dialog.getByText('The database is away.')).toBeInTheDocument();
});

it('shows why posting failed, and is read-only while posting and afterwards', async () => {
  const failureReason = 'Comments were turned off.';
  server.on('GET /api/comments', [{ ...comment, status: 'failed', failureReason }]);
  const { dialog, client } = await openedComment();
  const becomes = (next: Comment) => {
    server.on('GET /api/comments', [next]);
    return client.invalidateQueries({ queryKey: ['comments'] });
  };
  expect(dialog.getByText(failureReason)).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).not.toHaveAttribute('readonly');
  const posting = { state: 'sending', reason: null, nextTryAt: null } as const;
  await becomes({ ...comment, status: 'approved', posting, analysis: 'In words.' });
  expect(await dialog.findByText('Approved')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('readonly');
  expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
  expect(dialog.queryByText(failureReason)).not.toBeInTheDocument();
  expect(dialog.queryByRole('region', { name: 'Analysis' })).not.toBeInTheDocument();
  const [postedAt, youtubeUrl] = ['2026-11-20T10:00:00.000Z', 'https://www.youtube.com/watch?v=abc&lc=Ug1'];
  await becomes({ ...comment, status: 'posted', postedAt, youtubeUrl });
  expect(await dialog.findByRole('link', { name: 'Open Comment on YouTube' })).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('readonly');
});

it('offers the other takes of a draft after reopening, and picks one (rule 2.11)', async () => {
  const loose = { ...video, inQueue: false };
  server
    .on('GET /api/videos/search', aSearchAnswer([loose]))
    .on('GET /api/videos/comment-states', [aCommentState(comment)])
    .on('GET /api/comments/:id/draft', {
      why: null,
      alternatives: [anAlternative('A second take.', 'the cost')],
      previousTexts: [],
      material: null,
    })
    .on('POST /api/comments/:id/pick', {
      comment: { ...comment, content: 'A second take.', generatedContent: 'A second take.', revision: 2 },
      analysis: anAnalysis(),
      alternatives: [anAlternative(comment.generatedContent, '')],
    });
  const { dialog, user } = await openedComment();
  expect(await dialog.findByText(/^2 drafts to choose from/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /^Draft 2/ }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('A second take.'));
  expect(server.sent('POST /api/comments/70/pick')).toEqual([{ alternative: 'A second take.', revision: 1 }]);
  expect(dialog.getByRole('button', { name: /^Draft 2/ })).toHaveAttribute('aria-pressed', 'true');
});

it('warns that a comment restored from a backup may be on YouTube (rule 7.19)', async () => {
  const restored = { ...comment, restoredFrom: '2026-11-20T03:00:00.000Z' };
  server.on('GET /api/comments', [restored]);
  const { dialog } = await openedComment();
  expect(
    await dialog.findByText(/^Restored from a backup of Nov 20.*: check that it isn’t on YouTube already\.$/),
  ).toBeInTheDocument();
});
