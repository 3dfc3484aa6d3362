import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Reply } from '#shared/contracts/replies.ts';
import { refreshComment } from '../../api/refresh-changed.ts';
import { draftAnswer, updateReply } from '../../api/replies.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { viewerName } from '../../components/thread.tsx';
import { usePressGuard } from '../../lib/presses.ts';
import { toast } from '../../lib/toast.ts';
import { useOpenReply } from './use-open-reply.ts';

interface Given {
  rows: readonly Reply[];
  list: string;
  asked: number | undefined;
}

/** The open reply, and what can be done with it. */
export function useReplyBoard({ rows, list, asked }: Given) {
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
