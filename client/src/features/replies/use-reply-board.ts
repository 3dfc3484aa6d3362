import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { type Reply, replyStates } from '#shared/contracts/replies.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import { commentQuery, streamAnswer } from '../../api/drafts.ts';
import { toastFailure } from '../../api/http.ts';
import { fetchRows, rowQuery } from '../../api/load-rows.ts';
import {
  canBeAnswered,
  liveAnswer,
  replyList,
  showAnswer,
  typeAnswer,
  updateReply,
} from '../../api/outcomes.ts';
import { refreshWork } from '../../api/work.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { viewerName } from '../../components/thread.tsx';
import type { Shortcuts } from '../../lib/shortcuts.ts';
import { toast } from '../../lib/toast.ts';
import { isTypingIn } from '../../lib/typing.ts';
import { replyTextId, type TextId } from '../../lib/unsaved.ts';
import { useLiveText } from '../../review/editor/comment-editor.tsx';
import { useReviewActions } from '../../review/review-actions.ts';
import { useListDesk } from '../../review/review-desk.ts';
import { useEntry, useRow } from '../../review/rows.ts';

const waits = (reply: Reply): boolean =>
  reply.state !== 'dismissed' &&
  (canBeAnswered(reply) || reply.answer?.status === 'pending');

/**
 * Returns the reply that is kept open, as it is now. It may be in any state, on any list.
 */
function useNewest(kept: Reply | undefined): Reply | undefined {
  const all = useInfiniteQuery({
    ...replyList.pages({ states: replyStates }),
    enabled: kept !== undefined,
  });
  return (
    all.data?.pages.flatMap((page) => page.rows).find(({ id }) => id === kept?.id) ?? kept
  );
}

/**
 * Returns an answer that is not stored yet, in the form that the
 * editor expects. Its id keeps the typed text over a reload.
 */
export const unwritten = ({ id, video }: Reply) => ({
  id: replyTextId(id),
  content: '',
  revision: 0,
  gaps: [],
  video,
});

const notQueued = (answers: Reply) => ({
  dueAt: null,
  scheduledFor: null,
  comment: { status: 'pending', video: answers.video, answers } as const,
});

/**
 * Returns the queue row of the reply's answer: undefined while loading, null if there is
 * none. After the answer has left the queue, returns its last row while the user is
 * typing in it.
 */
function useAnswer(reply: Reply | undefined, keeps: (commentId: number) => boolean) {
  const commentId = reply && liveAnswer(reply)?.commentId;
  const { data: row } = useRow(commentId);
  const entry = useEntry(commentId);
  const isGone = row != null && entry !== undefined && !entry?.place;
  const isKept = isGone && keeps(row.commentId);
  const { data: whole } = useQuery({ ...commentQuery(commentId ?? 0), enabled: isKept });
  if (commentId === undefined) return { answer: null, isAnswerGone: false };
  if (!isGone) return { answer: row, isAnswerGone: false };
  if (!isKept) return { answer: null, isAnswerGone: false };
  return { answer: whole ? { ...row, comment: whole } : row, isAnswerGone: true };
}

interface ReplyPages {
  rows: readonly Reply[];
  isStale: boolean;
}

