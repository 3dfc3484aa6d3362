import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment, GroundedSentence } from '#shared/contracts/comment-detail.ts';
import { newestUnsavedEdits } from '../../lib/unsaved.ts';
import { createUnsavedEdits } from '../../review/editor/comment-editor.tsx';
import { anAnalysis } from '../../testing/factories.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, held, json } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, opened, openQueue, openTitle } from '../../testing/queue-screen.tsx';

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
    const answer = held(queue.answerPatch);
    queue.server.on('PATCH /api/comments/:id', answer.answer);
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

  it('shows no score after an edit is saved until the text is read again on a press (rule 8.11)', async () => {
    const stale = aNumberedItem(1, { isScoreCurrent: false });
    queue.items = [stale];
    const { user } = await openQueue();
    expect(screen.getAllByText(/Not scored since your edit$/)).toHaveLength(2);
    expect(screen.queryByText(/100 Quality/)).not.toBeInTheDocument();
    const comment = { ...stale.comment, isScoreCurrent: true, qualityScore: 64 };
    queue.items = [{ ...stale, comment }];
    queue.server.on('POST /api/comments/:id/read', { comment, analysis: comment.analysis });
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    expect(await screen.findByText('64/100 Quality')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Read again' })).not.toBeInTheDocument();
  });

  it('hides the score while an edit is not saved (rule 8.11)', async () => {
    const { user } = await openQueue();
    await user.type(editor(), ', mended');
    expect((await opened()).getByText('Not scored since your edit')).toBeInTheDocument();
    expect((await opened()).queryByText('82/100 Quality')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Read again' })).not.toBeInTheDocument();
  });

  it.each([
    [
      'YouTube has not confirmed this comment yet',
      { posting: { state: 'confirming', reason: null, nextTryAt: null } },
    ],
    ['YouTube may have this comment already', { status: 'failed', failureCode: 'unconfirmed' }],
  ] as const)('cannot be edited while the outcome is unknown, and says why: %s', async (why, comment) => {
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

  it('asks nothing after a reload if only the status changed elsewhere (rule 2.20)', async () => {
    const first = await openQueue();
    await first.user.type(editor(), '!');
    first.unmount();
    queue.change(1, { status: 'approved', revision: 2 });
    await openQueue({ query: '?comment=1' });
    expect(editor()).toHaveValue('Draft number 1!');
    expect(screen.queryByText(/^This comment was changed elsewhere/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('keeps typed text regardless of what other tabs do with their own edits (rule 2.20)', () => {
    const text = { id: 7, content: 'As stored.', revision: 3 };
    const [before, here, after] = [createUnsavedEdits(), createUnsavedEdits(), createUnsavedEdits()];
    before.type(text, 'Typed before');
    here.type(text, 'Typed here');
    after.type(text, 'Typed after');
    before.drop(7);
    after.rebase({ ...text, content: 'Typed after', revision: 4 });
    const restored = createUnsavedEdits();
    here.type(text, 'Typed here, and more');
    restored.drop(7);
    expect(createUnsavedEdits().of(7)).toMatchObject({ text: 'Typed here, and more', revision: 3 });
    here.drop(7);
    expect(newestUnsavedEdits().size).toBe(0);
  });

  it('keeps what is typed while saving (rule 2.20)', async () => {
    const answer = held(queue.answerPatch);
    queue.server.once('PATCH /api/comments/:id', answer.answer);
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

  it('saves no empty text and none above 10,000 characters (rule 5.2)', async () => {
    await openQueue();
    for (const [typed, isSavable] of [
      ['x'.repeat(10_000), true],
      ['x'.repeat(10_001), false],
      [' ', false],
    ] as const) {
      fireEvent.change(editor(), { target: { value: typed } });
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(!isSavable);
    }
  });

  it('rebases an unsaved edit when only the status changed elsewhere (rule 2.20)', async () => {
    const { user, client } = await openQueue();
    await user.type(editor(), ', mended');
    queue.change(1, { status: 'approved', revision: 2 });
    await client.invalidateQueries({ queryKey: ['work'] });
    expect(await screen.findByRole('button', { name: 'Post Now' })).toBeInTheDocument();
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Comment Saved');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 2 },
    ]);
    await user.type(editor(), '!');
    queue.change(1, { status: 'pending', revision: 4 });
    await client.invalidateQueries({ queryKey: ['work'] });
    // The stored edit is rebased too, so there is no conflict after a reload.
    await waitFor(() =>
      expect(newestUnsavedEdits().get(1)).toMatchObject({ revision: 4, text: 'Draft number 1, mended!' }),
    );
    queue.change(1, { content: 'Draft number 1, mended!', revision: 5 });
    await client.invalidateQueries({ queryKey: ['work'] });
    await waitFor(() => expect(newestUnsavedEdits().size).toBe(0));
    queue.change(1, { content: 'From elsewhere', revision: 6 });
    await client.invalidateQueries({ queryKey: ['work'] });
    await waitFor(() => expect(editor()).toHaveValue('From elsewhere'));
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });
});

describe('an open gap', () => {
  const GAP = '‹your figure›';
  const CONTENT = `It works. We saved ${GAP} a week. Why?`;
  const REASON = `Fill in ${GAP} first`;

  beforeEach(() => {
    queue.items = [aNumberedItem(1, { content: CONTENT }), aNumberedItem(2)];
  });

  const selected = () => {
    const { value, selectionStart, selectionEnd } = editor() as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  };

  const article = () => within(screen.getByRole('article'));
  const querySaid = () => article().queryByRole('alert');
  const said = () => article().getByRole('alert');

  const changes = () => queue.server.calls.filter(({ method }) => method !== 'GET');

  it('prevents approval by button and by key, and says why each time', async () => {
    const { user } = await openQueue();
    const approve = article().getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAccessibleDescription(REASON);
    expect(querySaid()).not.toBeInTheDocument();
    await user.click(approve);
    const first = said();
    expect(first).toHaveTextContent(REASON);
    await user.keyboard('a');
    expect(said()).not.toBe(first);
    expect(openTitle()).toBe('Video number 1');
    expect(changes()).toEqual([]);
  });

  it.each([
    ['retried', { status: 'failed', failureReason: 'No.' }, ['a']],
    ['scheduled or posted', { status: 'approved' }, ['s', 'p', '{Enter}']],
  ] as const)('prevents a comment from being %s', async (_, comment, keys) => {
    queue.items = [aNumberedItem(1, { content: CONTENT, ...comment })];
    const { user } = await openQueue();
    for (const key of keys) {
      await user.keyboard(key);
      expect(said()).toHaveTextContent(REASON);
    }
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(changes()).toEqual([]);
  });

  it('does not prevent rejecting', async () => {
    const { user } = await openQueue();
    await user.keyboard('r');
    await expectNotice('Comment Rejected');
    expect(queue.items[0]?.comment.status).toBe('rejected');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('is selected with F2 from the page and from the text, and filled by typing', async () => {
    const { user } = await openQueue();
    await user.keyboard('{F2}');
    expect(editor()).toHaveFocus();
    expect(selected()).toBe(GAP);
    await user.keyboard('three hours');
    expect(editor()).toHaveValue('It works. We saved three hours a week. Why?');
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
    await user.keyboard('{Escape}a');
    await expectNotice('Comment Approved');
    expect(queue.items[0]?.comment.content).toBe('It works. We saved three hours a week. Why?');
  });

  it('is found in the typed text, not in the saved one', async () => {
    queue.items = [aNumberedItem(1, { content: 'It works.', gaps: [GAP] })];
    const { user } = await openQueue();
    await user.type(editor(), ` in ${GAP}`);
    await user.keyboard('{Escape}a');
    expect(said()).toHaveTextContent(REASON);
    expect(changes()).toEqual([]);
  });
});

describe('sources', () => {
  const FROM_VIDEO = 'Sharding by cluster kept it calm.';
  const UNSURE = 'We saved eleven hours.';
  const CONTENT = `${FROM_VIDEO} ${UNSURE}`;

  const fromVideo: GroundedSentence = {
    text: FROM_VIDEO,
    source: { kind: 'transcript', quote: 'we shard by cluster', at: 462 },
    unsupported: [],
  };
  const unsure: GroundedSentence = {
    text: UNSURE,
    source: { kind: 'notes', quote: null, at: null },
    unsupported: ['eleven'],
  };

  const withSentences = (sentences: GroundedSentence[], over: Partial<Comment> = {}) =>
    aNumberedItem(1, { content: CONTENT, analysis: anAnalysis({ sentences }), ...over });

  beforeEach(() => {
    queue.items = [withSentences([fromVideo, unsure])];
  });

  it('say what cannot be checked, and who said the same', async () => {
    const analysis = anAnalysis({
      sentences: [{ ...fromVideo, source: null }],
      cannotCheck: true,
      alreadySaid: { author: '@mirelles', text: 'Shard by cluster and it stays calm.' },
    });
    queue.items = [withSentences([], { analysis })];
    await openQueue();
    expect(await screen.findByText('Nothing to check against: only the title is known.')).toBeInTheDocument();
    expect(screen.getByText('Already said by @mirelles')).toBeInTheDocument();
    expect(screen.getByText('“Shard by cluster and it stays calm.”')).toBeInTheDocument();
  });

  it('accept a sentence after “I know this”, which saves an unsaved edit first', async () => {
    queue.server.on('POST /api/comments/:id/vouch', (call) => {
      const { revision } = queue.change(commentIdIn(call), {});
      const person = { kind: 'person', quote: null, at: null } as const;
      const sentences = [fromVideo, { ...unsure, source: person, unsupported: [] }];
      return json(
        queue.change(commentIdIn(call), { analysis: anAnalysis({ sentences }), revision: revision + 1 }),
      );
    });
    const { user } = await openQueue();
    await screen.findByRole('list', { name: 'Sources' });
    await user.type(editor(), ' Why?');
    await user.click(screen.getByRole('button', { name: 'I know this' }));
    expect(await screen.findByText('Confirmed by you')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: `${CONTENT} Why?`, revision: 1 },
    ]);
    expect(queue.server.sent('POST /api/comments/:id/vouch')).toEqual([{ sentence: UNSURE, revision: 2 }]);
    expect(screen.queryByRole('button', { name: 'I know this' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await expectNotice('Comment Approved');
    expect(queue.server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
      status: 'approved',
      revision: 3,
    });
  });
});
