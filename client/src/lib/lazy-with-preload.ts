import { type ComponentType, lazy } from 'react';

export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  // A failed preload is repeated, and reported, when the component is shown.
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}
