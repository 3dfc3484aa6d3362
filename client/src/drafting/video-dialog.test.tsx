import './video-dialog.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FoundVideo } from '#shared/contracts/videos.ts';
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
import { databaseAway, type FakeServer, held, problem } from '../testing/fake-server.ts';
import {
  expectFacts,
  expectLink,
  expectNotice,
  findDialog,
  press,
} from '../testing/page.ts';

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
  await press('View Comment');
  const dialog = await findDialog('Probes that lie');
  return { ...page, dialog };
}

async function openedComment() {
  const page = await opened();
  await page.dialog.findByRole('region', { name: 'Comment' });
  return page;
}

it('shows the video with its counts', async () => {
  const { dialog } = await openedComment();
  expect(dialog.getByText('Cluster Notes')).toBeInTheDocument();
  expectFacts(
    { Views: '12.3K', Likes: '800', Comments: '42', Published: 'Nov 10, 2026, 9:00 AM' },
    dialog,
  );
  expect(
    dialog.getByRole('heading', { name: 'Description' }).nextElementSibling,
  ).toHaveTextContent('All of it.');
  expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=abc', dialog);
});

it('shows the topics and the scores of the video', async () => {
  const { dialog } = await openedComment();
  for (const badge of ['91% Match', 'Kubernetes', 'DevOps'])
    expect(dialog.getByText(badge)).toBeInTheDocument();
  expect(dialog.getByRole('progressbar', { name: 'Engagement score' })).toHaveAttribute(
    'aria-valuenow',
    '77',
  );
});

it('shows the comment in the editor, and requests it alone', async () => {
  const { dialog } = await openedComment();
  expect(await dialog.findByRole('textbox', { name: 'Comment' })).toHaveValue(
    'Stored text.',
  );
  expect(dialog.getByText('Pending')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Save Edits' })).toBeDisabled();
  const asked = server.calls
    .filter(({ path }) => path === '/api/comments')
    .map(({ query }) => query);
  expect(asked).toEqual([{ ids: '70' }]);
});

it('links to the review queue in place of adding a queued comment again', async () => {
  const { dialog } = await openedComment();
  expectLink('Go to Review Queue', '/queue?comment=70', dialog);
  expect(dialog.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
});

it('links to Scheduled once the comment is scheduled', async () => {
  const { dialog, client } = await openedComment();
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

describe('without a comment', () => {
  const without = {
    ...video,
    generatedComment: null,
    inQueue: false,
    engagementScore: null,
  };

  async function openVideo(over: Partial<FoundVideo> = {}) {
    server.on('GET /api/videos/search', aSearchAnswer([{ ...without, ...over }]));
    openResults();
    await press('Probes that lie');
    return findDialog('Probes that lie');
  }

  it('drafts one on a press', async () => {
    const dialog = await openVideo();
    await press('Generate Comment', dialog);
    expect(
      await screen.findByRole('dialog', { name: 'Generate Comment' }),
    ).toBeInTheDocument();
  });

  it.each([
    ['This video is no longer available.', { available: false }, '42'],
    ['Comments are off for this video.', { commentsOff: true }, 'Off'],
  ])('says why it cannot draft: %s', async (reason, over, comments) => {
    const dialog = await openVideo(over);
    expect(dialog.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
    const reasons = dialog.getAllByText(/^(This video is|Comments are)/);
    expect(reasons.map(({ textContent }) => textContent)).toEqual([reason]);
    expectFacts({ Comments: comments }, dialog);
  });

  it('shows neither a description nor an engagement score that is missing', async () => {
    const dialog = await openVideo({
      contentInsights: null,
      engagementScore: 64,
      description: null,
    });
    expect(
      dialog.queryByText(/^Description$|^Engagement score$/),
    ).not.toBeInTheDocument();
  });

  it('shows no engagement score without a score, even if there are insights', async () => {
    const dialog = await openVideo();
    expect(dialog.queryByText('Engagement score')).not.toBeInTheDocument();
  });
});

it('restores an unsaved edit (rule 2.20)', async () => {
  unsavedEdit(70, 1).write('Half a thought');
  const { dialog } = await openedComment();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a thought');
});

it('saves an edit, and then forgets it', async () => {
  const content = 'Stored text. Finished';
  server.on('PATCH /api/comments/:id', { ...comment, content, revision: 2 });
  const { dialog, user } = await openedComment();
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), ' Finished');
  await press('Save Edits', dialog);
  await expectNotice('Comment Saved', 'Your edits have been saved successfully.');
  expect(dialog.getByRole('button', { name: 'Save Edits' })).toBeDisabled();
  expect(server.sent('PATCH /api/comments/70')).toEqual([{ content, revision: 1 }]);
  expect(newestUnsavedEdits().size).toBe(0);
});

describe('a comment that is not in the queue', () => {
  beforeEach(() => {
    server.on('GET /api/videos/search', aSearchAnswer([{ ...video, inQueue: false }]));
  });

  it('is queued on a press', async () => {
    const added = held(aQueueItem({ comment }), 201);
    server.on('POST /api/queue', added.answer);
    const { dialog, user } = await openedComment();
    const add = dialog.getByRole('button', { name: 'Add to Queue' });
    await user.click(add);
    expect(add).toBeDisabled();
    added.release();
    await expectNotice('Added to Queue');
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 70, priority: 0, autoPost: false },
    ]);
  });

  it('is not drafted anew while it is still loading', async () => {
    server.on('GET /api/comments', held([comment]).answer);
    const { dialog } = await opened();
    expect(
      dialog.queryByRole('button', { name: 'Generate Comment' }),
    ).not.toBeInTheDocument();
  });
});

