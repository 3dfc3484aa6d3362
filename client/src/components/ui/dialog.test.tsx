import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

/** Three rows that open a dialog, and can be deleted after a confirmation. */
function Rows() {
  const [rows, setRows] = useState(['One', 'Two', 'Three']);
  const [looking, setLooking] = useState<string | null>(null);
  const [deleting, setDeleting] = useState('');
  return (
    <main tabIndex={-1}>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setLooking(row)}>
              Look at {row}
            </button>
            <button type="button" onClick={() => setDeleting(row)}>
              Delete {row}
            </button>
          </li>
        ))}
      </ul>
      {looking && (
        <Dialog title={looking} onClose={() => setLooking(null)}>
          <button type="button" onClick={() => setDeleting(looking)}>
            Delete It
          </button>
        </Dialog>
      )}
      {deleting && (
        <AlertDialog
          onClose={() => setDeleting('')}
          title={`Delete ${deleting}?`}
          description="It cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => {
            setRows(rows.filter((row) => row !== deleting));
            setLooking(null);
          }}
        />
      )}
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

describe('a closing dialog', () => {
  it('gives the focus back to its opener, an inner dialog to the outer one (rule 12.5)', async () => {
    const { user } = renderPage(<Rows />);
    await user.click(button('Look at Two'));
    await user.click(button('Delete It'));
    await user.click(button('Cancel'));
    await waitFor(() => expect(button('Delete It')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Look at Two')).toHaveFocus());
    await user.click(button('Delete Two'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Delete Two')).toHaveFocus());
  });

  it('moves the focus to the neighbour of a row that disappeared, or to the page (rule 12.5)', async () => {
    const { user } = renderPage(<Rows />);
    await user.click(button('Delete Two'));
    await user.click(button('Delete'));
    await waitFor(() => expect(button('Look at Three')).toHaveFocus());
    await user.click(button('Look at Three'));
    await user.click(button('Delete It'));
    await user.click(button('Delete'));
    await waitFor(() => expect(button('Look at One')).toHaveFocus());
    await user.click(button('Delete One'));
    await user.click(button('Delete'));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('an opening dialog', () => {
  it('ignores presses for 400 ms (rule 12.1)', () => {
    vi.useFakeTimers();
    renderPage(<Rows />, '/', { pressPause: 400 });
    for (const [opener, role] of [
      ['Look at One', 'dialog'],
      ['Delete One', 'alertdialog'],
    ] as const) {
      fireEvent.click(button(opener));
      const dialog = screen.getByRole(role);
      expect(dialog).toHaveStyle({ pointerEvents: 'none' });
      act(() => vi.advanceTimersByTime(399));
      expect(dialog).toHaveStyle({ pointerEvents: 'none' });
      act(() => vi.advanceTimersByTime(1));
      expect(dialog).not.toHaveStyle({ pointerEvents: 'none' });
      fireEvent.keyDown(dialog, { key: 'Escape' });
      act(() => vi.advanceTimersByTime(1_000));
    }
  });
});
