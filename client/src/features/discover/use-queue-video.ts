import { useQueryClient } from '@tanstack/react-query';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../api/error-text.ts';
import { useAddToQueue } from '../../api/queue.ts';
import { patchFoundVideo } from '../../api/videos.ts';
import { toast } from '../../lib/toast.ts';

/** Queues a found video's comment: shown at once, taken back with a reason when the server refuses. */
export function useQueueVideo() {
  const client = useQueryClient();
  const add = useAddToQueue();
  return (video: FoundVideo) => {
    if (!video.generatedComment) return;
    patchFoundVideo(client, video.id, { inQueue: true });
    add.mutateAsync({ commentId: video.generatedComment.id, priority: 0, autoPost: false }).then(
      () => toast({ title: 'Added to Queue', description: 'Comment has been added to your review queue.' }),
      (error: unknown) => {
        patchFoundVideo(client, video.id, { inQueue: false });
        toast({
          title: 'Error',
          description: errorText(error, 'Failed to add to queue'),
          variant: 'destructive',
        });
      },
    );
  };
}
