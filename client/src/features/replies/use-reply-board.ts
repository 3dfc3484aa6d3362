import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Reply } from '#shared/contracts/replies.ts';
import { toastFailure } from '../../api/http.ts';
import { refreshComment } from '../../api/live.ts';
import { draftAnswer, updateReply } from '../../api/outcomes.ts';
import { viewerName } from '../../components/thread.tsx';
import { usePressGuard } from '../../lib/presses.ts';
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

/** The open reply, and what can be done with it. */
export function useReplyBoard(rows: readonly Reply[], list: string, asked: number | undefined) {
  const client = useQueryClient();
  const { index, active, open } = useOpenReply(rows, list, asked);
  const guard = usePressGuard();
  const [drafting, setDrafting] = useState<ReadonlySet<number>>(new Set());
  const article = useRef<HTMLElement>(null);
  const isMoving = useRef(false);
  const shown = useRef(active?.id);
  /** Replies as they were before each decision. */
  const undoable = useRef<Reply[]>([]);

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
    isMoving.current = true;
    if (reply.state === 'new') void change(reply, 'read');
  }

  async function undo(): Promise<void> {
    const reply = undoable.current.pop();
    if (!reply || reply.state === 'answered') return toast({ title: 'Nothing to undo' });
    open(reply.id);
    isMoving.current = true;
    if (await change(reply, reply.state)) toast({ title: `Undid: reply of ${viewerName(reply.authorName)}` });
  }

  async function decide(reply: Reply, state: 'read' | 'dismissed'): Promise<void> {
    guard.pause();
    undoable.current.push(reply);
    select(rows[index + 1] ?? rows[index - 1]);
    isMoving.current = true;
    if (!(await change(reply, state))) {
      undoable.current = undoable.current.filter((each) => each !== reply);
      return;
    }
    toast({
      title: state === 'dismissed' ? 'No Answer Needed' : 'Waiting for You Again',
      subject: viewerName(reply.authorName),
      action: { label: 'Undo (U)', onAction: () => void undo() },
    });
  }

  async function draft(reply: Reply): Promise<void> {
    if (drafting.has(reply.id)) return;
    setDrafting((before) => new Set(before).add(reply.id));
    try {
      const answer = await draftAnswer(client, reply);
      refreshComment(client, answer.id);
      if (shown.current !== reply.id)
        toast({
          title: 'Answer Drafted',
          subject: viewerName(reply.authorName),
          link: { label: 'Review It', href: `/queue?comment=${answer.id}` },
        });
    } catch (error) {
      toastFailure('Drafting Failed', error, 'Failed to draft an answer');
    } finally {
      setDrafting((before) => new Set([...before].filter((id) => id !== reply.id)));
    }
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
    isDrafting: active !== undefined && drafting.has(active.id),
    at: (step: number) => rows[Math.min(Math.max(index + step, 0), rows.length - 1)],
  };
}

export type ReplyBoard = ReturnType<typeof useReplyBoard>;

/** Whether its answer is drafted, approved, failed or posted; a rejected one makes room for another. */
export const liveAnswer = ({ answer }: Reply): Reply['answer'] =>
  answer?.status === 'rejected' ? null : answer;

export const canBeAnswered = (reply: Reply): boolean =>
  reply.text !== null && reply.state !== 'answered' && liveAnswer(reply) === null;

/** What R does; null where a live answer decides instead. */
export function otherState(reply: Reply): 'read' | 'dismissed' | null {
  if (reply.state === 'dismissed') return 'read';
  return reply.state === 'answered' || liveAnswer(reply) !== null ? null : 'dismissed';
}

export function replyKeys({ active, at, select, decide, draft, undo, guard }: ReplyBoard): Shortcuts {
  const next = () => select(at(1));
  const previous = () => select(at(-1));
  return {
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    g: () => {
      if (active && canBeAnswered(active)) void draft(active);
    },
    r: () => {
      const other = active && otherState(active);
      if (other) guard.press(() => void decide(active, other), 'r');
    },
    u: () => void undo(),
  };
}
