import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../api/auth.ts';
import { workQuery } from '../api/work.ts';
import type { Work } from './counts.ts';

/**
 * Returns what `select` computes from the working set, or undefined until it is loaded.
 * Renders again only if the result changes. Pass a function that is the same in each
 * render.
 */
export function useWork<Result>(select: (work: Work) => Result): Result | undefined {
  const enabled = useSignedIn() === true;
  return useQuery({ ...workQuery, select, enabled }).data;
}
