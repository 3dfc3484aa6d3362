import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useShortcuts } from './shortcuts.ts';

const onPage = vi.fn();
const inDialog = vi.fn();
beforeEach(() => {
  onPage.mockClear();
  inDialog.mockClear();
});

function Page({ over = [] }: { over?: string[] }) {
  useShortcuts({ a: onPage });
  useShortcuts({ a: inDialog }, 'dialog');
  return (
    <>
      <button type="button">A button</button>
      <input aria-label="A field" />
      <select aria-label="A choice" />
      <textarea aria-label="A text" />
      {over.map((role) => (
        <div key={role} role={role}>
          <button type="button">{role}</button>
        </div>
      ))}
    </>
  );
}

const acted = () => [onPage.mock.calls.length, inDialog.mock.calls.length];

it('acts on the page, wherever the focus is', () => {
  render(<Page />);
  const notTaken = fireEvent.keyDown(screen.getByRole('button'), { key: 'a' });
  expect([acted(), notTaken]).toEqual([[1, 0], false]);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(acted()).toEqual([2, 0]);
});

it.each(['dialog', 'alertdialog'])('ignores the page’s keys under a %s', (role) => {
  render(<Page over={[role]} />);
  fireEvent.keyDown(screen.getByRole('button', { name: role }), { key: 'a' });
  expect(acted()).toEqual([0, 1]);
});

it('ignores all keys under a menu', () => {
  render(<Page over={['dialog', 'menu']} />);
  fireEvent.keyDown(screen.getByRole('button', { name: 'menu' }), { key: 'a' });
  expect(acted()).toEqual([0, 0]);
});

it.each(['A field', 'A choice', 'A text'])('ignores keys typed into %s', (name) => {
  render(<Page />);
  expect(fireEvent.keyDown(screen.getByLabelText(name), { key: 'a' })).toBe(true);
  expect(acted()).toEqual([0, 0]);
});

it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves keys with %s to the browser', (held) => {
  render(<Page />);
  expect(fireEvent.keyDown(screen.getByRole('button'), { key: 'a', [held]: true })).toBe(true);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'toString' });
  expect(acted()).toEqual([0, 0]);
});

it('ignores all keys once switched off (rule 12.2)', () => {
  localStorage.setItem('chime-in.shortcuts', 'off');
  render(<Page />);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'a' });
  expect(acted()).toEqual([0, 0]);
});
