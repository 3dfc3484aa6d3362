import { useMutation } from '@tanstack/react-query';
import { toast } from '../lib/toast.ts';
import { toastFailure } from './http.ts';
import { refreshFigures } from './live.ts';

interface Added {
  commentId: number;
  autoPost?: boolean;
}

/** Adds a comment to the review queue, then says so, or why not. Apart from posting.ts: the first page needs only this. */
export const useAddToQueue = () =>
  useMutation({
    // Loaded with the first press: the first paint of Discover does not need it.
    mutationFn: async ({ commentId, autoPost = false }: Added, { client }) =>
      (await import('./review-verbs.ts')).createReviewVerbs(client).add({ commentId, priority: 0, autoPost }),
    onSuccess(_, { commentId }, __, { client }) {
      refreshFigures(client);
      toast({
        title: 'Added to Queue',
        description: 'Comment has been added to your review queue.',
        link: { label: 'Review It', href: `/queue?comment=${commentId}` },
      });
    },
    onError: (error) => toastFailure('Error', error, 'Failed to add to queue'),
  });
