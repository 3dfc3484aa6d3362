import type { Response } from 'express';

/**
 * Names the steps that a request made, so that they can be undone by their ids (rule
 * 12.13). A request that changed nothing passes null.
 */
export function nameSteps(res: Response, ...ids: (string | null)[]): void {
  const made = ids.filter((id) => id !== null);
  if (made.length > 0) res.set('X-Step', made.join(', '));
}
