import { type ComponentType, lazy } from 'react';

export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  // Showing the component loads again and reports the failure.
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}
