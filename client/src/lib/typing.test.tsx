import { fireEvent, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useShortcuts } from './shortcuts.ts';

const approve = vi.fn();
const post = vi.fn();
beforeEach(() => {
  approve.mockClear();
  post.mockClear();
});

const focus = (button: HTMLButtonElement | null) => button?.focus();

/**
 * A page whose text fields can disappear, as when a comment
 * is posted from a phone. The focus then moves to a button.
 */
function Page() {
  const [isGone, setGone] = useState(false);
  useShortcuts({ a: approve });
  return (
    <>
      {!isGone && <input aria-label="Search" type="search" />}
      {!isGone && <textarea aria-label="Comment" />}
      <button type="button" ref={isGone ? focus : null} onClick={post}>
        Post
      </button>
      <div data-testid="gone" onTransitionEnd={() => setGone(true)} />
    </>
  );
}

const takeTextAway = () => fireEvent.transitionEnd(screen.getByTestId('gone'));

async function typeAndLoseTheText(): Promise<UserEvent> {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(screen.getByRole('textbox'), 'I would m');
  takeTextAway();
  expect(screen.getByRole('button', { name: 'Post' })).toHaveFocus();
  return user;
}

describe('after a text field disappeared while the user was typing (rule 12.8)', () => {
  it('runs no command for the letters that follow', async () => {
    const user = await typeAndLoseTheText();
    await user.keyboard('ap');
    expect(approve).not.toHaveBeenCalled();
  });

  it('presses no button with Enter or the space bar', async () => {
    const user = await typeAndLoseTheText();
    await user.keyboard(' map{Enter}');
    expect(post).not.toHaveBeenCalled();
  });

  it('runs no command even if the field had the focus but nothing was typed yet', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(screen.getByRole('textbox'));
    takeTextAway();
    await user.keyboard('a');
    expect(approve).not.toHaveBeenCalled();
  });

  it.each(['{Escape}', '{Tab}'])('runs commands again after %s', async (key) => {
    const user = await typeAndLoseTheText();
    await user.keyboard(`${key}a`);
    expect(approve).toHaveBeenCalledOnce();
  });

  it('runs commands again after a click', async () => {
    const user = await typeAndLoseTheText();
    await user.click(document.body);
    await user.keyboard('a');
    expect(approve).toHaveBeenCalledOnce();
  });

  it('runs commands again after a press by a screen reader, which sends no pointer events', async () => {
    const user = await typeAndLoseTheText();
    fireEvent.click(screen.getByRole('button'));
    await user.keyboard('a');
    expect(approve).toHaveBeenCalledOnce();
  });
});

describe('a text field that the user leaves', () => {
  it.each([
    ['textbox', '{Escape}'],
    ['textbox', '{Tab}'],
    ['textbox', '{Control>}{Enter}{/Control}'],
    ['searchbox', '{Enter}'],
    ['searchbox', '{ArrowDown}'],
  ])('lets keys run commands again: %s, %s', async (role, key) => {
    const user = userEvent.setup();
    render(<Page />);
    await user.type(screen.getByRole(role), `words${key}`);
    takeTextAway();
    await user.keyboard('a');
    expect(approve).toHaveBeenCalledOnce();
  });

  it('counts as being typed in again when the user types after pressing Enter in the search', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.type(screen.getByRole('searchbox'), 'words{Enter} and m');
    takeTextAway();
    await user.keyboard('a');
    expect(approve).not.toHaveBeenCalled();
  });
});
