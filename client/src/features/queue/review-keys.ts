import type { QueueRow } from '#shared/contracts/queue.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import type { Shortcuts } from '../../lib/shortcuts.ts';
import type { Board } from './use-board.ts';

/** What `r` does, by status. */
export const turnedDown: Partial<Record<string, Decision>> = {
  pending: 'rejected',
  rejected: 'pending',
  approved: 'pending',
};

interface PageKeys {
  search: () => void;
  help: () => void;
}

/** Keys for the whole review (rule 12.2); a second press of a deciding key decides nothing (12.1). `p` only arms; the button then has the focus. */
export function reviewKeys(board: Board, { search, help }: PageKeys): Shortcuts {
  const { active, at, go, guard } = board;
  const free = active && !isBeingPosted(active.comment.posting) ? active : undefined;
  const status = free?.comment.status;
  const other = status && turnedDown[status];
  const on =
    (act: (item: QueueRow) => void, allowed = true) =>
    () => {
      if (free && allowed) act(free);
    };
  const once = (key: string, act: (item: QueueRow) => void, allowed = true) =>
    on((item) => guard.press(() => act(item), key), allowed);
  return {
    j: () => go(at(1)),
    ArrowDown: () => go(at(1)),
    k: () => go(at(-1)),
    ArrowUp: () => go(at(-1)),
    a: once('a', (item) => board.decide(item, 'approved'), status === 'pending' || status === 'failed'),
    r: once('r', (item) => other && board.decide(item, other), other !== undefined),
    e: () => go(active, 'editor'),
    s: on(board.schedule, status === 'approved'),
    p: on(board.arm, status === 'approved'),
    F2: board.focusGap,
    x: once('x', board.remove),
    u: () => void board.undo(),
    '/': search,
    '?': help,
  };
}
