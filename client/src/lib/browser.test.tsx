import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyWithPreload } from './browser.ts';

afterEach(() => vi.useRealTimers());

it('preloads without rendering, and ignores a failed preload', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('the network is away'))
    .mockResolvedValue(() => 'here');
  const Part = lazyWithPreload(load);
  expect(load).not.toHaveBeenCalled();
  Part.preload();
  expect(load).toHaveBeenCalledTimes(1);
  render(
    <Suspense fallback="on its way">
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText('here')).toBeInTheDocument();
});

it('retries a failed load after a second, and reports no error while the page may be unloading', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('the page is being left'))
    .mockResolvedValue(() => 'here');
  const Part = lazyWithPreload(load);
  render(
    <Suspense fallback="on its way">
      <Part />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(screen.getByText('on its way')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('here')).toBeInTheDocument();
});
