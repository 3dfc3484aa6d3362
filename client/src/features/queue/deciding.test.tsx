import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { statsQuery } from '../../api/comments.ts';
import { someStats } from '../../testing/factories.ts';
import {
  aNumberedItem,
  commentIdIn,
  createFakeQueue,
  type FakeQueue,
  workEntryOf,
} from '../../testing/fake-queue.ts';
import {
  brokenOff,
  databaseAway,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { drawn, expectAsksAgain, expectNotice, press } from '../../testing/page.ts';
import {
  editor,
  listed,
  openComment,
  openEdited,
  opened,
  openQueue,
  openTitle,
  queryRow,
  rowOf,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

async function approveAll() {
  await press('Approve All');
  await press(/^Approve \d+$/);
}

describe('deciding', () => {
  it('approves, and says so (rule 11.1)', async () => {
    await openQueue();
    await press('Approve', await opened('Video number 1'));
    await expectNotice('Comment Approved', 'Comment has been marked as approved.');
    expect(within(rowOf('Video number 1')).getByText('Approved')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 1 },
    ]);
  });

  it('loads the counts again, and this comment alone', async () => {
    const { client } = await openQueue();
    client.setQueryData(statsQuery.queryKey, someStats());
    await press('Approve', await opened('Video number 1'));
    await waitFor(() =>
      expect(queue.server.sent('GET /api/queue/index')).toHaveLength(2),
    );
    const rows = queue.server.calls.filter(({ path }) => path === '/api/queue');
    expect(rows.map(({ query }) => query['ids'])).toEqual(['1,2,3', '1']);
    expect(client.getQueryState(statsQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('shows why the server refuses, and leaves the comment undecided (rule 11.2)', async () => {
    queue.server.on(
      'PATCH /api/comments/:id',
      problem(409, 'being_posted', 'It is being posted.'),
    );
    await openQueue();
    await press('Reject', await opened('Video number 1'));
    await expectNotice('Update Failed', 'It is being posted.');
    expect(within(rowOf('Video number 1')).getByText('Pending')).toBeInTheDocument();
  });

  it('says that it failed when the server gives no reason', async () => {
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await openQueue();
    await press('Reject', await opened('Video number 1'));
    await expectNotice('Update Failed', 'Failed to update comment');
  });

  it('saves an unsaved edit before approving (rule 12.6)', async () => {
    await openEdited();
    await press('Approve', await opened('Video number 1'));
    await expectNotice('Comment Approved');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
      { status: 'approved', revision: 2 },
    ]);
  });

  it('does not approve when the edit could not be saved, and keeps the edit (rule 12.6)', async () => {
    queue.server.on('PATCH /api/comments/:id', databaseAway());
    await openEdited();
    await press('Approve', await opened('Video number 1'));
    await expectNotice('Save Failed');
    expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(1);
    await openComment('Video number 1');
    expect(editor()).toHaveValue('Draft number 1, mended');
  });

  it('retries an unconfirmed comment with its sent text, and keeps the unsaved edit (rule 7.5)', async () => {
    const before = await openQueue();
    await before.user.type(editor(), ', mended');
    before.unmount();
    queue.items = [aNumberedItem(1, { status: 'failed', failureCode: 'unconfirmed' })];
    await openQueue();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await press('Retry');
    expect(await screen.findByText('Comment Approved')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 1 },
    ]);
    expect(editor()).toHaveValue('Draft number 1, mended');
  });

  it('says that a comment is posted when Retry finds it on YouTube (rule 7.5)', async () => {
    queue.items = [aNumberedItem(1, { status: 'failed', failureCode: 'unconfirmed' })];
    queue.server.on('PATCH /api/comments/:id', () =>
      json(queue.change(1, { status: 'posted' })),
    );
    await openQueue();
    await press('Retry');
    await expectNotice('Comment Posted to YouTube!');
  });

  describe('all of them, when one is refused', () => {
    const title = 'Failed to approve all comments';

    beforeEach(() => {
      queue.server.on('PATCH /api/comments/:id', (call) => {
        const isRefused = commentIdIn(call) === 2;
        return isRefused
          ? problem(409, 'being_posted', 'It is being posted.')
          : queue.answerPatch(call);
      });
    });

    it('says how many were approved, and why the other was not (rule 12.3)', async () => {
      await openQueue();
      await approveAll();
      await expectNotice(
        title,
        '2 of 3 comments were approved. “Video number 2”: It is being posted.',
      );
      expect(queue.statuses()).toEqual(['approved', 'pending', 'approved']);
    });

    it('undoes those in one step, and none for a bulk that approved nothing', async () => {
      const { user } = await openQueue();
      await approveAll();
      await expectNotice(title, /^2 of 3 comments were approved\./);
      queue.server.once('PATCH /api/comments/:id', brokenOff);
      await approveAll();
      await expectNotice(
        title,
        '0 of 1 comments were approved. “Video number 2” was left out.',
      );
      await user.keyboard('u');
      await expectNotice('Undid: approved 2 comments');
      expect(queue.statuses()).toEqual(['pending', 'pending', 'pending']);
      await user.keyboard('u');
      await expectNotice('Nothing to undo');
    });
  });

  it('shows the progress while it approves all', async () => {
    const answer = held(null);
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      if (commentIdIn(call) === 3) await answer.answer(call);
      return queue.answerPatch(call);
    });
    await openQueue();
    await approveAll();
    expect(await screen.findByText('Approving 3 of 3…')).toBeInTheDocument();
    answer.release();
    await expectNotice('All Comments Approved');
  });
});

