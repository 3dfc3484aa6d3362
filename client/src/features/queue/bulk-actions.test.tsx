import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startLiveUpdates } from '../../api/live.ts';
import { newestUnsavedEdits, unsavedEdit } from '../../lib/unsaved.ts';
import {
  aNumberedItem,
  commentIdIn,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import {
  eventStream,
  held,
  installFakeEventSource,
  problem,
} from '../../testing/fake-server.ts';
import { drawn, expectNotice, press } from '../../testing/page.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

const statusesOf = (from: number, to: number) =>
  new Set(queue.items.slice(from, to).map(({ comment }) => comment.status));

describe('a bulk action', () => {
  beforeEach(() => {
    queue.items = Array.from({ length: 120 }, (_, index) => aNumberedItem(index + 1));
  });

  const approveAll = async () => {
    await press('Approve All');
    await press(/^Approve \d+$/);
  };

  it('includes comments out of view (rule 12.3)', async () => {
    await openQueue();
    await approveAll();
    await expectNotice('All Comments Approved');
    expect(statusesOf(0, 120)).toEqual(new Set(['approved']));
  });

  it('saves unsaved edits first, and sends nothing but decisions afterwards (rule 12.6)', async () => {
    unsavedEdit(115, 1).write('Typed days ago.');
    await openQueue();
    await approveAll();
    await expectNotice('All Comments Approved');
    expect(queue.change(115, {}).content).toBe('Typed days ago.');
    expect(newestUnsavedEdits().size).toBe(0);
    const sent = queue.server.sent('PATCH /api/comments/:id');
    expect(sent).toHaveLength(121);
    // No approval confirms that YouTube may have the comment.
    for (const body of sent.slice(1))
      expect(body).toEqual({ status: 'approved', revision: expect.any(Number) });
  });

  it('loads only rows in view, and many at once', async () => {
    await openQueue();
    await approveAll();
    await expectNotice('All Comments Approved');
    await drawn();
    expect(queue.server.sent('GET /api/queue').length).toBeLessThanOrEqual(12);
  });

  describe('while it runs', () => {
    /** Approves all comments; the responses after the ninetieth wait for `release`. */
    async function startApproving() {
      const answer = held(null);
      queue.server.on('PATCH /api/comments/:id', async (call) => {
        if (commentIdIn(call) > 90) await answer.answer(call);
        return queue.answerPatch(call);
      });
      const page = await openQueue();
      await approveAll();
      expect(await screen.findByText('Approving 91 of 120…')).toBeInTheDocument();
      return { ...page, release: answer.release };
    }

    it('can be stopped, after the requests that were sent (rule 12.3)', async () => {
      const { release } = await startApproving();
      await press('Stop');
      expect(screen.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
      release();
      await expectNotice('Stopped', '96 of 120 comments were approved.');
      expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(96);
      expect(statusesOf(96, 120)).toEqual(new Set(['pending']));
      expect(await screen.findByText(/^24 to review/)).toBeInTheDocument();
    });

    it('can be undone after it was stopped', async () => {
      const { release } = await startApproving();
      await press('Stop');
      release();
      await expectNotice('Stopped');
      queue.server.on('PATCH /api/comments/:id', queue.answerPatch);
      await press('Undo');
      await expectNotice('Undid: approved 96 comments');
      expect(statusesOf(0, 120)).toEqual(new Set(['pending']));
    });

    it('loads changes that the server reports only at the end', async () => {
      const { client, release } = await startApproving();
      installFakeEventSource();
      onTestFinished(startLiveUpdates(client));
      const reads = () =>
        queue.server.calls.filter(({ method }) => method === 'GET').length;
      const before = reads();
      eventStream()?.changed({ comments: [1, 2] });
      await drawn();
      expect(reads()).toBe(before);
      await press('Stop');
      release();
      await expectNotice('Stopped');
      const entryReads = () =>
        queue.server.calls.filter(({ path }) => path === '/api/queue/index');
      await waitFor(() =>
        expect(entryReads().filter(({ query }) => query['ids'] === '1,2')).toHaveLength(
          1,
        ),
      );
    });
  });

  it('skips comments that were changed elsewhere after they were counted (rule 3.3)', async () => {
    const { user } = await openQueue();
    await press('Approve All');
    const question = await screen.findByRole('button', { name: 'Approve 120' });
    queue.change(100, { content: 'From elsewhere', revision: 2 });
    queue.server.on('PATCH /api/comments/:id', (call) => {
      const current = queue.change(commentIdIn(call), {});
      if ((call.body as { revision: number }).revision === current.revision)
        return queue.answerPatch(call);
      return problem(409, 'revision_conflict', 'It was changed elsewhere.', { current });
    });
    await user.click(question);
    await expectNotice(
      'Failed to approve all comments',
      '119 of 120 comments were approved. “Video number 100”: It was changed elsewhere.',
    );
    expect(queue.change(100, {}).status).toBe('pending');
  });
});