export function useReplyBoard(
  { rows, isStale }: ReplyPages,
  list: string,
  asked: number | undefined,
) {
  const client = useQueryClient();
  const { review, actions, questions } = useReviewActions('U');
  const isTypedFor = (id: TextId | undefined) =>
    id !== undefined && review.edits.of(id) !== undefined;
  const desk = useListDesk({
    review,
    actions,
    list,
    rows,
    isStale,
    asked,
    first: () => 0,
    waits,
    opensOthers: false,
    holds: ({ id, answer }) =>
      isTypedFor(replyTextId(id)) || isTypedFor(answer?.commentId),
    rowOf: ({ action, commentId }) =>
      action.reply?.id ?? rows.find((row) => row.answer?.commentId === commentId)?.id,
  });
  const { place, after, before, guard } = desk;
  const isKept = place.state === 'kept';
  const newest = useNewest(isKept ? place.row : undefined);
  const active = place.state === 'open' ? place.row : newest;
  const { answer, isAnswerGone } = useAnswer(
    active,
    (commentId) => isTypedFor(commentId) || isTypingIn(desk.article.current),
  );
  const [storing, setStoring] = useState<number | null>(null);
  const [toSchedule, setToSchedule] = useState<number | null>(null);
  // Once the reply or its answer has left, the schedule dialog must not act on what is
  // open now.
  const hasLeft = isKept || isAnswerGone;
  const scheduling = !hasLeft && active?.id === toSchedule ? active : undefined;
  const isDrafting = useLiveText(active && replyTextId(active.id)) !== null;
  const isRedrafting = useLiveText(answer?.commentId) !== null;
  const shown = useRef(active?.id);
  useEffect(() => {
    shown.current = active?.id;
  });

  async function change(
    reply: Reply,
    state: Parameters<typeof updateReply>[2],
  ): Promise<boolean> {
    try {
      await updateReply(client, reply, state);
      return true;
    } catch (error) {
      toastFailure('Update Failed', error, 'Failed to update the reply');
      return false;
    }
  }

  /** Opens a reply and marks it as read. Opening it from an address does not mark it. */
  function select(reply: Reply | undefined): void {
    if (!reply) return;
    desk.go(reply.id);
    if (reply.state === 'new') void change(reply, 'read');
  }

  /**
   * Opens the next reply that waits for the user, or else the last one before. Stays if
   * there is none.
   */
  function goOn(): void {
    guard.pause();
    select(after.find(waits) ?? before.findLast(waits) ?? active);
  }

  const decide = (reply: Reply, state: 'read' | 'dismissed') =>
    review.act(async () => {
      guard.pause();
      select(after[0] ?? before.at(-1));
      desk.takeOff(reply.id);
      const drafted = answer?.comment.status === 'pending' ? answer : null;
      const rejected = drafted && (await actions.decide(drafted, 'rejected'));
      if ((drafted && !rejected) || !(await change(reply, state))) return;
      const name = viewerName(reply.authorName);
      const done = review.remember({
        what: `reply of ${name}`,
        videoTitle: reply.video.title,
        steps: [rejected?.step ?? null],
        ...(reply.state !== 'answered' && {
          reply: { id: reply.id, state: reply.state },
        }),
      });
      toast({
        title: state === 'dismissed' ? 'No Answer Needed' : 'Waiting for You Again',
        subject: name,
        ...actions.undoing(done, (action) => void desk.undo(action)),
      });
    });

  const typedFor = (reply: Reply): string =>
    review.edits.of(replyTextId(reply.id))?.text.trim() ?? '';
  const isTyped = useSyncExternalStore(
    review.edits.subscribe,
    () => active !== undefined && typedFor(active) !== '',
  );
  const canDecide = answer ? answer.comment.status === 'pending' : isTyped;

  async function draft(reply: Reply): Promise<void> {
    const written = await actions.streamed(unwritten(reply), async (...heard) => {
      const comment = await streamAnswer(reply.id, ...heard);
      // Load the answer before it replaces the streamed text.
      await Promise.all([
        refreshWork(client, new Set([comment.id])),
        client.prefetchQuery(rowQuery(comment.id)),
      ]);
      showAnswer(client, reply, comment);
      return comment;
    });
    if (!written) return;
    // A late press that was meant for another button must not decide the draft.
    if (shown.current === reply.id) return guard.pause();
    toast({
      title: 'Answer Drafted',
      subject: viewerName(reply.authorName),
      link: { label: 'Review It', href: `/history?tab=replies&reply=${reply.id}` },
    });
  }

  /**
   * Returns the open reply's answer. Stores it first if the
   * user typed it without a draft. Returns null if that failed.
   */
  async function stored(reply: Reply): Promise<QueueRow | null> {
    if (answer) return answer;
    const typed = typedFor(reply);
    if (!typed || storing === reply.id) return null;
    setStoring(reply.id);
    try {
      const { id } = await typeAnswer(client, reply, typed);
      review.edits.drop(replyTextId(reply.id));
      const [row = null] = await fetchRows([id]);
      return row;
    } catch (error) {
      toastFailure('Save Failed', error, 'Failed to save comment');
      return null;
    } finally {
      setStoring(null);
    }
  }

  const refuses = (reply: Reply): boolean =>
    desk.refuses(
      answer?.comment ?? unwritten(reply),
      answer?.comment.status === 'approved',
    );

  return {
    ...desk,
    active,
    /**
     * Whether the open reply left its list and stays open only because the user is typing
     * an answer.
     */
    isKept,
    /**
     * Whether the answer left the queue and stays open only because the user is typing in
     * it.
     */
    isAnswerGone,
    hasLeft,
    select,
    decide,
    draft,
    isDrafting,
    answer,
    questions,
    schedule: (reply: Reply) => !refuses(reply) && setToSchedule(reply.id),
    /** Whether the open reply's answer is loading, or must not change now. */
    isResting:
      isDrafting ||
      isRedrafting ||
      answer === undefined ||
      isBeingPosted(answer?.comment.posting ?? null) ||
      (storing !== null && storing === active?.id),
    /** Whether there is an answer, or a text to make one of, that can be approved. */
    canDecide,

    async save(reply: Reply): Promise<void> {
      if (answer) await actions.save(answer.comment);
      else if (await stored(reply))
        toast({ title: 'Comment Saved', subject: 'Your answer is in the queue.' });
    },

    async approve(reply: Reply): Promise<void> {
      if (!canDecide || refuses(reply)) return;
      const item = await stored(reply);
      if (!item) return;
      goOn();
      await actions.decide(item, 'approved');
    },

    backToReview: (item: QueueRow) => void actions.decide(item, 'pending'),

    scheduling: scheduling && {
      item: answer ?? notQueued(scheduling),
      onClose: () => setToSchedule(null),
      async onSchedule(at: Date) {
        const item = await stored(scheduling);
        if (!item) throw new Error('Your answer could not be saved.');
        if (await actions.schedule(item, at)) goOn();
      },
    },

    arm: (reply: Reply) => !refuses(reply) && desk.arm(reply.id),

    async post(reply: Reply): Promise<void> {
      desk.disarm();
      await review.posting(async () => {
        const item = await stored(reply);
        if (!item) return null;
        goOn();
        return actions.post(item.comment);
      });
    },

    /** Puts the text that was typed before the draft arrived back into the editor. */
    restore(reply: Reply, item: QueueRow): void {
      review.edits.type(item.comment, typedFor(reply));
      review.edits.drop(replyTextId(reply.id));
    },
    typedFor,
  };
}

