import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { Reply } from '#shared/contracts/replies.ts';
import { isEditable } from '#shared/rules/comment-status.ts';
import { fetchQueueRow, queueList } from '../../api/comments.ts';
import { toastFailure } from '../../api/http.ts';
import { refreshComment } from '../../api/live.ts';
import { answerReply, canBeAnswered, liveAnswer, updateReply } from '../../api/outcomes.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { useReviewActions } from '../../components/review.ts';
import { lengthNearLimit, openGapIn, type Redraft } from '../../components/review-editor.tsx';
import { viewerName } from '../../components/thread.tsx';
import { formatNumber } from '../../lib/formats.ts';
import { useArming, usePressGuard } from '../../lib/presses.ts';
import type { Shortcuts } from '../../lib/shortcuts.ts';
import { toast } from '../../lib/toast.ts';

/** The open reply. When it leaves the list, the next one opens; a new list opens its first. */
function useOpenReply(rows: readonly Reply[], list: string, asked: number | undefined) {
  const [last, setLast] = useState({ id: asked, index: 0, list });
  const found = rows.findIndex(({ id }) => id === last.id);
  const fallback = list === last.list ? Math.min(last.index, rows.length - 1) : 0;
  const index = found >= 0 ? found : fallback;
  const active = rows[index];
  if (active && (active.id !== last.id || index !== last.index || list !== last.list))
    setLast({ id: active.id, index, list });
  const open = useCallback((id: number) => setLast((before) => ({ ...before, id })), []);
  return { index, active, open };
}

/** An answer that nobody stored yet, as the editor takes it; what is typed is kept over a reload. */
export const unwritten = ({ id, video }: Reply) => ({
  id: -id,
  content: '',
  revision: 0,
  gaps: [],
  video,
});

/** The place in the queue of the open reply's answer; undefined until it is known, null where it has none. */
function useAnswerRow(reply: Reply | undefined): QueueRow | null | undefined {
  const commentId = reply && liveAnswer(reply)?.commentId;
  const { data } = useInfiniteQuery({
    ...queueList.pages({ sort: 'position', commentId: commentId ?? 0 }),
    enabled: commentId !== undefined,
  });
  return commentId === undefined ? null : data && (data.pages[0]?.rows[0] ?? null);
}