describe('Approve All (rule 12.3)', () => {
  async function openAll() {
    for (const title of ['Video number 1', 'Video number 2', 'Video number 3'])
      await openComment(title);
  }

  it('asks nothing if every comment was opened here and none is posted automatically', async () => {
    await openQueue();
    await openAll();
    await press('Approve All');
    await expectNotice(
      'All Comments Approved',
      'All pending comments have been approved.',
    );
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(queue.statuses()).toEqual(['approved', 'approved', 'approved']);
  });

  it('asks if a comment was never opened here', async () => {
    await openQueue();
    await openComment('Video number 2');
    await press('Approve All');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('1 of the 3 was never opened here.')).toBeInTheDocument();
    expect(question.getByText(/^Approving posts nothing\./)).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });

  it('asks if a comment would be posted automatically, even if each was opened', async () => {
    queue.items = queue.items.map((item, at) => ({ ...item, autoPost: at === 1 }));
    await openQueue();
    await openAll();
    await press('Approve All');
    const question = within(await screen.findByRole('alertdialog'));
    expect(
      question.getByText(
        '1 comment with auto-post will be posted without another press.',
      ),
    ).toBeInTheDocument();
    expect(question.getByText(/^Approving posts no other comment\./)).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });
});

describe('steps for one comment', () => {
  it('are still shown when an older list response arrives after them', async () => {
    const { client } = await openQueue();
    const older = held(queue.items.map(workEntryOf));
    queue.server.once('GET /api/queue/index', older.answer);
    const reading = client.invalidateQueries({ queryKey: ['work'] });
    await press('Approve', await opened('Video number 1'));
    await expectNotice('Comment Approved');
    older.release();
    await reading;
    expect(
      await within(rowOf('Video number 1')).findByText('Approved'),
    ).toBeInTheDocument();
    await drawn();
    expect(within(rowOf('Video number 1')).getByText('Approved')).toBeInTheDocument();
  });

  it('show the newer comment when another change came first (rule 3.3)', async () => {
    const current = {
      content: 'From elsewhere',
      status: 'rejected',
      revision: 4,
    } as const;
    queue.server.on('PATCH /api/comments/:id', () => {
      queue.change(1, current);
      return problem(409, 'revision_conflict', 'It was changed somewhere else.', {
        current,
      });
    });
    await openQueue();
    await press('Approve', await opened('Video number 1'));
    await expectNotice('Update Failed', 'It was changed somewhere else.');
    expect(within(rowOf('Video number 1')).getByText('Rejected')).toBeInTheDocument();
    await openComment('Video number 1');
    expect(editor()).toHaveValue('From elsewhere');
  });
});