describe('a comment that was changed elsewhere during an edit', () => {
  async function saveAgainstNewer() {
    server.on(
      'PATCH /api/comments/:id',
      problem(409, 'revision_conflict', 'This comment was changed meanwhile.', {
        current: { content: 'Again.', status: 'rejected', revision: 4 },
      }),
    );
    const page = await openedComment();
    const text = page.dialog.getByRole('textbox', { name: 'Comment' });
    await page.user.type(text, ' And mine.');
    await press('Save Edits', page.dialog);
    await expectNotice('Save Failed', 'This comment was changed meanwhile.');
    return { ...page, text };
  }

  it('keeps the typed text (rule 2.20)', async () => {
    const { text } = await saveAgainstNewer();
    expect(text).toHaveValue('Stored text. And mine.');
  });

  it('offers the newer text (rule 2.20)', async () => {
    const { dialog, text } = await saveAgainstNewer();
    await press('Use the Newer Text', dialog);
    expect(text).toHaveValue('Again.');
    expect(dialog.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });
});

it.each([
  [{ qualityScore: 82 }, '82/100 Excellent'],
  [{ qualityScore: 79, voiceProfileId: null }, '79/100 Good · neutral voice'],
])('shows the quality of a draft: %j (rule 4.8)', async (over, words) => {
  server.on('GET /api/comments', [{ ...comment, ...over }]);
  const { dialog } = await openedComment();
  expect(await dialog.findByText(words)).toBeInTheDocument();
});

it('shows the failed checks of a draft', async () => {
  const checks = [{ name: 'links', passed: false, detail: 'One link' }] as const;
  const analysis = anAnalysis({
    platformCompliance: false,
    checks: [...checks],
    scoreParts: [],
  });
  server.on('GET /api/comments', [{ ...comment, analysis }]);
  const { dialog } = await openedComment();
  expect(dialog.getByRole('list', { name: 'Checks' })).toHaveTextContent(
    'Not passed: Links',
  );
  const shown = within(dialog.getByRole('region', { name: 'Analysis' }));
  expectFacts({ 'Platform compliance': 'See what did not pass' }, shown);
  expect(shown.getByText('Not passed:').parentElement).toHaveTextContent(
    'Not passed: Links One link',
  );
});

it('does not offer to show how a score without parts is calculated', async () => {
  server.on('GET /api/comments', [
    { ...comment, analysis: anAnalysis({ scoreParts: [] }) },
  ]);
  const { dialog } = await openedComment();
  expect(dialog.queryByText('How the score is calculated')).not.toBeInTheDocument();
});

it('shows why the comment could not be loaded', async () => {
  server.on('GET /api/comments', databaseAway());
  const { dialog } = await opened();
  expect(await dialog.findByText('The comment could not be loaded')).toBeInTheDocument();
  expect(dialog.getByText('The database is away.')).toBeInTheDocument();
});

it('shows why posting failed, and can be edited then', async () => {
  const failureReason = 'Comments were turned off.';
  server.on('GET /api/comments', [{ ...comment, status: 'failed', failureReason }]);
  const { dialog } = await openedComment();
  expect(dialog.getByText(failureReason)).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).not.toHaveAttribute(
    'readonly',
  );
});

it('is read-only while the comment is posted', async () => {
  const posting = { state: 'sending', reason: null, nextTryAt: null } as const;
  server.on('GET /api/comments', [{ ...comment, status: 'approved', posting }]);
  const { dialog } = await openedComment();
  expect(dialog.getByText('Approved')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('readonly');
  expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
});

it('is read-only once the comment was posted, and links to it', async () => {
  const [postedAt, youtubeUrl] = [
    '2026-11-20T10:00:00.000Z',
    'https://www.youtube.com/watch?v=abc&lc=Ug1',
  ];
  server.on('GET /api/comments', [
    { ...comment, status: 'posted', postedAt, youtubeUrl },
  ]);
  const { dialog } = await openedComment();
  expectLink('Open Comment on YouTube', youtubeUrl, dialog);
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('readonly');
});

it('shows no analysis that is plain text', async () => {
  server.on('GET /api/comments', [{ ...comment, analysis: 'In words.' }]);
  const { dialog } = await openedComment();
  expect(dialog.queryByRole('region', { name: 'Analysis' })).not.toBeInTheDocument();
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
      comment: {
        ...comment,
        content: 'A second take.',
        generatedContent: 'A second take.',
        revision: 2,
      },
      analysis: anAnalysis(),
      alternatives: [anAlternative(comment.generatedContent, '')],
    });
  const { dialog } = await openedComment();
  expect(await dialog.findByText(/^2 drafts to choose from/)).toBeInTheDocument();
  await press(/^Draft 2/, dialog);
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue(
      'A second take.',
    ),
  );
  expect(server.sent('POST /api/comments/70/pick')).toEqual([
    { alternative: 'A second take.', revision: 1 },
  ]);
  expect(dialog.getByRole('button', { name: /^Draft 2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

it('warns that a comment restored from a backup may be on YouTube (rule 7.19)', async () => {
  const restored = { ...comment, restoredFrom: '2026-11-20T03:00:00.000Z' };
  server.on('GET /api/comments', [restored]);
  const { dialog } = await openedComment();
  expect(
    await dialog.findByText(
      /^Restored from a backup of Nov 20.*: check that it isn’t on YouTube already\.$/,
    ),
  ).toBeInTheDocument();
});