/** The open reply, and what can be done with it and its answer. */
export function useReplyBoard(rows: readonly Reply[], list: string, asked: number | undefined) {
  const client = useQueryClient();
  const { index, active, open } = useOpenReply(rows, list, asked);
  const guard = usePressGuard();
  const arming = useArming();
  const { review, actions, questions } = useReviewActions();
  const answer = useAnswerRow(active);
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [scheduling, setScheduling] = useState<Reply | null>(null);
  const [steering, setSteering] = useState<number | null>(null);
  const article = useRef<HTMLElement>(null);
  const isMoving = useRef(false);
  const saidTooLong = useRef<number>(undefined);
  const shown = useRef(active?.id);
  /** Replies as they were before each step, and what it changed. */
  const undoable = useRef<{ reply: Reply; changed: readonly ('state' | 'answer')[] }[]>([]);

  useLayoutEffect(() => {
    shown.current = active?.id;
    if (!isMoving.current) return;
    isMoving.current = false;
    article.current?.focus({ preventScroll: true });
  });

  async function change(reply: Reply, state: Parameters<typeof updateReply>[2]): Promise<boolean> {
    try {
      await updateReply(client, reply, state);
      return true;
    } catch (error) {
      toastFailure('Update Failed', error, 'Failed to update the reply');
      return false;
    }
  }

  /** By press or key: an address opens a reply without marking it as read. */
  function select(reply: Reply | undefined): void {
    if (!reply) return;
    open(reply.id);
    arming.setArmed(null);
    setSteering(null);
    saidTooLong.current = undefined;
    isMoving.current = true;
    if (reply.state === 'new') void change(reply, 'read');
  }

  /** The next reply that waits for the person, else one before; without any this one stays. */
  function goOn(): void {
    guard.pause();
    isMoving.current = true;
    select(rows.slice(index + 1).find(waits) ?? rows.slice(0, index).findLast(waits));
  }

  async function undo(): Promise<void> {
    const step = undoable.current.pop();
    if (!step || step.reply.state === 'answered') return toast({ title: 'Nothing to undo' });
    open(step.reply.id);
    isMoving.current = true;
    if (step.changed.includes('answer')) await actions.undo();
    if (!step.changed.includes('state')) return;
    if (await change(step.reply, step.reply.state))
      toast({ title: `Undid: reply of ${viewerName(step.reply.authorName)}` });
  }

  async function decide(reply: Reply, state: 'read' | 'dismissed'): Promise<void> {
    guard.pause();
    const drafted = answer?.comment.status === 'pending' ? answer : null;
    const step = { reply, changed: drafted ? (['state', 'answer'] as const) : (['state'] as const) };
    undoable.current.push(step);
    select(rows[index + 1] ?? rows[index - 1]);
    isMoving.current = true;
    if (drafted) await actions.decide(drafted, 'rejected');
    if (!(await change(reply, state))) {
      undoable.current = undoable.current.filter((each) => each !== step);
      return;
    }
    toast({
      title: state === 'dismissed' ? 'No Answer Needed' : 'Waiting for You Again',
      subject: viewerName(reply.authorName),
      action: { label: 'Undo', key: 'U', onAction: () => void undo() },
    });
  }

  /** What was typed where there is no answer yet. */
  const typedFor = (reply: Reply): string => review.edits.of(-reply.id)?.text.trim() ?? '';

  /** One at a time for each reply. */
  async function whileBusy<Result>(reply: Reply, work: () => Promise<Result>): Promise<Result | null> {
    if (busy.has(reply.id)) return null;
    setBusy((before) => new Set(before).add(reply.id));
    try {
      return await work();
    } finally {
      setBusy((before) => new Set([...before].filter((id) => id !== reply.id)));
    }
  }

  const draft = (reply: Reply) =>
    whileBusy(reply, async () => {
      try {
        const { id } = await answerReply(client, reply);
        refreshComment(client, id);
        // A press that was meant for what stood here before must not decide the draft.
        if (shown.current === reply.id) return guard.pause();
        toast({
          title: 'Answer Drafted',
          subject: viewerName(reply.authorName),
          link: { label: 'Review It', href: `/history?tab=replies&reply=${reply.id}` },
        });
      } catch (error) {
        toastFailure('Drafting Failed', error, 'Failed to draft an answer');
      }
    });

  /** The open reply's answer: stored now where it was typed from nothing. Null if that failed. */
  async function stored(reply: Reply): Promise<QueueRow | null> {
    if (answer) return answer;
    const typed = typedFor(reply);
    if (!typed) return null;
    return whileBusy(reply, async () => {
      try {
        const { id } = await answerReply(client, reply, typed);
        review.edits.drop(-reply.id);
        refreshComment(client, id);
        return await fetchQueueRow(id);
      } catch (error) {
        toastFailure('Save Failed', error, 'Failed to save comment');
        return null;
      }
    });
  }

  const isDecidable = (reply: Reply): boolean =>
    answer
      ? answer.comment.status === 'pending' && openGapIn(review.edits, answer.comment) === null
      : typedFor(reply) !== '';

  function asksAgain(reply: Reply): boolean {
    const length = lengthNearLimit(review.edits, answer?.comment ?? unwritten(reply));
    const isLong = length > commentSoftLimit && answer?.comment.status !== 'approved';
    if (!isLong || saidTooLong.current === reply.id) return false;
    saidTooLong.current = reply.id;
    const title = `${formatNumber(length)} of ${formatNumber(commentSoftLimit)} characters`;
    toast({ title, description: 'Press again to take the answer as it is.' });
    return true;
  }

  /** Remembers the step for undo, then opens the next reply. */
  function decided(reply: Reply): void {
    undoable.current.push({ reply, changed: ['answer'] });
    goOn();
  }

  return {
    index,
    active,
    open,
    guard,
    article,
    select,
    undo,
    decide,
    draft,
    /** The answer's row; undefined until it is known. */
    answer,
    review,
    questions,
    actions,
    armed: arming.armed !== null && arming.armed === active?.id,
    scheduling,
    schedule: (reply: Reply | null) => {
      if (!reply || !asksAgain(reply)) setScheduling(reply);
    },
    isBusy: active !== undefined && busy.has(active.id),
    isDecidable,
    at: (step: number) => rows[Math.min(Math.max(index + step, 0), rows.length - 1)],

    async save(reply: Reply): Promise<void> {
      if (answer) await actions.save(answer.comment);
      else if (await stored(reply))
        toast({ title: 'Comment Saved', subject: 'Your answer is in the queue.' });
    },

    async approve(reply: Reply): Promise<void> {
      if (!isDecidable(reply) || asksAgain(reply)) return;
      const item = await stored(reply);
      if (!item) return;
      decided(reply);
      await actions.decide(item, 'approved');
    },

    steer: (item: QueueRow) => setSteering(item.commentId),
    redraftOf(reply: Reply, item: QueueRow, live: string | null): Redraft {
      const { commentId, comment } = item;
      const step = review.redrafts.get(commentId);
      const isLast = step?.changes[0]?.left.revision === comment.revision;
      const close = () => {
        setSteering(null);
        isMoving.current = true;
      };
      return {
        isOpen: steering === commentId,
        live,
        undo: step && isLast ? () => void actions.undo(step) : null,
        open: () => setSteering(commentId),
        close,
        async wish(wish) {
          close();
          const isWritten = await actions.redraft(item, wish);
          if (isWritten) undoable.current.push({ reply, changed: ['answer'] });
          return isWritten;
        },
        stop: () => review.writing.get(commentId)?.abort(),
      };
    },

    backToReview: (item: QueueRow) => void actions.decide(item, 'pending'),

    /** Rejects on failure: the dialog shows why and stays open. */
    async scheduleAt(reply: Reply, at: Date): Promise<void> {
      const item = await stored(reply);
      if (!item) throw new Error('Your answer could not be saved.');
      await actions.schedule(item, at);
      decided(reply);
    },

    arm(reply: Reply) {
      guard.pause();
      if (!asksAgain(reply)) arming.setArmed(reply.id);
    },
    disarm: () => arming.setArmed(null),

    async post(reply: Reply): Promise<void> {
      arming.setArmed(null);
      const item = await stored(reply);
      if (!item) return;
      goOn();
      await actions.post(item.comment);
    },

    /** Puts the text that was typed before the draft came into the editor. */
    restore(reply: Reply, item: QueueRow): void {
      review.edits.type(item.comment, typedFor(reply));
      review.edits.drop(-reply.id);
    },
    typedFor,
  };
}

