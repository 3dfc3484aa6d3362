import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Broken(): never {
  throw new Error('A figure is missing.');
}

it('says that a page broke and renders the next one', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const at = (resetKey: string, page: ReactNode) => <ErrorBoundary resetKey={resetKey}>{page}</ErrorBoundary>;
  const { rerender } = render(at('/queue', <Broken />));
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeInTheDocument();
  expect(screen.getByText('A figure is missing.')).toBeInTheDocument();
  expect(
    screen.getByText('What you saved is safe on the server. Trying again reloads the page.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  rerender(at('/queue', 'The same address'));
  expect(screen.queryByText('The same address')).not.toBeInTheDocument();
  rerender(at('/history', 'The history'));
  expect(screen.getByText('The history')).toBeInTheDocument();
});
