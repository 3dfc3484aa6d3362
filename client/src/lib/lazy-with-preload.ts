import { type ComponentType, lazy } from 'react';

/** A part of the app whose code comes when it is first shown; `preload` fetches it before, as on hover. */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  // A failure here is nobody's yet: showing the part asks again, and then it is reported.
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}
