import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { newestUnsavedEdits } from '../../lib/unsaved.ts';
import { createUnsavedEdits } from '../../review/editor/comment-editor.tsx';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, held } from '../../testing/fake-server.ts';
import { expectNotice, press } from '../../testing/page.ts';
import { editor, openEdited, opened, openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('editing', () => {
  it('shows Save and Cancel only with an unsaved edit (rule 2.13)', async () => {
    const { user } = await openQueue();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    await user.type(editor(), ', mended');
    expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  });

  it('saves an edit with its revision (rule 3.3)', async () => {
    await openEdited();
    await press('Save');
    await expectNotice('Comment Saved', 'Your comment edits have been saved.');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('forgets a saved edit', async () => {
    await openEdited();
    await press('Save');
    await expectNotice('Comment Saved');
    expect(newestUnsavedEdits().size).toBe(0);
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it.each([
    ['Ctrl+Enter without an edit', '{Control>}{Enter}{/Control}'],
    ['Enter', ', mended{Enter}{Backspace}'],
    ['another key with Ctrl', ', mended{Control>}b{/Control}'],
  ])('saves nothing with %s', async (_, keys) => {
    const { user } = await openQueue();
    await user.type(editor(), keys);
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });

  it('disables Save and Cancel while it saves', async () => {
    const answer = held(queue.answerPatch);
    queue.server.on('PATCH /api/comments/:id', answer.answer);
    await openEdited();
    await press('Save');
    expect(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer.release();
    await expectNotice('Comment Saved');
  });

  it('keeps an edit that could not be saved', async () => {
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await openEdited();
    await press('Save');
    await expectNotice('Save Failed', 'Failed to save comment');
    expect(editor()).toHaveValue('Draft number 1, mended');
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  describe('after a saved edit', () => {
    beforeEach(() => {
      queue.items = [aNumberedItem(1, { isScoreCurrent: false })];
    });

    it('shows no score (rule 8.11)', async () => {
      await openQueue();
      expect(screen.getAllByText(/Not scored since your edit$/)).toHaveLength(2);
      expect(screen.queryByText(/100 Quality/)).not.toBeInTheDocument();
    });

    it('shows a score once the text is read again (rule 8.11)', async () => {
      await openQueue();
      const comment = queue.change(1, { isScoreCurrent: true, qualityScore: 64 });
      queue.server.on('POST /api/comments/:id/read', {
        comment,
        analysis: comment.analysis,
      });
      await press('Read again');
      expect(await screen.findByText('64/100 Quality')).toBeInTheDocument();
      expect(
        screen.queryByRole('button', { name: 'Read again' }),
      ).not.toBeInTheDocument();
    });
  });

  it('hides the score while an edit is not saved (rule 8.11)', async () => {
    await openEdited();
    expect((await opened()).getByText('Not scored since your edit')).toBeInTheDocument();
    expect((await opened()).queryByText('82/100 Quality')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Read again' })).not.toBeInTheDocument();
  });

  it.each([
    [
      'YouTube has not confirmed this comment yet',
      { posting: { state: 'confirming', reason: null, nextTryAt: null } },
    ],
    [
      'YouTube may have this comment already',
      { status: 'failed', failureCode: 'unconfirmed' },
    ],
  ] as const)(
    'cannot be edited while the outcome is unknown, and says why: %s',
    async (why, comment) => {
      queue.items = [aNumberedItem(1, comment)];
      const { user } = await openQueue();
      expect(
        screen.getByText(new RegExp(`^${why}.*its text stays as it was sent`)),
      ).toBeInTheDocument();
      await user.type(editor(), ', mended');
      expect(editor()).toHaveValue('Draft number 1');
      expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    },
  );

  it('restores the stored text on Cancel', async () => {
    await openEdited();
    await press('Cancel');
    expect(editor()).toHaveValue('Draft number 1');
  });

  it('forgets an edit that was typed back', async () => {
    const { user } = await openQueue();
    await user.type(editor(), '!{Backspace}');
    expect(newestUnsavedEdits().size).toBe(0);
  });

  describe('a text that was changed elsewhere between two visits', () => {
    async function returnToConflict() {
      const first = await openQueue();
      await first.user.type(editor(), '!');
      first.unmount();
      queue.change(1, { content: 'From elsewhere', revision: 2 });
      const { user } = await openQueue();
      const question = screen.getByText(
        'This comment was changed elsewhere. It now reads:',
      );
      return { user, question };
    }

    it('is shown with the question which text to keep (rule 2.20)', async () => {
      const { question } = await returnToConflict();
      expect(question.nextSibling).toHaveTextContent('From elsewhere');
      expect(editor()).toHaveValue('Draft number 1!');
      expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    });

    it('is not approved before the answer', async () => {
      await returnToConflict();
      await press('Approve', await opened('Video number 1'));
      await expectNotice(
        'Save Failed',
        'This comment was changed elsewhere. Compare both texts and choose one.',
      );
    });

    it('still asks when the user types on', async () => {
      const { user, question } = await returnToConflict();
      await user.type(editor(), '?');
      expect(question).toBeInTheDocument();
    });

    it('is taken over with Use the Newer Text', async () => {
      await returnToConflict();
      await press('Use the Newer Text');
      expect(editor()).toHaveValue('From elsewhere');
    });
  });

  it('asks nothing after a reload if only the status changed elsewhere (rule 2.20)', async () => {
    const first = await openQueue();
    await first.user.type(editor(), '!');
    first.unmount();
    queue.change(1, { status: 'approved', revision: 2 });
    await openQueue({ query: '?comment=1' });
    expect(editor()).toHaveValue('Draft number 1!');
    expect(
      screen.queryByText(/^This comment was changed elsewhere/),
    ).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('keeps typed text regardless of what other tabs do with their own edits (rule 2.20)', () => {
    const text = { id: 7, content: 'As stored.', revision: 3 };
    const [before, here, after] = [
      createUnsavedEdits(),
      createUnsavedEdits(),
      createUnsavedEdits(),
    ];
    before.type(text, 'Typed before');
    here.type(text, 'Typed here');
    after.type(text, 'Typed after');
    before.drop(7);
    after.rebase({ ...text, content: 'Typed after', revision: 4 });
    const restored = createUnsavedEdits();
    here.type(text, 'Typed here, and more');
    restored.drop(7);
    expect(createUnsavedEdits().of(7)).toMatchObject({
      text: 'Typed here, and more',
      revision: 3,
    });
    here.drop(7);
    expect(newestUnsavedEdits().size).toBe(0);
  });

  describe('what is typed while saving', () => {
    async function typeWhileSaving() {
      const answer = held(queue.answerPatch);
      queue.server.once('PATCH /api/comments/:id', answer.answer);
      const { user } = await openEdited();
      await press('Save');
      await user.type(editor(), ' twice');
      queue.server.on('GET /api/queue', brokenOff);
      answer.release();
      await expectNotice('Comment Saved');
    }

    it('is kept (rule 2.20)', async () => {
      await typeWhileSaving();
      expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
      expect(editor()).toHaveValue('Draft number 1, mended twice');
    });

    it('is saved next, with the new revision', async () => {
      await typeWhileSaving();
      await press('Save');
      await waitFor(() =>
        expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
          { content: 'Draft number 1, mended', revision: 1 },
          { content: 'Draft number 1, mended twice', revision: 2 },
        ]),
      );
    });
  });

  it.each([
    ['of 10,000 characters', 'x'.repeat(10_000), true],
    ['above 10,000 characters', 'x'.repeat(10_001), false],
    ['that is empty', ' ', false],
  ])('knows whether a text %s can be saved (rule 5.2)', async (_, typed, isSavable) => {
    await openQueue();
    fireEvent.change(editor(), { target: { value: typed } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(
      !isSavable,
    );
  });

  describe('an unsaved edit of a comment that changes elsewhere', () => {
    async function typeAndChange(change: Partial<Comment>) {
      const { client } = await openEdited();
      queue.change(1, change);
      await client.invalidateQueries({ queryKey: ['work'] });
      return client;
    }

    it('is saved with the new revision when only the status changed (rule 2.20)', async () => {
      await typeAndChange({ status: 'approved', revision: 2 });
      expect(await screen.findByRole('button', { name: 'Post Now' })).toBeInTheDocument();
      expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
      await press('Save');
      await expectNotice('Comment Saved');
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: 'Draft number 1, mended', revision: 2 },
      ]);
    });

    it('is stored with the new revision, so that there is no conflict after a reload', async () => {
      await typeAndChange({ status: 'approved', revision: 2 });
      await waitFor(() =>
        expect(newestUnsavedEdits().get(1)).toMatchObject({
          revision: 2,
          text: 'Draft number 1, mended',
        }),
      );
    });

    it('is forgotten when the same text was saved elsewhere', async () => {
      await typeAndChange({ content: 'Draft number 1, mended', revision: 2 });
      await waitFor(() => expect(newestUnsavedEdits().size).toBe(0));
    });

    it('causes no question about later changes once it is forgotten', async () => {
      const client = await typeAndChange({
        content: 'Draft number 1, mended',
        revision: 2,
      });
      await waitFor(() => expect(newestUnsavedEdits().size).toBe(0));
      queue.change(1, { content: 'From elsewhere', revision: 3 });
      await client.invalidateQueries({ queryKey: ['work'] });
      await waitFor(() => expect(editor()).toHaveValue('From elsewhere'));
      expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
    });
  });
});
