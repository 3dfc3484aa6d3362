import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import {
  drawn,
  expectLink,
  expectNoDialog,
  expectNotice,
  press,
} from '../../testing/page.ts';
import { editor, listed, openQueue, openTitle } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

const changesSent = () => queue.server.calls.filter(({ method }) => method !== 'GET');

/** Opens the first comment to review and starts typing in its text. */
async function openAndType(query = '?filter=pending') {
  const page = await openQueue({ query });
  await page.user.click(editor());
  await page.user.keyboard(' I would');
  const refresh = () => page.client.invalidateQueries();
  return {
    ...page,
    /** Changes the comment as if from a phone. */
    async changeElsewhere(patch: Partial<Comment>) {
      queue.change(1, { revision: 2, ...patch });
      await refresh();
    },
    async removeElsewhere() {
      queue.items = queue.items.filter(({ commentId }) => commentId !== 1);
      await refresh();
    },
  };
}

describe('a comment in which the user is typing (rule 12.8)', () => {
  it('stays open when it leaves the list, and says what happened to it', async () => {
    const { user, changeElsewhere } = await openAndType();
    await changeElsewhere({ status: 'approved' });
    expect(
      await screen.findByText(
        'This comment was approved while you had it open, and is no longer in this list.',
      ),
    ).toBeInTheDocument();
    expect(openTitle()).toBe('Video number 1');
    expect(editor()).toHaveFocus();
    await user.keyboard(' rap');
    expect(editor()).toHaveValue('Draft number 1 I would rap');
    expect(changesSent()).toEqual([]);
  });

  it('stays open even if nothing was typed yet', async () => {
    const { user, client } = await openQueue({ query: '?filter=pending' });
    await user.click(editor());
    queue.change(1, { status: 'rejected', revision: 2 });
    await client.invalidateQueries();
    await screen.findByText(/^This comment was rejected while you had it open/);
    await user.keyboard('ra');
    expect(editor()).toHaveValue('Draft number 1ra');
    expect(changesSent()).toEqual([]);
  });

  it('stays open with its unsaved text after Escape', async () => {
    const { user, changeElsewhere } = await openAndType();
    await user.keyboard('{Escape}');
    await changeElsewhere({ status: 'rejected' });
    await screen.findByText(/^This comment was rejected while you had it open/);
    expect(editor()).toHaveValue('Draft number 1 I would');
  });

  it('keeps the typed text when it was posted, and links to History', async () => {
    const { user, changeElsewhere } = await openAndType();
    await changeElsewhere({ status: 'posted' });
    await screen.findByText(
      /^This comment was posted while you had it open. What you typed is kept/,
    );
    expectLink('Show It in History', '/history?comment=1');
    expect(editor()).toHaveValue('Draft number 1 I would');
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}arxps');
    await drawn();
    expect(changesSent()).toEqual([]);
    expectNoDialog();
  });

  it('does not say that text is kept when it was posted and nothing was typed', async () => {
    const { user, client } = await openQueue({ query: '?filter=pending' });
    await user.click(editor());
    queue.change(1, { status: 'posted', revision: 2 });
    await client.invalidateQueries();
    expect(
      await screen.findByText('This comment was posted while you had it open.'),
    ).toBeInTheDocument();
  });

  it('says when it is posted after it was scheduled, and its text can be saved', async () => {
    const { client } = await openAndType();
    queue.items = queue.items.map((item) =>
      item.commentId === 1 ? { ...item, scheduledFor: '2126-12-04T09:00:00.000Z' } : item,
    );
    queue.change(1, { status: 'approved', revision: 2 });
    await client.invalidateQueries();
    await screen.findByText(/^This comment was scheduled for/);
    expectLink('See It', '/scheduled?comment=1');
    await press('Save');
    await expectNotice('Comment Saved');
    expect(queue.change(1, {}).content).toBe('Draft number 1 I would');
  });

  it('stays open even if it was the last one of the queue', async () => {
    queue.items = [aNumberedItem(1)];
    const { changeElsewhere } = await openAndType('');
    await changeElsewhere({ status: 'posted' });
    await screen.findByText(/^This comment was posted while you had it open/);
    expect(editor()).toHaveValue('Draft number 1 I would');
    expect(screen.queryByText('Queue is Empty')).not.toBeInTheDocument();
  });

  it('is replaced by the next comment on Close', async () => {
    const { user, changeElsewhere } = await openAndType();
    await changeElsewhere({ status: 'posted' });
    await press('Close');
    expect(openTitle()).toBe('Video number 2');
    await waitFor(() => expect(screen.getByRole('article')).toHaveFocus());
    await user.keyboard('a');
    await expectNotice('Comment Approved');
  });

  it('is replaced by the next comment with j, and by the previous one with k', async () => {
    const { user, changeElsewhere } = await openAndType();
    await changeElsewhere({ status: 'approved' });
    await screen.findByText(/^This comment was approved while/);
    await user.keyboard('{Escape}j');
    expect(openTitle()).toBe('Video number 2');
    await user.keyboard('j');
    expect(openTitle()).toBe('Video number 3');
  });

  it('closes when the user chooses a filter', async () => {
    const { changeElsewhere } = await openAndType();
    await changeElsewhere({ status: 'approved' });
    await screen.findByText(/^This comment was approved while/);
    await press(/^All/);
    await waitFor(() => expect(listed()).toHaveLength(3));
    expect(screen.queryByText(/while you had it open/)).not.toBeInTheDocument();
  });

  it('closes at once when the user removes it', async () => {
    const { user } = await openAndType();
    await user.keyboard('{Escape}x');
    await expectNotice('Removed from Queue');
    await drawn();
    expect(openTitle()).toBe('Video number 2');
    expect(screen.queryByText(/while you had it open/)).not.toBeInTheDocument();
  });
});

it('does not approve another comment with letters typed into one that disappeared (rule 12.8)', async () => {
  const { user, client } = await openQueue({ query: '?filter=pending' });
  await user.keyboard('g');
  await user.click(screen.getByRole('textbox', { name: 'What should change?' }));
  // The form for another version closes when the comment's status changes.
  queue.change(1, { status: 'posted', revision: 2 });
  await client.invalidateQueries();
  await drawn();
  await user.keyboard('rap{Enter}');
  await drawn();
  expect(changesSent()).toEqual([]);
});