export type ReplyBoard = ReturnType<typeof useReplyBoard>;

/**
 * Returns the state that R sets; null if R acts on an approved or posted answer instead.
 */
export function otherState(reply: Reply): 'read' | 'dismissed' | null {
  if (reply.state === 'dismissed') return 'read';
  const answer = liveAnswer(reply);
  return reply.state === 'answered' || (answer && answer.status !== 'pending')
    ? null
    : 'dismissed';
}

export function replyKeys(board: ReplyBoard): Shortcuts {
  const { active, answer, at, select, guard, hasLeft } = board;
  const free = hasLeft || board.isResting ? undefined : active;
  const decidable = board.canDecide ? free : undefined;
  const isApproved = answer?.comment.status === 'approved';
  const sendable = decidable ?? (isApproved && !answer.scheduledFor ? free : undefined);
  return {
    ...board.keys((by) => select(at(by)), answer?.comment.gaps),
    g: () => {
      if (active && !hasLeft && canBeAnswered(active)) void board.draft(active);
      else if (free && answer && isEditable(answer.comment.status)) board.steer(free.id);
    },
    a: () => decidable && guard.press(() => void board.approve(decidable), 'a'),
    r: () => {
      const other = free && otherState(free);
      if (other) guard.press(() => void board.decide(free, other), 'r');
      else if (free && isApproved) guard.press(() => board.backToReview(answer), 'r');
    },
    e: () => board.go(active?.id, 'editor'),
    s: () => sendable && guard.press(() => board.schedule(sendable), 's'),
    p: () => sendable && guard.press(() => board.arm(sendable), 'p'),
  };
}
