import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aVideo, noMaterial } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { expectLink, press } from '../../testing/page.ts';
import { editor, opened, openQueue, rowOf } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  queue = createFakeQueue();
});

const failed = (failureCode: string, failureReason: string | null = null) =>
  ({ status: 'failed', failureCode, failureReason }) as const;

/** Opens the queue with one pending comment and returns the open comment. */
async function openFirst() {
  queue.items = [aNumberedItem(1)];
  await openQueue();
  return opened('Video number 1');
}

describe('the open comment', () => {
  it('is shown with its length, score and style', async () => {
    const open = await openFirst();
    expect(editor()).toHaveValue('Draft number 1');
    expect(screen.getByText('14/2000')).toBeInTheDocument();
    expect(open.getByText('Insightful & Technical')).toBeInTheDocument();
    expect(open.getByText('82/100 Quality')).toHaveAttribute(
      'title',
      'Chime In’s estimate of how likely you are to post this text unchanged. The model reads it a second time, and each of its claims is looked up.',
    );
  });

  it('is shown with its status and the time it was created', async () => {
    const open = await openFirst();
    expect(open.getByText('Pending')).toBeInTheDocument();
    expect(open.getByText(/^Created/)).toBeInTheDocument();
    expect(open.getByText('Nov 20, 2026, 9:00 AM')).toBeInTheDocument();
  });

  it('is shown with its video', async () => {
    const open = await openFirst();
    expect(open.getByText('Cluster Notes')).toBeInTheDocument();
    expect(open.getByText('12.3K views')).toBeInTheDocument();
    expect(await open.findByText(/^Rolling updates, probes/)).toBeInTheDocument();
    expect(open.getByRole('presentation')).toHaveAttribute(
      'src',
      'https://thumbnails.test/1.jpg',
    );
    expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=video-1', open);
  });

  it('shows no warning that does not apply', async () => {
    const open = await openFirst();
    expect(
      open.queryByText(
        /is no longer available on YouTube|^Posting failed|^Auto-post enabled/,
      ),
    ).not.toBeInTheDocument();
  });
});

describe('the comments of others', () => {
  const texts = [
    'How do you notice a slow shard?',
    'It cost us a namespace.',
    'Same here.',
    'A fourth.',
  ];
  const comments = texts.map((text, likeCount) => ({
    author: `@viewer-${likeCount}`,
    text,
    likeCount,
  }));

  beforeEach(() => {
    queue.server.on('GET /api/videos/:id/material', { ...noMaterial(), comments });
  });

  it('are loaded only on a press (rule 2.13)', async () => {
    await openQueue();
    expect(queue.server.sent('GET /api/videos/:id/material')).toHaveLength(0);
    await press('Show top comments');
    await screen.findByText(/How do you notice a slow shard/);
    expect(queue.server.sent('GET /api/videos/:id/material')).toHaveLength(1);
  });

  it('are the first three', async () => {
    await openQueue();
    await press('Show top comments');
    const first = await screen.findByText(/How do you notice a slow shard/);
    const lines = within(first.closest('ul') ?? first).getAllByRole('listitem');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toHaveTextContent('“It cost us a namespace.” @viewer-1, 1 like');
    expect(screen.queryByText(/A fourth/)).not.toBeInTheDocument();
  });
});

