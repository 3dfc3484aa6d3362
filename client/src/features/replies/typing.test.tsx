import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeReplies, type FakeReplies } from '../../testing/fake-replies.ts';
import { drawn, expectLink, press } from '../../testing/page.ts';
import { editor, openTitle } from '../../testing/queue-screen.tsx';
import { openReplies } from '../../testing/replies-screen.tsx';

let state: FakeReplies;

beforeEach(() => {
  state = createFakeReplies();
});

const answersSent = () =>
  state.server.calls.filter(
    ({ method, path }) => method !== 'GET' && !/^\/api\/replies\/\d+$/.test(path),
  );

/** Opens the first reply and starts typing an answer. */
async function openAndType() {
  const page = await openReplies();
  await page.user.click(await screen.findByRole('textbox', { name: 'Comment' }));
  await page.user.keyboard('I would');
  return page;
}

describe('a reply for which the user is typing an answer (rule 12.8)', () => {
  it('stays open when it is set aside elsewhere, and takes the letters that follow as text', async () => {
    const { user, client } = await openAndType();
    state.change(1, { state: 'dismissed' });
    await client.invalidateQueries();
    await screen.findByText(/^This reply was set aside while you had it open/);
    expect(openTitle()).toBe('Video number 1');
    expect(editor()).toHaveFocus();
    await user.keyboard(' rap');
    expect(editor()).toHaveValue('I would rap');
    expect(answersSent()).toEqual([]);
  });

  it('stays open even if it was the last one of its list', async () => {
    state.replies = state.replies.slice(0, 1);
    const { client } = await openAndType();
    state.change(1, { state: 'dismissed' });
    await client.invalidateQueries();
    await screen.findByText(/^This reply was set aside while you had it open/);
    expect(editor()).toHaveValue('I would');
  });

  it('keeps what was typed when another answer was posted meanwhile', async () => {
    const { user, client } = await openAndType();
    state.answer(1, { status: 'posted' });
    state.change(1, { state: 'answered', answer: { commentId: 51, status: 'posted' } });
    await client.invalidateQueries();
    await screen.findByText(/^Your answer was posted while you had it open/);
    expectLink('Show It in History', '/history?comment=51');
    expect(screen.getByDisplayValue('I would')).toHaveFocus();
    await user.keyboard('rap');
    await user.keyboard('{Escape}gasp');
    await drawn();
    expect(answersSent()).toEqual([]);
  });

  it('is replaced by the next reply on Close', async () => {
    const { client } = await openAndType();
    state.change(1, { state: 'dismissed' });
    await client.invalidateQueries();
    await press('Close');
    expect(openTitle()).toBe('Video number 2');
  });

  it('closes at once when the user sets it aside', async () => {
    const { user } = await openAndType();
    await user.keyboard('{Escape}r');
    await waitFor(() => expect(openTitle()).toBe('Video number 2'));
    await drawn();
    expect(openTitle()).toBe('Video number 2');
  });

  it('keeps an edit of its drafted answer when the answer was posted meanwhile', async () => {
    state.answer(1);
    const { user, client } = await openAndType();
    state.queue.change(51, { status: 'posted', revision: 2 });
    state.change(1, { answer: { commentId: 51, status: 'posted' } });
    await client.invalidateQueries();
    await screen.findByText(/^Your answer was posted while you had it open/);
    expect(editor()).toHaveValue('Answer number 1.I would');
    expect(editor()).toHaveFocus();
    await user.keyboard('rap');
    expect(answersSent()).toEqual([]);
  });
});
