import type { VouchRequest } from '#shared/contracts/comment-detail.ts';
import type { UpdateComment } from '#shared/contracts/comments.ts';
import type {
  AddToQueue,
  ApproveAndSchedule,
  Schedule,
} from '#shared/contracts/queue.ts';
import type { StepKind } from '#shared/contracts/steps.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { conflict, invalid, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type {
  ChangedComment,
  CommentChange,
  CommentView,
  Queued,
} from './comment.view.ts';
import type { CommentsRepository } from './comments.repository.ts';
import {
  addToQueue,
  approveAndSchedule,
  type PostedTexts,
  reschedule,
} from './queue.rules.ts';
import { type Redraft, redraft } from './redraft.rules.ts';
import {
  changeStatus,
  confirmSentence,
  discardDraft,
  editContent,
  markExample,
  refuseWhilePosting,
} from './review.rules.ts';

export interface TextsBefore {
  textsBefore(commentId: number, at?: Date): Promise<string[]>;
}

interface Deps extends ClockAndEvents {
  repository: CommentsRepository;
  publishing: TextsBefore & {
    /** Returns true if the comment was found on YouTube and is now marked as posted. */
    checkBeforeApproval(commentId: number, confirmed: boolean): Promise<boolean>;
  };
}

type Decide<View> = (view: View, now: Date) => CommentChange | null;

export function createReviewService({ repository, publishing, events, clock }: Deps) {
  async function comment(id: number): Promise<CommentView> {
    return found(await repository.comment(id));
  }

  /**
   * Journals the change as a step of this kind. Pass null for a change that cannot be
   * undone.
   */
  async function change(
    id: number,
    kind: StepKind | null,
    decide: Decide<CommentView>,
  ): Promise<ChangedComment> {
    const now = clock.now();
    const changed = await repository.change(id, { kind, now }, (current) =>
      decide(current, now),
    );
    const view = found(changed);
    events.changed({ comment: id }, 'stats', 'analytics');
    return view;
  }

  /**
   * Checks YouTube before every approval of a comment that may be there, even if a Retry
   * was undone. Returns true if the comment was found and is now marked as posted.
   */
  async function isOnYouTube(id: number, confirmed = false): Promise<boolean> {
    const { status } = (await comment(id)).comment;
    if (status === 'approved' || status === 'posted') return false;
    return publishing.checkBeforeApproval(id, confirmed);
  }

  async function commentOf(queueId: number): Promise<number> {
    const commentId = await repository.commentIdOfQueueItem(queueId);
    if (commentId === null) throw notFound('This queue item');
    return commentId;
  }

  const changeItem = async (
    queueId: number,
    kind: StepKind,
    decide: Decide<Queued<CommentView>>,
  ): Promise<ChangedComment> =>
    change(await commentOf(queueId), kind, (view, now) => decide(queued(view), now));

  return {
    comment,
    isOnYouTube,

    redraft: (id: number, by: Redraft): Promise<ChangedComment> =>
      change(id, 'redraft', (current, now) => redraft(current, by, now)),

    /** Throws 409 with both texts if the comment was changed in another tab first. */
    async update(id: number, by: UpdateComment): Promise<ChangedComment> {
      if ('content' in by) {
        const posted = await publishing.textsBefore(id);
        return change(id, 'edit', (current) => editContent(current, by, posted));
      }
      if (by.status === 'approved' && (await isOnYouTube(id, by.confirmMayBeHeld)))
        return { ...(await comment(id)), step: null };
      const posted = await publishing.textsBefore(id);
      return change(id, 'decide', (current, now) =>
        changeStatus(current, by, posted, now),
      );
    },

    markExample: (id: number, isExample: boolean): Promise<CommentView> =>
      change(id, null, (current) => markExample(current, isExample)),

    confirmSentence: (id: number, by: VouchRequest): Promise<CommentView> =>
      change(id, null, (current) => confirmSentence(current, by)),

    /** Deletes a draft on request, so that its video is free for a new comment. */
    async discard(id: number, revision: number): Promise<void> {
      const { comment } = await change(id, null, (current) =>
        discardDraft(current, revision),
      );
      events.changed({ video: comment.videoId });
    },

    async addToQueue({ commentId, ...wish }: AddToQueue) {
      let created = false;
      const posted = wish.autoPost ? await publishing.textsBefore(commentId) : [];
      const decide: Decide<CommentView> = (current, now) => {
        created = current.queueItem === null;
        return addToQueue(current, wish, posted, now);
      };
      const item = queued(await change(commentId, 'queue', decide));
      return { item, created };
    },

    async schedule(queueId: number, schedule: Schedule): Promise<Queued<ChangedComment>> {
      if (schedule.queueId !== undefined && schedule.queueId !== queueId)
        throw invalid(
          'The field “queueId” differs from the id in the path.',
          'queue_id_mismatch',
        );
      const at =
        schedule.scheduledFor === null ? undefined : new Date(schedule.scheduledFor);
      const posted = await publishing.textsBefore(await commentOf(queueId), at);
      const kind = at ? 'schedule' : 'unschedule';
      return queued(
        await changeItem(queueId, kind, (view, now) =>
          reschedule(view, schedule, posted, now),
        ),
      );
    },

    /** Throws 409 if the check before the approval finds the comment on YouTube. */
    async approveAndSchedule(
      id: number,
      by: ApproveAndSchedule,
    ): Promise<Queued<ChangedComment>> {
      if (await isOnYouTube(id, by.confirmMayBeHeld))
        throw conflict('already_posted', postingReason('already_posted'));
      const posted = await postedTexts(publishing, id, by.scheduledFor);
      return queued(
        await change(id, 'schedule', (current, now) =>
          approveAndSchedule(current, by, posted, now),
        ),
      );
    },

    removeFromQueue: (queueId: number): Promise<ChangedComment> =>
      changeItem(queueId, 'remove', (view) => {
        refuseWhilePosting(view);
        return { removeFromQueue: true };
      }),
  };
}

export type ReviewService = ReturnType<typeof createReviewService>;

/**
 * Loads the texts that this comment must not repeat, now and at its scheduled time (rule
 * 7.15).
 */
export async function postedTexts(
  publishing: TextsBefore,
  commentId: number,
  scheduledFor: string | null,
): Promise<PostedTexts> {
  const lately = await publishing.textsBefore(commentId);
  const beforeItsTime =
    scheduledFor === null
      ? []
      : await publishing.textsBefore(commentId, new Date(scheduledFor));
  return { lately, beforeItsTime };
}

function queued<View extends CommentView>(view: View): Queued<View> {
  if (!view.queueItem) throw notFound('This queue item');
  return { ...view, queueItem: view.queueItem };
}

function found<View extends CommentView>(view: View | null): View {
  if (!view) throw notFound('This comment');
  return view;
}
