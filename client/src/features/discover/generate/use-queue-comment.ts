import { toastFailure } from '../../../api/http.ts';
import { announceQueued, useAddToQueue } from '../../../api/use-add-to-queue.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

/** Adds the comment to the queue, saving its edits first; a failed save stops it. */
export function useQueueComment(editor: CommentEditorState) {
  const add = useAddToQueue();
  return {
    isPending: add.isPending || editor.isSaving,
    async run(autoPost: boolean, onAdded: () => void) {
      try {
        if (!editor.comment) throw new Error('No comment generated yet');
        const saved = await editor.save();
        if (!saved) return;
        await add.mutateAsync({ commentId: saved.id, priority: 0, autoPost });
        announceQueued(saved.id);
        onAdded();
      } catch (error) {
        toastFailure('Error', error, 'Failed to add to queue');
      }
    },
  };
}