describe('removing and undoing', () => {
  const remove = () => press('Remove from queue');

  it('removes the comment and opens the next one', async () => {
    await openQueue();
    await remove();
    await expectNotice(
      'Removed from Queue',
      'Item has been removed from your review queue.',
    );
    expect(queryRow('Video number 1')).not.toBeInTheDocument();
    expect(openTitle()).toBe('Video number 2');
  });

  it('opens the comment before the last one once that is removed', async () => {
    await openQueue({ query: '?comment=3' });
    await remove();
    await waitFor(() => expect(listed()).toHaveLength(2));
    expect(openTitle()).toBe('Video number 2');
  });

  it('keeps a comment that could not be removed, says so, and loads it again', async () => {
    queue.server.on('DELETE /api/queue/:id', brokenOff);
    await openQueue();
    await expectAsksAgain(queue.server, '/api/queue/index', async () => {
      await remove();
      await expectNotice('Remove Failed', 'Failed to remove from queue');
    });
    expect(rowOf('Video number 1')).toBeInTheDocument();
  });

  it('restores the place of a removed comment with u (rule 12.4)', async () => {
    const { user } = await openQueue();
    await remove();
    await expectNotice('Removed from Queue');
    await user.keyboard('u');
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus(),
    );
    expect(listed()).toEqual(['Video number 1', 'Video number 2', 'Video number 3']);
    expect(queue.server.sent('POST /api/steps/undo')).toEqual([{ ids: ['step-1'] }]);
  });
});

describe('by mouse', () => {
  it('opens a row that is pressed right after a decision', async () => {
    await openQueue({ pressPause: 60_000 });
    await press('Approve');
    expect(openTitle()).toBe('Video number 2');
    await openComment('Video number 1');
  });

  it('ignores the second tap of a double tap on a row', async () => {
    await openQueue({ pressPause: 60_000 });
    await press('List and filters');
    await openComment('Video number 2');
    await press('Approve');
    expect(openTitle()).toBe('Video number 2');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  it('focuses the neighbour of a comment that is removed (rule 12.5)', async () => {
    await openQueue({ query: '?comment=2' });
    await press('Remove from queue');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await waitFor(() => expect(queryRow('Video number 2')).toBeNull());
  });

  it('focuses the neighbour of a comment that leaves the list elsewhere (rule 12.5)', async () => {
    const { client } = await openQueue();
    await openComment('Video number 3');
    queue.items = [aNumberedItem(1)];
    await client.invalidateQueries({ queryKey: ['work'] });
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus(),
    );
  });
});

it('shows whom and what an answer replies to, complete and as plain text (rule 13.22)', async () => {
  const answers = {
    replyId: 1,
    authorName: '@tobias_pdb',
    text: 'Do you pin the canary,\nor just make sure it is in the mix? <b>now</b>',
    pictureUrl: null,
  };
  queue.items = [aNumberedItem(1, { answers }), aNumberedItem(2)];
  await openQueue();
  const answer = within(
    (await opened('Video number 1')).getByRole('region', {
      name: 'Answer to @tobias_pdb',
    }),
  );
  expect(answer.getByText(/^Do you pin/)).toHaveTextContent('in the mix? <b>now</b>');
  expect(rowOf('Video number 1')).toHaveTextContent('Answer to @tobias_pdb');
  expect(rowOf('Video number 2')).not.toHaveTextContent('Answer to');
});

it('says when the reply and its author’s name were deleted (rule 13.22)', async () => {
  const answers = { replyId: 1, authorName: null, text: null, pictureUrl: null };
  queue.items = [aNumberedItem(1, { answers })];
  await openQueue();
  const answer = within(
    screen.getByRole('region', { name: 'Answer to somebody on YouTube' }),
  );
  expect(answer.getByRole('blockquote')).toHaveTextContent('Deleted after 30 days');
});
