import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { toastFailure } from '../../../api/http.ts';
import { refreshFigures } from '../../../api/live.ts';
import { announcePost, type HeldPost } from '../../../api/posting.ts';
import { createReviewVerbs } from '../../../api/review-verbs.ts';
import { toast } from '../../../lib/toast.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

interface Approved {
  item: QueueRow;
  comment: CommentRow;
}

/** Approves the text on the screen, then schedules or posts it. Whatever fails, the comment stays in the queue. */
export function useApprove(editor: CommentEditorState, onDone: () => void) {
  const client = useQueryClient();
  const [verbs] = useState(() => createReviewVerbs(client));
  const [isPending, setIsPending] = useState(false);
  const [held, setHeld] = useState<HeldPost | null>(null);

  async function approve(): Promise<Approved | null> {
    const saved = await editor.save();
    if (!saved) return null;
    try {
      // Queued before it is approved, so that it is never approved and out of sight.
      const item = await verbs.add({ commentId: saved.id, priority: 0, autoPost: false });
      const comment = await verbs.decide(saved.id, 'approved', { seen: saved });
      editor.follow({ ...saved, ...comment, video: saved.video });
      return { item, comment };
    } catch (error) {
      editor.meet(error);
      toastFailure('Update Failed', error, 'Failed to update comment');
      return null;
    }
  }

  async function act(work: () => Promise<boolean>) {
    setIsPending(true);
    try {
      if (await work()) onDone();
    } finally {
      setIsPending(false);
      refreshFigures(client);
    }
  }

  async function send(comment: CommentRow, underHold = false): Promise<boolean> {
    const posting = verbs.post(comment.id, { seen: comment, underHold });
    await announcePost(client, comment, posting, setHeld);
    const answer = await posting.catch(() => null);
    if (answer && answer.status !== 'posted')
      toast({
        title: 'Checking whether YouTube received it',
        description: 'Until that is known your comment stays in the review queue.',
        link: { label: 'Review It', href: `/queue?comment=${comment.id}` },
      });
    return answer !== null;
  }

  return {
    isPending,
    held,
    dismissHeld: () => setHeld(null),

    schedule: (at: Date) =>
      act(async () => {
        const approved = await approve();
        if (!approved) return false;
        try {
          await verbs.schedule(approved.item, at);
        } catch (error) {
          toastFailure('Scheduling Failed', error, 'Failed to schedule comment');
          return false;
        }
        toast({
          title: 'Comment Scheduled',
          description: 'Comment has been scheduled for posting.',
          link: { label: 'Show It', href: '/scheduled' },
        });
        return true;
      }),

    post: () =>
      act(async () => {
        const approved = await approve();
        return approved ? send(approved.comment) : false;
      }),

    tryUnderHold: ({ comment }: HeldPost) => act(() => send(comment, true)),
  };
}
