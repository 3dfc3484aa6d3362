import { type ComponentType, lazy } from 'react';

const SECOND_TRY_MS = 1_000;

/** Loads a component when it is first shown. A failure is tried once more, a second later. */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({
    default: await load().catch(async () => {
      // Firefox ends the imports of a page that is being left: it is gone before this could be told.
      await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
      return load();
    }),
  }));
  // A failed preload is repeated, and reported, when the component is shown.
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}
