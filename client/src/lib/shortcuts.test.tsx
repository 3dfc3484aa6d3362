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
      {over.map((role) => (
        <div key={role} role={role}>
          <button type="button">{role}</button>
        </div>
      ))}
    </>
  );
}

it.each([
  ['dialog', [0, 1]],
  ['alertdialog', [0, 1]],
  ['menu', [0, 0]],
])('ignores the page’s keys under a %s', (role, calls) => {
  render(<Page over={role === 'menu' ? ['dialog', role] : [role]} />);
  fireEvent.keyDown(screen.getByRole('button', { name: role }), { key: 'a' });
  expect([onPage.mock.calls.length, inDialog.mock.calls.length]).toEqual(calls);
});
