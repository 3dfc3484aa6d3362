import { isEditable } from '#shared/rules/comment-status.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import type { PageAction, PageActions } from '../../lib/shortcuts.ts';
import { turnedDown } from './review-keys.ts';
import type { Board } from './use-board.ts';

/** What “Find or do” offers for the open comment. Posting is not among it: it arms under the pointer. */
export function commentActions(board: Board): PageActions | null {
  const { active } = board;
  if (!active || isBeingPosted(active.comment.posting)) return null;
  const { status, video } = active.comment;
  const other = turnedDown[status];
  const actions: PageAction[] = [];
  if (status === 'pending' || status === 'failed')
    actions.push({
      label: status === 'failed' ? 'Retry' : 'Approve',
      key: 'A',
      run: () => board.decide(active, 'approved'),
    });
  if (other)
    actions.push({
      label: other === 'rejected' ? 'Reject' : 'Back to Review',
      key: 'R',
      run: () => board.decide(active, other),
    });
  if (isEditable(status)) actions.push({ label: 'Edit', key: 'E', run: () => board.go(active, 'editor') });
  if (status === 'approved')
    actions.push({ label: 'Schedule…', key: 'S', run: () => board.schedule(active) });
  return { subject: video.title, actions };
}
