import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../lib/toast.ts';
import { refreshFigures } from './live.ts';
import type { ReviewVerbs } from './review-verbs.ts';

/** Leads to the comment's review. */
export const announceQueued = (commentId: number): void =>
  toast({
    title: 'Added to Queue',
    description: 'Comment has been added to your review queue.',
    link: { label: 'Review It', href: `/queue?comment=${commentId}` },
  });

export function useAddToQueue() {
  const client = useQueryClient();
  return useMutation({
    // Loaded with the first press: the first paint of Discover does not need it.
    mutationFn: async (item: Parameters<ReviewVerbs['add']>[0]) =>
      (await import('./review-verbs.ts')).createReviewVerbs(client).add(item),
    onSuccess: () => refreshFigures(client),
  });
}
