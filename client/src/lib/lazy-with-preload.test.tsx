import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyWithPreload } from './lazy-with-preload.ts';

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