describe('the time at which a comment is posted automatically', () => {
  const dueAt = '2026-11-23T17:30:00.000Z';

  it('is shown (rule 4.5)', async () => {
    queue.items = [aNumberedItem(1, { status: 'approved' }, { autoPost: true, dueAt })];
    await openQueue();
    expect(screen.getByText('Auto-post enabled')).toBeInTheDocument();
    expect(screen.getByText(/^Will be posted/)).toHaveTextContent(
      'Will be posted in 5h, on Nov 23, 2026, 5:30 PM',
    );
  });

  it('can be any moment', async () => {
    queue.items = [
      aNumberedItem(1, { status: 'approved' }, { dueAt: '2026-11-20T09:00:00.000Z' }),
    ];
    await openQueue();
    expect(await screen.findByText(/Will be posted any moment/)).toBeInTheDocument();
    expect(screen.queryByText('Auto-post enabled')).not.toBeInTheDocument();
  });

  it('is not shown for a pending comment', async () => {
    queue.items = [aNumberedItem(1, {}, { dueAt })];
    await openQueue();
    expect((await opened()).getByText('Pending')).toBeInTheDocument();
    expect(
      screen.queryByText(/Will be posted|Auto-post enabled/),
    ).not.toBeInTheDocument();
  });

  it('comes with the reason why the comment waits, and a link to its setting', async () => {
    const held = {
      blockedReason: 'daily_cap',
      heldDetail: 'Your limit of today is reached.',
    } as const;
    queue.items = [
      aNumberedItem(1, { status: 'approved' }, { autoPost: true, dueAt, ...held }),
    ];
    await openQueue();
    expect(screen.getByText(/^Your limit of today is reached\./)).toBeInTheDocument();
    expectLink('Open Settings', '/settings');
  });

  it('comes without a link when no setting can change the reason', async () => {
    const late = {
      blockedReason: 'overdue',
      heldDetail: 'It was more than a day late.',
    } as const;
    queue.items = [aNumberedItem(1, {}, { dueAt, ...late })];
    await openQueue();
    expect(screen.getByText('It was more than a day late.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Open Settings' })).not.toBeInTheDocument();
  });
});

