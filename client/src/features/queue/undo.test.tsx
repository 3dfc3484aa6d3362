import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UndoSteps } from '#shared/contracts/steps.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { held, json, problem } from '../../testing/fake-server.ts';
import { cardOf, expectNotice, press } from '../../testing/page.ts';
import { editor, openComment, openQueue, rowOf } from '../../testing/queue-screen.tsx';
import { renderPage } from '../../testing/render.tsx';
import { ScheduledPage } from '../scheduled/scheduled-page.tsx';

let queue: FakeQueue;
const sentUndos = () => queue.server.sent('POST /api/steps/undo');

beforeEach(() => {
  queue = createFakeQueue();
});

/** Approves the open comment, then closes the page. */
async function approveAndClose(): Promise<void> {
  const { user, unmount } = await openQueue();
  await user.keyboard('a');
  await expectNotice('Comment Approved');
  unmount();
}

/** Opens the page as in a tab that was just opened. */
function openNewTab() {
  sessionStorage.clear();
  return openQueue();
}

const refusalOf = (id: string) => ({
  id,
  commentId: 1,
  code: 'revision_conflict',
  detail: 'Nothing was undone: it changed since.',
});

describe('Undo (rule 12.4)', () => {
  it('undoes the last step, even one that is still running', async () => {
    const { user } = await openQueue();
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    const answer = held(queue.answerPatch);
    queue.server.once('PATCH /api/comments/:id', answer.answer);
    await user.keyboard('ru');
    answer.release();
    await expectNotice('Undid: rejected "Video number 2"');
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'pending', 'pending']),
    );
  });

  it('says why the server refused, and does not try again', async () => {
    const { user } = await openQueue();
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    const refusal = refusalOf('step-1');
    queue.server.on(
      'POST /api/steps/undo',
      problem(409, refusal.code, refusal.detail, { refused: [refusal] }),
    );
    await user.keyboard('u');
    await expectNotice('Undo Failed', refusal.detail);
    expect(sentUndos()).toHaveLength(1);
  });

  it('undoes a saved edit, and then the decision before it', async () => {
    const { user } = await openQueue();
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    await openComment('Video number 1');
    await user.type(editor(), ', mended');
    await press('Save');
    await expectNotice('Comment Saved');
    await press('Undo');
    await expectNotice('Undid: edited "Video number 1"');
    expect(editor()).toHaveValue('Draft number 1');
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 1"');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'pending']);
  });
});

describe('Undo after a reload (rule 12.4)', () => {
  it('undoes the last action from before', async () => {
    await approveAndClose();
    const { user } = await openQueue();
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 1"');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'pending']);
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });

  it('undoes nothing from before a post that was under way', async () => {
    const { user, unmount } = await openQueue();
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    queue.server.on('POST /api/comments/:id/post', held(null).answer);
    await user.click(rowOf('Video number 1'));
    await user.keyboard('p{Enter}');
    unmount();
    const { user: later } = await openQueue();
    await later.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(sentUndos()).toEqual([]);
  });
});

describe('Undo in another tab (rule 12.4)', () => {
  it('starts with the actions of the tab that was used last', async () => {
    await approveAndClose();
    const { user } = await openNewTab();
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 1"');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  it('leaves alone what other tabs did later', async () => {
    await approveAndClose();
    const ofThisTab = { ...sessionStorage };
    const other = await openNewTab();
    await other.user.keyboard('jr');
    await expectNotice('Comment Rejected');
    other.unmount();
    Object.assign(sessionStorage, ofThisTab);
    const { user } = await openQueue();
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 1"');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'rejected']);
  });
});

/** Unschedules comment 4 and removes comment 5 on the page of scheduled comments. */
async function changeSchedule(): Promise<void> {
  const { unmount } = renderPage(<ScheduledPage />, '/scheduled');
  await press('Unschedule', await cardOf('Video number 4'));
  await expectNotice('Removed from Schedule');
  await press('Remove from schedule', await cardOf('Video number 5'));
  await waitFor(() => expect(queue.items).toHaveLength(3));
  unmount();
}

it('undoes five actions of two pages, the last one first (rule 12.4)', async () => {
  const scheduledFor = '2126-11-22T21:00:00.000Z';
  const onSchedule = { scheduledFor, dueAt: scheduledFor, autoPost: true };
  for (const id of [4, 5])
    queue.items.push(aNumberedItem(id, { status: 'approved' }, onSchedule));
  const { user, unmount } = await openQueue();
  await user.keyboard('a');
  await expectNotice('Comment Approved');
  await user.keyboard('r');
  await expectNotice('Comment Rejected');
  await user.keyboard('x');
  await expectNotice('Removed from Queue');
  unmount();
  await changeSchedule();

  const { user: later } = await openQueue();
  for (const undone of [
    'removed "Video number 5"',
    'unscheduled "Video number 4"',
    'removed "Video number 3"',
    'rejected "Video number 2"',
    'approved "Video number 1"',
  ]) {
    await later.keyboard('u');
    await expectNotice(`Undid: ${undone}`);
  }
  expect(sentUndos()).toEqual([5, 4, 3, 2, 1].map((step) => ({ ids: [`step-${step}`] })));
});

describe('Undo of thirty approvals', () => {
  async function approveThirty() {
    queue.items = Array.from({ length: 30 }, (_, index) => aNumberedItem(index + 1));
    const page = await openQueue();
    await press('Approve All');
    await press('Approve 30');
    await expectNotice('All Comments Approved');
    return page;
  }

  it('is one request (rule 12.3)', async () => {
    const { user } = await approveThirty();
    await user.keyboard('u');
    await expectNotice('Undid: approved 30 comments');
    expect(new Set(queue.statuses())).toEqual(new Set(['pending']));
    expect(sentUndos()).toHaveLength(1);
  });

  it('says how many were undone, and why the others were not', async () => {
    const { user } = await approveThirty();
    queue.server.on('POST /api/steps/undo', (call) => {
      const [first = '', ...others] = (call.body as UndoSteps).ids;
      return json({ undone: others.map(queue.undo), refused: [refusalOf(first)] });
    });
    await user.keyboard('u');
    await expectNotice(
      'Undo Failed',
      '29 of 30 were undone. Nothing was undone: it changed since.',
    );
    expect(queue.statuses().filter((status) => status === 'approved')).toHaveLength(1);
  });
});
