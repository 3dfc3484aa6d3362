import { useMutation } from '@tanstack/react-query';
import { toastFailure } from '../api/http.ts';
import { refreshFigures } from '../api/live.ts';
import { toast } from '../lib/toast.ts';

type Added = { commentId: number; autoPost?: boolean };

/**
 * Adds a comment to the review queue and shows a toast with the outcome. Separate from
 * posting.ts, because the first page needs only this.
 */
export const useAddToQueue = () =>
  useMutation({
    // Loaded on the first press, because the first paint of Discover does not need it.
    mutationFn: async ({ commentId, autoPost = false }: Added, { client }) =>
      (await import('../api/review-verbs.ts'))
        .createReviewVerbs(client)
        .add({ commentId, priority: 0, autoPost }),
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