describe('a comment that is being posted', () => {
  const nextTryAt = '2026-11-24T09:00:00.000Z';
  const confirming = {
    state: 'confirming',
    reason: 'We are looking.',
    nextTryAt,
  } as const;

  beforeEach(() => {
    queue.items = [
      aNumberedItem(
        1,
        { status: 'approved', posting: confirming },
        { heldDetail: 'It was held back.' },
      ),
    ];
  });

  it('is changed by no key', async () => {
    const { user } = await openQueue();
    await user.keyboard('xp{Enter}r');
    expect(queue.server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
  });

  it('can neither be posted nor edited', async () => {
    await openQueue();
    expect(screen.getByRole('button', { name: 'Post Now' })).toBeDisabled();
    expect(editor()).toHaveAttribute('readonly');
    expect(
      screen.queryByRole('button', { name: /Post Approved Now|Approve All/ }),
    ).not.toBeInTheDocument();
  });

  it('says that it waits for YouTube, in place of why it was held', async () => {
    await openQueue();
    expect(screen.getByText('Confirming')).toBeInTheDocument();
    expect(
      screen.getByText(/^Sent\. Waiting for YouTube to confirm it\./),
    ).toHaveTextContent('We are looking. Next check Nov 24 at 9:00 AM.');
    expect(screen.queryByText('It was held back.')).not.toBeInTheDocument();
    expect(screen.queryByText(/ Failed$/)).not.toBeInTheDocument();
  });
});

describe('a comment that waits to be posted', () => {
  const waiting = {
    state: 'waiting',
    reason: 'YouTube is slow.',
    nextTryAt: '2026-11-24T09:00:00.000Z',
  } as const;

  beforeEach(() => {
    queue.items = [1, 2].map((id) =>
      aNumberedItem(id, { status: 'approved', posting: waiting }),
    );
  });

  it('can be posted and edited', async () => {
    await openQueue({ query: '?comment=1' });
    expect(
      (await opened('Video number 1')).getByRole('button', { name: 'Post Now' }),
    ).toBeEnabled();
    expect(editor()).not.toHaveAttribute('readonly');
  });

  it('says why and until when, but in the list only that it waits', async () => {
    await openQueue({ query: '?comment=1' });
    expect(
      screen.getByText(/^Waiting to be posted\. YouTube is slow\./),
    ).toHaveTextContent('Next try Nov 24 at 9:00 AM.');
    expect(
      (await opened('Video number 1')).queryByText('Waiting'),
    ).not.toBeInTheDocument();
    expect(within(rowOf('Video number 2')).getByText('Waiting')).toBeInTheDocument();
  });
});

it.each([
  ['pending', {}, ['Approve', 'Reject', 'Edit', 'Next']],
  [
    'approved',
    { status: 'approved' },
    ['Edit', 'Next', 'Back to Review', 'Schedule', 'Post Now'],
  ],
  ['rejected', { status: 'rejected' }, ['Edit', 'Next', 'Re-review']],
  [
    'failed',
    failed('processing_failure'),
    ['Retry', 'Edit', 'Next', 'Schedule', 'Post Now'],
  ],
  [
    'failed because comments are off',
    failed('comments_off'),
    ['Retry', 'Edit', 'Next', 'Remove'],
  ],
  [
    'failed because it is too long',
    failed('text_too_long'),
    ['Retry', 'Edit', 'Next', 'Edit Text'],
  ],
] as const)(
  'offers the actions of a comment that is %s (rule 2.13)',
  async (_, comment, actions) => {
    queue.items = [aNumberedItem(1, comment)];
    await openQueue({ query: '?comment=1' });
    const buttons = (await opened('Video number 1')).getAllByRole('button');
    const names = buttons.map(
      (button) => button.getAttribute('aria-label') ?? button.firstChild?.textContent,
    );
    expect(names.filter((name) => name !== 'Show top comments').slice(2)).toEqual(
      actions,
    );
  },
);

it('shows why a comment failed', async () => {
  queue.items = [aNumberedItem(1, failed('processing_failure', 'It did not work.'))];
  await openQueue({ query: '?comment=1' });
  expect((await opened()).getByText('It did not work.')).toBeInTheDocument();
});

it('says when YouTube gave no reason for a failure, in place of why it was held', async () => {
  queue.items = [
    aNumberedItem(1, failed('comments_off'), { heldDetail: 'It was held back.' }),
  ];
  await openQueue({ query: '?comment=1' });
  expect(
    screen.getByText('Posting failed, and YouTube gave no reason.'),
  ).toBeInTheDocument();
  expect(screen.queryByText('It was held back.')).not.toBeInTheDocument();
});

it('starts to edit a text that is too long with Edit Text', async () => {
  queue.items = [aNumberedItem(1, failed('text_too_long'))];
  await openQueue({ query: '?comment=1' });
  await press('Edit Text');
  expect(editor()).toHaveFocus();
  expect(editor()).toHaveValue('Draft number 1');
});

it('removes a comment with Remove', async () => {
  queue.items = [aNumberedItem(1, failed('comments_off'))];
  await openQueue({ query: '?comment=1' });
  await press('Remove');
  await waitFor(() => expect(queue.server.sent('DELETE /api/queue/101')).toHaveLength(1));
});

it('folds the video’s topics and description into one line on a phone (rule 2.13)', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: true,
        media,
      }) as unknown as MediaQueryList,
  );
  queue.items = [
    aNumberedItem(1, {
      video: aVideo({ description: 'All about probes.', tags: ['DevOps'] }),
    }),
  ];
  const { user } = await openQueue();
  const about = await screen.findByText('About the video');
  expect(await screen.findByText('All about probes.')).not.toBeVisible();
  await user.click(about);
  expect(screen.getByText('All about probes.')).toBeVisible();
  expect(screen.getByText('DevOps')).toBeVisible();
});

it('says when a video has no description and no picture', async () => {
  const bare = { description: ' ', thumbnailUrl: null };
  queue.items = [
    aNumberedItem(1, { video: aVideo({ title: 'Video number 1', ...bare }) }),
  ];
  await openQueue();
  expect(await screen.findByText('This video has no description.')).toBeInTheDocument();
  expect(screen.getByTestId('no-thumbnail')).toBeInTheDocument();
});

it('says when a video is no longer available', async () => {
  queue.items = [
    aNumberedItem(1, { video: aVideo({ title: 'Video number 1', available: false }) }),
  ];
  await openQueue();
  expect(
    await screen.findByText('This video is no longer available on YouTube.'),
  ).toBeInTheDocument();
});
