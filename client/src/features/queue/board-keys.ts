import type { QueueItem } from '#shared/contracts/queue.ts';
import { isBeingPosted } from '../../components/posting-note.tsx';
import type { Shortcuts } from '../../lib/use-shortcuts.ts';
import type { Decision } from './review.ts';

interface Board {
  active: QueueItem | undefined;
  at: (step: number) => QueueItem | undefined;
  isInView: () => boolean;
  reveal: () => void;
  go: (item: QueueItem | undefined, part?: 'card' | 'editor') => void;
  decide: (item: QueueItem, decision: Decision) => void;
  remove: (item: QueueItem) => void;
  schedule: (item: QueueItem) => void;
  arm: (item: QueueItem) => void;
  undo: () => void;
  help: () => void;
}

/** What `r` does, by status. */
const TURNED_DOWN: Partial<Record<string, Decision>> = {
  pending: 'rejected',
  rejected: 'pending',
  approved: 'pending',
};

/** Keys for the whole review (rule 12.2). `p` only arms; the button then has the focus. */
export function boardKeys(board: Board): Shortcuts {
  const { active, at, isInView, reveal, go, decide, remove, schedule, arm, undo, help } = board;
  const free = active && !isBeingPosted(active.comment.posting) ? active : undefined;
  const status = free?.comment.status;

  /** A card out of view is only revealed. */
  const onSeen = (act: () => void) => () => {
    if (isInView()) act();
    else reveal();
  };
  const onFree = (act: (item: QueueItem) => void, allowed = true) =>
    onSeen(() => {
      if (free && allowed) act(free);
    });
  const turnedDown = status && TURNED_DOWN[status];

  return {
    j: onSeen(() => go(at(1))),
    ArrowDown: onSeen(() => go(at(1))),
    k: onSeen(() => go(at(-1))),
    ArrowUp: onSeen(() => go(at(-1))),
    a: onFree((item) => decide(item, 'approved'), status === 'pending' || status === 'failed'),
    r: onFree((item) => turnedDown && decide(item, turnedDown)),
    e: onSeen(() => go(active, 'editor')),
    s: onFree(schedule, status === 'approved'),
    p: onFree(arm, status === 'approved'),
    x: onFree(remove),
    u: undo,
    '?': help,
  };
}
