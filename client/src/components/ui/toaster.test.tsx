import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { Dialog } from './dialog.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const say = (message: Parameters<typeof toast>[0]) => act(() => toast(message));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('the toaster', () => {
  it('shows one toast at a time and removes it after a while (rule 9.3)', () => {
    render(<Toaster />);
    say({ title: 'First' });
    say({ title: 'Second', description: 'More about it' });
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Second More about it');
    wait(6000);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('announces a failure at once and keeps it longer', () => {
    render(<Toaster />);
    say({ title: 'Save Failed', variant: 'destructive' });
    wait(6000);
    expect(screen.getByRole('alert')).toHaveTextContent('Save Failed');
    wait(9000);
    expect(screen.queryByText('Save Failed')).not.toBeInTheDocument();
  });

  it('keeps a toast while the pointer or the focus is on it', () => {
    render(<Toaster />);
    say({ title: 'Kept' });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    wait(60_000);
    expect(screen.getByText('Kept')).toBeInTheDocument();
    // The timer starts over when pointer and focus have left.
    const dismiss = () => screen.getByRole('button', { name: 'Dismiss' });
    for (const [come, go] of [
      [() => act(() => dismiss().focus()), () => act(() => dismiss().blur())],
      [
        () => fireEvent.pointerEnter(screen.getByRole('region')),
        () => fireEvent.pointerLeave(screen.getByRole('region')),
      ],
    ] as const) {
      say({ title: 'Kept' });
      come();
      wait(60_000);
      go();
      wait(5_999);
      expect(screen.getByText('Kept')).toBeInTheDocument();
      wait(1);
      expect(screen.queryByText('Kept')).not.toBeInTheDocument();
    }
    say({ title: 'Kept' });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    expect(screen.queryByText('Kept')).not.toBeInTheDocument();
  });

  it('links to a page of the app and disappears, or to YouTube in a new tab', () => {
    render(<Toaster />);
    say({
      title: 'Added to Queue',
      link: { label: 'Review It', href: '/queue?comment=12' },
    });
    act(() => screen.getByRole('link', { name: 'Review It' }).click());
    expect(window.location.href).toMatch(/\/queue\?comment=12$/);
    expect(screen.queryByText('Added to Queue')).not.toBeInTheDocument();
    say({
      title: 'Posted',
      link: { label: 'Open on YouTube', href: 'https://www.youtube.com/watch?v=a' },
    });
    const outside = screen.getByRole('link', { name: 'Open on YouTube' });
    expect(outside).toHaveAttribute('target', '_blank');
    expect(outside).toHaveAttribute('rel', 'noreferrer');
  });

  it('works while a dialog is open, and does not close it', () => {
    const onClose = vi.fn();
    render(
      <>
        <Toaster />
        <Dialog title="A dialog" onClose={onClose}>
          Text
        </Dialog>
      </>,
    );
    say({ title: 'Over it' });
    wait(10);
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    act(() => {
      dismiss.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      dismiss.click();
    });
    expect(screen.queryByText('Over it')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });
});
