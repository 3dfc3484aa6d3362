import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './app.tsx';

function Broken(): never {
  throw new Error('A figure is missing.');
}

describe('a page that crashed', () => {
  const at = (resetKey: string, page: ReactNode) => (
    <ErrorBoundary resetKey={resetKey}>{page}</ErrorBoundary>
  );

  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('says why, what was kept and what to do', () => {
    render(at('/queue', <Broken />));
    expect(
      screen.getByRole('heading', { name: 'This page could not be shown' }),
    ).toBeInTheDocument();
    expect(screen.getByText('A figure is missing.')).toBeInTheDocument();
    expect(
      screen.getByText(
        'What you saved is safe on the server. Trying again reloads the page.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });

  it('stays at the same address', () => {
    const { rerender } = render(at('/queue', <Broken />));
    rerender(at('/queue', 'The same address'));
    expect(screen.queryByText('The same address')).not.toBeInTheDocument();
  });

  it('leaves room for the next page', () => {
    const { rerender } = render(at('/queue', <Broken />));
    rerender(at('/history', 'The history'));
    expect(screen.getByText('The history')).toBeInTheDocument();
  });
});
