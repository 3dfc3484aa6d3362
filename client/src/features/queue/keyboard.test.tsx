import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { json } from '../../testing/fake-server.ts';
import { editor, openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('by keyboard', () => {
  it('moves, approves and goes on to the next, and takes it back step by step', async () => {
    const { user } = await openQueue();
    await user.keyboard('j');
    expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus();
    await user.keyboard('a');
    await screen.findByText('Comment Approved');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await user.keyboard('r');
    await screen.findByText('Comment Rejected');
    await user.keyboard('u');
    await waitFor(() =>
      expect(queue.items.map(({ comment }) => comment.status)).toEqual(['pending', 'approved', 'pending']),
    );
    await user.keyboard('u');
    await waitFor(() =>
      expect(queue.items.map(({ comment }) => comment.status)).toEqual(['pending', 'pending', 'pending']),
    );
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus());
  });

  it('edits with e, and leaves the text with Escape without pressing anything else', async () => {
    const { user } = await openQueue();
    await user.keyboard('e');
    expect(editor()).toHaveFocus();
    await user.keyboard('ax');
    expect(editor()).toHaveValue('Draft number 1ax');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    expect(queue.server.calls.some(({ method }) => method !== 'GET')).toBe(false);
  });

  it('posts only after p and then Enter', async () => {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    queue.server.on('POST /api/comments/:id/post', (call) =>
      json(queue.change(commentIdIn(call), { status: 'posted' })),
    );
    const { user } = await openQueue();
    await user.keyboard('{Enter}p');
    expect(screen.getByText('Press Enter to Post')).toBeInTheDocument();
    await user.keyboard('{Escape}{Enter}');
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([]);
    await user.keyboard('p{Enter}');
    expect(await screen.findByText('Comment Posted to YouTube!')).toBeInTheDocument();
    expect(queue.server.sent('POST /api/comments/:id/post')).toHaveLength(1);
  });

  it('shows the keys with ?, and has none when they are switched off', async () => {
    localStorage.setItem('chime-in.shortcuts', 'off');
    const { user } = await openQueue();
    await user.keyboard('a?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    expect(await screen.findByText('They are switched off on this browser.')).toBeInTheDocument();
  });
});
