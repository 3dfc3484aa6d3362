import type { QueueItem } from '#shared/contracts/queue.ts';
import { isBeingPosted } from '../../components/posting-note.tsx';
import type { Shortcuts } from '../../lib/use-shortcuts.ts';
import type { Decision } from './review.ts';
import type { ReviewActions } from './use-review-actions.ts';

interface Board {
  active: QueueItem | undefined;
  /** Posting was prepared for the open card and waits for Enter. */
  isArmed: boolean;
  arm: (id: number | null) => void;
  go: (item: QueueItem | undefined, part?: 'card' | 'editor') => void;
  /** As soon as the list has it again. */
  goBackTo: (item: QueueItem) => void;
  at: (step: number) => QueueItem | undefined;
  nextPending: () => QueueItem | undefined;
  actions: ReviewActions;
  schedule: (item: QueueItem) => void;
  help: () => void;
}

/** What `r` means, by status: the way away from approval. */
const TURNED_DOWN: Partial<Record<string, Decision>> = {
  pending: 'rejected',
  rejected: 'pending',
  approved: 'pending',
};

/** The whole review without a mouse (DESIGN §9). Posting is armed first and wants Enter. */
export function boardKeys(board: Board): Shortcuts {
  const { active, isArmed, arm, go, goBackTo, at, nextPending, actions, schedule, help } = board;
  const free = active && !isBeingPosted(active.comment.posting) ? active : undefined;
  const status = free?.comment.status;

  const decide = (decision: Decision | undefined) => {
    if (!free || !decision) return;
    arm(null);
    if (status === 'pending') go(nextPending() ?? free);
    void actions.decide(free, decision);
  };

  const undo = async () => {
    const before = await actions.undo();
    if (before) goBackTo(before);
  };

  return {
    j: () => go(at(1)),
    ArrowDown: () => go(at(1)),
    k: () => go(at(-1)),
    ArrowUp: () => go(at(-1)),
    a: () => decide(status === 'pending' || status === 'failed' ? 'approved' : undefined),
    r: () => decide(status && TURNED_DOWN[status]),
    e: () => go(active, 'editor'),
    s: () => {
      if (!free || status !== 'approved') return;
      arm(null);
      schedule(free);
    },
    p: () => {
      if (free && status === 'approved') arm(free.id);
    },
    x: () => {
      if (!free) return;
      go(at(1) === free ? at(-1) : at(1));
      void actions.remove(free);
    },
    u: () => void undo(),
    '?': help,
    ...(isArmed && {
      Enter: () => {
        if (!free) return;
        arm(null);
        void actions.post(free.commentId);
      },
      Escape: () => arm(null),
    }),
  };
}
