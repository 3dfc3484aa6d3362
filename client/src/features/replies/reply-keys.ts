import type { Shortcuts } from '../../lib/shortcuts.ts';
import { canBeAnswered, otherState } from './reply-words.ts';
import type { ReplyBoard } from './use-reply-board.ts';

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
