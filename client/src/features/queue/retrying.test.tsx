import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { problem } from '../../testing/fake-server.ts';
import {
  cardOf,
  expectLink,
  expectNotice,
  findDialog,
  findQuestion,
  postNow,
  press,
} from '../../testing/page.ts';
import { openQueue, openTitle } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('a failed comment (rule 7.20)', () => {
  beforeEach(() => {
    queue.items = [
      aNumberedItem(1, { status: 'failed', failureCode: 'processing_failed' }),
      aNumberedItem(2),
    ];
  });

  it('stays open after Retry, even if the list shows only failed comments', async () => {
    const { client } = await openQueue({ query: '?filter=failed' });
    await press('Retry');
    await expectNotice('Comment Approved');
    await client.invalidateQueries({ queryKey: ['work'] });
    expect(
      await screen.findByText('No comment in the queue matches.'),
    ).toBeInTheDocument();
    const card = await cardOf('Video number 1');
    expect(
      await card.findByRole('button', { name: 'Back to Review' }),
    ).toBeInTheDocument();
    for (const name of ['Post Now', 'Schedule'])
      expect(card.getByRole('button', { name })).toBeEnabled();
  });

  it('is approved and posted by Post Now', async () => {
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice('Comment Posted to YouTube!');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 1 },
    ]);
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([{ revision: 2 }]);
  });

  it('takes the next free slot with s and Enter, in one request', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('s');
    const dialog = await findDialog('Schedule Comment');
    await dialog.findByText(/^Will be posted on/);
    await user.keyboard('{Enter}');
    await expectNotice('Comment Scheduled');
    expect(queue.server.sent('POST /api/comments/:id/schedule')).toMatchObject([
      { revision: 1 },
    ]);
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    await waitFor(() => expect(openTitle()).toBe('Video number 2'));
  });

  it('is linked from the toast that it could not be posted', async () => {
    queue.server.on(
      'POST /api/comments/:id/post',
      problem(409, 'comments_off', 'Comments are off.'),
    );
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice('Posting Failed', 'Comments are off.');
    expectLink('Review It', '/queue?comment=1');
  });
});

describe('a comment that was restored from a backup (rule 7.19)', () => {
  beforeEach(() => {
    queue.items = [aNumberedItem(1, { restoredFrom: '2026-11-20T12:00:00.000Z' })];
    queue.server.once(
      'PATCH /api/comments/:id',
      problem(409, 'restored', 'We did not find it.'),
    );
  });

  it('says which backup it comes from', async () => {
    await openQueue();
    const card = await cardOf('Video number 1');
    expect(
      card.getByText(
        'Restored from a backup of Nov 20, 2026: check that it isn’t on YouTube already.',
      ),
    ).toBeInTheDocument();
  });

  it('is approved only after a confirmation that says what was found on YouTube', async () => {
    await openQueue();
    await press('Approve', await cardOf('Video number 1'));
    const question = await findQuestion('It may be on YouTube already');
    expect(question.getByText(/We did not find it\./)).toBeInTheDocument();
    await press('Approve It Again', question);
    await expectNotice('Comment Approved');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 1 },
      { status: 'approved', revision: 1, confirmMayBeHeld: true },
    ]);
  });
});
