import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { newestUnsavedEdits } from '../../lib/unsaved.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { brokenOff, held, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, opened, openQueue, rowOf } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('editing', () => {
  it('shows Save and Cancel only with an unsaved edit, and saves it with its revision (rules 2.13, 3.3)', async () => {
    const { user } = await openQueue();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.type(editor(), '{Control>}{Enter}{/Control}');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    await user.type(editor(), ', mended');
    // Only Ctrl+Enter saves.
    await user.type(editor(), '{Enter}{Backspace}{Control>}b{/Control}');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expectNotice('Save Failed', 'Failed to save comment');
    const answer = held(null);
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return queue.answerPatch(call);
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer.release();
    await expectNotice('Comment Saved', 'Your comment edits have been saved.');
    expect(queue.server.sent('PATCH /api/comments/:id').slice(1)).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it.each([
    [
      'YouTube has not confirmed this comment yet',
      { posting: { state: 'confirming', reason: null, nextTryAt: null } },
    ],
    ['YouTube may have this comment already', { status: 'failed', failureCode: 'unconfirmed' }],
  ] as const)('rests while the outcome is unknown, and says why: %s', async (why, comment) => {
    queue.items = [aNumberedItem(1, comment)];
    const { user } = await openQueue();
    expect(screen.getByText(new RegExp(`^${why}.*its text stays as it was sent`))).toBeInTheDocument();
    await user.type(editor(), ', mended');
    expect(editor()).toHaveValue('Draft number 1');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('restores the stored text on Cancel', async () => {
    const { user } = await openQueue();
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(editor()).toHaveValue('Draft number 1');
    await user.type(editor(), '!{Backspace}');
    expect(newestUnsavedEdits().size).toBe(0);
  });

  it('keeps an unsaved edit over a reload (rule 2.20)', async () => {
    const first = await openQueue();
    await first.user.type(editor(), ', mended');
    first.unmount();
    const second = await openQueue();
    expect(editor()).toHaveValue('Draft number 1, mended');
    expect(screen.getByText('Not saved')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
    second.unmount();
    // The same text was saved elsewhere: there is no conflict.
    queue.change(1, { content: 'Draft number 1, mended', revision: 2 });
    await openQueue();
    expect(screen.queryByText('Not saved')).not.toBeInTheDocument();
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });

  it('asks which text to keep after a change elsewhere between two visits (rule 2.20)', async () => {
    const first = await openQueue();
    await first.user.type(editor(), '!');
    first.unmount();
    queue.change(1, { content: 'From elsewhere', revision: 2 });
    const { user } = await openQueue();
    const question = screen.getByText('This comment was changed elsewhere. It now reads:');
    expect(question.nextSibling).toHaveTextContent('From elsewhere');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click((await opened('Video number 1')).getByRole('button', { name: 'Approve' }));
    await expectNotice(
      'Save Failed',
      'This comment was changed elsewhere. Compare both texts and choose one.',
    );
    // Typing on does not resolve the conflict.
    await user.type(editor(), '?');
    expect(question).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use the Newer Text' }));
    expect(editor()).toHaveValue('From elsewhere');
  });

  it('keeps what is typed while saving (rule 2.20)', async () => {
    const answer = held(null);
    queue.server.once('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return queue.answerPatch(call);
    });
    const { user } = await openQueue();
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(editor(), ' twice');
    queue.server.on('GET /api/queue', brokenOff);
    answer.release();
    await expectNotice('Comment Saved');
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
    expect(editor()).toHaveValue('Draft number 1, mended twice');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: 'Draft number 1, mended', revision: 1 },
        { content: 'Draft number 1, mended twice', revision: 2 },
      ]),
    );
  });

  it('counts to 2000, turns red above, and saves nothing empty or above 10,000 (rule 5.2)', async () => {
    await openQueue();
    const type = (text: string) => {
      fireEvent.change(editor(), { target: { value: text } });
      return screen.getByRole('button', { name: 'Save' });
    };
    expect(type('x'.repeat(2_000))).toBeEnabled();
    expect(screen.getByText('2000/2000')).not.toHaveClass('text-failed');
    type('x'.repeat(2_001));
    expect(screen.getByText('2001/2000')).toHaveClass('text-failed');
    expect(type('x'.repeat(10_000))).toBeEnabled();
    expect(screen.queryByText(/cannot be saved/)).not.toBeInTheDocument();
    expect(type('x'.repeat(10_001))).toBeDisabled();
    expect(screen.getByText('Longer than 10,000 characters cannot be saved.')).toBeInTheDocument();
    expect(type(' ')).toBeDisabled();
  });

  it('keeps text, caret and focus while the list changes (rule 2.20)', async () => {
    const { user, client } = await openQueue();
    await user.type(editor(), ', mended');
    const field = editor();
    queue.items = [aNumberedItem(7), ...queue.items.slice(0, 2)];
    await client.invalidateQueries({ queryKey: ['queue'] });
    await waitFor(() => expect(rowOf('Video number 7')).toBeInTheDocument());
    expect(editor()).toBe(field);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Draft number 1, mended');
  });

  it('rebases an unsaved edit when only the status changed elsewhere (rule 2.20)', async () => {
    const { user, client } = await openQueue();
    await user.type(editor(), ', mended');
    queue.change(1, { status: 'approved', revision: 2 });
    await client.invalidateQueries({ queryKey: ['queue'] });
    expect(await screen.findByRole('button', { name: 'Post Now' })).toBeInTheDocument();
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Comment Saved');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 2 },
    ]);
    await user.type(editor(), '!');
    queue.change(1, { status: 'pending', revision: 4 });
    await client.invalidateQueries({ queryKey: ['queue'] });
    // After a reload there is no conflict either.
    await waitFor(() =>
      expect(newestUnsavedEdits().get(1)).toEqual({ revision: 4, text: 'Draft number 1, mended!' }),
    );
    queue.change(1, { content: 'Draft number 1, mended!', revision: 5 });
    await client.invalidateQueries({ queryKey: ['queue'] });
    await waitFor(() => expect(newestUnsavedEdits().size).toBe(0));
    queue.change(1, { content: 'From elsewhere', revision: 6 });
    await client.invalidateQueries({ queryKey: ['queue'] });
    await waitFor(() => expect(editor()).toHaveValue('From elsewhere'));
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });

  it('shows both texts after a change elsewhere, and saves the chosen one (rules 2.20, 3.3)', async () => {
    const { user } = await openQueue();
    queue.server.on('PATCH /api/comments/:id', () => {
      queue.server.on('PATCH /api/comments/:id', queue.answerPatch);
      const current = { content: 'From the other tab', status: 'pending', revision: 4 };
      return problem(409, 'revision_conflict', 'It was changed somewhere else.', { current });
    });
    queue.change(1, { content: 'From the other tab', revision: 4 });
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Save Failed')).toBeInTheDocument();
    expect(await screen.findByText('From the other tab')).toBeInTheDocument();
    expect(editor()).toHaveValue('Draft number 1, mended');
    await user.click(screen.getByRole('button', { name: 'Keep My Text' }));
    await user.type(editor(), '{Control>}{Enter}{/Control}');
    await screen.findByText('Comment Saved');
    expect(queue.server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
      content: 'Draft number 1, mended',
      revision: 4,
    });
  });
});
