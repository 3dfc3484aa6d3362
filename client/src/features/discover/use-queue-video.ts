import { useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../api/error-text.ts';
import { useAddToQueue } from '../../api/queue.ts';
import { toast } from '../../lib/toast.ts';

const NONE: ReadonlySet<number> = new Set();

/** Queues a found video's comment, and tells which videos to show as queued until the queue itself does. */
export function useQueueVideo() {
  const add = useAddToQueue();
  const [adding, setAdding] = useState(NONE);

  async function queueVideo({ id, generatedComment }: FoundVideo): Promise<void> {
    if (!generatedComment) return;
    setAdding((before) => new Set(before).add(id));
    try {
      await add.mutateAsync({ commentId: generatedComment.id, priority: 0, autoPost: false });
      toast({ title: 'Added to Queue', description: 'Comment has been added to your review queue.' });
    } catch (error) {
      toast({
        title: 'Error',
        description: errorText(error, 'Failed to add to queue'),
        variant: 'destructive',
      });
    } finally {
      setAdding((before) => new Set([...before].filter((each) => each !== id)));
    }
  }

  return { adding, queueVideo };
}