export type ReplyBoard = ReturnType<typeof useReplyBoard>;

const waits = (reply: Reply): boolean =>
  reply.state !== 'dismissed' && (canBeAnswered(reply) || reply.answer?.status === 'pending');

/** What R does; null where an approved or posted answer decides instead. */
export function otherState(reply: Reply): 'read' | 'dismissed' | null {
  if (reply.state === 'dismissed') return 'read';
  const answer = liveAnswer(reply);
  return reply.state === 'answered' || (answer && answer.status !== 'pending') ? null : 'dismissed';
}

export function replyKeys(board: ReplyBoard): Shortcuts {
  const { active, answer, at, select, guard } = board;
  const next = () => select(at(1));
  const previous = () => select(at(-1));
  const isWriting = answer != null && board.review.writing.has(answer.commentId);
  const isFree = !board.isBusy && !isWriting && !isBeingPosted(answer?.comment.posting ?? null);
  const canSend =
    active !== undefined &&
    isFree &&
    (board.isDecidable(active) || (answer?.comment.status === 'approved' && !answer.scheduledFor));
  return {
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    g: () => {
      if (active && canBeAnswered(active)) void board.draft(active);
      else if (answer && isFree && isEditable(answer.comment.status)) board.steer(answer);
    },
    a: () => {
      if (active && isFree && board.isDecidable(active)) guard.press(() => void board.approve(active), 'a');
    },
    r: () => {
      const other = active && otherState(active);
      if (other && isFree) guard.press(() => void board.decide(active, other), 'r');
      else if (answer?.comment.status === 'approved' && isFree)
        guard.press(() => board.backToReview(answer), 'r');
    },
    e: () => board.article.current?.querySelector('textarea')?.focus(),
    s: () => {
      if (canSend) guard.press(() => board.schedule(active), 's');
    },
    p: () => {
      if (canSend) guard.press(() => board.arm(active), 'p');
    },
    u: () => void board.undo(),
  };
}
